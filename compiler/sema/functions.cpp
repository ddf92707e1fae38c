// The functions of the language, and calls of those that a model defines.
#include <cmath>
#include <functional>

#include "compiler/sema/arguments.h"
#include "compiler/sema/builtins.h"
#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/groups.h"
#include "compiler/sema/tables.h"

namespace frix::sema {

namespace {

struct Invocation {
  Session& session;
  const syntax::Call& call;
  const Span& span;
  std::vector<Value> arguments;  // all valid, one for each parameter

  ExpressionBuilder& build() { return session.build; }
};

struct Function {
  const char* name;
  std::vector<const char*> parameters;
  std::function<Value(Invocation&)> evaluate;
};

std::string argument_name(const Invocation& in, const char* parameter) {
  return std::string("`") + parameter + "` of `" + in.call.callee.text + "`";
}

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

const std::vector<Function>& functions() {
  static const std::vector<Function> all = [] {
    std::vector<Function> table = scalar_functions();
    for (Function& function : vector_functions()) table.push_back(std::move(function));
    return table;
  }();
  return all;
}

// min(a, b, c): those two take any number of arguments from two on, from left to right.
Value fold_many(Session& session, const syntax::Call& call, const Span& span, const Function& function) {
  std::vector<Value> values;
  for (const syntax::Argument& argument : call.arguments) {
    values.push_back(evaluate(session, *argument.value));
    if (!values.back().valid()) return {};
  }
  Value result = values[0];
  for (std::size_t i = 1; i < values.size(); ++i) {
    Invocation in{session, call, span, {result, values[i]}};
    const Span first = result.span;
    result = function.evaluate(in);
    if (!result.valid()) return {};
    result.span = first;
  }
  result.span = span;
  return result;
}

// `contact(a, b)`: all contacts between two groups of shapes.
Value contact_between(Session& session, const syntax::Call& call, const Span& span) {
  const auto arguments = match_arguments(session, call, span, {{"a"}, {"b"}});
  if (!arguments) return {};
  std::vector<std::vector<int>> groups;
  for (const syntax::Expr* argument : *arguments) {
    const auto group = shapes_of(session, evaluate(session, *argument), "`contact`");
    if (!group) return {};
    groups.push_back(*group);
  }
  return Value::of({EntityKind::contact, contact_query(session, groups[0], groups[1], span)}, span);
}

Value call_user_function(Session& session, Symbol& symbol, const syntax::FunctionDecl& function,
                         const syntax::Call& call, const Span& span) {
  std::vector<Parameter> parameters;
  for (const syntax::FunctionParameter& parameter : function.parameters)
    parameters.push_back({parameter.name.text, parameter.fallback == nullptr});
  const auto matched = match_arguments(session, call, span, parameters);
  if (!matched) return {};

  std::vector<Local> scope;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const syntax::FunctionParameter& parameter = function.parameters[i];
    Value value = evaluate(session, (*matched)[i] != nullptr ? *(*matched)[i] : *parameter.fallback);
    units::Unit unit;
    if (parameter.unit) {
      const auto resolved = resolve_unit(session, *parameter.unit);
      if (!resolved) return {};
      unit = *resolved;
    }
    const ValueKind kind = value.kind == ValueKind::vector ? ValueKind::vector : ValueKind::scalar;
    const std::string what = "`" + parameter.name.text + "` of `" + function.name.text + "`";
    if (!require(session, value, kind, unit.dimension, what)) return {};
    value.plain_zero = false;
    scope.push_back({parameter.name.text, value});
  }

  if (symbol.progress == Progress::running) {
    session.error(Code::cyclic_definition, span, "the function `" + function.name.text + "` calls itself");
    return {};
  }
  if (symbol.broken) return {};
  const std::size_t errors = session.diagnostics->error_count();
  const WithoutLocals hidden(session);
  session.locals = std::move(scope);
  symbol.progress = Progress::running;
  Value value = evaluate(session, *function.value);
  symbol.progress = Progress::done;
  symbol.broken = session.has_errors_since(errors);
  value.span = span;
  return value;
}

}  // namespace

std::vector<std::string> builtin_functions() {
  std::vector<std::string> names = {"contact"};
  for (const Function& function : functions()) names.emplace_back(function.name);
  return names;
}

bool call_builtin(Session& session, const syntax::Call& call, const Span& span, Value& result) {
  for (const Function& function : functions()) {
    if (call.callee.text != function.name) continue;
    const bool is_fold = call.callee.text == "min" || call.callee.text == "max";
    if (is_fold && call.arguments.size() > 2) {
      result = fold_many(session, call, span, function);
      return true;
    }
    std::vector<Parameter> parameters;
    for (const char* parameter : function.parameters) parameters.push_back({parameter});
    const auto matched = match_arguments(session, call, span, parameters);
    if (!matched) return true;
    Invocation in{session, call, span, {}};
    for (const syntax::Expr* argument : *matched) in.arguments.push_back(evaluate(session, *argument));
    for (const Value& argument : in.arguments)
      if (!argument.valid()) return true;
    result = finite(session, function.evaluate(in));
    return true;
  }
  return false;
}

Value evaluate_call(Session& session, const syntax::Call& call, const Span& span) {
  const std::string& name = call.callee.text;
  Symbol* symbol = session.find(name);
  if (symbol != nullptr) {
    if (const auto* function = std::get_if<syntax::FunctionDecl>(&symbol->declaration->node))
      return call_user_function(session, *symbol, *function, call, span);
  }
  if (name == "contact") return contact_between(session, call, span);
  Value result;
  if (call_builtin(session, call, span, result)) return result;

  if (symbol != nullptr) {
    Diagnostic& diagnostic =
        session.error(Code::type_mismatch, call.callee.span, "`" + name + "` is no function and cannot be called");
    diagnostic.labels = {{symbol->name.span, "declared here"}};
    return {};
  }
  std::vector<std::string> candidates = builtin_functions();
  for (const auto& [declared, other] : session.symbols)
    if (std::holds_alternative<syntax::FunctionDecl>(other.declaration->node)) candidates.push_back(declared);
  Diagnostic& diagnostic = session.error(Code::unknown_name, call.callee.span, "there is no function `" + name + "`");
  suggest(diagnostic, call.callee.span, name, candidates);
  return {};
}

}  // namespace frix::sema
