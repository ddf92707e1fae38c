#include "runtime/methods/dynamics.h"

namespace frix::methods {

Dynamics::Dynamics(const frix_model& model) : model_(model) {
  std::size_t matrix = 0;
  for (std::int32_t c = 0; c < model.nclasses; ++c) {
    const frix_class& own = model.classes[c];
    first_articulation_.push_back(static_cast<std::int32_t>(articulations_.size()));
    for (std::int32_t k = 0; k < own.instances; ++k) {
      articulations_.push_back({c, k, own.first_v + k * own.nv, own.nv, matrix});
      matrix += static_cast<std::size_t>(own.nv) * static_cast<std::size_t>(own.nv);
    }
  }
  environment_.resize(static_cast<std::size_t>(FRIX_ENV_TUNABLES + model.ntunables));
  for (std::int32_t i = 0; i < model.ntunables; ++i) set_tunable(i, model.tunables[i].value);
  poses_.resize(static_cast<std::size_t>(12 * model.nmoving_shapes));
  references_.resize(3 * articulations_.size());
  screws_.resize(static_cast<std::size_t>(6 * model.nv));
  mass_.resize(matrix);
  force_.resize(static_cast<std::size_t>(model.nv));
  loads_.resize(static_cast<std::size_t>(model.nloads));
  springs_.resize(static_cast<std::size_t>(model.nspring_values));
}

void Dynamics::run(frix_kernel kernel, std::int32_t class_index, const double* const* in, double* const* out) const {
  const std::int32_t instances = model_.classes[class_index].instances;
  if (kernel != nullptr && instances > 0) kernel(in, out, 0, instances);
}

void Dynamics::evaluate(const double* q, const double* v, double load_time, double h) {
  environment_[FRIX_ENV_TIME] = load_time;
  environment_[FRIX_ENV_STEP] = h;

  for (std::int32_t c = 0; c < model_.nclasses; ++c) {
    const frix_class& own = model_.classes[c];
    if (own.instances == 0) continue;
    const auto first = static_cast<std::size_t>(first_articulation_[static_cast<std::size_t>(c)]);
    const double* in[] = {q + own.first_q, v + own.first_v, environment_.data()};
    double* out[] = {poses_.data() + 12 * own.first_shape, references_.data() + 3 * first,
                     screws_.data() + 6 * own.first_v, mass_.data() + articulations_[first].matrix,
                     force_.data() + own.first_v};
    run(own.evaluate, c, in, out);
  }

  if (model_.loads != nullptr && model_.nloads > 0) {
    const double* in[] = {q, v, environment_.data()};
    double* out[] = {loads_.data()};
    model_.loads(in, out, 0, 1);
    for (std::int32_t i = 0; i < model_.nloads; ++i)
      if (model_.load_dof[i] >= 0)
        force_[static_cast<std::size_t>(model_.load_dof[i])] += loads_[static_cast<std::size_t>(i)];
  }
  if (model_.springs_kernel != nullptr && model_.nspring_values > 0) {
    const double* in[] = {q};
    double* out[] = {springs_.data()};
    model_.springs_kernel(in, out, 0, 1);
  }
}

void Dynamics::solve(std::int32_t first, std::int32_t last, const double* matrices, const double* b, double* x) const {
  const Articulation& articulation = articulations_[static_cast<std::size_t>(first)];
  const frix_class& own = model_.classes[articulation.class_index];
  if (own.solve == nullptr) return;
  const auto base = static_cast<std::size_t>(first_articulation_[static_cast<std::size_t>(articulation.class_index)]);
  const double* in[] = {matrices + articulations_[base].matrix, b + own.first_v};
  double* out[] = {x + own.first_v};
  own.solve(in, out, articulation.instance, articulation.instance + last - first);
}

void Dynamics::advance(double* q, double* v) const {
  for (std::int32_t c = 0; c < model_.nclasses; ++c) {
    const frix_class& own = model_.classes[c];
    const double* in[] = {q + own.first_q, v + own.first_v, environment_.data()};
    double* out[] = {q + own.first_q, v + own.first_v};
    run(own.advance, c, in, out);
  }
}

}  // namespace frix::methods
