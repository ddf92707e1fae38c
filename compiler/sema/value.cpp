#include "compiler/sema/value.h"

namespace frix::sema {

Value Value::scalar(ExprId id, const Dimension& dimension, const Span& span) {
  Value value;
  value.kind = ValueKind::scalar;
  value.part[0] = id;
  value.dimension = dimension;
  value.span = span;
  return value;
}

Value Value::boolean(ExprId id, const Span& span) {
  Value value = scalar(id, {}, span);
  value.kind = ValueKind::boolean;
  return value;
}

Value Value::vector(const VectorExpr& components, const Dimension& dimension, const Span& span) {
  Value value;
  value.kind = ValueKind::vector;
  for (std::size_t i = 0; i < 3; ++i) value.part[i] = components[i];
  value.dimension = dimension;
  value.span = span;
  return value;
}

Value Value::of(const Entity& entity, const Span& span) {
  Value value;
  value.kind = ValueKind::entity;
  value.entity = entity;
  value.span = span;
  return value;
}

int part_count(ValueKind kind) {
  switch (kind) {
    case ValueKind::scalar:
    case ValueKind::boolean:
      return 1;
    case ValueKind::vector:
      return 3;
    case ValueKind::rotation:
      return 9;
    case ValueKind::pose:
      return 12;
    default:
      return 0;
  }
}

std::string describe(const Value& value) {
  switch (value.kind) {
    case ValueKind::invalid:
      return "an error";
    case ValueKind::scalar:
      return units::in_words(value.dimension);
    case ValueKind::boolean:
      return "a truth value";
    case ValueKind::vector:
      return value.dimension.is_number() ? "a vector of numbers"
                                         : "a vector (" + units::in_words(value.dimension) + ")";
    case ValueKind::rotation:
      return "a rotation";
    case ValueKind::pose:
      return "a pose";
    case ValueKind::string:
      return "a text";
    case ValueKind::array:
      return "a list of " + std::to_string(value.elements.size());
    case ValueKind::entity:
      break;
  }
  switch (value.entity.kind) {
    case EntityKind::world:
      return "the world";
    case EntityKind::body:
      return "a body";
    case EntityKind::bodies:
      return "an array of bodies";
    case EntityKind::joint:
      return "a joint";
    case EntityKind::joints:
      return "an array of joints";
    case EntityKind::coordinate:
      return "a coordinate of a joint";
    case EntityKind::frame:
      return "a frame";
    case EntityKind::shape:
      return "a shape";
    case EntityKind::surface:
      return "a surface";
    case EntityKind::contact:
      return "a contact";
    case EntityKind::system:
      return "the system";
    case EntityKind::load:
      return "a force, torque, spring or motor";
    case EntityKind::function:
      return "a function";
  }
  return "";
}

}  // namespace frix::sema
