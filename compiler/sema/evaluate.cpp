#include "compiler/sema/evaluate.h"

#include <cmath>

#include "compiler/sema/builtins.h"
#include "compiler/sema/definitions.h"

namespace frix::sema {

namespace {

Value evaluate_number(Session& session, const syntax::Number& number, const Span& span) {
  units::Unit unit;
  if (number.unit) {
    const auto resolved = resolve_unit(session, *number.unit);
    if (!resolved) return {};
    unit = *resolved;
  }
  session.build.at(span);
  Value value = Value::scalar(session.build.constant(number.value * unit.scale), unit.dimension, span);
  value.plain_zero = number.value == 0 && !number.unit;
  value.has_unit = number.unit.has_value();
  return finite(session, value);
}

// `[…] m`: every element is a number that counts the unit.
bool scale(Session& session, Value& element, const units::Unit& unit) {
  if (element.kind == ValueKind::array || element.kind == ValueKind::vector) {
    for (Value& inner : element.elements)
      if (!scale(session, inner, unit)) return false;
    for (int i = 0; i < part_count(element.kind); ++i) {
      ExprId& part = element.part[static_cast<std::size_t>(i)];
      part = session.build.multiply(part, session.build.constant(unit.scale));
    }
    element.dimension = element.dimension * unit.dimension;
    element.plain_zero = false;
    element.has_unit = true;
    return true;
  }
  if (element.kind != ValueKind::scalar || !element.dimension.is_number()) {
    Diagnostic& diagnostic = session.error(Code::dimension_mismatch, element.span,
                                           "the unit after a list asks for numbers, but this is " + describe(element));
    diagnostic.label = "this is " + describe(element);
    diagnostic.help = "give the unit once: either behind the list or behind its elements";
    return false;
  }
  element.part[0] = session.build.multiply(element.part[0], session.build.constant(unit.scale));
  element.dimension = unit.dimension;
  element.plain_zero = false;
  element.has_unit = true;
  return true;
}

// Three numbers of one dimension are a vector; a literal 0 takes the dimension of the others.
bool make_vector(Value& list) {
  if (list.elements.size() != 3) return false;
  for (const Value& element : list.elements)
    if (element.kind != ValueKind::scalar) return false;
  std::vector<Value> elements = list.elements;
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t i = 0; i < 3; ++i)
      if (!unify(elements[i], elements[(i + 1) % 3])) return false;
  list.kind = ValueKind::vector;
  list.dimension = elements[0].dimension;
  list.has_unit = elements[0].has_unit || elements[1].has_unit || elements[2].has_unit;
  list.plain_zero = elements[0].plain_zero && elements[1].plain_zero && elements[2].plain_zero;
  for (std::size_t i = 0; i < 3; ++i) list.part[i] = elements[i].part[0];
  return true;
}

Value evaluate_list(Session& session, const syntax::List& list, const Span& span) {
  Value result;
  result.span = span;
  for (const syntax::ExprPtr& element : list.elements) {
    Value value = evaluate(session, *element);
    if (!value.valid()) return {};
    result.elements.push_back(std::move(value));
  }
  if (list.unit) {
    const auto unit = resolve_unit(session, *list.unit);
    if (!unit) return {};
    session.build.at(span);
    for (Value& element : result.elements)
      if (!scale(session, element, *unit)) return {};
  }
  result.kind = ValueKind::array;
  make_vector(result);
  return result;
}

Value evaluate_name(Session& session, const syntax::Name& name, const Span& span) {
  for (auto local = session.locals.rbegin(); local != session.locals.rend(); ++local) {
    if (local->name != name.text) continue;
    Value value = local->value;
    value.span = span;
    return value;
  }
  Symbol* symbol = session.find(name.text);
  // an output called x, y or z is only a column; in expressions these three stay the unit vectors
  if (symbol != nullptr && is_unit_vector(name.text)) {
    const auto* declared = std::get_if<syntax::ValueDecl>(&symbol->declaration->node);
    if (declared != nullptr && declared->kind == syntax::ValueKind::output) symbol = nullptr;
  }
  if (symbol != nullptr) {
    Value value = value_of(session, *symbol);
    value.span = span;
    return value;
  }
  Value value = builtin_value(session, name.text, span);
  if (value.valid()) return value;
  Diagnostic& diagnostic = session.error(Code::unknown_name, span, "nothing here is called `" + name.text + "`");
  suggest(diagnostic, span, name.text, session.visible_names());
  return {};
}

}  // namespace

std::optional<units::Unit> resolve_unit(Session& session, const syntax::UnitExpr& unit) {
  std::vector<units::Factor> factors;
  for (const syntax::UnitFactor& factor : unit.factors) {
    declare_unit_if_needed(session, factor.name);
    factors.push_back({factor.name.text, factor.numerator, factor.denominator, factor.name.span});
    // `4 N/k` with a value called k: the blanks around `/` decide between a unit and a division
    if (session.units.find(factor.name.text)) continue;
    bool is_value = session.find(factor.name.text) != nullptr;
    for (const Local& local : session.locals) is_value = is_value || local.name == factor.name.text;
    if (!is_value) continue;
    Diagnostic& diagnostic =
        session.error(Code::unknown_unit, factor.name.span, "there is no unit `" + factor.name.text + "`");
    diagnostic.help =
        "`" + factor.name.text + "` is a value: put blanks around the operator before it to compute with it";
    return std::nullopt;
  }
  return session.units.resolve(factors, *session.diagnostics);
}

bool unify(Value& a, Value& b) {
  if (a.dimension == b.dimension) return true;
  if (a.plain_zero) {
    a.dimension = b.dimension;
    return true;
  }
  if (b.plain_zero) {
    b.dimension = a.dimension;
    return true;
  }
  return false;
}

Value finite(Session& session, Value value) {
  for (int i = 0; i < part_count(value.kind); ++i) {
    const auto number = session.build.value(value.part[static_cast<std::size_t>(i)]);
    if (!number || std::isfinite(*number)) continue;
    session.error(Code::value_out_of_range, value.span, "the value is not a finite number");
    return {};
  }
  return value;
}

std::vector<Value> elements_of(const Value& value) {
  if (value.kind != ValueKind::vector || value.elements.size() == 3) return value.elements;
  std::vector<Value> elements;
  for (std::size_t i = 0; i < 3; ++i) elements.push_back(Value::scalar(value.part[i], value.dimension, value.span));
  return elements;
}

bool is_constant(const Session& session, const Value& value) {
  for (const Value& element : value.elements)
    if (!is_constant(session, element)) return false;
  for (int i = 0; i < part_count(value.kind); ++i)
    if (!session.build.value(value.part[static_cast<std::size_t>(i)])) return false;
  return true;
}

Value evaluate(Session& session, const syntax::Expr& expression) {
  const Span& span = expression.span;
  struct Visitor {
    Session& session;
    const Span& span;
    Value operator()(const syntax::Number& node) const { return evaluate_number(session, node, span); }
    Value operator()(const syntax::String& node) const {
      Value value;
      value.kind = ValueKind::string;
      value.text = node.value;
      value.span = span;
      return value;
    }
    Value operator()(const syntax::Boolean& node) const {
      session.build.at(span);
      return Value::boolean(session.build.constant(node.value ? 1 : 0), span);
    }
    Value operator()(const syntax::List& node) const { return evaluate_list(session, node, span); }
    Value operator()(const syntax::Name& node) const { return evaluate_name(session, node, span); }
    Value operator()(const syntax::Member& node) const { return evaluate_member(session, node, span); }
    Value operator()(const syntax::Index& node) const { return evaluate_index(session, node, span); }
    Value operator()(const syntax::Call& node) const { return evaluate_call(session, node, span); }
    Value operator()(const syntax::Unary& node) const { return evaluate_unary(session, node, span); }
    Value operator()(const syntax::Binary& node) const { return evaluate_binary(session, node, span); }
    Value operator()(const syntax::Conditional& node) const { return evaluate_conditional(session, node, span); }
  };
  return std::visit(Visitor{session, span}, expression.node);
}

}  // namespace frix::sema
