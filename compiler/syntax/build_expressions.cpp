#include <fmt/format.h>

#include "compiler/syntax/builder.h"
#include "compiler/syntax/literals.h"
#include "compiler/syntax/tokens.h"

namespace frix::syntax {

namespace {

using grammar::FrixParser;

struct Operator {
  BinaryOp op;
  int level;  // binds the tighter the higher
};

constexpr int or_level = 1, and_level = 2, comparison_level = 3, sum_level = 4, product_level = 5, power_level = 6;

Operator operator_of(const antlr4::Token& token) {
  switch (token.getType()) {
    case FrixParser::OR:
      return {BinaryOp::logical_or, or_level};
    case FrixParser::AND:
      return {BinaryOp::logical_and, and_level};
    case FrixParser::LESS:
      return {BinaryOp::less, comparison_level};
    case FrixParser::LESS_EQUAL:
      return {BinaryOp::less_equal, comparison_level};
    case FrixParser::GREATER:
      return {BinaryOp::greater, comparison_level};
    case FrixParser::GREATER_EQUAL:
      return {BinaryOp::greater_equal, comparison_level};
    case FrixParser::EQUAL:
      return {BinaryOp::equal, comparison_level};
    case FrixParser::NOT_EQUAL:
      return {BinaryOp::not_equal, comparison_level};
    case FrixParser::PLUS:
      return {BinaryOp::add, sum_level};
    case FrixParser::MINUS:
      return {BinaryOp::subtract, sum_level};
    case FrixParser::TIMES:
      return {BinaryOp::multiply, product_level};
    case FrixParser::OVER:
      return {BinaryOp::divide, product_level};
    default:
      return {BinaryOp::power, power_level};
  }
}

template <class Node>
ExprPtr make(Span span, Node node) {
  return std::make_unique<Expr>(Expr{span, std::move(node)});
}

}  // namespace

// An expression as it was written: operands with operators between them. `at` is the operand to be read next.
struct Builder::Chain {
  const std::vector<FrixParser::OperandContext*>& operands;
  const std::vector<antlr4::Token*>& operators;
  std::size_t at = 0;

  // The operator behind the operand that was read last.
  const antlr4::Token* next() const { return at - 1 < operators.size() ? operators[at - 1] : nullptr; }
};

ExprPtr Builder::expr(const Parser::ExprContext& context) {
  if (context.condition) {
    Conditional node{expr(*context.condition), expr(*context.yes), expr(*context.no)};
    return make(span(context), std::move(node));
  }
  Chain chain{context.operands, context.operators};
  return binary(chain, or_level);
}

// Precedence climbing: reads operators of at least this level, which group from the left.
ExprPtr Builder::binary(Chain& chain, int lowest_level) {
  ExprPtr left = prefixed(chain);
  bool compared = false;
  while (const antlr4::Token* token = chain.next()) {
    const auto [op, level] = operator_of(*token);
    if (level < lowest_level) break;
    if (level == comparison_level && std::exchange(compared, true)) {
      diagnostics_.report(Code::syntax, span(*token), "comparisons do not chain").help =
          "write `a < b and b < c` for `a < b < c`";
    }
    ExprPtr right = binary(chain, level + 1);
    const Span both = join(left->span, right->span);
    left = make(both, Binary{op, span(*token), std::move(left), std::move(right)});
  }
  return left;
}

// An operand with its powers and prefixes: `-a^b` is -(a^b), `a^-b^c` is a^(-(b^c)).
ExprPtr Builder::prefixed(Chain& chain) {
  const Parser::OperandContext& context = *chain.operands[chain.at++];
  ExprPtr value = operand(context);
  const antlr4::Token* next = chain.next();
  if (next && next->getType() == FrixParser::POWER) {
    ExprPtr exponent = prefixed(chain);
    const Span both = join(value->span, exponent->span);
    value = make(both, Binary{BinaryOp::power, span(*next), std::move(value), std::move(exponent)});
  }
  for (auto prefix = context.prefixes.rbegin(); prefix != context.prefixes.rend(); ++prefix) {
    const UnaryOp op = (*prefix)->getType() == FrixParser::MINUS ? UnaryOp::negate : UnaryOp::logical_not;
    const Span whole = join(span(**prefix), value->span);
    value = make(whole, Unary{op, std::move(value)});
  }
  return value;
}

ExprPtr Builder::operand(const Parser::OperandContext& context) {
  ExprPtr base = primary(*context.base);
  // `5 N.m`
  const bool literal = std::holds_alternative<Number>(base->node) || std::holds_alternative<String>(base->node);
  if (literal && !context.suffixes.empty()) {
    const Parser::SuffixContext& suffix = *context.suffixes.front();
    const bool decimal_point = context.base->number && !context.base->unit && suffix.member &&
                               end_of(*context.base->number) == begin_of(*suffix.start);
    if (decimal_point) {
      const Span behind{file_, end_of(*suffix.start), end_of(*suffix.start)};
      diagnostics_.report(Code::syntax, behind, "a digit is missing after the decimal point").fix = {behind, "0"};
      return base;
    }
    Diagnostic& said = diagnostics_.report(Code::syntax, span(suffix), "a number or a string has no members");
    if (context.base->unit && suffix.member) {
      said.help =
          fmt::format("units are multiplied with `*`: `{}*{}`", text(*context.base->unit), text(*suffix.member));
    }
    return base;
  }
  return suffixed(std::move(base), context.suffixes);
}

ExprPtr Builder::primary(const Parser::PrimaryContext& context) {
  const Span whole = span(context);
  if (context.number) {
    const double value = number_value(text(*context.number), span(*context.number), diagnostics_);
    return make(whole, Number{value, unit(context.unit)});
  }
  if (context.string) return make(whole, String{string_value(text(*context.string), whole, diagnostics_)});
  if (context.boolean) return make(whole, Boolean{context.boolean->getType() == FrixParser::TRUE});
  if (context.name) {
    if (context.args) return make(whole, call(*context.name, context.args));
    return make(whole, Name{std::string(text(*context.name))});
  }
  if (context.vector) {
    List list;
    list.elements.reserve(context.vector->elements.size());
    for (const Parser::ExprContext* element : context.vector->elements) list.elements.push_back(expr(*element));
    list.unit = unit(context.unit);
    return make(whole, std::move(list));
  }
  ExprPtr inner = expr(*context.group);
  inner->span = whole;
  return inner;
}

ExprPtr Builder::suffixed(ExprPtr base, const std::vector<Parser::SuffixContext*>& suffixes) {
  for (const Parser::SuffixContext* suffix : suffixes) {
    const Span whole = join(base->span, span(*suffix));
    if (suffix->member) {
      base = make(whole, Member{std::move(base), identifier(*suffix->member)});
    } else {
      ExprPtr index = expr(*suffix->index);
      base = make(whole, Index{std::move(base), std::move(index)});
    }
  }
  return base;
}

ExprPtr Builder::path(const Parser::PathContext& context) {
  return suffixed(make(span(*context.head), Name{std::string(text(*context.head))}), context.suffixes);
}

Call Builder::call(const antlr4::Token& callee, const Parser::ArgumentsContext* arguments) {
  Call result{identifier(callee), {}};
  if (!arguments) return result;
  for (const Parser::ArgumentContext* item : arguments->items) {
    Argument argument{std::nullopt, expr(*item->left)};
    if (item->right) {
      const auto* name = std::get_if<Name>(&argument.value->node);
      if (!name) {
        diagnostics_.report(Code::syntax, argument.value->span, "the name of an argument is one word").help =
            "two values are compared with `==`";
      } else {
        argument.name = Identifier{name->text, argument.value->span};
      }
      argument.value = expr(*item->right);
    }
    result.arguments.push_back(std::move(argument));
  }
  return result;
}

std::optional<UnitExpr> Builder::unit(const antlr4::Token* token) {
  if (!token) return std::nullopt;
  return unit_value(text(*token), span(*token), diagnostics_);
}

std::string_view Builder::text(const antlr4::Token& token) const {
  return text_.substr(begin_of(token), end_of(token) - begin_of(token));
}

Span Builder::span(const antlr4::Token& token) const {
  return {file_, begin_of(token), end_of(token)};
}

Span Builder::span(const antlr4::ParserRuleContext& context) const {
  const Span start = span(*context.start);
  return context.stop ? join(start, span(*context.stop)) : start;
}

}  // namespace frix::syntax
