#include "compiler/sema/builtins.h"

#include <numbers>

namespace frix::sema {

std::vector<std::string> builtin_names() {
  return {"time", "pi", "x", "y", "z", "world", "system"};
}

bool is_unit_vector(std::string_view name) {
  return name == "x" || name == "y" || name == "z";
}

Value builtin_value(Session& session, std::string_view name, const Span& span) {
  ExpressionBuilder& build = session.build;
  build.at(span);
  if (name == "time") return Value::scalar(build.quantity(QuantityKind::time), units::kTime, span);
  if (name == "pi") return Value::scalar(build.constant(std::numbers::pi), {}, span);
  if (name == "world") return Value::of({EntityKind::world}, span);
  if (name == "system") return Value::of({EntityKind::system}, span);
  if (is_unit_vector(name)) {
    VectorExpr components{};
    for (std::size_t i = 0; i < 3; ++i) components[i] = build.constant(name[0] == static_cast<char>('x' + i) ? 1 : 0);
    return Value::vector(components, {}, span);
  }
  return {};
}

// R(q) of a unit quaternion q = (w, x, y, z), a rotation of vectors: v' = q v q*.
std::array<ExprId, 9> quaternion_matrix(Session& session, const std::array<ExprId, 4>& q) {
  ExpressionBuilder& b = session.build;
  const auto [w, x, y, z] = q;
  const ExprId one = b.constant(1), two = b.constant(2);
  const auto twice = [&](ExprId value) { return b.multiply(two, value); };
  const auto diagonal = [&](ExprId u, ExprId v) {
    return b.subtract(one, twice(b.add(b.multiply(u, u), b.multiply(v, v))));
  };
  const auto plus = [&](ExprId u, ExprId v, ExprId s) { return twice(b.add(b.multiply(u, v), b.multiply(w, s))); };
  const auto minus = [&](ExprId u, ExprId v, ExprId s) {
    return twice(b.subtract(b.multiply(u, v), b.multiply(w, s)));
  };
  return {diagonal(y, z), minus(x, y, z), plus(x, z, y),   //
          plus(x, y, z),  diagonal(x, z), minus(y, z, x),  //
          minus(x, z, y), plus(y, z, x),  diagonal(x, y)};
}

std::array<ExprId, 9> rotation_product(Session& session, const std::array<ExprId, 9>& a,
                                       const std::array<ExprId, 9>& b) {
  ExpressionBuilder& build = session.build;
  std::array<ExprId, 9> product{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      ExprId sum = build.multiply(a[3 * row], b[column]);
      for (std::size_t k = 1; k < 3; ++k) sum = build.add(sum, build.multiply(a[3 * row + k], b[3 * k + column]));
      product[3 * row + column] = sum;
    }
  return product;
}

VectorExpr rotated(Session& session, const std::array<ExprId, 9>& rotation, const VectorExpr& v) {
  ExpressionBuilder& build = session.build;
  VectorExpr result{};
  for (std::size_t row = 0; row < 3; ++row) {
    ExprId sum = build.multiply(rotation[3 * row], v[0]);
    for (std::size_t k = 1; k < 3; ++k) sum = build.add(sum, build.multiply(rotation[3 * row + k], v[k]));
    result[row] = sum;
  }
  return result;
}

}  // namespace frix::sema
