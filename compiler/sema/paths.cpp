// Member access and indexing: `box.velocity.x`, `ball[3].hull`, `slide.q[0]`, `contact(a, b).normal_force`.
#include <algorithm>
#include <cmath>

#include "compiler/sema/bodies.h"
#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/groups.h"
#include "compiler/sema/joint_types.h"

namespace frix::sema {

namespace {

using mechanism::Joint;

// One thing that a path can end in: what it is called, its quantity, how many components it has.
struct MemberInfo {
  const char* name;
  QuantityKind kind;
  int first_component;
  ValueKind type;
  Dimension dimension;
};

constexpr Dimension kForceTimesTime = units::kMomentum;

const std::vector<MemberInfo>& members_of(EntityKind kind) {
  using enum ValueKind;
  static const std::vector<MemberInfo> body = {
      {"position", QuantityKind::body_position, 0, vector, units::kLength},
      {"rotation", QuantityKind::body_rotation, 0, rotation, {}},
      {"velocity", QuantityKind::body_velocity, 0, vector, units::kVelocity},
      {"angular_velocity", QuantityKind::body_angular_velocity, 0, vector, units::kRate},
      {"acceleration", QuantityKind::body_acceleration, 0, vector, units::kAcceleration},
  };
  static const std::vector<MemberInfo> frame = {
      {"position", QuantityKind::frame_position, 0, vector, units::kLength},
      {"rotation", QuantityKind::frame_rotation, 0, rotation, {}},
      {"velocity", QuantityKind::frame_velocity, 0, vector, units::kVelocity},
      {"angular_velocity", QuantityKind::body_angular_velocity, 0, vector, units::kRate},
  };
  static const std::vector<MemberInfo> contact = {
      {"active", QuantityKind::contact, mechanism::contact_active, boolean, {}},
      {"depth", QuantityKind::contact, mechanism::contact_depth, scalar, units::kLength},
      {"normal", QuantityKind::contact, mechanism::contact_normal, vector, {}},
      {"normal_force", QuantityKind::contact, mechanism::contact_normal_force, scalar, units::kForce},
      {"friction_force", QuantityKind::contact, mechanism::contact_friction_force, vector, units::kForce},
      {"slip_speed", QuantityKind::contact, mechanism::contact_slip_speed, scalar, units::kVelocity},
      {"force", QuantityKind::contact, mechanism::contact_force, vector, units::kForce},
  };
  static const std::vector<MemberInfo> system = {
      {"kinetic_energy", QuantityKind::system, mechanism::system_kinetic_energy, scalar, units::kTorque},
      {"potential_energy", QuantityKind::system, mechanism::system_potential_energy, scalar, units::kTorque},
      {"momentum", QuantityKind::system, mechanism::system_momentum, vector, kForceTimesTime},
      {"angular_momentum", QuantityKind::system, mechanism::system_angular_momentum, vector, units::kAngularMomentum},
      {"center_of_mass", QuantityKind::system, mechanism::system_center_of_mass, vector, units::kLength},
      {"contacts", QuantityKind::system, mechanism::system_contacts, scalar, {}},
  };
  static const std::vector<MemberInfo> none;
  switch (kind) {
    case EntityKind::body:
      return body;
    case EntityKind::frame:
      return frame;
    case EntityKind::contact:
      return contact;
    case EntityKind::system:
      return system;
    default:
      return none;
  }
}

Value quantity_value(Session& session, const MemberInfo& member, int element, const Span& span) {
  Value value;
  value.kind = member.type;
  value.dimension = member.dimension;
  value.span = span;
  session.build.at(span);
  for (int i = 0; i < part_count(member.type); ++i)
    value.part[static_cast<std::size_t>(i)] = session.build.quantity(member.kind, element, member.first_component + i);
  return value;
}

Value unknown_member(Session& session, const Value& base, const syntax::Identifier& name,
                     const std::vector<std::string>& known) {
  Diagnostic& diagnostic = session.error(Code::unknown_name, name.span, describe(base) + " has no `" + name.text + "`");
  suggest(diagnostic, name.span, name.text, known, "there are");
  return {};
}

Value body_member(Session& session, const Value& base, const syntax::Identifier& name, const Span& span) {
  const int body = base.entity.index;
  const BodyOrigin& origin = session.bodies[static_cast<std::size_t>(body)];
  for (std::size_t i = 0; i < origin.declaration->shapes.size(); ++i)
    if (origin.declaration->shapes[i].name.text == name.text)
      return Value::of({EntityKind::shape, origin.first_shape + static_cast<int>(i)}, span);
  for (std::size_t i = 0; i < origin.declaration->frames.size(); ++i)
    if (origin.declaration->frames[i].name.text == name.text)
      return Value::of({EntityKind::frame, origin.first_frame + static_cast<int>(i)}, span);
  if (name.text == "mass") {
    const auto mass = body_mass(session, body, span);
    if (!mass) return {};
    session.build.at(span);
    return Value::scalar(session.build.constant(*mass), units::kMass, span);
  }
  std::vector<std::string> known = {"mass", "contact_force"};
  for (const MemberInfo& member : members_of(EntityKind::body)) {
    if (name.text == member.name) return quantity_value(session, member, body, span);
    known.emplace_back(member.name);
  }
  for (const syntax::ShapeDecl& shape : origin.declaration->shapes) known.push_back(shape.name.text);
  for (const syntax::FrameDecl& frame : origin.declaration->frames) known.push_back(frame.name.text);
  return unknown_member(session, base, name, known);
}

// `.q .v .a .effort` of a joint with one coordinate, of one coordinate of a joint, or as a list.
Value joint_member(Session& session, const Value& base, const syntax::Identifier& name, const Span& span) {
  const Joint& joint = session.mechanism.joints[static_cast<std::size_t>(base.entity.index)];
  struct Kind {
    const char* name;
    QuantityKind kind;
  };
  static constexpr Kind kinds[] = {{"q", QuantityKind::joint_position},
                                   {"v", QuantityKind::joint_velocity},
                                   {"a", QuantityKind::joint_acceleration},
                                   {"effort", QuantityKind::joint_effort}};
  for (const Kind& kind : kinds) {
    if (name.text != kind.name) continue;
    const bool positions = kind.kind == QuantityKind::joint_position;
    if (positions && base.is(EntityKind::coordinate) && !has_plain_coordinates(joint.type)) {
      Diagnostic& diagnostic = session.error(
          Code::unknown_name, name.span,
          std::string("a coordinate of a ") + mechanism::name(joint.type) + " joint has no position of its own");
      diagnostic.help = "`.q[i]` of the joint is component i of its position, with the quaternion w, x, y, z";
      return {};
    }
    const int count = positions ? mechanism::position_count(joint.type) : mechanism::velocity_count(joint.type);
    session.build.at(span);
    const auto coordinate = [&](int i) {
      const Dimension dimension = positions                                 ? position_dimension(joint.type, i)
                                  : kind.kind == QuantityKind::joint_effort ? effort_dimension(joint.type, i)
                                  : kind.kind == QuantityKind::joint_velocity
                                      ? velocity_dimension(joint.type, i)
                                      : velocity_dimension(joint.type, i) / units::kTime;
      return Value::scalar(session.build.quantity(kind.kind, base.entity.index, i), dimension, span);
    };
    if (base.is(EntityKind::coordinate)) return coordinate(base.entity.component);
    if (count == 1) return coordinate(0);
    Value list;
    list.kind = ValueKind::array;
    list.span = span;
    for (int i = 0; i < count; ++i) list.elements.push_back(coordinate(i));
    return list;
  }
  return unknown_member(session, base, name, {"q", "v", "a", "effort"});
}

// The sum of all contact forces on a body or a shape.
Value contact_force(Session& session, const Value& base, const Span& span) {
  const auto group = shapes_of(session, base, "`contact_force`");
  if (!group) return {};
  const auto body_of = [&session](int shape) { return session.mechanism.shapes[static_cast<std::size_t>(shape)].body; };
  std::vector<int> others;
  for (int shape = 0; shape < static_cast<int>(session.mechanism.shapes.size()); ++shape)
    if (group->empty() || body_of(shape) != body_of(group->front())) others.push_back(shape);
  const int query = contact_query(session, *group, others, span);
  for (const MemberInfo& member : members_of(EntityKind::contact))
    if (std::string_view(member.name) == "force") return quantity_value(session, member, query, span);
  return {};
}

Value frame_member(Session& session, const Value& base, const syntax::Identifier& name, const Span& span) {
  const mechanism::Frame& frame = session.mechanism.frames[static_cast<std::size_t>(base.entity.index)];
  std::vector<std::string> known;
  for (const MemberInfo& member : members_of(EntityKind::frame)) {
    known.emplace_back(member.name);
    if (name.text != member.name) continue;
    // a frame turns with its body
    if (member.kind != QuantityKind::body_angular_velocity)
      return quantity_value(session, member, base.entity.index, span);
    if (frame.body != mechanism::kWorld) return quantity_value(session, member, frame.body, span);
    session.build.at(span);
    const ExprId zero = session.build.constant(0);
    return Value::vector({zero, zero, zero}, member.dimension, span);
  }
  return unknown_member(session, base, name, known);
}

Value entity_member(Session& session, const Value& base, const syntax::Identifier& name, const Span& span) {
  const EntityKind kind = base.entity.kind;
  if (name.text == "contact_force" && (kind == EntityKind::body || kind == EntityKind::shape))
    return contact_force(session, base, span);
  switch (kind) {
    case EntityKind::body:
      return body_member(session, base, name, span);
    case EntityKind::joint:
    case EntityKind::coordinate:
      return joint_member(session, base, name, span);
    case EntityKind::frame:
      return frame_member(session, base, name, span);
    case EntityKind::shape:
      return unknown_member(session, base, name, {"contact_force"});
    case EntityKind::bodies:
    case EntityKind::joints: {
      Diagnostic& diagnostic = session.error(
          Code::type_mismatch, base.span, "`." + name.text + "` belongs to one element, but this is " + describe(base));
      diagnostic.help = "give the index of the element: `[0]` to `[" + std::to_string(base.entity.count - 1) + "]`";
      return {};
    }
    case EntityKind::contact:
    case EntityKind::system: {
      std::vector<std::string> known;
      for (const MemberInfo& member : members_of(kind)) {
        if (name.text == member.name) return quantity_value(session, member, base.entity.index, span);
        known.emplace_back(member.name);
      }
      return unknown_member(session, base, name, known);
    }
    default:
      break;
  }
  session.error(Code::unknown_name, name.span, describe(base) + " has no `" + name.text + "`");
  return {};
}

}  // namespace

Value evaluate_member(Session& session, const syntax::Member& member, const Span& span) {
  Value base = evaluate(session, *member.base);
  if (!base.valid()) return {};
  const std::string& name = member.name.text;
  if (base.kind == ValueKind::entity) return entity_member(session, base, member.name, span);
  if (base.kind == ValueKind::vector) {
    for (std::size_t i = 0; i < 3; ++i)
      if (name == std::string(1, static_cast<char>('x' + i))) return Value::scalar(base.part[i], base.dimension, span);
    return unknown_member(session, base, member.name, {"x", "y", "z"});
  }
  if (base.kind == ValueKind::pose) {
    if (name == "position") return Value::vector({base.part[9], base.part[10], base.part[11]}, units::kLength, span);
    if (name == "rotation") {
      base.kind = ValueKind::rotation;
      base.span = span;
      return base;
    }
    return unknown_member(session, base, member.name, {"position", "rotation"});
  }
  session.error(Code::unknown_name, member.name.span, describe(base) + " has no `" + name + "`");
  return {};
}

Value evaluate_index(Session& session, const syntax::Index& index, const Span& span) {
  const Value base = evaluate(session, *index.base);
  const Value position = evaluate(session, *index.index);
  if (!base.valid() || !position.valid()) return {};

  int count = 0;
  if (base.kind == ValueKind::vector) {
    count = 3;
  } else if (base.kind == ValueKind::array) {
    count = static_cast<int>(base.elements.size());
  } else if (base.is(EntityKind::bodies) || base.is(EntityKind::joints)) {
    count = base.entity.count;
  } else if (base.is(EntityKind::joint)) {
    count = mechanism::velocity_count(session.mechanism.joints[static_cast<std::size_t>(base.entity.index)].type);
  } else {
    session.error(Code::type_mismatch, base.span, "an index needs a list, but this is " + describe(base));
    return {};
  }

  const auto number = constant_number(session, position, {}, Range::whole, "an index");
  if (!number) return {};
  if (*number >= count) {
    session.error(Code::value_out_of_range, position.span,
                  "the index " + quantity_text(*number, {}) + " is beyond the end: there are " + std::to_string(count) +
                      ", counted from 0");
    return {};
  }
  const int i = static_cast<int>(*number);
  if (base.kind == ValueKind::vector)
    return Value::scalar(base.part[static_cast<std::size_t>(i)], base.dimension, span);
  if (base.kind == ValueKind::array) {
    Value element = base.elements[static_cast<std::size_t>(i)];
    element.span = span;
    return element;
  }
  Entity entity = base.entity;
  if (base.is(EntityKind::joint)) {
    entity.kind = EntityKind::coordinate;
    entity.component = i;
  } else {
    entity.kind = base.is(EntityKind::bodies) ? EntityKind::body : EntityKind::joint;
    entity.index += i;
    entity.count = 1;
  }
  return Value::of(entity, span);
}

std::string describe_quantity(const Session& session, const Quantity& quantity) {
  const auto element = static_cast<std::size_t>(quantity.element);
  const mechanism::Mechanism& m = session.mechanism;
  switch (quantity.kind) {
    case QuantityKind::time:
      return "the time";
    case QuantityKind::tunable:
      return "the tunable `" + m.tunables[element].name + "`";
    case QuantityKind::joint_position:
      return "the position of `" + m.joints[element].name + "`";
    case QuantityKind::joint_velocity:
      return "the velocity of `" + m.joints[element].name + "`";
    case QuantityKind::joint_acceleration:
      return "the acceleration of `" + m.joints[element].name + "`";
    case QuantityKind::joint_effort:
      return "the effort of `" + m.joints[element].name + "`";
    case QuantityKind::body_position:
      return "the position of `" + m.bodies[element].name + "`";
    case QuantityKind::body_velocity:
      return "the velocity of `" + m.bodies[element].name + "`";
    case QuantityKind::body_acceleration:
      return "the acceleration of `" + m.bodies[element].name + "`";
    case QuantityKind::body_angular_velocity:
      return "the angular velocity of `" + m.bodies[element].name + "`";
    case QuantityKind::body_rotation:
      return "the rotation of `" + m.bodies[element].name + "`";
    case QuantityKind::frame_position:
      return "the position of `" + m.frames[element].name + "`";
    case QuantityKind::frame_velocity:
      return "the velocity of `" + m.frames[element].name + "`";
    case QuantityKind::frame_rotation:
      return "the rotation of `" + m.frames[element].name + "`";
    case QuantityKind::contact:
      return "a contact";
    case QuantityKind::system:
      return quantity.component == mechanism::system_contacts ? "the number of contacts" : "the state of the system";
  }
  return "";
}

}  // namespace frix::sema
