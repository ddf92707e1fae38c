// What every time-stepping method offers: one step from (q, v) at time t to the next state, with the forces that made
// it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/geometry/contact_geometry.h"
#include "runtime/methods/state_stream.h"
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

// The contact forces as part of a checkpoint.
void save(const std::vector<ContactForce>& forces, StateWriter& writer);
// `nshapes`: of the model; a contact of other shapes is an error of the reader.
std::vector<ContactForce> load_contact_forces(StateReader& reader, std::int32_t nshapes);

class Method {
 public:
  virtual ~Method() = default;

  virtual const char* name() const = 0;  // as the language says it: "tamsi"

  // The model's tunable number i, from now on; at first it has the value of the model.
  virtual void set_tunable(std::int32_t i, double value) = 0;

  // Advances q [nq] and v [nv] by h in place. `time` is that of the beginning of the step. On failure q and v are as
  // before.
  virtual const StepReport& step(double time, double h, double* q, double* v) = 0;

  // Forgets the last step: no contacts, accelerations and efforts of 0.
  virtual void reset() = 0;

  virtual const std::vector<ContactForce>& contact_forces() const = 0;
  virtual const double* acceleration() const = 0;  // [nv]: (v' - v)/h of the last step
  virtual const double* effort() const = 0;        // [nv]: joint laws and motors of the last step
  virtual const Statistics& statistics() const = 0;

  // All that the next steps and the outputs depend on beside q and v: the forces of the last step, and what a method
  // starts its iterations from. `load` reads to the end, and leaves a method as it was when the reader has an error.
  virtual void save(StateWriter& writer) const = 0;
  virtual void load(StateReader& reader) = 0;
};

}  // namespace frix::methods
