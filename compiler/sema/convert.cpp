#include "compiler/sema/convert.h"

#include <fmt/format.h>

#include <cmath>

#include "compiler/sema/evaluate.h"

namespace frix::sema {

namespace {

// What a place asks for, in words.
std::string wanted(ValueKind kind, const Dimension& dimension) {
  Value example;
  example.kind = kind;
  example.dimension = dimension;
  return describe(example);
}

ExprId first_unknown(const Session& session, const Value& value) {
  const auto any = [](const Quantity&) { return true; };
  for (const Value& element : value.elements)
    if (const ExprId id = first_unknown(session, element); id != mechanism::kNoExpr) return id;
  for (int i = 0; i < part_count(value.kind); ++i) {
    const ExprId id = session.build.find_quantity(value.part[static_cast<std::size_t>(i)], any);
    if (id != mechanism::kNoExpr) return id;
  }
  return mechanism::kNoExpr;
}

double number_of(const Session& session, const Value& value, std::size_t part) {
  return *session.build.value(value.part[part]);
}

// A dimension was expected and a bare number came: say how to write it.
void help_with_unit(const Session& session, Diagnostic& diagnostic, const Value& value, const Dimension& dimension) {
  const std::string unit = units::unit_text(dimension);
  const auto part = [&](std::size_t i) { return number_of(session, value, i); };
  const std::string literal = value.kind == ValueKind::scalar
                                  ? fmt::format("{:.6g} {}", part(0), unit)
                                  : fmt::format("[{:.6g}, {:.6g}, {:.6g}] {}", part(0), part(1), part(2), unit);
  diagnostic.help = "write `" + literal + "`";
  diagnostic.fix = {value.span, literal};
}

}  // namespace

bool require_constant(Session& session, const Value& value, const std::string& what) {
  if (is_constant(session, value)) return true;
  const ExprId unknown = first_unknown(session, value);
  std::string reason = "a table";
  Span where = value.span;
  bool tunable = false;
  if (unknown != mechanism::kNoExpr) {
    const mechanism::Expression& expression = session.build.at(unknown);
    reason = describe_quantity(session, expression.quantity);
    where = expression.span;
    tunable = expression.quantity.kind == QuantityKind::tunable;
  }
  Diagnostic& diagnostic = session.error(Code::not_constant, value.span,
                                         what + " must be known before the run, but this depends on " + reason);
  if (!(where == value.span)) diagnostic.labels = {{where, "this is " + reason}};
  if (tunable) diagnostic.help = "declare it with `param`: that is folded into the code, and `--set` can change it";
  return false;
}

bool require(Session& session, Value& value, ValueKind kind, const Dimension& dimension, const std::string& what) {
  if (!value.valid()) return false;
  if (value.kind == kind) {
    if (value.plain_zero) value.dimension = dimension;
    if (value.dimension == dimension) return true;
  }
  // the elements of a list that is no vector because their dimensions differ
  if (kind == ValueKind::vector && value.kind == ValueKind::array && value.elements.size() == 3) {
    for (Value& element : value.elements)
      if (!require(session, element, ValueKind::scalar, dimension, "a component of " + what)) return false;
  }
  const bool bare = value.kind == kind && value.dimension.is_number() && !dimension.is_number() && !value.has_unit;
  const std::string is = bare && kind == ValueKind::scalar ? "a number without a unit"
                         : bare                            ? "a vector without a unit"
                                                           : describe(value);
  Diagnostic& diagnostic =
      session.error(value.kind == kind ? Code::dimension_mismatch : Code::type_mismatch, value.span,
                    what + " needs " + wanted(kind, dimension) + ", but this is " + is);
  diagnostic.label = "this is " + is;
  if (bare && is_constant(session, value)) help_with_unit(session, diagnostic, value, dimension);
  if (kind == ValueKind::scalar && value.kind == ValueKind::vector && value.dimension == dimension)
    diagnostic.help = "take a component, `.x`, `.y` or `.z`, or the length, `norm(...)`";
  if (kind == ValueKind::vector && value.kind == ValueKind::scalar && value.dimension == dimension)
    diagnostic.help = "a vector has three components: `[x, y, z]`";
  return false;
}

bool require_range(Session& session, double number, const Dimension& dimension, Range range, const Span& span,
                   const std::string& what) {
  const char* rule = nullptr;
  switch (range) {
    case Range::any:
      break;
    case Range::positive:
      rule = number > 0 ? nullptr : "must be positive";
      break;
    case Range::not_negative:
      rule = number >= 0 ? nullptr : "must not be negative";
      break;
    case Range::unit_interval:
      rule = number >= 0 && number <= 1 ? nullptr : "must lie between 0 and 1";
      break;
    case Range::at_least_one:
      rule = number >= 1 && number == std::floor(number) ? nullptr : "must be a whole number of at least 1";
      break;
    case Range::whole:
      rule = number >= 0 && number == std::floor(number) ? nullptr : "must be a whole number that is not negative";
      break;
  }
  if (rule == nullptr) return true;
  session.error(Code::value_out_of_range, span,
                what + " " + rule + ", but this is " + quantity_text(number, dimension));
  return false;
}

std::optional<double> constant_number(Session& session, Value value, const Dimension& dimension, Range range,
                                      const std::string& what) {
  if (!require(session, value, ValueKind::scalar, dimension, what)) return std::nullopt;
  if (!require_constant(session, value, what)) return std::nullopt;
  const double number = number_of(session, value, 0);
  if (!require_range(session, number, dimension, range, value.span, what)) return std::nullopt;
  return number;
}

std::optional<double> constant_number(Session& session, const syntax::Expr& expression, const Dimension& dimension,
                                      Range range, const std::string& what) {
  return constant_number(session, evaluate(session, expression), dimension, range, what);
}

std::optional<Vector3d> constant_vector(Session& session, Value value, const Dimension& dimension,
                                        const std::string& what) {
  if (!require(session, value, ValueKind::vector, dimension, what)) return std::nullopt;
  if (!require_constant(session, value, what)) return std::nullopt;
  return Vector3d(number_of(session, value, 0), number_of(session, value, 1), number_of(session, value, 2));
}

std::optional<Vector3d> constant_direction(Session& session, Value value, const std::string& what) {
  if (!value.valid()) return std::nullopt;
  // a direction has no dimension: [0, 0, 2] m points the same way as z
  if (value.kind == ValueKind::vector) value.dimension = {};
  const auto vector = constant_vector(session, value, {}, what);
  if (!vector) return std::nullopt;
  const double length = vector->norm();
  if (length == 0) {
    session.error(Code::zero_axis, value.span, what + " has no direction: its length is zero");
    return std::nullopt;
  }
  constexpr double rounding = 1e-6;  // of directions written with seven digits or so
  if (std::abs(length - 1) > rounding) {
    session.diagnostics->report(Code::axis_normalised, value.span,
                                fmt::format("{} has the length {:.6g}; only its direction is used", what, length));
  }
  return *vector / length;
}

std::optional<Pose> constant_pose(Session& session, Value value, const std::string& what) {
  if (!value.valid()) return std::nullopt;
  Pose pose;
  if (value.kind == ValueKind::vector) {
    const auto position = constant_vector(session, value, units::kLength, what);
    if (!position) return std::nullopt;
    pose.position = *position;
    return pose;
  }
  if (value.kind != ValueKind::rotation && value.kind != ValueKind::pose) {
    Diagnostic& diagnostic =
        session.error(Code::type_mismatch, value.span,
                      what + " needs a position, a rotation or a pose, but this is " + describe(value));
    diagnostic.help =
        "a position is `[1, 2, 3] cm`, a rotation `rpy(0, 90 deg, 0)`, both together `pose(position, rotation)`";
    return std::nullopt;
  }
  if (!require_constant(session, value, what)) return std::nullopt;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      pose.rotation(row, column) = number_of(session, value, static_cast<std::size_t>(3 * row + column));
  if (value.kind == ValueKind::pose)
    for (int i = 0; i < 3; ++i) pose.position[i] = number_of(session, value, static_cast<std::size_t>(9 + i));
  return pose;
}

}  // namespace frix::sema
