// The smooth part of a model at one state: runs the compiled kernels and keeps what they give.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/model/model.h"

namespace frix::methods {

struct Articulation {
  std::int32_t class_index = 0, instance = 0;
  std::int32_t first_v = 0, nv = 0;
  std::size_t matrix = 0;  // where its nv*nv matrix begins
};

class Dynamics {
 public:
  explicit Dynamics(const frix_model& model);

  // Kinematics, mass matrices, forces, loads, springs at (q, v); explicit loads are those of `load_time`.
  void evaluate(const double* q, const double* v, double load_time, double h);

  // x = A^-1 b for the articulations [first, last) of one class. `matrices` has the layout of `mass`; b and x are over
  // the whole state.
  void solve(std::int32_t first, std::int32_t last, const double* matrices, const double* b, double* x) const;

  // q and v at the end of the step, from the solved v. In place.
  void advance(double* q, double* v) const;

  void set_tunable(std::int32_t i, double value) {
    environment_[static_cast<std::size_t>(FRIX_ENV_TUNABLES + i)] = value;
  }

  const frix_model& model() const { return model_; }
  const std::vector<Articulation>& articulations() const { return articulations_; }
  std::size_t matrix_size() const { return mass_.size(); }

  const double* poses() const { return poses_.data(); }
  const double* reference(std::int32_t articulation) const { return references_.data() + 3 * articulation; }
  const double* screws(std::int32_t articulation) const {
    return screws_.data() + 6 * articulations_[static_cast<std::size_t>(articulation)].first_v;
  }
  const double* mass() const { return mass_.data(); }
  const std::vector<double>& force() const { return force_; }      // [nv] gravity, bias and applied loads
  const std::vector<double>& loads() const { return loads_; }      // [nloads]
  const std::vector<double>& springs() const { return springs_; }  // [nspring_values]

 private:
  void run(frix_kernel kernel, std::int32_t class_index, const double* const* in, double* const* out) const;

  const frix_model& model_;
  std::vector<Articulation> articulations_;
  std::vector<std::int32_t> first_articulation_;  // of each class
  std::vector<double> environment_;
  std::vector<double> poses_, references_, screws_, mass_, force_, loads_, springs_;
};

}  // namespace frix::methods
