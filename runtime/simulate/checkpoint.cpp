// Saving and loading of a simulation.
#include <cmath>

#include "runtime/methods/state_stream.h"
#include "runtime/simulate/simulation.h"

namespace frix::simulate {

namespace {

// What must be the same for a state to fit: names and numbers, not values.
std::uint64_t fingerprint(const frix_model& model, const char* method) {
  std::uint64_t hash = methods::hash_bytes(method);
  const auto add_name = [&](const char* text) { hash = methods::hash_bytes(std::string(text) + '\n', hash); };
  const auto add_number = [&](std::int64_t number) { add_name(std::to_string(number).c_str()); };
  add_name(model.name);
  for (const std::int32_t number : {model.nq, model.nv, model.nclasses, model.nshapes, model.nmoving_shapes,
                                    model.ncoordinates, model.nsprings, model.nloads, model.ntunables})
    add_number(number);
  for (std::int32_t c = 0; c < model.nclasses; ++c) {
    add_name(model.classes[c].name);
    add_number(model.classes[c].instances);
  }
  for (std::int32_t i = 0; i < model.ncoordinates; ++i) add_name(model.coordinates[i].name);
  for (std::int32_t i = 0; i < model.ntunables; ++i) add_name(model.tunables[i].name);
  return hash;
}

bool all_finite(const std::vector<double>& values) {
  for (const double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace

std::string Simulation::save() const {
  methods::StateWriter writer(fingerprint(model_, method_->name()));
  for (const double value : {time_, base_time_, step_}) writer.put(value);
  writer.put(steps_since_base_);
  writer.put(q_);
  writer.put(v_);
  writer.put(environment_.data() + FRIX_ENV_TUNABLES, static_cast<std::size_t>(model_.ntunables));
  method_->save(writer);
  return writer.finish();
}

std::string Simulation::load(std::string_view checkpoint) {
  methods::StateReader reader(checkpoint, fingerprint(model_, method_->name()));
  const double time = reader.get_double(), base_time = reader.get_double(), step = reader.get_double();
  const std::int64_t steps_since_base = reader.get_integer();
  std::vector<double> q(q_.size()), v(v_.size()), tunables(static_cast<std::size_t>(model_.ntunables));
  reader.get(q);
  reader.get(v);
  reader.get(tunables);
  if (!all_finite({time, base_time, step}) || !all_finite(q) || !all_finite(v) || !all_finite(tunables))
    reader.fail("it has values that are not finite numbers");
  method_->load(reader);
  if (!reader.ok()) return reader.error();
  time_ = time, base_time_ = base_time, step_ = step, steps_since_base_ = steps_since_base;
  q_ = std::move(q), v_ = std::move(v);
  for (std::int32_t i = 0; i < model_.ntunables; ++i) set_tunable(i, tunables[static_cast<std::size_t>(i)]);
  return "";
}

}  // namespace frix::simulate
