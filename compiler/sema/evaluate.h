// Expressions of the language → values. Every error is reported once; its value is then invalid and silent.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

Value evaluate(Session& session, const syntax::Expr& expression);

// The parts of evaluate(), one file each.
Value evaluate_unary(Session& session, const syntax::Unary& unary, const Span& span);
Value evaluate_binary(Session& session, const syntax::Binary& binary, const Span& span);
Value evaluate_conditional(Session& session, const syntax::Conditional& conditional, const Span& span);
Value evaluate_member(Session& session, const syntax::Member& member, const Span& span);
Value evaluate_index(Session& session, const syntax::Index& index, const Span& span);
Value evaluate_call(Session& session, const syntax::Call& call, const Span& span);

// What a declared name means.
Value value_of(Session& session, Symbol& symbol);

// Scales to SI and gives the dimension; empty when a unit is unknown (reported).
std::optional<units::Unit> resolve_unit(Session& session, const syntax::UnitExpr& unit);

// Gives a plain zero the dimension of its partner. False when the dimensions differ.
bool unify(Value& a, Value& b);

// Invalid (and reported) when a constant has come out as infinity or NaN.
Value finite(Session& session, Value value);

// The elements of a list or a vector, as values.
std::vector<Value> elements_of(const Value& value);

// Whether all parts are known before the run.
bool is_constant(const Session& session, const Value& value);

// «the time», «the velocity of a body», for the reason why something is not constant.
std::string describe_quantity(const Session& session, const Quantity& quantity);

}  // namespace frix::sema
