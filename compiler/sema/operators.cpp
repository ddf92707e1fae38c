// Unary and binary operators, and `if`.
#include "compiler/sema/builtins.h"
#include "compiler/sema/evaluate.h"

namespace frix::sema {

namespace {

using syntax::BinaryOp;

// One error that names both operands and what each of them is.
Value mismatch(Session& session, Code code, const Span& where, std::string message, const Value& a, const Value& b) {
  Diagnostic& diagnostic = session.error(code, where, std::move(message));
  diagnostic.labels = {{a.span, "this is " + describe(a)}, {b.span, "this is " + describe(b)}};
  return {};
}

Value map_parts(Session& session, ExprOp op, Value a, const Value& b) {
  for (int i = 0; i < part_count(a.kind); ++i) {
    const auto k = static_cast<std::size_t>(i);
    a.part[k] = session.build.apply(op, a.part[k], b.part[k]);
  }
  a.elements.clear();
  a.plain_zero = false;
  return a;
}

Value add_or_subtract(Session& session, Value a, Value b, BinaryOp op, const Span& span, const Span& op_span) {
  const bool plus = op == BinaryOp::add;
  const std::string message = plus ? "cannot add " + describe(b) + " to " + describe(a)
                                   : "cannot subtract " + describe(b) + " from " + describe(a);
  const bool summable = a.kind == b.kind && (a.kind == ValueKind::scalar || a.kind == ValueKind::vector);
  if (!summable) return mismatch(session, Code::type_mismatch, op_span, message, a, b);
  if (!unify(a, b)) return mismatch(session, Code::dimension_mismatch, op_span, message, a, b);
  session.build.at(span);
  Value sum = map_parts(session, plus ? ExprOp::add : ExprOp::subtract, a, b);
  sum.span = span;
  return sum;
}

Value scaled(Session& session, Value vector, ExprOp op, const Value& factor) {
  for (std::size_t i = 0; i < 3; ++i) vector.part[i] = session.build.apply(op, vector.part[i], factor.part[0]);
  vector.elements.clear();
  vector.plain_zero = false;
  return vector;
}

Value multiply_or_divide(Session& session, const Value& a, const Value& b, BinaryOp op, const Span& span,
                         const Span& op_span) {
  const bool times = op == BinaryOp::multiply;
  session.build.at(span);
  const ExprOp operation = times ? ExprOp::multiply : ExprOp::divide;
  const Dimension dimension = times ? a.dimension * b.dimension : a.dimension / b.dimension;
  if (a.kind == ValueKind::scalar && b.kind == ValueKind::scalar)
    return Value::scalar(session.build.apply(operation, a.part[0], b.part[0]), dimension, span);
  if (a.kind == ValueKind::vector && b.kind == ValueKind::scalar) {
    Value result = scaled(session, a, operation, b);
    result.dimension = dimension;
    result.span = span;
    return result;
  }
  if (times && a.kind == ValueKind::scalar && b.kind == ValueKind::vector) {
    Value result = scaled(session, b, operation, a);
    result.dimension = dimension;
    result.span = span;
    return result;
  }
  if (times && a.kind == ValueKind::rotation && (b.kind == ValueKind::vector || b.kind == ValueKind::rotation)) {
    std::array<ExprId, 9> left{}, right{};
    for (std::size_t i = 0; i < 9; ++i) left[i] = a.part[i], right[i] = b.part[i];
    if (b.kind == ValueKind::vector) return Value::vector(rotated(session, left, b.vector()), b.dimension, span);
    Value result = a;
    result.span = span;
    const std::array<ExprId, 9> product = rotation_product(session, left, right);
    for (std::size_t i = 0; i < 9; ++i) result.part[i] = product[i];
    return result;
  }
  mismatch(session, Code::type_mismatch, op_span,
           std::string("cannot ") + (times ? "multiply " : "divide ") + describe(a) + " by " + describe(b), a, b);
  return {};
}

Value power(Session& session, const Value& a, const Value& b, const Span& span, const Span& op_span) {
  if (a.kind != ValueKind::scalar || b.kind != ValueKind::scalar)
    return mismatch(session, Code::type_mismatch, op_span, "cannot raise " + describe(a) + " to " + describe(b), a, b);
  if (!b.dimension.is_number())
    return mismatch(session, Code::dimension_mismatch, op_span, "an exponent is a number, but this is " + describe(b),
                    a, b);
  Dimension dimension;
  if (!a.dimension.is_number()) {
    // the dimension of the result must be known, so the exponent must be
    const auto number = session.build.value(b.part[0]);
    const auto exponent = number ? units::Rational::from(*number) : std::nullopt;
    if (!exponent) {
      session.error(Code::not_constant, b.span,
                    "the exponent of " + describe(a) + " must be a number known before the run, such as 2 or 1.5");
      return {};
    }
    dimension = a.dimension.power(*exponent);
  }
  session.build.at(span);
  return Value::scalar(session.build.apply(ExprOp::power, a.part[0], b.part[0]), dimension, span);
}

Value compare(Session& session, Value a, Value b, BinaryOp op, const Span& span, const Span& op_span) {
  const bool equality = op == BinaryOp::equal || op == BinaryOp::not_equal;
  const std::string message = "cannot compare " + describe(a) + " with " + describe(b);
  const bool truth = equality && a.kind == ValueKind::boolean && b.kind == ValueKind::boolean;
  if (!truth && (a.kind != ValueKind::scalar || b.kind != ValueKind::scalar))
    return mismatch(session, Code::type_mismatch, op_span, message, a, b);
  if (!unify(a, b)) return mismatch(session, Code::dimension_mismatch, op_span, message, a, b);
  ExpressionBuilder& build = session.build;
  build.at(span);
  ExprId result = mechanism::kNoExpr;
  switch (op) {
    case BinaryOp::less:
      result = build.apply(ExprOp::less, a.part[0], b.part[0]);
      break;
    case BinaryOp::less_equal:
      result = build.apply(ExprOp::less_equal, a.part[0], b.part[0]);
      break;
    case BinaryOp::greater:
      result = build.apply(ExprOp::less, b.part[0], a.part[0]);
      break;
    case BinaryOp::greater_equal:
      result = build.apply(ExprOp::less_equal, b.part[0], a.part[0]);
      break;
    case BinaryOp::equal:
      result = build.apply(ExprOp::equal, a.part[0], b.part[0]);
      break;
    default:
      result = build.apply(ExprOp::logical_not, build.apply(ExprOp::equal, a.part[0], b.part[0]));
      break;
  }
  return Value::boolean(result, span);
}

Value logical(Session& session, const Value& a, const Value& b, BinaryOp op, const Span& span, const Span& op_span) {
  const bool both = op == BinaryOp::logical_and;
  if (a.kind != ValueKind::boolean || b.kind != ValueKind::boolean)
    return mismatch(
        session, Code::type_mismatch, op_span,
        std::string(both ? "`and`" : "`or`") + " joins two truth values, not " + describe(a) + " and " + describe(b), a,
        b);
  session.build.at(span);
  return Value::boolean(session.build.apply(both ? ExprOp::logical_and : ExprOp::logical_or, a.part[0], b.part[0]),
                        span);
}

}  // namespace

Value evaluate_unary(Session& session, const syntax::Unary& unary, const Span& span) {
  Value operand = evaluate(session, *unary.operand);
  if (!operand.valid()) return {};
  session.build.at(span);
  if (unary.op == syntax::UnaryOp::logical_not) {
    if (operand.kind == ValueKind::boolean)
      return Value::boolean(session.build.apply(ExprOp::logical_not, operand.part[0]), span);
    session.error(Code::type_mismatch, operand.span, "`not` needs a truth value, but this is " + describe(operand));
    return {};
  }
  if (operand.kind != ValueKind::scalar && operand.kind != ValueKind::vector) {
    session.error(Code::type_mismatch, operand.span, "cannot negate " + describe(operand));
    return {};
  }
  for (int i = 0; i < part_count(operand.kind); ++i) {
    ExprId& part = operand.part[static_cast<std::size_t>(i)];
    part = session.build.negate(part);
  }
  operand.elements.clear();
  operand.span = span;
  return operand;
}

Value evaluate_binary(Session& session, const syntax::Binary& binary, const Span& span) {
  const Value a = evaluate(session, *binary.left);
  const Value b = evaluate(session, *binary.right);
  if (!a.valid() || !b.valid()) return {};
  switch (binary.op) {
    case BinaryOp::add:
    case BinaryOp::subtract:
      return finite(session, add_or_subtract(session, a, b, binary.op, span, binary.op_span));
    case BinaryOp::multiply:
    case BinaryOp::divide:
      return finite(session, multiply_or_divide(session, a, b, binary.op, span, binary.op_span));
    case BinaryOp::power:
      return finite(session, power(session, a, b, span, binary.op_span));
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
      return logical(session, a, b, binary.op, span, binary.op_span);
    default:
      return compare(session, a, b, binary.op, span, binary.op_span);
  }
}

Value evaluate_conditional(Session& session, const syntax::Conditional& conditional, const Span& span) {
  const Value condition = evaluate(session, *conditional.condition);
  if (condition.valid() && condition.kind != ValueKind::boolean) {
    session.error(Code::type_mismatch, condition.span,
                  "the condition of `if` must be a truth value, but this is " + describe(condition));
    return {};
  }
  const auto known = condition.valid() ? session.build.value(condition.part[0]) : std::nullopt;
  const bool is_known = known.has_value();
  const bool takes_then = known.value_or(0) != 0;

  // A branch that is never taken may name what does not exist (`if i == 0 then world else link[i - 1]`): only what it
  // says about its type counts.
  const auto branch = [&session, is_known, takes_then](const syntax::Expr& expression, bool taken_when) {
    if (!is_known || takes_then == taken_when) return evaluate(session, expression);
    Diagnostics silent;
    Diagnostics* const loud = session.diagnostics;
    session.diagnostics = &silent;
    Value value = evaluate(session, expression);
    session.diagnostics = loud;
    return value;
  };
  Value then = branch(*conditional.then, true);
  Value otherwise = branch(*conditional.otherwise, false);
  if (!condition.valid()) return {};
  if (is_known) {
    Value& taken = takes_then ? then : otherwise;
    Value& other = takes_then ? otherwise : then;
    if (!other.valid() || !taken.valid() || taken.kind == ValueKind::entity) {
      taken.span = span;
      return taken;
    }
  }
  if (!then.valid() || !otherwise.valid()) return {};
  const std::string message = "the branches of `if` are " + describe(then) + " and " + describe(otherwise);
  if (then.kind != otherwise.kind) return mismatch(session, Code::type_mismatch, span, message, then, otherwise);
  if (!unify(then, otherwise)) return mismatch(session, Code::dimension_mismatch, span, message, then, otherwise);
  if (is_known) {
    Value& taken = takes_then ? then : otherwise;
    taken.span = span;
    return taken;
  }
  if (part_count(then.kind) == 0) {
    session.error(Code::not_constant, condition.span,
                  "which " + describe(then) + " is meant must be known before the run");
    return {};
  }
  session.build.at(span);
  for (int i = 0; i < part_count(then.kind); ++i) {
    const auto k = static_cast<std::size_t>(i);
    then.part[k] = session.build.apply(ExprOp::select, condition.part[0], then.part[k], otherwise.part[k]);
  }
  then.elements.clear();
  then.plain_zero = false;
  then.span = span;
  return then;
}

}  // namespace frix::sema
