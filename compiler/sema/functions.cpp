// Calls: of the functions of the language, and of those that a model defines.
#include "compiler/sema/functions.h"

#include "compiler/sema/arguments.h"
#include "compiler/sema/builtins.h"
#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/groups.h"

namespace frix::sema {

namespace {

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

std::string argument_name(const Invocation& in, const char* parameter) {
  return std::string("`") + parameter + "` of `" + in.call.callee.text + "`";
}

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
