// A model in motion: its state, the method that advances it, and the values of its outputs.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/methods/method.h"
#include "runtime/model/model.h"

namespace frix::simulate {

// Mechanical state of the whole system, from the kernels `energy`: J, kg*m/s, kg*m^2/s (about the world's origin), m.
struct SystemState {
  double kinetic_energy = 0;
  double potential_energy = 0;  // of gravity
  std::array<double, 3> momentum{};
  std::array<double, 3> angular_momentum{};
  std::array<double, 3> center_of_mass{};

  double energy() const { return kinetic_energy + potential_energy; }
};

class Simulation {
 public:
  // Starts at time 0 in the model's initial state. `model` must outlive the simulation.
  Simulation(const frix_model& model, std::unique_ptr<methods::Method> method);

  // One step of length h > 0. On failure the state is that of the beginning of the step.
  const methods::StepReport& step(double h);

  // Back to time 0 and the model's initial state, as before the first step. The tunables stay as they are.
  void reset();
  // The same with another state: q [nq], v [nv].
  void set_state(double time, const double* q, const double* v);

  // The model's tunable number i: a parameter or an input.
  double tunable(std::int32_t i) const { return environment_[static_cast<std::size_t>(FRIX_ENV_TUNABLES + i)]; }
  void set_tunable(std::int32_t i, double value);

  // A checkpoint: everything that the run depends on, also the tunables. A simulation of the same model that loads it
  // goes on bit for bit. It fits all models of the same form (names and numbers of bodies, joints and tunables; the
  // method), so that a model whose constants were changed can start from it, too.
  std::string save() const;
  // What is wrong with the checkpoint, in the user's words, or "". Where it is wrong, nothing has changed.
  std::string load(std::string_view checkpoint);

  double time() const { return time_; }
  const frix_model& model() const { return model_; }
  const methods::Method& method() const { return *method_; }
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& v() const { return v_; }

  // The outputs in the current state, [noutputs]. Accelerations, efforts and contact forces are those of the last step,
  // and zero before the first.
  const std::vector<double>& outputs();

  SystemState system_state();

 private:
  void fill_queries();

  const frix_model& model_;
  std::unique_ptr<methods::Method> method_;
  std::vector<double> q_, v_;
  std::vector<double> environment_, queries_, system_, outputs_, energy_;
  // Time is a multiple of the step, not a sum of steps, so that rounding does not add up.
  double time_ = 0, base_time_ = 0, step_ = 0;
  std::int64_t steps_since_base_ = 0;
};

}  // namespace frix::simulate
