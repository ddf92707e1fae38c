#include "compiler/lower/expressions.h"

#include <stdexcept>

#include "runtime/model/model.h"

namespace frix::lower {

using ir::Op;
using mechanism::Expression;
using mechanism::ExprId;
using mechanism::ExprOp;
using mechanism::kNoExpr;
using mechanism::QuantityKind;

// the two layouts are one
static_assert(int{mechanism::contact_quantities} == int{FRIX_QUERY_SIZE});
static_assert(int{mechanism::contact_friction_force} == int{FRIX_QUERY_FRICTION_FORCE});
static_assert(int{mechanism::system_quantities} == int{FRIX_SYSTEM_SIZE});
static_assert(int{mechanism::system_center_of_mass} == int{FRIX_SYSTEM_COM});

namespace {

// The operation of the graph that an operation of an expression is; those that are several are written out elsewhere.
Op direct(ExprOp op) {
  switch (op) {
    case ExprOp::negate:
      return Op::negate;
    case ExprOp::add:
      return Op::add;
    case ExprOp::subtract:
      return Op::subtract;
    case ExprOp::multiply:
      return Op::multiply;
    case ExprOp::divide:
      return Op::divide;
    case ExprOp::power:
      return Op::power;
    case ExprOp::less:
      return Op::less;
    case ExprOp::less_equal:
      return Op::less_equal;
    case ExprOp::equal:
      return Op::equal;
    case ExprOp::logical_not:
      return Op::logical_not;
    case ExprOp::logical_and:
      return Op::logical_and;
    case ExprOp::logical_or:
      return Op::logical_or;
    case ExprOp::select:
      return Op::select;
    case ExprOp::sin:
      return Op::sin;
    case ExprOp::cos:
      return Op::cos;
    case ExprOp::tan:
      return Op::tan;
    case ExprOp::asin:
      return Op::asin;
    case ExprOp::acos:
      return Op::acos;
    case ExprOp::atan:
      return Op::atan;
    case ExprOp::atan2:
      return Op::atan2;
    case ExprOp::sinh:
      return Op::sinh;
    case ExprOp::cosh:
      return Op::cosh;
    case ExprOp::tanh:
      return Op::tanh;
    case ExprOp::sqrt:
      return Op::sqrt;
    case ExprOp::exp:
      return Op::exp;
    case ExprOp::log:
      return Op::log;
    case ExprOp::abs:
      return Op::abs;
    case ExprOp::min:
      return Op::min;
    case ExprOp::max:
      return Op::max;
    case ExprOp::floor:
      return Op::floor;
    default:
      throw std::logic_error("an expression has an operation that kernels do not know");
  }
}

Scalar element(const Elements& buffer, int index, const char* what) {
  if (index < 0 || index >= static_cast<int>(buffer.size()))
    throw std::logic_error(std::string("an expression asks for ") + what + " where there is none");
  return buffer[index];
}

}  // namespace

Expressions::Expressions(WholeState& state)
    : state_(state), values_(state.mechanism().expressions.size()), known_(state.mechanism().expressions.size(), 0) {}

// Operands come before their users, so what is needed is found going down and computed going up, without recursion.
Scalar Expressions::value(ExprId id) {
  const std::vector<Expression>& all = state_.mechanism().expressions;
  std::vector<ExprId> open = {id};
  while (!open.empty()) {
    const ExprId at = open.back();
    const std::size_t before = open.size();
    if (!known_[at])
      for (const ExprId operand : all[at].operand)
        if (operand != kNoExpr && !known_[operand]) open.push_back(operand);
    if (open.size() > before) continue;
    open.pop_back();
    if (known_[at]) continue;
    values_[at] = compute(all[at]);
    known_[at] = 1;
  }
  return values_[id];
}

Vector Expressions::value(const mechanism::VectorExpr& ids) {
  return {value(ids[0]), value(ids[1]), value(ids[2])};
}

Scalar Expressions::compute(const Expression& e) {
  const auto operand = [&](int i) { return values_[e.operand[i]]; };
  switch (e.op) {
    case ExprOp::constant:
      return e.value;
    case ExprOp::quantity:
      return quantity(e.quantity);
    case ExprOp::sign:
      return select(less(0.0, operand(0)), 1.0, select(less(operand(0), 0.0), -1.0, 0.0));
    case ExprOp::table:
      return interpolate_linear(state_.mechanism().tables[e.quantity.element], operand(0));
    case ExprOp::spline:
      return interpolate_monotone(state_.mechanism().tables[e.quantity.element], operand(0));
    default:
      break;
  }
  const Op op = direct(e.op);
  switch (ir::operand_count(op)) {
    case 1:
      return apply(op, operand(0));
    case 2:
      return apply(op, operand(0), operand(1));
    default:
      return apply(op, operand(0), operand(1), operand(2));
  }
}

Scalar Expressions::quantity(const mechanism::Quantity& q) {
  const Mechanism& m = state_.mechanism();
  const WholeInputs& in = state_.inputs();
  const auto joint_position = [&] { return state_.first_position(m.joints[q.element].child) + q.component; };
  const auto joint_velocity = [&] { return state_.first_velocity(m.joints[q.element].child) + q.component; };
  const auto frame = [&]() -> const mechanism::Frame& { return m.frames[q.element]; };
  const auto entry = [&](const Matrix& r) { return r(q.component / 3, q.component % 3); };
  switch (q.kind) {
    case QuantityKind::time:
      return element(in.env, FRIX_ENV_TIME, "the time");
    case QuantityKind::tunable:
      return element(in.env, FRIX_ENV_TUNABLES + q.element, "a tunable");
    case QuantityKind::joint_position:
      return element(in.q, joint_position(), "a joint position");
    case QuantityKind::joint_velocity:
      return element(in.v, joint_velocity(), "a joint velocity");
    case QuantityKind::joint_acceleration:
      return element(in.acceleration, joint_velocity(), "an acceleration");
    case QuantityKind::joint_effort:
      return element(in.effort, joint_velocity(), "a joint effort");
    case QuantityKind::body_position:
      return state_.position(q.element, {})[q.component];
    case QuantityKind::body_velocity:
      return state_.velocity(q.element, {})[q.component];
    case QuantityKind::body_acceleration:
      if (in.acceleration.size() == 0)
        throw std::logic_error("an expression asks for an acceleration where there is none");
      return state_.acceleration_of_origin(q.element)[q.component];
    case QuantityKind::body_angular_velocity:
      return state_.angular_velocity(q.element)[q.component];
    case QuantityKind::body_rotation:
      return entry(state_.rotation(q.element));
    case QuantityKind::frame_position:
      return state_.position(frame().body, Vector(frame().pose.position))[q.component];
    case QuantityKind::frame_velocity:
      return state_.velocity(frame().body, Vector(frame().pose.position))[q.component];
    case QuantityKind::frame_rotation:
      return entry(state_.rotation(frame().body) * Matrix(frame().pose.rotation));
    case QuantityKind::contact:
      return element(in.queries, q.element * FRIX_QUERY_SIZE + q.component, "a contact");
    case QuantityKind::system:
      return element(in.system, q.component, "a quantity of the system");
  }
  throw std::logic_error("an expression asks for an unknown quantity");
}

}  // namespace frix::lower
