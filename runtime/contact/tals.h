// TALS, the transition-aware line search of Castro et al. 2019, section III-B, with the guards of Drake's TamsiSolver.
//
// Regularised friction changes its slope by orders of magnitude at the edge of the stiction disc |v_t| < v_s. A Newton
// change that jumps over the disc is computed with the slope of one side and lands on the other, where it is undone:
// the iteration cycles. So the change of a contact's slip velocity is cut where it meets the disc.
#pragma once

#include <Eigen/Core>

namespace frix::contact {

// Which case of the table below held, for tests and statistics.
enum class TalsCase {
  small_change,  // |change| < epsilon v_s: nothing to decide
  leaves_rest,   // from rest out of the disc: to v_s/2, where the gradient tells something
  stops,         // from outside to the centre: to v_s/2
  inside,        // starts inside: the law is linear or nearly so
  lands_inside,  // ends inside
  crosses,       // outside, through the disc, outside: to the point closest to the centre
  turns,         // outside all the way: the direction may turn by at most max_turn
  full           // outside all the way, and turns less
};

struct TalsStep {
  double alpha = 1;  // in (0, 1]
  TalsCase which = TalsCase::full;
};

struct TalsOptions {
  double epsilon = 1e-2;      // relative to v_s: what counts as rest
  double cos_max_turn = 0.5;  // cosine of the largest turn, pi/3
};

// The part of the change `delta` of the slip velocity v (both tangential, m/s) that may be taken.
TalsStep tals(const Eigen::Vector3d& v, const Eigen::Vector3d& delta, double stiction_speed,
              const TalsOptions& options = {});

}  // namespace frix::contact
