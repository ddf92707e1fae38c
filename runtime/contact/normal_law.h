// The normal force of compliant contact, as a function of the normal velocity at the end of the step.
//
// The configuration is frozen at the start of the step, and the depth at its end is estimated to first order (Castro et
// al. 2019, eq. 19): depth_1 = depth_0 - h v_n, with v_n the separation velocity, so a gap (depth_0 < 0) that closes
// within the step is felt. Units: m, m/s, N. The force pushes the bodies apart and never pulls.
#pragma once

#include <algorithm>

#include "runtime/model/model.h"

namespace frix::contact {

struct NormalForce {
  double force = 0;  // >= 0
  double slope = 0;  // d force / d v_n <= 0
};

// Hunt-Crossley with a linear elastic part (Castro et al. 2019, eq. 5): force = k (depth_1)+ (1 - d v_n)+.
inline NormalForce hunt_crossley(double stiffness, double dissipation, double depth, double h, double vn) {
  const double elastic = stiffness * (depth - h * vn);
  const double damping = 1 - dissipation * vn;
  if (elastic <= 0 || damping <= 0) return {};
  return {elastic * damping, -(h * stiffness * damping + dissipation * elastic)};
}

// Linear spring and dashpot: force = (k depth_1 + c rate)+ with the rate of the part of the step that is spent in
// contact, rate = (depth_1 - (depth_0)+) / h. For a contact that is closed at the start this is -v_n; for one that
// closes within the step it keeps the force continuous where the shapes touch.
inline NormalForce linear_normal(double stiffness, double damping, double depth, double h, double vn) {
  const double end_depth = depth - h * vn;
  const double force = stiffness * end_depth + damping * (end_depth - std::max(depth, 0.0)) / h;
  if (force <= 0) return {};
  return {force, -(h * stiffness + damping)};
}

inline NormalForce normal_force(const frix_pair_surface& surface, double depth, double h, double vn) {
  return surface.normal_law == FRIX_NORMAL_LINEAR ? linear_normal(surface.stiffness, surface.damping, depth, h, vn)
                                                  : hunt_crossley(surface.stiffness, surface.dissipation, depth, h, vn);
}

}  // namespace frix::contact
