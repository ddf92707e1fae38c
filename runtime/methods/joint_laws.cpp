#include "runtime/methods/joint_laws.h"

#include <cmath>

namespace frix::methods {

namespace {

constexpr double kHardness = 1e6;

struct LinearLaw {
  double force = 0;    // at v = 0
  double damping = 0;  // minus the derivative by v
};

double servo_target(const Dynamics& dynamics, const frix_coordinate& coordinate) {
  return dynamics.loads()[static_cast<std::size_t>(coordinate.target)];
}

// What of a coordinate's laws is linear in v.
LinearLaw linear_law(const Dynamics& dynamics, const frix_coordinate& coordinate, const double* q, double h) {
  LinearLaw law{0, coordinate.damping};
  if (coordinate.q_index < 0) return law;
  const double position = q[coordinate.q_index];
  law.force -= coordinate.stiffness * (position - coordinate.rest);
  law.damping += h * coordinate.stiffness;
  if (coordinate.target >= 0 && std::isinf(coordinate.effort_limit)) {
    law.force += coordinate.kp * (servo_target(dynamics, coordinate) - position);
    law.damping += coordinate.kd + h * coordinate.kp;
  }
  return law;
}

}  // namespace

void add_joint_laws(const Dynamics& dynamics, const double* q, double h, std::vector<double>& matrix,
                    std::vector<double>& momentum, std::vector<contact::ScalarRow>& rows) {
  using contact::ScalarKind;
  const frix_model& model = dynamics.model();
  std::int32_t articulation = 0;
  for (std::int32_t i = 0; i < model.ncoordinates; ++i) {
    const frix_coordinate& coordinate = model.coordinates[i];
    const std::int32_t dof = coordinate.v_index;
    const auto& all = dynamics.articulations();
    // coordinates usually come in the order of the state
    const auto holds = [&](std::int32_t a) {
      const Articulation& own = all[static_cast<std::size_t>(a)];
      return dof >= own.first_v && dof < own.first_v + own.nv;
    };
    for (std::size_t tries = 0; tries < all.size() && !holds(articulation); ++tries)
      articulation = (articulation + 1) % static_cast<std::int32_t>(all.size());
    const Articulation& own = all[static_cast<std::size_t>(articulation)];
    const auto diagonal = own.matrix + static_cast<std::size_t>((dof - own.first_v) * (own.nv + 1));
    const double inertia = dynamics.mass()[diagonal];

    const LinearLaw linear = linear_law(dynamics, coordinate, q, h);
    matrix[diagonal] += h * linear.damping;
    momentum[static_cast<std::size_t>(dof)] += h * linear.force;

    const auto add = [&](ScalarKind kind, double a, double b, double limit) {
      rows.push_back({articulation, dof, i, {kind, a, b, limit}});
    };
    if (coordinate.friction > 0) add(ScalarKind::saturated, 0, kHardness * inertia / h, coordinate.friction);
    if (coordinate.q_index < 0) continue;
    const double position = q[coordinate.q_index];
    const double stop = kHardness * inertia / (h * h);
    if (std::isfinite(coordinate.lower)) add(ScalarKind::push_up, stop * (coordinate.lower - position), h * stop, 0);
    if (std::isfinite(coordinate.upper)) add(ScalarKind::push_down, stop * (position - coordinate.upper), h * stop, 0);
    if (coordinate.target >= 0 && std::isfinite(coordinate.effort_limit) && coordinate.kd + h * coordinate.kp > 0)
      add(ScalarKind::saturated, coordinate.kp * (servo_target(dynamics, coordinate) - position),
          coordinate.kd + h * coordinate.kp, coordinate.effort_limit);
  }
}

void joint_efforts(const Dynamics& dynamics, const double* q, const double* v, double h,
                   const std::vector<contact::ScalarRow>& rows, std::vector<double>& effort) {
  const frix_model& model = dynamics.model();
  std::fill(effort.begin(), effort.end(), 0.0);
  for (std::int32_t i = 0; i < model.nefforts; ++i)
    effort[static_cast<std::size_t>(model.load_dof[i])] += dynamics.loads()[static_cast<std::size_t>(i)];
  for (std::int32_t i = 0; i < model.ncoordinates; ++i) {
    const std::int32_t dof = model.coordinates[i].v_index;
    const LinearLaw linear = linear_law(dynamics, model.coordinates[i], q, h);
    effort[static_cast<std::size_t>(dof)] += linear.force - linear.damping * v[dof];
  }
  for (const contact::ScalarRow& row : rows)
    effort[static_cast<std::size_t>(row.dof)] += row.law.evaluate(v[row.dof]).force;
}

}  // namespace frix::methods
