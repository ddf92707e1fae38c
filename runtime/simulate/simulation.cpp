#include "runtime/simulate/simulation.h"

#include <algorithm>
#include <cmath>

namespace frix::simulate {

namespace {

// n steps of h. Where 1/h is a whole number the division gives the decimal number that people expect: 0.7, not
// 0.7000000000000001.
double elapsed(std::int64_t n, double h) {
  constexpr double kWhole = 1e-12;
  const double rate = std::round(1 / h);
  return std::abs(rate * h - 1) < kWhole ? static_cast<double>(n) / rate : static_cast<double>(n) * h;
}

}  // namespace

Simulation::Simulation(const frix_model& model, std::unique_ptr<methods::Method> method)
    : model_(model),
      method_(std::move(method)),
      q_(model.initial_q, model.initial_q + model.nq),
      v_(model.initial_v, model.initial_v + model.nv),
      environment_(FRIX_ENV_TUNABLES + static_cast<std::size_t>(model.ntunables)),
      queries_(static_cast<std::size_t>(model.nqueries) * FRIX_QUERY_SIZE),
      system_(FRIX_SYSTEM_SIZE),
      outputs_(static_cast<std::size_t>(model.noutputs)) {
  for (int i = 0; i < model.ntunables; ++i) environment_[FRIX_ENV_TUNABLES + i] = model.tunables[i].value;
  std::size_t largest = 0;
  for (int c = 0; c < model.nclasses; ++c) largest = std::max<std::size_t>(largest, model.classes[c].instances);
  energy_.resize(largest * 12);
}

const methods::StepReport& Simulation::step(double h) {
  if (h != step_) {
    base_time_ = time_;
    steps_since_base_ = 0;
    step_ = h;
  }
  const methods::StepReport& report = method_->step(time_, h, q_.data(), v_.data());
  if (report.ok) time_ = base_time_ + elapsed(++steps_since_base_, h);
  return report;
}

void Simulation::reset() {
  set_state(0, model_.initial_q, model_.initial_v);
}

void Simulation::set_state(double time, const double* q, const double* v) {
  std::copy(q, q + model_.nq, q_.begin());
  std::copy(v, v + model_.nv, v_.begin());
  time_ = base_time_ = time;
  steps_since_base_ = 0;
  method_->reset();
}

void Simulation::set_tunable(std::int32_t i, double value) {
  environment_[static_cast<std::size_t>(FRIX_ENV_TUNABLES + i)] = value;
  method_->set_tunable(i, value);
}

SystemState Simulation::system_state() {
  SystemState state;
  double mass = 0;
  std::array<double, 3> moment{};
  environment_[FRIX_ENV_TIME] = time_;
  environment_[FRIX_ENV_STEP] = step_;
  for (int c = 0; c < model_.nclasses; ++c) {
    const frix_class& cls = model_.classes[c];
    if (cls.energy == nullptr) continue;
    const double* in[] = {q_.data() + cls.first_q, v_.data() + cls.first_v, environment_.data()};
    double* out[] = {energy_.data()};
    cls.energy(in, out, 0, cls.instances);
    for (int k = 0; k < cls.instances; ++k) {
      const double* e = energy_.data() + 12 * static_cast<std::ptrdiff_t>(k);
      state.kinetic_energy += e[0];
      state.potential_energy += e[1];
      for (int i = 0; i < 3; ++i) {
        state.momentum[i] += e[2 + i];
        state.angular_momentum[i] += e[5 + i];
        moment[i] += e[9 + i];
      }
      mass += e[8];
    }
  }
  for (int i = 0; i < 3; ++i) state.center_of_mass[i] = mass > 0 ? moment[i] / mass : 0;
  return state;
}

// Sums the contacts between the two groups of each query; forces act on the first group.
void Simulation::fill_queries() {
  std::fill(queries_.begin(), queries_.end(), 0.0);
  for (int i = 0; i < model_.nqueries; ++i) {
    const frix_contact_query& query = model_.queries[i];
    double* value = queries_.data() + static_cast<std::ptrdiff_t>(i) * FRIX_QUERY_SIZE;
    const auto in_first = [&](int shape) {
      return std::find(query.first, query.first + query.nfirst, shape) != query.first + query.nfirst;
    };
    const auto in_second = [&](int shape) {
      return std::find(query.second, query.second + query.nsecond, shape) != query.second + query.nsecond;
    };
    double deepest = -HUGE_VAL;
    for (const methods::ContactForce& contact : method_->contact_forces()) {
      double sign = 0;
      if (in_first(contact.where.shape_a) && in_second(contact.where.shape_b)) {
        sign = 1;
      } else if (in_first(contact.where.shape_b) && in_second(contact.where.shape_a)) {
        sign = -1;
      } else {
        continue;
      }
      if (contact.normal_force <= 0 && contact.where.depth <= 0) continue;  // a gap that is only watched
      value[FRIX_QUERY_ACTIVE] = 1;
      value[FRIX_QUERY_NORMAL_FORCE] += contact.normal_force;
      value[FRIX_QUERY_SLIP_SPEED] = std::max(value[FRIX_QUERY_SLIP_SPEED], contact.slip.norm());
      for (int k = 0; k < 3; ++k) {
        const double normal = contact.normal_force * contact.where.normal[k];
        value[FRIX_QUERY_FORCE + k] += sign * contact.force[k];
        value[FRIX_QUERY_FRICTION_FORCE + k] += sign * (contact.force[k] - normal);
      }
      // the normal is that of the deepest of the contacts
      if (contact.where.depth > deepest) {
        deepest = contact.where.depth;
        value[FRIX_QUERY_DEPTH] = deepest;
        for (int k = 0; k < 3; ++k) value[FRIX_QUERY_NORMAL + k] = sign * contact.where.normal[k];
      }
    }
  }
}

const std::vector<double>& Simulation::outputs() {
  if (model_.signals == nullptr) return outputs_;
  fill_queries();
  const SystemState state = system_state();
  system_[FRIX_SYSTEM_KINETIC] = state.kinetic_energy;
  system_[FRIX_SYSTEM_POTENTIAL] = state.potential_energy;
  std::copy(state.momentum.begin(), state.momentum.end(), system_.begin() + FRIX_SYSTEM_MOMENTUM);
  std::copy(state.angular_momentum.begin(), state.angular_momentum.end(),
            system_.begin() + FRIX_SYSTEM_ANGULAR_MOMENTUM);
  std::copy(state.center_of_mass.begin(), state.center_of_mass.end(), system_.begin() + FRIX_SYSTEM_COM);
  double touching = 0;
  for (const methods::ContactForce& contact : method_->contact_forces()) touching += contact.normal_force > 0 ? 1 : 0;
  system_[FRIX_SYSTEM_CONTACTS] = touching;
  const double* in[] = {q_.data(),       v_.data(),      method_->acceleration(), method_->effort(),
                        queries_.data(), system_.data(), environment_.data()};
  double* out[] = {outputs_.data()};
  model_.signals(in, out, 0, 1);
  return outputs_;
}

}  // namespace frix::simulate
