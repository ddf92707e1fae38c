#include <cmath>
#include <map>

#include "compiler/lower/expressions.h"
#include "compiler/lower/kernel_builder.h"
#include "compiler/lower/whole_kernels.h"

namespace frix::lower {

using mechanism::Load;
using mechanism::Motor;
using mechanism::MotorKind;

namespace {

// The generalised force of a load by virtual power: its dot product with the velocity that each coordinate gives to
// the point (a torque: with the angular velocity).
void add_load(const Load& load, WholeState& state, Expressions& expressions, std::map<int, Scalar>& force) {
  Vector value = expressions.value(load.value);
  value = state.rotation(load.frame_body) * (Matrix(load.frame_rotation) * value);
  std::vector<Share> shares;
  if (load.is_torque) {
    shares = state.turn_shares(load.body);
  } else if (load.point == mechanism::kNoVector) {
    if (load.body != mechanism::kWorld)
      shares = state.point_shares(load.body, Vector(state.mechanism().bodies[load.body].com));
  } else {
    shares = state.point_shares(load.body, expressions.value(load.point));
  }
  for (const Share& share : shares) {
    const Scalar part = dot(share.direction, value);
    if (!part.is_constant(0)) force[share.dof] += part;
  }
}

}  // namespace

Loads lower_loads(const Mechanism& mechanism, const std::vector<Tree>& trees, const Sizes& sizes) {
  Loads result;
  result.target.assign(mechanism.motors.size(), -1);
  KernelBuilder kernel("loads", "applied forces and torques, efforts and targets of motors");
  WholeInputs inputs;
  inputs.q = kernel.input("q", sizes.nq);
  inputs.v = kernel.input("v", sizes.nv);
  inputs.env = kernel.input("env", sizes.env);
  WholeState state(mechanism, trees, inputs);
  Expressions expressions(state);

  std::map<int, Scalar> effort_of, force;  // by coordinate: of motors, which count as joint effort, and of loads
  for (const Load& load : mechanism.loads) {
    const auto purpose = kernel.origin(load.is_torque ? "torque" : "force", load.name, load.span);
    add_load(load, state, expressions, force);
  }
  for (const Motor& motor : mechanism.motors) {
    if (motor.kind != MotorKind::effort) continue;
    const auto purpose = kernel.origin("motor", motor.name, motor.span);
    Scalar effort = expressions.value(motor.value);
    if (std::isfinite(motor.effort_limit))
      effort = apply(ir::Op::max, -motor.effort_limit, apply(ir::Op::min, effort, motor.effort_limit));
    effort_of[state.first_velocity(mechanism.joints[motor.joint].child) + motor.coordinate] += effort;
  }

  std::vector<Scalar> values;
  for (const auto* entries : {&effort_of, &force}) {
    for (const auto& [dof, value] : *entries) {
      result.dof.push_back(dof);
      values.push_back(value);
    }
  }
  result.efforts = static_cast<int>(effort_of.size());
  for (std::size_t i = 0; i < mechanism.motors.size(); ++i) {
    if (mechanism.motors[i].kind != MotorKind::servo) continue;
    result.target[i] = static_cast<int>(values.size());
    result.dof.push_back(-1);
    const auto purpose = kernel.origin("target of the motor", mechanism.motors[i].name, mechanism.motors[i].span);
    values.push_back(expressions.value(mechanism.motors[i].value));
  }
  if (values.empty()) return result;
  kernel.output("value", values);
  result.kernel = kernel.take();
  return result;
}

}  // namespace frix::lower
