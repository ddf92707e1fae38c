// Scalar expressions of a mechanism: resolved, dimension-checked, in SI units. Vectors are three of these.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/source/span.h"

namespace frix::mechanism {

// An index into Mechanism::expressions. Operands come before their users.
using ExprId = std::int32_t;
inline constexpr ExprId kNoExpr = -1;
using VectorExpr = std::array<ExprId, 3>;
inline constexpr VectorExpr kNoVector = {kNoExpr, kNoExpr, kNoExpr};

enum class ExprOp : std::uint8_t {
  constant,  // value
  quantity,  // what the state or the run provides: quantity
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  less_equal,
  equal,  // 1 or 0
  logical_not,
  logical_and,
  logical_or,
  select,  // operand[0] != 0 ? operand[1] : operand[2]
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  sqrt,
  exp,
  log,
  abs,
  sign,
  min,
  max,
  floor,
  table,   // Mechanism::tables[quantity.element] at operand[0]: linear
  spline,  // the same, monotone cubic
};

enum class QuantityKind : std::uint8_t {
  time,     // s
  tunable,  // element: index in Mechanism::tunables
  joint_position,
  joint_velocity,
  joint_acceleration,
  joint_effort,  // element: joint, component: coordinate
  body_position,
  body_velocity,
  body_acceleration,      // of the body's origin, world axes; component 0..2
  body_angular_velocity,  // world axes
  body_rotation,          // component 3*row + column of R_WB
  frame_position,
  frame_velocity,
  frame_rotation,  // element: index in Mechanism::frames
  contact,         // element: index in Mechanism::contact_queries; component: ContactQuantity
  system,          // component: SystemQuantity
};

// Components of a contact query. Forces act on the first of the two. World axes, SI.
enum ContactQuantity : std::int32_t {
  contact_active,
  contact_depth,
  contact_normal,
  contact_normal_force = contact_normal + 3,
  contact_friction_force,
  contact_slip_speed = contact_friction_force + 3,
  contact_force,
  contact_quantities = contact_force + 3,
};
enum SystemQuantity : std::int32_t {
  system_kinetic_energy,
  system_potential_energy,
  system_momentum,
  system_angular_momentum = system_momentum + 3,
  system_center_of_mass = system_angular_momentum + 3,
  system_contacts = system_center_of_mass + 3,
  system_quantities,
};

struct Quantity {
  QuantityKind kind = QuantityKind::time;
  std::int32_t element = 0;
  std::int32_t component = 0;
};

struct Expression {
  ExprOp op = ExprOp::constant;
  double value = 0;
  Quantity quantity;
  std::array<ExprId, 3> operand = {kNoExpr, kNoExpr, kNoExpr};
  Span span;
};

}  // namespace frix::mechanism
