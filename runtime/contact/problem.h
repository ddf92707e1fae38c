// One step's equations for the velocity v at its end, as plain data:
//
//   r(v) = A v - p - h sum_contacts X^T f(X v) - h sum_rows c f(v) + h sum_springs ... = 0
//
// A is block diagonal: the mass matrix of each articulation, plus what its linear implicit laws add. Contacts act on
// links. A link is a rigid thing of one articulation: its motion V = (angular velocity, velocity at the reference
// point), world axes, is S v over the columns that move it. A contact's relative velocity is that of A against B at the
// contact point. Contacts between the same two links form a group and share everything but the point.
// SI units. Each step fills the same vectors again, so nothing is allocated once they have grown.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "runtime/contact/scalar_law.h"
#include "runtime/model/model.h"

namespace frix::contact {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

struct Block {
  std::int32_t first = 0;  // in v
  std::int32_t size = 0;
  const double* matrix = nullptr;  // [size*size], symmetric positive definite
};

struct Link {
  std::int32_t block = 0;
  std::int32_t columns = 0;
  const std::int32_t* column = nullptr;  // [columns] ascending, in the block
  const double* screw = nullptr;         // [6*block.size]: motion of the link for v_j = 1
  bool identity = false;                 // V = v: a free body in world axes
};

// What one contact is made of, and its value at the last velocity at which the problem was evaluated.
struct Contact {
  Vector3d normal = Vector3d::Zero();  // from B into A
  Vector3d arm = Vector3d::Zero();     // from the reference point of A's link to the contact point
  double depth = 0;                    // at the start of the step
  const frix_pair_surface* surface = nullptr;
  std::int32_t point = 0;  // where it comes from, in the list of contact points

  Vector3d tangential = Vector3d::Zero();  // slip velocity of A against B
  double vn = 0;
  // The slip velocity at which friction is linearised. It follows `tangential`, but by TALS: see evaluation.h.
  Vector3d slip = Vector3d::Zero();
  bool lags = false;                  // slip is not tangential
  Vector3d force = Vector3d::Zero();  // on A
  double normal_force = 0, normal_slope = 0;
  double rho = 0, eta = 0;  // friction factors at slip
  bool settled = true;      // its velocity has not changed much since the last evaluation
};

struct Group {
  std::int32_t a = 0, b = -1;  // links; A moves always, b = -1: the world
  std::int32_t first = 0, count = 0;
  Vector3d shift = Vector3d::Zero();  // from the reference point of B's link to that of A's
  double mobility = 0;                // 1/kg, about the Delassus operator's diagonal at the first contact
};

struct ScalarRow {
  std::int32_t block = 0;
  std::int32_t dof = 0;  // in v
  std::int32_t coordinate = 0;
  ScalarLaw law;

  double at = 0;  // the velocity at which the law is linearised
  bool lags = false;
  double force = 0, slope = 0;
};

// A linear spring-damper along u = c v: its end-of-step force is folded in p, weight * u * c remains in r.
struct SpringRow {
  std::int32_t block_a = 0, block_b = -1;  // the articulations that it touches; -1: only one
  std::int32_t count = 0;
  const std::int32_t* dof = nullptr;    // [count] in v
  const double* coefficient = nullptr;  // [count]
  double weight = 0;                    // h (damping + h stiffness)
};

struct Problem {
  double h = 0;
  std::vector<Block> blocks;
  std::vector<double> momentum;  // p [nv]
  std::vector<Link> links;
  std::vector<Group> groups;
  std::vector<Contact> contacts;
  std::vector<ScalarRow> scalars;
  std::vector<SpringRow> springs;
};

}  // namespace frix::contact
