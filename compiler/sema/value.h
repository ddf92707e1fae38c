// What an expression of the language can be: a number of some dimension, a vector, a place, a name of a thing …
// Numbers are mechanism expressions, so a value is constant exactly when all of its parts are.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compiler/mechanism/mechanism.h"
#include "compiler/sema/expression_builder.h"
#include "compiler/units/dimension.h"

namespace frix::sema {

using units::Dimension;

enum class ValueKind {
  invalid,   // an error was reported already; whatever is made of it is silent
  scalar,    // 1 part
  boolean,   // 1 part
  vector,    // 3 parts
  rotation,  // 9 parts, row-major
  pose,      // 12 parts: rotation, position in m
  string,
  array,
  entity,  // a thing with a name: a body, a joint …
};

enum class EntityKind {
  world,
  body,
  bodies,  // an array of bodies, likewise `joints`
  joint,
  joints,
  coordinate,  // one coordinate of a joint
  frame,
  shape,
  surface,
  contact,  // a query contact(a, b)
  system,
  load,
  function,
};

struct Entity {
  EntityKind kind = EntityKind::world;
  int index = 0;      // of the element in the mechanism; the first one of an array
  int count = 1;      // of an array
  int component = 0;  // of a coordinate
};

struct Value {
  ValueKind kind = ValueKind::invalid;
  Dimension dimension;
  bool plain_zero = false;  // the literal `0`, which is zero of any dimension
  bool has_unit = false;    // a literal with its unit, which may be a number all the same: `90 deg`
  std::array<ExprId, 12> part{};
  std::string text;
  std::vector<Value> elements;
  Entity entity;
  Span span;

  bool valid() const { return kind != ValueKind::invalid; }
  bool is(EntityKind what) const { return kind == ValueKind::entity && entity.kind == what; }
  VectorExpr vector() const { return {part[0], part[1], part[2]}; }

  static Value scalar(ExprId id, const Dimension& dimension, const Span& span);
  static Value boolean(ExprId id, const Span& span);
  static Value vector(const VectorExpr& components, const Dimension& dimension, const Span& span);
  static Value of(const Entity& entity, const Span& span);
};

int part_count(ValueKind kind);

// "a length", "a vector (a force)", "a body", for messages.
std::string describe(const Value& value);

}  // namespace frix::sema
