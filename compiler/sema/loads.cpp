#include "compiler/sema/loads.h"

#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"
#include "compiler/sema/joint_types.h"
#include "compiler/sema/places.h"

namespace frix::sema {

namespace {

constexpr Field kSpringFields[] = {
    {"stiffness", "the force per elongation", units::kStiffness, Range::not_negative, true},
    {"damping", "the force per rate of elongation", units::kDamping, Range::not_negative},
    {"length", "the length without force; default 0", units::kLength, Range::not_negative},
};

// The dimensions of a motor depend on its coordinate, so they are given where the values are read.
constexpr Field kMotorFields[] = {
    {"effort", "the force or torque that it applies"}, {"position", "the position that a servo reaches for"},
    {"kp", "the effort of a servo per deviation"},     {"kd", "the effort of a servo per velocity"},
    {"effort_limit", "the largest effort of a servo"},
};

// Forces act during the step that computes accelerations, efforts and contacts: they cannot depend on them.
bool require_explicit(Session& session, const Value& value, const std::string& what) {
  const auto fed_back = [](const Quantity& quantity) {
    switch (quantity.kind) {
      case QuantityKind::joint_acceleration:
      case QuantityKind::joint_effort:
      case QuantityKind::body_acceleration:
      case QuantityKind::contact:
        return true;
      case QuantityKind::system:
        return quantity.component == mechanism::system_contacts;
      default:
        return false;
    }
  };
  for (int i = 0; i < part_count(value.kind); ++i) {
    const ExprId found = session.build.find_quantity(value.part[static_cast<std::size_t>(i)], fed_back);
    if (found == mechanism::kNoExpr) continue;
    const mechanism::Expression& quantity = session.build.at(found);
    Diagnostic& diagnostic =
        session.error(Code::algebraic_loop, value.span,
                      what + " cannot depend on " + describe_quantity(session, quantity.quantity) +
                          ": the step computes that from the forces, so it would depend on itself");
    if (!(quantity.span == value.span)) diagnostic.labels = {{quantity.span, "used here"}};
    diagnostic.help =
        "accelerations, efforts and contact forces are for outputs; a force may use positions and velocities";
    return false;
  }
  return true;
}

void elaborate_load(Session& session, const syntax::LoadDecl& declaration) {
  const char* kind = declaration.is_torque ? "a torque" : "a force";
  mechanism::Load load;
  load.name = declaration.name.text;
  load.span = declaration.name.span;
  load.is_torque = declaration.is_torque;
  const Value on = evaluate(session, *declaration.mount.body);
  const auto place = place_of(session, on, kind);
  bool good = place.has_value();
  if (place && place->body == mechanism::kWorld) {
    session.error(Code::type_mismatch, declaration.mount.body->span,
                  std::string(kind) + " on the world does nothing: the world does not move");
    good = false;
  }
  if (declaration.is_torque && declaration.mount.pose != nullptr) {
    session.error(Code::wrong_arguments, declaration.mount.pose->span,
                  "a torque acts on the whole body: it has no point of application");
    good = false;
  } else if (place && declaration.mount.pose != nullptr) {
    // a point of the body, or relative to the frame that was named
    const auto point = constant_pose(session, evaluate(session, *declaration.mount.pose), "the point of a force");
    good = good && point.has_value();
    if (point) {
      const Vector3d at = compose(place->pose, *point).position;
      session.build.at(declaration.mount.pose->span);
      for (std::size_t i = 0; i < 3; ++i) load.point[i] = session.build.constant(at[static_cast<Eigen::Index>(i)]);
    }
  } else if (place && !declaration.is_torque && on.is(EntityKind::frame)) {
    session.build.at(declaration.mount.body->span);
    for (std::size_t i = 0; i < 3; ++i)
      load.point[i] = session.build.constant(place->pose.position[static_cast<Eigen::Index>(i)]);
  }
  if (place) load.body = place->body;

  Value value = evaluate(session, *declaration.value);
  const std::string what = "the value of `" + declaration.name.text + "`";
  good =
      require(session, value, ValueKind::vector, declaration.is_torque ? units::kTorque : units::kForce, what) && good;
  good = good && require_explicit(session, value, what);
  if (value.kind == ValueKind::vector) load.value = value.vector();

  if (declaration.frame != nullptr) {
    const auto frame = place_of(session, evaluate(session, *declaration.frame), "the frame of a force");
    good = good && frame.has_value();
    if (frame) {
      load.frame_body = frame->body;
      load.frame_rotation = frame->pose.rotation;
    }
  }
  if (good) session.mechanism.loads.push_back(load);
}

void elaborate_spring(Session& session, const syntax::SpringDecl& declaration) {
  mechanism::Spring spring;
  spring.name = declaration.name.text;
  spring.span = declaration.name.span;
  const auto from = resolve(session, declaration.from, "a spring");
  const auto to = resolve(session, declaration.to, "a spring");
  const Fields fields(session, "a spring", declaration.properties, kSpringFields, declaration.name.span);
  spring.stiffness = fields.number("stiffness", 0);
  spring.damping = fields.number("damping", 0);
  spring.length = fields.number("length", 0);
  if (!from || !to || !fields.ok()) return;
  if (from->body == to->body) {
    session.error(Code::type_mismatch, declaration.to.body->span, "both ends of a spring are on the same body");
    return;
  }
  spring.body_a = from->body;
  spring.point_a = from->pose.position;
  spring.body_b = to->body;
  spring.point_b = to->pose.position;
  session.mechanism.springs.push_back(spring);
}

// The joint and the coordinate that a motor drives.
bool read_coordinate(Session& session, const syntax::MotorDecl& declaration, mechanism::Motor& motor) {
  const Value value = evaluate(session, *declaration.joint);
  if (!value.valid()) return false;
  if (value.is(EntityKind::coordinate)) {
    motor.joint = value.entity.index;
    motor.coordinate = value.entity.component;
    return true;
  }
  if (!value.is(EntityKind::joint)) {
    Diagnostic& diagnostic =
        session.error(Code::type_mismatch, value.span, "a motor drives a joint, but this is " + describe(value));
    if (value.is(EntityKind::joints)) diagnostic.help = "give the index of one of them";
    return false;
  }
  motor.joint = value.entity.index;
  const JointType type = session.mechanism.joints[static_cast<std::size_t>(motor.joint)].type;
  const int count = mechanism::velocity_count(type);
  if (count == 1) return true;
  Diagnostic& diagnostic = session.error(Code::type_mismatch, value.span,
                                         std::string("a motor drives one coordinate, but a ") + mechanism::name(type) +
                                             " joint has " + (count == 0 ? "none" : std::to_string(count)));
  if (count > 1) diagnostic.help = "give its index: `[0]` to `[" + std::to_string(count - 1) + "]`";
  return false;
}

void elaborate_motor(Session& session, const syntax::MotorDecl& declaration) {
  for (const syntax::Property& property : declaration.properties) {
    if (property.name.text != "motion") continue;
    Diagnostic& diagnostic = session.error(Code::unknown_property, property.name.span,
                                           "a motor has no property `motion`: motions cannot be prescribed");
    diagnostic.help = "a stiff servo comes near: `position`, `kp` and `kd`";
    return;
  }
  mechanism::Motor motor;
  motor.name = declaration.name.text;
  motor.span = declaration.name.span;
  const bool joint = read_coordinate(session, declaration, motor);
  const Fields fields(session, "a motor", declaration.properties, kMotorFields, declaration.name.span);
  if (!joint || !fields.ok()) return;
  const JointType type = session.mechanism.joints[static_cast<std::size_t>(motor.joint)].type;
  const Dimension effort = effort_dimension(type, motor.coordinate);
  const Dimension position = position_dimension(type, motor.coordinate);
  const Dimension velocity = velocity_dimension(type, motor.coordinate);

  const bool is_servo = fields.has("position");
  if (is_servo == fields.has("effort")) {
    Diagnostic& diagnostic =
        session.error(is_servo ? Code::conflicting_properties : Code::missing_property, declaration.name.span,
                      is_servo ? "a motor has either an `effort` or a `position`, not both"
                               : "a motor needs an `effort` or a `position`");
    diagnostic.help = "`effort` applies a force or torque; `position` with `kp` and `kd` makes a servo";
    return;
  }
  if (is_servo && !has_plain_coordinates(type)) {
    session.error(Code::type_mismatch, fields.find("position")->span,
                  std::string("a servo needs a joint with a position of its own; the orientation of a ") +
                      mechanism::name(type) + " joint is no single angle");
    return;
  }
  const char* main = is_servo ? "position" : "effort";
  const std::string what = std::string("`") + main + "`";
  Value value = evaluate(session, *fields.find(main));
  if (!require(session, value, ValueKind::scalar, is_servo ? position : effort, what)) return;
  if (!require_explicit(session, value, what)) return;
  motor.value = value.part[0];

  const auto read = [&](const char* name, const Dimension& dimension, Range range, double& target) {
    const syntax::Expr* expression = fields.find(name);
    if (expression == nullptr) return;
    if (!is_servo) {
      Diagnostic& diagnostic =
          session.error(Code::unknown_property, expression->span,
                        std::string("`") + name + "` belongs to a servo, but this motor has an `effort`");
      diagnostic.help = "a servo has a `position`; limit an effort with `clamp`";
      return;
    }
    target = constant_number(session, *expression, dimension, range, std::string("`") + name + "`").value_or(target);
  };
  motor.kind = is_servo ? mechanism::MotorKind::servo : mechanism::MotorKind::effort;
  if (is_servo && !fields.has("kp")) {
    Diagnostic& diagnostic =
        session.error(Code::missing_property, declaration.name.span, "a servo needs the property `kp`");
    diagnostic.help = "`kp` is the effort per deviation, in " + units::unit_text(effort / position);
    return;
  }
  read("kp", effort / position, Range::not_negative, motor.kp);
  read("kd", effort / velocity, Range::not_negative, motor.kd);
  read("effort_limit", effort, Range::positive, motor.effort_limit);
  session.mechanism.motors.push_back(motor);
}

}  // namespace

void elaborate_loads(Session& session) {
  for (const syntax::Declaration* declaration : session.declarations) {
    if (const auto* load = std::get_if<syntax::LoadDecl>(&declaration->node)) elaborate_load(session, *load);
    if (const auto* spring = std::get_if<syntax::SpringDecl>(&declaration->node)) elaborate_spring(session, *spring);
    if (const auto* motor = std::get_if<syntax::MotorDecl>(&declaration->node)) elaborate_motor(session, *motor);
  }
}

}  // namespace frix::sema
