#include <fmt/format.h>

#include <cstdlib>

#include "compiler/syntax/printer.h"

namespace frix::syntax {

namespace {

// How tightly an expression holds together; the operand of an operator needs at least the operator's own level.
enum Level { conditional, logical_or, logical_and, comparison, sum, product, prefix, power, literal_with_unit, atom };

struct Written {
  const char* text;
  Level level;
};

Written written(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
      return {" + ", sum};
    case BinaryOp::subtract:
      return {" - ", sum};
    case BinaryOp::multiply:
      return {" * ", product};
    case BinaryOp::divide:
      return {" / ", product};
    case BinaryOp::power:
      return {"^", power};
    case BinaryOp::less:
      return {" < ", comparison};
    case BinaryOp::less_equal:
      return {" <= ", comparison};
    case BinaryOp::greater:
      return {" > ", comparison};
    case BinaryOp::greater_equal:
      return {" >= ", comparison};
    case BinaryOp::equal:
      return {" == ", comparison};
    case BinaryOp::not_equal:
      return {" != ", comparison};
    case BinaryOp::logical_and:
      return {" and ", logical_and};
    case BinaryOp::logical_or:
      return {" or ", logical_or};
  }
  std::abort();  // the cases are all there are
}

Level level_of(const Expr& expr) {
  if (const auto* binary = std::get_if<Binary>(&expr.node)) return written(binary->op).level;
  if (std::holds_alternative<Unary>(expr.node)) return prefix;
  if (std::holds_alternative<Conditional>(expr.node)) return conditional;
  const auto* number = std::get_if<Number>(&expr.node);
  const auto* list = std::get_if<List>(&expr.node);
  // a power or an index right behind a unit would be read as part of it
  const bool with_unit = (number && number->unit) || (list && list->unit);
  return with_unit ? literal_with_unit : atom;
}

std::string quoted(const std::string& value) {
  std::string out = "\"";
  for (const char c : value) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  }
  return out + '"';
}

// The expression, in parentheses if it holds together less tightly than `needed`.
std::string operand(const Expr& expr, Level needed) {
  return level_of(expr) < needed ? fmt::format("({})", print(expr)) : print(expr);
}

std::string with_unit(std::string text, const std::optional<UnitExpr>& unit) {
  return unit ? std::move(text) + ' ' + print(*unit) : text;
}

struct ExprPrinter {
  std::string operator()(const Number& number) const { return with_unit(fmt::format("{}", number.value), number.unit); }
  std::string operator()(const String& string) const { return quoted(string.value); }
  std::string operator()(const Boolean& boolean) const { return boolean.value ? "true" : "false"; }
  std::string operator()(const List& list) const {
    std::string out = "[";
    for (const ExprPtr& element : list.elements) out += (out.size() > 1 ? ", " : "") + print(*element);
    return with_unit(out + ']', list.unit);
  }
  std::string operator()(const Name& name) const { return name.text; }
  std::string operator()(const Member& member) const { return operand(*member.base, atom) + '.' + member.name.text; }
  std::string operator()(const Index& index) const {
    return operand(*index.base, atom) + '[' + print(*index.index) + ']';
  }
  std::string operator()(const Call& call) const {
    std::string out = call.callee.text + '(';
    const char* separator = "";
    for (const Argument& argument : call.arguments) {
      out += separator;
      if (argument.name) out += argument.name->text + " = ";
      out += print(*argument.value);
      separator = ", ";
    }
    return out + ')';
  }
  std::string operator()(const Unary& unary) const {
    return (unary.op == UnaryOp::negate ? "-" : "not ") + operand(*unary.operand, prefix);
  }
  std::string operator()(const Binary& binary) const {
    const auto [text, level] = written(binary.op);
    auto tighter = [](Level than) { return static_cast<Level>(than + 1); };
    // powers group from the right and may have a prefix there; comparisons do not group; all others from the left
    if (level == power) return operand(*binary.left, atom) + text + operand(*binary.right, prefix);
    const Level left = level == comparison ? tighter(level) : level;
    return operand(*binary.left, left) + text + operand(*binary.right, tighter(level));
  }
  std::string operator()(const Conditional& choice) const {
    return fmt::format("if {} then {} else {}", print(*choice.condition), print(*choice.then),
                       print(*choice.otherwise));
  }
};

}  // namespace

std::string print(const Expr& expr) {
  return std::visit(ExprPrinter{}, expr.node);
}

std::string print(const UnitExpr& unit) {
  std::string out;
  for (const UnitFactor& factor : unit.factors) {
    int numerator = factor.numerator;
    if (!out.empty()) {
      out += numerator < 0 ? '/' : '*';
      numerator = std::abs(numerator);
    }
    out += factor.name.text;
    if (factor.denominator != 1) {
      out += fmt::format("^({}/{})", numerator, factor.denominator);
    } else if (numerator != 1) {
      out += fmt::format("^{}", numerator);
    }
  }
  return out;
}

}  // namespace frix::syntax
