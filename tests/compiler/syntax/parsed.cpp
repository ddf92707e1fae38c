#include "parsed.h"

#include <fmt/format.h>

namespace frix::syntax {

namespace {

const char* symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
      return "+";
    case BinaryOp::subtract:
      return "-";
    case BinaryOp::multiply:
      return "*";
    case BinaryOp::divide:
      return "/";
    case BinaryOp::power:
      return "^";
    case BinaryOp::less:
      return "<";
    case BinaryOp::less_equal:
      return "<=";
    case BinaryOp::greater:
      return ">";
    case BinaryOp::greater_equal:
      return ">=";
    case BinaryOp::equal:
      return "==";
    case BinaryOp::not_equal:
      return "!=";
    case BinaryOp::logical_and:
      return "and";
    case BinaryOp::logical_or:
      return "or";
  }
  return "?";
}

// «5 N^1/1 m^-2/1»: units by factors, independent of the printer
std::string factors(const std::optional<UnitExpr>& unit) {
  std::string out;
  if (!unit) return out;
  for (const UnitFactor& factor : unit->factors) {
    out += fmt::format(" {}^{}/{}", factor.name.text, factor.numerator, factor.denominator);
  }
  return out;
}

}  // namespace

std::string grouped(const Expr& expr) {
  if (const auto* number = std::get_if<Number>(&expr.node))
    return fmt::format("{}{}", number->value, factors(number->unit));
  if (const auto* list = std::get_if<List>(&expr.node)) {
    std::string out = "[";
    for (const ExprPtr& element : list->elements) out += (out.size() > 1 ? " " : "") + grouped(*element);
    return out + "]" + factors(list->unit);
  }
  if (const auto* name = std::get_if<Name>(&expr.node)) return name->text;
  if (const auto* string = std::get_if<String>(&expr.node)) return fmt::format("'{}'", string->value);
  if (const auto* boolean = std::get_if<Boolean>(&expr.node)) return boolean->value ? "true" : "false";
  if (const auto* member = std::get_if<Member>(&expr.node)) return grouped(*member->base) + "." + member->name.text;
  if (const auto* index = std::get_if<Index>(&expr.node)) {
    return fmt::format("{}@{}", grouped(*index->base), grouped(*index->index));
  }
  if (const auto* call = std::get_if<Call>(&expr.node)) {
    std::string out = call->callee.text + "{";
    for (const Argument& argument : call->arguments) {
      out += fmt::format(" {}{}", argument.name ? argument.name->text + ":" : "", grouped(*argument.value));
    }
    return out + " }";
  }
  if (const auto* unary = std::get_if<Unary>(&expr.node)) {
    return fmt::format("({} {})", unary->op == UnaryOp::negate ? "-" : "not", grouped(*unary->operand));
  }
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    return fmt::format("({} {} {})", grouped(*binary->left), symbol(binary->op), grouped(*binary->right));
  }
  const auto& choice = std::get<Conditional>(expr.node);
  return fmt::format("(if {} {} {})", grouped(*choice.condition), grouped(*choice.then), grouped(*choice.otherwise));
}

std::string grouped(const std::string& text) {
  const ParsedExpression parsed(text);
  return parsed.expr ? grouped(*parsed.expr) : parsed.said();
}

const char* const stick_slip = R"(model StickSlip "box on a table under a harmonic push" {
  param amplitude = 4 N;
  param frequency = 1 Hz;
  gravity = [0, 0, -9.8] m/s^2;

  surface table {
    friction = coulomb(mu = 1.0, stiction_speed = 1e-4 m/s);
    normal   = hunt_crossley(stiffness = 1e5 N/m, dissipation = 1 s/m);
  }

  body box {
    mass = 0.33 kg;
    shape hull : box(size = [10, 10, 10] cm) { surface = table; }
  }
  shape floor : halfspace(normal = z) on world { surface = table; }

  joint slide : planar(normal = y) from world at [0, 0, 5] cm to box;   // x, z and the turn about y

  force push on box = [amplitude * sin(2*pi * frequency * time), 0 N, 0 N];

  output speed = box.velocity.x;
  simulate { method = tamsi; step = 10 ms; duration = 5 s; }
}
)";

}  // namespace frix::syntax
