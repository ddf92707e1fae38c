// Functions of vectors and rotations: dot, rpy, quat …
#include <cmath>

#include "compiler/sema/builtins.h"
#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/functions.h"

namespace frix::sema {

namespace {

bool is_vector(Invocation& in, std::size_t i, const char* parameter) {
  Value& value = in.arguments[i];
  if (value.kind == ValueKind::vector) return true;
  Diagnostic& diagnostic =
      in.session.error(Code::type_mismatch, value.span,
                       argument_name(in, parameter) + " needs a vector, but this is " + describe(value));
  diagnostic.label = "this is " + describe(value);
  return false;
}

ExprId dot_product(ExpressionBuilder& b, const VectorExpr& u, const VectorExpr& v) {
  ExprId sum = b.multiply(u[0], v[0]);
  for (std::size_t i = 1; i < 3; ++i) sum = b.add(sum, b.multiply(u[i], v[i]));
  return sum;
}

VectorExpr cross_product(ExpressionBuilder& b, const VectorExpr& u, const VectorExpr& v) {
  const auto component = [&](std::size_t i, std::size_t j) {
    return b.subtract(b.multiply(u[i], v[j]), b.multiply(u[j], v[i]));
  };
  return {component(1, 2), component(2, 0), component(0, 1)};
}

Value rotation_value(const std::array<ExprId, 9>& matrix, const Span& span) {
  Value value;
  value.kind = ValueKind::rotation;
  value.span = span;
  for (std::size_t i = 0; i < 9; ++i) value.part[i] = matrix[i];
  return value;
}

// u / |u|; a constant zero is an error, a constant that is not of unit length is no warning here.
std::optional<VectorExpr> unit_vector(Invocation& in, const Value& value) {
  ExpressionBuilder& b = in.build();
  const ExprId length = b.apply(ExprOp::sqrt, dot_product(b, value.vector(), value.vector()));
  if (b.value(length) == 0) {
    in.session.error(Code::zero_axis, value.span, "a vector of length zero has no direction");
    return std::nullopt;
  }
  VectorExpr unit{};
  for (std::size_t i = 0; i < 3; ++i) unit[i] = b.divide(value.part[i], length);
  return unit;
}

// Rotation by `angle` about the unit vector u: the quaternion (cos a/2, u sin a/2).
Value axis_angle(Invocation& in) {
  if (!is_vector(in, 0, "axis")) return {};
  if (!require(in.session, in.arguments[1], ValueKind::scalar, {}, argument_name(in, "angle"))) return {};
  ExpressionBuilder& b = in.build();
  b.at(in.span);
  const auto unit = unit_vector(in, in.arguments[0]);
  if (!unit) return {};
  const ExprId half = b.divide(in.arguments[1].part[0], b.constant(2));
  const ExprId sine = b.apply(ExprOp::sin, half);
  return rotation_value(quaternion_matrix(in.session, {b.apply(ExprOp::cos, half), b.multiply(sine, (*unit)[0]),
                                                       b.multiply(sine, (*unit)[1]), b.multiply(sine, (*unit)[2])}),
                        in.span);
}

// Roll, pitch and yaw about the fixed axes x, y, z, as in URDF and SDF: R = Rz(yaw) Ry(pitch) Rx(roll).
Value rpy(Invocation& in) {
  static constexpr const char* names[] = {"roll", "pitch", "yaw"};
  ExpressionBuilder& b = in.build();
  std::array<ExprId, 3> c{}, s{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!require(in.session, in.arguments[i], ValueKind::scalar, {}, argument_name(in, names[i]))) return {};
    b.at(in.span);
    c[i] = b.apply(ExprOp::cos, in.arguments[i].part[0]);
    s[i] = b.apply(ExprOp::sin, in.arguments[i].part[0]);
  }
  const ExprId zero = b.constant(0), one = b.constant(1);
  const std::array<ExprId, 9> rx = {one, zero, zero, zero, c[0], b.negate(s[0]), zero, s[0], c[0]};
  const std::array<ExprId, 9> ry = {c[1], zero, s[1], zero, one, zero, b.negate(s[1]), zero, c[1]};
  const std::array<ExprId, 9> rz = {c[2], b.negate(s[2]), zero, s[2], c[2], zero, zero, zero, one};
  return rotation_value(rotation_product(in.session, rz, rotation_product(in.session, ry, rx)), in.span);
}

// A quaternion w x y z; normalised, with a warning when that changes it.
Value quat(Invocation& in) {
  static constexpr const char* names[] = {"w", "x", "y", "z"};
  ExpressionBuilder& b = in.build();
  ExprId square = b.constant(0);
  for (std::size_t i = 0; i < 4; ++i) {
    if (!require(in.session, in.arguments[i], ValueKind::scalar, {}, argument_name(in, names[i]))) return {};
    b.at(in.span);
    square = b.add(square, b.multiply(in.arguments[i].part[0], in.arguments[i].part[0]));
  }
  const ExprId length = b.apply(ExprOp::sqrt, square);
  if (const auto known = b.value(length)) {
    constexpr double rounding = 1e-6;
    if (*known == 0) {
      in.session.error(Code::bad_rotation, in.span, "a quaternion of length zero is no rotation");
      return {};
    }
    if (std::abs(*known - 1) > rounding)
      in.session.diagnostics->report(
          Code::rotation_normalised, in.span,
          "the quaternion has the length " + quantity_text(*known, {}) + "; it is scaled to length 1");
  }
  std::array<ExprId, 4> q{};
  for (std::size_t i = 0; i < 4; ++i) q[i] = b.divide(in.arguments[i].part[0], length);
  return rotation_value(quaternion_matrix(in.session, q), in.span);
}

Value make_pose(Invocation& in) {
  if (!require(in.session, in.arguments[0], ValueKind::vector, units::kLength, argument_name(in, "position")))
    return {};
  if (!require(in.session, in.arguments[1], ValueKind::rotation, {}, argument_name(in, "rotation"))) return {};
  Value value = in.arguments[1];
  value.kind = ValueKind::pose;
  value.span = in.span;
  for (std::size_t i = 0; i < 3; ++i) value.part[9 + i] = in.arguments[0].part[i];
  return value;
}

Value rotate(Invocation& in) {
  if (!require(in.session, in.arguments[0], ValueKind::rotation, {}, argument_name(in, "rotation"))) return {};
  if (!is_vector(in, 1, "v")) return {};
  in.build().at(in.span);
  std::array<ExprId, 9> matrix{};
  for (std::size_t i = 0; i < 9; ++i) matrix[i] = in.arguments[0].part[i];
  return Value::vector(rotated(in.session, matrix, in.arguments[1].vector()), in.arguments[1].dimension, in.span);
}

}  // namespace

std::vector<Function> vector_functions() {
  return {
      {"dot",
       {"a", "b"},
       [](Invocation& in) -> Value {
         if (!is_vector(in, 0, "a") || !is_vector(in, 1, "b")) return {};
         in.build().at(in.span);
         return Value::scalar(dot_product(in.build(), in.arguments[0].vector(), in.arguments[1].vector()),
                              in.arguments[0].dimension * in.arguments[1].dimension, in.span);
       }},
      {"cross",
       {"a", "b"},
       [](Invocation& in) -> Value {
         if (!is_vector(in, 0, "a") || !is_vector(in, 1, "b")) return {};
         in.build().at(in.span);
         return Value::vector(cross_product(in.build(), in.arguments[0].vector(), in.arguments[1].vector()),
                              in.arguments[0].dimension * in.arguments[1].dimension, in.span);
       }},
      {"norm",
       {"v"},
       [](Invocation& in) -> Value {
         if (!is_vector(in, 0, "v")) return {};
         in.build().at(in.span);
         const VectorExpr v = in.arguments[0].vector();
         return Value::scalar(in.build().apply(ExprOp::sqrt, dot_product(in.build(), v, v)), in.arguments[0].dimension,
                              in.span);
       }},
      {"normalize",
       {"v"},
       [](Invocation& in) -> Value {
         if (!is_vector(in, 0, "v")) return {};
         in.build().at(in.span);
         const auto unit = unit_vector(in, in.arguments[0]);
         return unit ? Value::vector(*unit, {}, in.span) : Value{};
       }},
      {"rpy", {"roll", "pitch", "yaw"}, rpy},
      {"axis_angle", {"axis", "angle"}, axis_angle},
      {"quat", {"w", "x", "y", "z"}, quat},
      {"pose", {"position", "rotation"}, make_pose},
      {"rotate", {"rotation", "v"}, rotate},
  };
}

}  // namespace frix::sema
