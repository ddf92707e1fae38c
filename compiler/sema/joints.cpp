#include "compiler/sema/joints.h"

#include <cmath>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"
#include "compiler/sema/places.h"

namespace frix::sema {

namespace {

using mechanism::Coordinate;
using mechanism::Joint;

// The dimensions of joint properties depend on the coordinate: see `laws` below.
constexpr Field kJointFields[] = {
    {"damping", "the force against the velocity, per velocity"},
    {"stiffness", "the force towards `rest`, per displacement"},
    {"rest", "the position where the stiffness gives no force"},
    {"limits", "[lowest, highest] position"},
    {"friction", "the dry friction force"},
    {"armature", "mass or inertia added to the coordinate: a reflected rotor"},
};

constexpr Field kAxis[] = {{"axis", "the direction of the axis", units::kNumber, Range::any, true}};
constexpr Field kScrew[] = {kAxis[0], {"pitch", "the displacement per turn", units::kLength, Range::any, true}};
constexpr Field kUniversal[] = {
    {"axis1", "the first axis", units::kNumber, Range::any, true},
    {"axis2", "the second axis", units::kNumber, Range::any, true},
};
constexpr Field kPlanar[] = {{"normal", "the normal of the plane", units::kNumber, Range::any, true}};

std::span<const Field> arguments_of(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
      return kAxis;
    case JointType::screw:
      return kScrew;
    case JointType::universal:
      return kUniversal;
    case JointType::planar:
      return kPlanar;
    default:
      return {};
  }
}

void read_axes(Session& session, const syntax::JointDecl& declaration, Joint& joint) {
  const Fields fields(session, declaration.type, declaration.type_span, arguments_of(joint.type));
  if (!fields.ok()) return;
  const auto axis = [&fields](const char* name) { return fields.direction(name).value_or(Vector3d::UnitZ()); };
  switch (joint.type) {
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
      joint.axis = axis("axis");
      break;
    case JointType::screw:
      joint.axis = axis("axis");
      joint.pitch = fields.number("pitch", 0);
      break;
    case JointType::universal: {
      const std::size_t errors = session.diagnostics->error_count();
      joint.axis = axis("axis1");
      joint.axis2 = axis("axis2");
      constexpr double parallel = 1e-6;
      if (!session.has_errors_since(errors) && joint.axis.cross(joint.axis2).norm() < parallel)
        session.error(Code::zero_axis, fields.find("axis2")->span, "the two axes of a universal joint are parallel");
      break;
    }
    case JointType::planar:
      joint.axis = axis("normal");
      std::tie(joint.plane_x, joint.plane_y) = plane_directions(joint.axis);
      break;
    default:
      break;
  }
}

// The law that one property gives to one coordinate: its dimension, relative to that of the coordinate.
struct LawInfo {
  const char* name;
  double Coordinate::*value;
  Dimension (*dimension)(JointType, int);
  Range range;
  bool needs_position;
};
constexpr LawInfo kLaws[] = {
    {"damping", &Coordinate::damping,
     [](JointType t, int i) { return effort_dimension(t, i) / velocity_dimension(t, i); }, Range::not_negative, false},
    {"stiffness", &Coordinate::stiffness,
     [](JointType t, int i) { return effort_dimension(t, i) / position_dimension(t, i); }, Range::not_negative, true},
    {"rest", &Coordinate::rest, [](JointType t, int i) { return position_dimension(t, i); }, Range::any, true},
    {"friction", &Coordinate::friction, [](JointType t, int i) { return effort_dimension(t, i); }, Range::not_negative,
     false},
    {"armature", &Coordinate::armature,
     [](JointType t, int i) { return effort_dimension(t, i) * units::kTime / velocity_dimension(t, i); },
     Range::not_negative, false},
};

bool equal_coordinates(JointType type, Dimension (*dimension)(JointType, int)) {
  for (int i = 1; i < mechanism::velocity_count(type); ++i)
    if (!(dimension(type, i) == dimension(type, 0))) return false;
  return true;
}

// A list with a value for each coordinate; or one value for all when they have the same dimension.
std::optional<std::vector<Value>> per_coordinate(Session& session, const Joint& joint, const Value& value,
                                                 const std::string& what, bool same_dimension) {
  const auto count = static_cast<std::size_t>(mechanism::velocity_count(joint.type));
  if (!value.valid()) return std::nullopt;
  const bool is_list = value.kind == ValueKind::array || value.kind == ValueKind::vector;
  if (!is_list && (same_dimension || value.plain_zero)) return std::vector<Value>(count, value);
  std::vector<Value> elements = elements_of(value);
  if (is_list && elements.size() == count) return elements;
  session.error(Code::type_mismatch, value.span,
                what + " of a " + mechanism::name(joint.type) + " joint needs a list of " + std::to_string(count) +
                    " values, one for each coordinate, but this is " + describe(value));
  return std::nullopt;
}

bool applies(Session& session, const Joint& joint, const syntax::Expr& expression, const char* name,
             bool needs_position) {
  const int count = mechanism::velocity_count(joint.type);
  if (count > 0 && (!needs_position || has_plain_coordinates(joint.type))) return true;
  session.error(Code::unknown_property, expression.span,
                std::string("a ") + mechanism::name(joint.type) + " joint has no property `" + name +
                    "`: " + (count == 0 ? "it does not move" : "its orientation is no single angle"));
  return false;
}

void read_limits(Session& session, const syntax::Expr& expression, Joint& joint) {
  if (!applies(session, joint, expression, "limits", true)) return;
  const Value value = evaluate(session, expression);
  if (!value.valid()) return;
  const int count = mechanism::velocity_count(joint.type);
  std::vector<Value> ranges = count == 1 ? std::vector<Value>{value} : elements_of(value);
  // [lo, hi] for all coordinates of a joint whose coordinates are alike
  const bool one_range =
      value.kind == ValueKind::array && value.elements.size() == 2 && value.elements[0].kind == ValueKind::scalar;
  if (count > 1 && one_range && equal_coordinates(joint.type, position_dimension))
    ranges.assign(static_cast<std::size_t>(count), value);
  if (ranges.size() != static_cast<std::size_t>(count)) {
    session.error(Code::type_mismatch, value.span,
                  std::string("`limits` of a ") + mechanism::name(joint.type) + " joint needs a list of " +
                      std::to_string(count) + " ranges, but this is " + describe(value));
    return;
  }
  for (int i = 0; i < count; ++i) {
    const Value& range = ranges[static_cast<std::size_t>(i)];
    const std::vector<Value> ends = elements_of(range);
    if (ends.size() != 2) {
      session.error(Code::type_mismatch, range.span,
                    "`limits` needs a range `[lowest, highest]`, but this is " + describe(range));
      return;
    }
    const Dimension dimension = position_dimension(joint.type, i);
    const auto lower = constant_number(session, ends[0], dimension, Range::any, "a limit");
    const auto upper = lower ? constant_number(session, ends[1], dimension, Range::any, "a limit") : std::nullopt;
    if (!upper) return;
    if (*lower >= *upper) {
      session.error(Code::value_out_of_range, range.span,
                    "the lower limit must be below the upper one, but " + quantity_text(*lower, dimension) +
                        " >= " + quantity_text(*upper, dimension));
      return;
    }
    joint.coordinate[static_cast<std::size_t>(i)].lower = *lower;
    joint.coordinate[static_cast<std::size_t>(i)].upper = *upper;
  }
}

void read_law(Session& session, const syntax::Expr& expression, const LawInfo& law, Joint& joint) {
  const std::string what = std::string("`") + law.name + "`";
  if (!applies(session, joint, expression, law.name, law.needs_position)) return;
  const auto values =
      per_coordinate(session, joint, evaluate(session, expression), what, equal_coordinates(joint.type, law.dimension));
  if (!values) return;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const Dimension dimension = law.dimension(joint.type, static_cast<int>(i));
    const auto number = constant_number(session, (*values)[i], dimension, law.range, what);
    if (!number) return;
    joint.coordinate[i].*law.value = *number;
  }
}

void elaborate_joint(Session& session, std::size_t index) {
  Joint& joint = session.mechanism.joints[index];
  const JointOrigin& origin = session.joints[index];
  const syntax::JointDecl& declaration = *origin.declaration;
  const WithIndex element(session, declaration.name, origin.element);

  read_axes(session, declaration, joint);
  const auto from = resolve(session, declaration.from, "a joint");
  const auto to = resolve(session, declaration.to, "a joint");
  if (from && to) {
    joint.parent = from->body;
    joint.parent_frame = from->pose;
    joint.child = to->body;
    joint.child_frame = to->pose;
    if (to->body == mechanism::kWorld) {
      Diagnostic& diagnostic = session.error(Code::joint_cycle, declaration.to.body->span,
                                             "a joint cannot lead to the world: the world does not move");
      diagnostic.help = "write the joint from the world to the body";
    }
  }

  const Fields fields(session, "a joint", declaration.properties, kJointFields, declaration.name.identifier.span);
  if (const syntax::Expr* limits = fields.find("limits")) read_limits(session, *limits, joint);
  for (const LawInfo& law : kLaws)
    if (const syntax::Expr* value = fields.find(law.name)) read_law(session, *value, law, joint);
}

}  // namespace

std::optional<JointType> joint_type_of(Session& session, const syntax::JointDecl& joint) {
  const syntax::Identifier& name = joint.type.callee;
  if (const auto type = find_joint_type(name.text)) return type;
  Diagnostic& diagnostic = session.error(Code::unknown_name, name.span, "there is no joint type `" + name.text + "`");
  suggest(diagnostic, name.span, name.text, joint_type_names(), "there are");
  return std::nullopt;
}

std::pair<Vector3d, Vector3d> plane_directions(const Vector3d& normal) {
  int along = 0;  // the axis that lies most along the normal; of equal ones the last
  for (int i = 1; i < 3; ++i)
    if (std::abs(normal[i]) >= std::abs(normal[along])) along = i;
  const Vector3d a = Vector3d::Unit(along == 0 ? 1 : 0);
  const Vector3d b = Vector3d::Unit(along == 2 ? 1 : 2);
  const Vector3d first = (a - normal.dot(a) * normal).normalized();
  const Vector3d second = (b - normal.dot(b) * normal - first.dot(b) * first).normalized();
  return {first, second};
}

void elaborate_joints(Session& session) {
  const syntax::JointDecl* broken = nullptr;
  for (std::size_t i = 0; i < session.joints.size(); ++i) {
    if (session.joints[i].declaration == broken) continue;  // the other elements of an array would say the same
    const std::size_t errors = session.diagnostics->error_count();
    elaborate_joint(session, i);
    if (session.has_errors_since(errors)) broken = session.joints[i].declaration;
  }
}

}  // namespace frix::sema
