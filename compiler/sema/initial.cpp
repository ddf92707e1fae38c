#include "compiler/sema/initial.h"

#include <Eigen/Geometry>
#include <map>
#include <set>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"
#include "compiler/sema/joint_types.h"
#include "compiler/sema/places.h"

namespace frix::sema {

namespace {

using mechanism::Joint;
using mechanism::kWorld;

// How a free body starts, in the terms that users have: its frame in the world.
struct FreeState {
  Pose pose;
  Vector3d velocity = Vector3d::Zero();          // of the body's origin, world axes
  Vector3d angular_velocity = Vector3d::Zero();  // world axes
};

class InitialState {
 public:
  explicit InitialState(Session& session) : session_(session), free_(session.mechanism.bodies.size()) {}

  void run() {
    for (std::size_t i = 0; i < free_.size(); ++i) start_body(i);
    for (const syntax::Declaration* declaration : session_.declarations) {
      const auto* initial = std::get_if<syntax::InitialDecl>(&declaration->node);
      if (initial == nullptr) continue;
      for (const syntax::Assignment& assignment : initial->assignments) assign(assignment);
    }
    for (std::size_t i = 0; i < free_.size(); ++i) write_free(i);
    for (std::size_t i = 0; i < session_.joints.size(); ++i) check_limits(i);
  }

 private:
  Joint& joint_of(std::size_t body) {
    return session_.mechanism.joints[static_cast<std::size_t>(session_.mechanism.bodies[body].joint)];
  }
  bool is_free(std::size_t body) {
    const Joint& joint = joint_of(body);
    return joint.type == JointType::free && joint.parent == kWorld;
  }

  // Where a body starts when `initial` says nothing.
  void start_body(std::size_t i) {
    Joint& joint = joint_of(i);
    const BodyOrigin& origin = session_.bodies[i];
    if (is_free(i)) {
      // an explicit free joint at zero: its frames coincide
      free_[i].pose = origin.pose ? *origin.pose : compose(joint.parent_frame, inverse(joint.child_frame));
    } else if (origin.pose && session_.bodies[i].element == 0) {
      Diagnostic& diagnostic =
          session_.diagnostics->report(Code::unused_pose, origin.pose_span,
                                       "the `pose` of `" + session_.mechanism.bodies[i].name +
                                           "` is not used: the joint `" + joint.name + "` places it");
      diagnostic.labels = {{joint.span, "this joint"}};
    }
    if (joint.type == JointType::ball || joint.type == JointType::free)
      joint.initial_position[joint.type == JointType::ball ? 0 : 3] = 1;  // the quaternion of no turn
    if (joint.type == JointType::free && !is_free(i)) {
      const Vector3d com = compose_point(inverse(joint.child_frame), session_.mechanism.bodies[i].com);
      for (std::size_t k = 0; k < 3; ++k) joint.initial_position[k] = com[static_cast<Eigen::Index>(k)];
    }
  }

  static Vector3d compose_point(const Pose& pose, const Vector3d& point) {
    return pose.rotation * point + pose.position;
  }

  static void write_quaternion(const Matrix3d& rotation, double* wxyz) {
    Eigen::Quaterniond q(rotation);
    q.normalize();
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    wxyz[0] = q.w();
    wxyz[1] = q.x();
    wxyz[2] = q.y();
    wxyz[3] = q.z();
  }

  // The frame of the body and its velocity → position and velocity of the joint: of the centre of mass in F, the
  // orientation of M in F, the angular velocity in the axes of M.
  void write_free(std::size_t i) {
    if (!is_free(i)) return;
    Joint& joint = joint_of(i);
    const FreeState& state = free_[i];
    const Vector3d com = session_.mechanism.bodies[i].com;
    const Pose to_f = inverse(joint.parent_frame);
    const Vector3d position = compose_point(to_f, compose_point(state.pose, com));
    const Matrix3d world_m = state.pose.rotation * joint.child_frame.rotation;
    const Vector3d velocity =
        to_f.rotation * (state.velocity + state.angular_velocity.cross(state.pose.rotation * com));
    const Vector3d angular = world_m.transpose() * state.angular_velocity;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto e = static_cast<Eigen::Index>(k);
      joint.initial_position[k] = position[e];
      joint.initial_velocity[k] = velocity[e];
      joint.initial_velocity[3 + k] = angular[e];
    }
    write_quaternion(to_f.rotation * world_m, &joint.initial_position[3]);
  }

  void assign(const syntax::Assignment& assignment) {
    // `a.b.q[0] = …`: what is assigned to, its property, and an index
    const syntax::Expr* target = assignment.target.get();
    const syntax::Expr* index = nullptr;
    if (const auto* indexed = std::get_if<syntax::Index>(&target->node)) {
      if (std::holds_alternative<syntax::Member>(indexed->base->node)) {
        index = indexed->index.get();
        target = indexed->base.get();
      }
    }
    const auto* member = std::get_if<syntax::Member>(&target->node);
    const Value owner = member != nullptr ? evaluate(session_, *member->base) : evaluate(session_, *target);
    if (!owner.valid()) return;
    const bool is_joint = owner.is(EntityKind::joint) || owner.is(EntityKind::coordinate);
    if (member == nullptr || (!is_joint && !owner.is(EntityKind::body))) {
      Diagnostic& diagnostic = session_.error(Code::type_mismatch, assignment.target->span,
                                              "`initial` sets properties of joints and bodies, but this is " +
                                                  (member == nullptr ? describe(owner) : "one of " + describe(owner)));
      diagnostic.help = "write `JOINT.q = …`, `JOINT.v = …`, `BODY.position = …` or `BODY.velocity = …`";
      return;
    }
    const auto key = std::make_tuple(is_joint, owner.entity.index, owner.entity.component, member->name.text,
                                     index != nullptr ? index->span.begin : 0);
    if (!assigned_.insert(key).second && index == nullptr) {
      session_.error(Code::duplicate_name, assignment.target->span, "this is set twice in `initial`");
      return;
    }
    if (is_joint) {
      assign_joint(owner, member->name, index, *assignment.value);
    } else {
      assign_body(owner, member->name, index, *assignment.value);
    }
  }

  void assign_joint(const Value& owner, const syntax::Identifier& name, const syntax::Expr* index,
                    const syntax::Expr& expression) {
    Joint& joint = session_.mechanism.joints[static_cast<std::size_t>(owner.entity.index)];
    const bool position = name.text == "q";
    if (!position && name.text != "v") {
      Diagnostic& diagnostic =
          session_.error(Code::unknown_property, name.span, "the initial state of a joint has no `" + name.text + "`");
      suggest(diagnostic, name.span, name.text, {"q", "v"}, "it has");
      return;
    }
    const std::string what = "`" + joint.name + "." + name.text + "`";
    if (joint.type == JointType::free) {
      Diagnostic& diagnostic = session_.error(Code::unknown_property, name.span,
                                              what + " cannot be set: a free joint starts where its body does");
      diagnostic.help = "set `.position`, `.rotation`, `.velocity` and `.angular_velocity` of the body";
      return;
    }
    const int count = position ? mechanism::position_count(joint.type) : mechanism::velocity_count(joint.type);
    double* values = position ? joint.initial_position.data() : joint.initial_velocity.data();
    const auto dimension = [&](int i) {
      return position ? position_dimension(joint.type, i) : velocity_dimension(joint.type, i);
    };
    const Value value = evaluate(session_, expression);
    if (!value.valid()) return;
    if (position && joint.type == JointType::ball) {
      const auto pose = constant_pose(session_, value, what);
      if (pose && value.kind == ValueKind::rotation) {
        write_quaternion(pose->rotation, values);
      } else if (pose) {
        session_.error(Code::type_mismatch, value.span, what + " needs a rotation, but this is " + describe(value));
      }
      return;
    }

    // one coordinate, or all of them
    int first = owner.is(EntityKind::coordinate) ? owner.entity.component : -1;
    if (index != nullptr) {
      const auto number = constant_number(session_, *index, {}, Range::whole, "an index");
      if (!number) return;
      if (*number >= count) {
        session_.error(Code::value_out_of_range, index->span,
                       "the index " + quantity_text(*number, {}) + " is beyond the end: a " +
                           mechanism::name(joint.type) + " joint has " + std::to_string(count) + ", counted from 0");
        return;
      }
      first = static_cast<int>(*number);
    }
    if (first >= 0 || count == 1) {
      first = std::max(first, 0);
      if (const auto number = constant_number(session_, value, dimension(first), Range::any, what)) {
        values[first] = *number;
        if (position) starts_[{&joint, first}] = value.span;
      }
      return;
    }
    const std::vector<Value> elements = elements_of(value);
    if (elements.size() != static_cast<std::size_t>(count)) {
      session_.error(Code::type_mismatch, value.span,
                     what + " needs a list of " + std::to_string(count) + " values, but this is " + describe(value));
      return;
    }
    for (int i = 0; i < count; ++i) {
      const auto number =
          constant_number(session_, elements[static_cast<std::size_t>(i)], dimension(i), Range::any, what);
      if (!number) return;
      values[i] = *number;
      if (position) starts_[{&joint, i}] = elements[static_cast<std::size_t>(i)].span;
    }
  }

  void assign_body(const Value& owner, const syntax::Identifier& name, const syntax::Expr* index,
                   const syntax::Expr& expression) {
    const auto body = static_cast<std::size_t>(owner.entity.index);
    const std::string what = "`" + session_.mechanism.bodies[body].name + "." + name.text + "`";
    const std::vector<std::string> known = {"position", "rotation", "velocity", "angular_velocity"};
    if (std::find(known.begin(), known.end(), name.text) == known.end()) {
      Diagnostic& diagnostic =
          session_.error(Code::unknown_property, name.span, "the initial state of a body has no `" + name.text + "`");
      suggest(diagnostic, name.span, name.text, known, "it has");
      return;
    }
    if (index != nullptr) {
      session_.error(Code::type_mismatch, index->span, what + " is set as a whole");
      return;
    }
    if (!is_free(body)) {
      const Joint& joint = joint_of(body);
      Diagnostic& diagnostic = session_.error(Code::type_mismatch, name.span,
                                              what + " cannot be set: the joint `" + joint.name + "` places this body");
      diagnostic.labels = {{joint.span, "this joint"}};
      diagnostic.help = "set `" + joint.name + ".q` and `" + joint.name + ".v`";
      return;
    }
    const Value value = evaluate(session_, expression);
    FreeState& state = free_[body];
    if (name.text == "rotation") {
      Value checked = value;
      if (!require(session_, checked, ValueKind::rotation, {}, what)) return;
      if (const auto pose = constant_pose(session_, checked, what)) state.pose.rotation = pose->rotation;
      return;
    }
    const Dimension dimension = name.text == "position"   ? units::kLength
                                : name.text == "velocity" ? units::kVelocity
                                                          : units::kRate;
    const auto vector = constant_vector(session_, value, dimension, what);
    if (!vector) return;
    (name.text == "position"   ? state.pose.position
     : name.text == "velocity" ? state.velocity
                               : state.angular_velocity) = *vector;
  }

  // The caret is where the position is given, or at the joint when it starts at zero of itself.
  void check_limits(std::size_t index) {
    const Joint& joint = session_.mechanism.joints[index];
    if (!has_plain_coordinates(joint.type)) return;
    for (int i = 0; i < mechanism::velocity_count(joint.type); ++i) {
      const mechanism::Coordinate& coordinate = joint.coordinate[static_cast<std::size_t>(i)];
      const double q = joint.initial_position[static_cast<std::size_t>(i)];
      if (q >= coordinate.lower && q <= coordinate.upper) continue;
      const Dimension dimension = position_dimension(joint.type, i);
      const auto start = starts_.find({&joint, i});
      Diagnostic& diagnostic = session_.error(
          Code::value_out_of_range, start == starts_.end() ? joint.span : start->second,
          "`" + joint.name + "` starts at " + quantity_text(q, dimension) + ", outside of its limits from " +
              quantity_text(coordinate.lower, dimension) + " to " + quantity_text(coordinate.upper, dimension));
      for (const syntax::Property& property : session_.joints[index].declaration->properties)
        if (property.name.text == "limits") diagnostic.labels = {{property.value->span, "the limits"}};
    }
  }

  Session& session_;
  std::vector<FreeState> free_;
  std::map<std::pair<const Joint*, int>, Span> starts_;  // where the initial position of a coordinate is given
  std::set<std::tuple<bool, int, int, std::string, std::uint32_t>> assigned_;
};

}  // namespace

void elaborate_initial(Session& session) {
  InitialState(session).run();
}

}  // namespace frix::sema
