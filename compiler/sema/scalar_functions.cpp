// Functions of scalars: sin, min, clamp, table …
#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/functions.h"
#include "compiler/sema/tables.h"

namespace frix::sema {

namespace {

bool all_scalars(Invocation& in, const std::vector<const char*>& names) {
  for (std::size_t i = 0; i < in.arguments.size(); ++i) {
    Value& value = in.arguments[i];
    if (value.kind == ValueKind::scalar) continue;
    Diagnostic& diagnostic =
        in.session.error(Code::type_mismatch, value.span,
                         argument_name(in, names[i]) + " needs a scalar, but this is " + describe(value));
    diagnostic.label = "this is " + describe(value);
    return false;
  }
  return true;
}

// All arguments have the same dimension.
bool same_dimension(Invocation& in) {
  for (int pass = 0; pass < 2; ++pass)  // twice, so that zeros in front take it from those behind
    for (std::size_t i = 1; i < in.arguments.size(); ++i) {
      Value &a = in.arguments[0], &b = in.arguments[i];
      if (unify(a, b)) continue;
      Diagnostic& diagnostic = in.session.error(
          Code::dimension_mismatch, in.span,
          "`" + in.call.callee.text + "` needs arguments of one dimension, not " + describe(a) + " and " + describe(b));
      diagnostic.labels = {{a.span, "this is " + describe(a)}, {b.span, "this is " + describe(b)}};
      return false;
    }
  return true;
}

// sin, exp …: a number to a number.
Function of_number(const char* name, ExprOp op, const char* parameter = "x") {
  return {name, {parameter}, [op, parameter](Invocation& in) -> Value {
            if (!require(in.session, in.arguments[0], ValueKind::scalar, {}, argument_name(in, parameter))) return {};
            in.build().at(in.span);
            return Value::scalar(in.build().apply(op, in.arguments[0].part[0]), {}, in.span);
          }};
}

// min, max, atan2 …: scalars of one dimension.
Function of_scalars(const char* name, std::vector<const char*> parameters,
                    std::function<Value(Invocation&, const Dimension&)> body) {
  return {name, parameters, [parameters, body](Invocation& in) -> Value {
            if (!all_scalars(in, parameters) || !same_dimension(in)) return {};
            in.build().at(in.span);
            return body(in, in.arguments[0].dimension);
          }};
}

}  // namespace

std::vector<Function> scalar_functions() {
  const auto fold = [](ExprOp op) {
    return [op](Invocation& in, const Dimension& dimension) {
      return Value::scalar(in.build().apply(op, in.arguments[0].part[0], in.arguments[1].part[0]), dimension, in.span);
    };
  };
  return {
      of_number("sin", ExprOp::sin, "angle"),
      of_number("cos", ExprOp::cos, "angle"),
      of_number("tan", ExprOp::tan, "angle"),
      of_number("asin", ExprOp::asin),
      of_number("acos", ExprOp::acos),
      of_number("atan", ExprOp::atan),
      of_number("sinh", ExprOp::sinh),
      of_number("cosh", ExprOp::cosh),
      of_number("tanh", ExprOp::tanh),
      of_number("exp", ExprOp::exp),
      of_number("log", ExprOp::log),
      of_number("floor", ExprOp::floor),
      of_scalars("atan2", {"y", "x"},
                 [fold](Invocation& in, const Dimension&) { return fold(ExprOp::atan2)(in, units::kNumber); }),
      of_scalars("min", {"a", "b"}, fold(ExprOp::min)),
      of_scalars("max", {"a", "b"}, fold(ExprOp::max)),
      of_scalars("abs", {"x"},
                 [](Invocation& in, const Dimension& dimension) {
                   return Value::scalar(in.build().apply(ExprOp::abs, in.arguments[0].part[0]), dimension, in.span);
                 }),
      of_scalars("sign", {"x"},
                 [](Invocation& in, const Dimension&) {
                   return Value::scalar(in.build().apply(ExprOp::sign, in.arguments[0].part[0]), {}, in.span);
                 }),
      of_scalars("sqrt", {"x"},
                 [](Invocation& in, const Dimension& dimension) {
                   return Value::scalar(in.build().apply(ExprOp::sqrt, in.arguments[0].part[0]),
                                        dimension.power({1, 2}), in.span);
                 }),
      // a - b floor(a / b): of the sign of b
      of_scalars("mod", {"a", "b"},
                 [](Invocation& in, const Dimension& dimension) {
                   ExpressionBuilder& b = in.build();
                   const ExprId x = in.arguments[0].part[0], y = in.arguments[1].part[0];
                   const ExprId whole = b.apply(ExprOp::floor, b.divide(x, y));
                   return Value::scalar(b.subtract(x, b.multiply(y, whole)), dimension, in.span);
                 }),
      of_scalars("clamp", {"x", "low", "high"},
                 [](Invocation& in, const Dimension& dimension) {
                   ExpressionBuilder& b = in.build();
                   const ExprId low = b.apply(ExprOp::max, in.arguments[0].part[0], in.arguments[1].part[0]);
                   return Value::scalar(b.apply(ExprOp::min, low, in.arguments[2].part[0]), dimension, in.span);
                 }),
      // 0 below the first edge, 1 above the second, 3 s² - 2 s³ between them
      of_scalars("smoothstep", {"low", "high", "x"},
                 [](Invocation& in, const Dimension&) {
                   ExpressionBuilder& b = in.build();
                   const ExprId low = in.arguments[0].part[0], high = in.arguments[1].part[0];
                   const ExprId ratio = b.divide(b.subtract(in.arguments[2].part[0], low), b.subtract(high, low));
                   const ExprId s = b.apply(ExprOp::min, b.apply(ExprOp::max, ratio, b.constant(0)), b.constant(1));
                   const ExprId cubic = b.subtract(b.constant(3), b.multiply(b.constant(2), s));
                   return Value::scalar(b.multiply(b.multiply(s, s), cubic), {}, in.span);
                 }),
      {"table",
       {"x", "points"},
       [](Invocation& in) {
         return table_value(in.session, ExprOp::table, in.arguments[0], in.arguments[1], in.span);
       }},
      {"spline",
       {"x", "points"},
       [](Invocation& in) {
         return table_value(in.session, ExprOp::spline, in.arguments[0], in.arguments[1], in.span);
       }},
  };
}

}  // namespace frix::sema
