#include "compiler/sema/expression_builder.h"

#include <algorithm>
#include <cmath>

namespace frix::sema {

using mechanism::kNoExpr;

namespace {

double fold(ExprOp op, double a, double b, double c) {
  switch (op) {
    case ExprOp::negate:
      return -a;
    case ExprOp::add:
      return a + b;
    case ExprOp::subtract:
      return a - b;
    case ExprOp::multiply:
      return a * b;
    case ExprOp::divide:
      return a / b;
    case ExprOp::power:
      return std::pow(a, b);
    case ExprOp::less:
      return a < b;
    case ExprOp::less_equal:
      return a <= b;
    case ExprOp::equal:
      return a == b;
    case ExprOp::logical_not:
      return a == 0;
    case ExprOp::logical_and:
      return a != 0 && b != 0;
    case ExprOp::logical_or:
      return a != 0 || b != 0;
    case ExprOp::select:
      return a != 0 ? b : c;
    case ExprOp::sin:
      return std::sin(a);
    case ExprOp::cos:
      return std::cos(a);
    case ExprOp::tan:
      return std::tan(a);
    case ExprOp::asin:
      return std::asin(a);
    case ExprOp::acos:
      return std::acos(a);
    case ExprOp::atan:
      return std::atan(a);
    case ExprOp::atan2:
      return std::atan2(a, b);
    case ExprOp::sinh:
      return std::sinh(a);
    case ExprOp::cosh:
      return std::cosh(a);
    case ExprOp::tanh:
      return std::tanh(a);
    case ExprOp::sqrt:
      return std::sqrt(a);
    case ExprOp::exp:
      return std::exp(a);
    case ExprOp::log:
      return std::log(a);
    case ExprOp::abs:
      return std::abs(a);
    case ExprOp::sign:
      return static_cast<double>((a > 0) - (a < 0));
    case ExprOp::min:
      return std::min(a, b);
    case ExprOp::max:
      return std::max(a, b);
    case ExprOp::floor:
      return std::floor(a);
    case ExprOp::constant:
    case ExprOp::quantity:
    case ExprOp::table:
    case ExprOp::spline:
      break;
  }
  return a;
}

}  // namespace

ExprId ExpressionBuilder::push(mechanism::Expression expression) {
  expression.span = span_;
  pool_.push_back(expression);
  return static_cast<ExprId>(pool_.size()) - 1;
}

ExprId ExpressionBuilder::constant(double value) {
  mechanism::Expression expression;
  expression.value = value;
  return push(expression);
}

ExprId ExpressionBuilder::quantity(QuantityKind kind, int element, int component) {
  mechanism::Expression expression;
  expression.op = ExprOp::quantity;
  expression.quantity = {kind, element, component};
  return push(expression);
}

ExprId ExpressionBuilder::table(ExprOp op, int table, ExprId argument) {
  mechanism::Expression expression;
  expression.op = op;
  expression.quantity.element = table;
  expression.operand[0] = argument;
  return push(expression);
}

std::optional<double> ExpressionBuilder::value(ExprId id) const {
  const mechanism::Expression& expression = at(id);
  if (expression.op != ExprOp::constant) return std::nullopt;
  return expression.value;
}

ExprId ExpressionBuilder::simplified(ExprOp op, ExprId a, ExprId b, ExprId c) const {
  switch (op) {
    case ExprOp::add:
      if (is(a, 0)) return b;
      if (is(b, 0)) return a;
      break;
    case ExprOp::subtract:
      if (is(b, 0)) return a;
      break;
    case ExprOp::multiply:
      if (is(a, 1) || is(b, 0)) return b;
      if (is(b, 1) || is(a, 0)) return a;
      break;
    case ExprOp::divide:
      if (is(b, 1) || is(a, 0)) return a;
      break;
    case ExprOp::power:
      if (is(b, 1)) return a;
      break;
    case ExprOp::negate:
      if (at(a).op == ExprOp::negate) return at(a).operand[0];
      break;
    case ExprOp::select:
      if (const auto condition = value(a)) return *condition != 0 ? b : c;
      break;
    default:
      break;
  }
  return kNoExpr;
}

ExprId ExpressionBuilder::apply(ExprOp op, ExprId a, ExprId b, ExprId c) {
  const bool constants = at(a).op == ExprOp::constant && (b == kNoExpr || at(b).op == ExprOp::constant) &&
                         (c == kNoExpr || at(c).op == ExprOp::constant);
  if (constants) return constant(fold(op, *value(a), b == kNoExpr ? 0 : *value(b), c == kNoExpr ? 0 : *value(c)));
  if (const ExprId simple = simplified(op, a, b, c); simple != kNoExpr) return simple;
  mechanism::Expression expression;
  expression.op = op;
  expression.operand = {a, b, c};
  return push(expression);
}

}  // namespace frix::sema
