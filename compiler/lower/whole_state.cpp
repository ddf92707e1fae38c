#include "compiler/lower/whole_state.h"

#include <cmath>
#include <optional>

namespace frix::lower {

using mechanism::kWorld;

// What of one instance has been asked for so far.
struct WholeState::Instance {
  const Tree& tree;
  int first_q, first_v;
  std::vector<Scalar> q, v;
  std::vector<JointTransform> joints;
  std::vector<LinkPose> poses;
  std::optional<std::vector<LinkVelocity>> velocities;
  std::optional<std::vector<LinkAcceleration>> accelerations;

  const std::vector<LinkVelocity>& link_velocities() {
    if (!velocities) velocities = lower::link_velocities(tree, joints, v);
    return *velocities;
  }
};

WholeState::WholeState(const Mechanism& mechanism, const std::vector<Tree>& trees, WholeInputs inputs)
    : mechanism_(mechanism), trees_(trees), inputs_(std::move(inputs)) {}

WholeState::~WholeState() = default;

WholeState::Instance& WholeState::instance(const mechanism::Place& place) {
  std::unique_ptr<Instance>& slot = instances_[{place.articulation, place.instance}];
  if (slot) return *slot;
  const mechanism::ArticulationClass& articulation = mechanism_.articulations[place.articulation];
  const Tree& tree = trees_[place.articulation];
  const int first_q = articulation.first_position + place.instance * tree.nq;
  const int first_v = articulation.first_velocity + place.instance * tree.nv;
  // springs are not given velocities
  slot = std::make_unique<Instance>(
      Instance{tree,
               first_q,
               first_v,
               inputs_.q.part(first_q, tree.nq),
               inputs_.v.size() > 0 ? inputs_.v.part(first_v, tree.nv) : std::vector<Scalar>{},
               {},
               {},
               {},
               {}});
  slot->joints = joint_transforms(tree, slot->q);
  slot->poses = link_poses(tree, slot->joints);
  return *slot;
}

bool WholeState::is_static(int body) const {
  return body == kWorld || place(body).articulation < 0;
}

const BodyInLink& WholeState::in_link(int body) const {
  return trees_[place(body).articulation].bodies[place(body).body];
}

// Points given in numbers that are the link's origin but for rounding are the origin: a force at a free body's centre
// of mass does not turn it.
Vector WholeState::point_in_link(int body, const Vector& point) const {
  const Pose& pose = in_link(body).pose;
  if (!point[0].is_constant() || !point[1].is_constant() || !point[2].is_constant())
    return Vector(pose.position) + Matrix(pose.rotation) * point;
  const Vector3d p(point[0].constant_value(), point[1].constant_value(), point[2].constant_value());
  Vector3d in_link = pose.rotation * p + pose.position;
  if (in_link.norm() <= 4e-15 * (p.norm() + pose.position.norm())) in_link.setZero();
  return Vector(in_link);
}

Matrix WholeState::rotation(int body) {
  if (is_static(body)) return Matrix(mechanism::static_pose(mechanism_, body).rotation);
  return instance(place(body)).poses[in_link(body).link].rotation * Matrix(in_link(body).pose.rotation);
}

Vector WholeState::position(int body, const Vector& point) {
  if (is_static(body)) {
    const Pose pose = mechanism::static_pose(mechanism_, body);
    return Vector(pose.position) + Matrix(pose.rotation) * point;
  }
  const LinkPose& link = instance(place(body)).poses[in_link(body).link];
  return link.position + link.rotation * point_in_link(body, point);
}

Vector WholeState::velocity(int body, const Vector& point) {
  if (is_static(body)) return {};
  Instance& at = instance(place(body));
  const int link = in_link(body).link;
  const LinkVelocity& velocity = at.link_velocities()[link];
  return at.poses[link].rotation * (velocity.linear + cross(velocity.angular, point_in_link(body, point)));
}

Vector WholeState::angular_velocity(int body) {
  if (is_static(body)) return {};
  Instance& at = instance(place(body));
  const int link = in_link(body).link;
  return at.poses[link].rotation * at.link_velocities()[link].angular;
}

Vector WholeState::acceleration_of_origin(int body) {
  if (is_static(body)) return {};
  Instance& at = instance(place(body));
  if (!at.accelerations) {
    const std::vector<Scalar> a = inputs_.acceleration.part(at.first_v, at.tree.nv);
    at.accelerations = link_accelerations(at.tree, at.joints, at.v, a, {});
  }
  const int link = in_link(body).link;
  const LinkAcceleration& acceleration = (*at.accelerations)[link];
  return at.poses[link].rotation * (acceleration.linear + acceleration.u * point_in_link(body, {}));
}

std::vector<Share> WholeState::point_shares(int body, const Vector& point) {
  std::vector<Share> shares;
  if (is_static(body)) return shares;
  Instance& at = instance(place(body));
  const int link = in_link(body).link;
  const Vector where = at.poses[link].rotation * point_in_link(body, point);
  for (int j = 0; j < at.tree.nv; ++j) {
    if (!moves(at.tree, at.tree.link_of[j], link)) continue;
    // from the link's own origin the arm is `where` itself
    const Screw screw = screw_at(at.tree, at.poses, j, at.poses[link].position);
    shares.push_back({at.first_v + j, screw.linear + cross(screw.angular, where)});
  }
  return shares;
}

std::vector<Share> WholeState::turn_shares(int body) {
  std::vector<Share> shares;
  if (is_static(body)) return shares;
  Instance& at = instance(place(body));
  for (int j = 0; j < at.tree.nv; ++j)
    if (moves(at.tree, at.tree.link_of[j], in_link(body).link))
      shares.push_back({at.first_v + j, screw_at(at.tree, at.poses, j, {}).angular});
  return shares;
}

int WholeState::first_position(int body) const {
  const mechanism::ArticulationClass& a = mechanism_.articulations[place(body).articulation];
  return a.first_position + place(body).instance * a.position_count + a.position_offset[place(body).body];
}

int WholeState::first_velocity(int body) const {
  const mechanism::ArticulationClass& a = mechanism_.articulations[place(body).articulation];
  return a.first_velocity + place(body).instance * a.velocity_count + a.velocity_offset[place(body).body];
}

}  // namespace frix::lower
