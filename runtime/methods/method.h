// What every time-stepping method offers: one step from (q, v) at time t to the next state, with the forces that made
// it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/geometry/contact_geometry.h"
#include "runtime/model/model.h"

namespace frix::methods {

using geometry::Vector3d;

// The contact forces of the last step, for outputs and reports. Forces act on A, world axes, in N.
struct ContactForce {
  geometry::ContactPoint where;
  Vector3d force;  // normal + friction
  double normal_force = 0;
  Vector3d slip;  // tangential relative velocity of A against B at the end of the step
};

struct StepReport {
  bool ok = true;
  std::string reason;                  // when not ok: what failed, in the user's words
  std::vector<std::int32_t> contacts;  // indices in contact_forces() of the contacts that failed
  double residual = 0;                 // relative momentum residual at the last iterate
  int newton_iterations = 0;
  int substeps = 1;  // more than 1: the step was rejected and done in parts
  int islands = 0;
};

struct Statistics {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  std::int64_t newton_iterations = 0;
  std::int64_t factorisations = 0;
  std::int64_t max_contacts = 0;
  std::int64_t line_search_cuts = 0;  // iterations in which the line search took less than a full step
};

class Method {
 public:
  virtual ~Method() = default;

  // Advances q [nq] and v [nv] by h in place. `time` is that of the beginning of the step. On failure q and v are as
  // before.
  virtual const StepReport& step(double time, double h, double* q, double* v) = 0;

  virtual const std::vector<ContactForce>& contact_forces() const = 0;
  virtual const double* acceleration() const = 0;  // [nv]: (v' - v)/h of the last step
  virtual const double* effort() const = 0;        // [nv]: joint laws and motors of the last step
  virtual const Statistics& statistics() const = 0;
};

}  // namespace frix::methods
