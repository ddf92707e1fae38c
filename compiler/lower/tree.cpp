#include "compiler/lower/tree.h"

#include <algorithm>
#include <cmath>

#include "compiler/lower/purpose.h"

namespace frix::lower {

using mechanism::Joint;
using mechanism::JointType;

namespace {

// Entries of rotations that angles such as pi/2 leave a rounding error from 0 or 1.
constexpr double kSnap = 1e-15;

template <typename Matrix>
Matrix snapped(Matrix m) {
  for (double& entry : m.reshaped()) {
    if (std::abs(entry) < kSnap) entry = 0;
    if (std::abs(entry - 1) < kSnap) entry = 1;
    if (std::abs(entry + 1) < kSnap) entry = -1;
  }
  return m;
}

Pose snapped_pose(const Pose& pose) {
  return {snapped(pose.rotation), pose.position};
}

template <typename Matrix>
int nonzeros(const Matrix& m) {
  return static_cast<int>((m.array() != 0).count());
}

// The shift of a second moment from the origin by p: first moment f (in the new axes) and mass.
Matrix3d shifted(const Matrix3d& second, const Vector3d& f, double mass, const Vector3d& p) {
  const Matrix3d pf = p * f.transpose();
  return second + 2 * p.dot(f) * Matrix3d::Identity() - pf - pf.transpose() +
         mass * (p.squaredNorm() * Matrix3d::Identity() - p * p.transpose());
}

// Directions of a frame with the given z: as few nonzero entries as possible, the joint's own directions on a tie.
Matrix3d frame_about(const Vector3d& z, const Matrix3d& joint_axes) {
  std::vector<Vector3d> candidates = {joint_axes.col(0), joint_axes.col(1), joint_axes.col(2)};
  for (int k = 0; k < 3; ++k) candidates.push_back(Vector3d::Unit(k));
  for (int k = 2; k >= 0; --k) candidates.push_back(Vector3d::Unit(k).cross(z));
  Matrix3d best;
  int best_count = 10;
  for (const Vector3d& candidate : candidates) {
    if (std::abs(candidate.dot(z)) > kSnap || candidate.norm() < 0.1) continue;
    Matrix3d frame;
    frame.col(0) = snapped(candidate.normalized().eval());
    frame.col(1) = snapped(z.cross(frame.col(0)).eval());
    frame.col(2) = z;
    if (nonzeros(frame) < best_count) {
      best = frame;
      best_count = nonzeros(frame);
    }
  }
  return best;
}

class Builder {
 public:
  Builder(const Mechanism& mechanism, const mechanism::ArticulationClass& articulation)
      : mechanism_(mechanism), articulation_(articulation) {}

  Tree build() {
    tree_.nq = articulation_.position_count;
    tree_.nv = articulation_.velocity_count;
    tree_.armature.resize(tree_.nv);
    const std::vector<int>& bodies = articulation_.instances.front();
    for (std::size_t i = 0; i < bodies.size(); ++i) add_body(bodies[i], static_cast<int>(i));
    slide_origins();
    for (std::size_t i = 0; i < bodies.size(); ++i) add_inertia(mechanism_.bodies[bodies[i]], tree_.bodies[i]);
    regroup();
    number_coordinates();
    find_single_rotor();
    return std::move(tree_);
  }

 private:
  void add_body(int body, int index) {
    const Joint& joint = mechanism_.joints[mechanism_.bodies[body].joint];
    if (index == 0) {
      at_ = {-1, snapped_pose(mechanism::static_pose(mechanism_, joint.parent))};
    } else {
      at_ = tree_.bodies[mechanism_.places[joint.parent].body];
    }
    at_.pose = at_.pose * snapped_pose(joint.parent_frame);
    q_ = articulation_.position_offset[index];
    v_ = articulation_.velocity_offset[index];
    for (int k = 0; k < mechanism::velocity_count(joint.type); ++k)
      tree_.armature[v_ + k] = joint.coordinate[k].armature;
    body_ = &mechanism_.bodies[body];
    joint_ = &joint;
    add_joint(joint);
    at_.pose = at_.pose * inverse(snapped_pose(joint.child_frame));
    tree_.bodies.push_back(at_);
  }

  void add_joint(const Joint& joint) {
    const Vector3d axis = snapped(joint.axis);
    switch (joint.type) {
      case JointType::fixed:
        break;
      case JointType::revolute:
        add_turn(axis);
        break;
      case JointType::prismatic:
        add_slide(axis);
        break;
      case JointType::screw:
        add_turn(axis);
        tree_.links.back().motion = Motion::screw;
        tree_.links.back().lead = joint.pitch / (2 * M_PI);
        break;
      case JointType::cylindrical:
        add_slide(axis);
        add_turn(axis);
        break;
      case JointType::universal:
        add_turn(axis);
        add_turn(snapped(joint.axis2));
        break;
      case JointType::planar:
        add_slide(snapped(joint.plane_x));
        add_slide(snapped(joint.plane_y));
        add_turn(axis);
        break;
      case JointType::ball:
        add_ball();
        break;
      case JointType::free:
        // the coordinates are those of the child's centre of mass, so the frame that slides and turns is there
        for (int k = 0; k < 3; ++k) add_slide(Vector3d::Unit(k));
        add_ball();
        at_.pose.position -= snapped_pose(joint.child_frame).rotation.transpose() *
                             (mechanism_.bodies[joint.child].com - joint.child_frame.position);
        break;
    }
  }

  // A new link on `at_`, the joint's frame F in the link before. `axes` and `origin` of the new frame are seen from
  // there too; afterwards `at_` is the joint's frame in the new link.
  Link& add_link(Motion motion, const Matrix3d& axes, const Vector3d& origin) {
    Link link;
    link.parent = at_.link;
    link.name = identifier(body_->name);
    link.joint = joint_->name.empty() ? link.name : identifier(joint_->name);
    link.span = joint_->name.empty() ? body_->span : joint_->span;
    link.motion = motion;
    link.pose = {axes, origin};
    link.q = q_;
    link.v = v_;
    q_ += motion == Motion::ball ? 4 : 1;
    v_ += motion == Motion::ball ? 3 : 1;
    at_.pose = snapped_pose(inverse(link.pose) * at_.pose);
    at_.link = static_cast<int>(tree_.links.size());
    tree_.links.push_back(link);
    return tree_.links.back();
  }

  void add_turn(const Vector3d& axis) {
    const Vector3d z = snapped((at_.pose.rotation * axis).eval());
    add_link(Motion::turn, frame_about(z, at_.pose.rotation), at_.pose.position);
  }

  // The frame of a slide keeps the parent's directions and origin; on the world, where nothing turns, it takes the
  // joint's, so that `axis` is simple.
  void add_slide(const Vector3d& axis) {
    const bool on_world = at_.link < 0;
    Link& link = on_world ? add_link(Motion::slide, at_.pose.rotation, at_.pose.position)
                          : add_link(Motion::slide, Matrix3d::Identity(), Vector3d::Zero());
    link.axis = snapped((at_.pose.rotation * axis).eval());
  }

  void add_ball() { add_link(Motion::ball, at_.pose.rotation, at_.pose.position); }

  // Moves the origins of turning frames along their axes to where most components of the offsets are zero. The offset
  // of a link on the world costs nothing: what turns about a fixed axis feels no acceleration of it.
  void slide_origins() {
    for (int sweep = 0; sweep < 2; ++sweep)
      for (std::size_t i = 0; i < tree_.links.size(); ++i) {
        if (tree_.links[i].motion != Motion::turn) continue;
        const Link& link = tree_.links[i];
        const Vector3d z = link.pose.rotation.col(2);
        std::vector<double> shifts;
        for (int k = 0; k < 3; ++k)
          if (z[k] != 0) shifts.push_back(-link.pose.position[k] / z[k]);
        for (const Link& child : tree_.links)
          if (child.parent == static_cast<int>(i)) shifts.push_back(child.pose.position.z());
        double best = 0;
        int best_cost = offset_cost(static_cast<int>(i), 0);
        for (const double shift : shifts)
          if (const int cost = offset_cost(static_cast<int>(i), shift); cost < best_cost) {
            best = shift;
            best_cost = cost;
          }
        if (best != 0) slide_origin(static_cast<int>(i), best);
      }
  }

  static Vector3d moved(const Vector3d& p, const Vector3d& direction, double shift) {
    Vector3d result = p + shift * direction;
    for (int k = 0; k < 3; ++k)
      if (std::abs(result[k]) < kSnap * (std::abs(p[k]) + std::abs(shift))) result[k] = 0;
    return result;
  }

  int offset_cost(int index, double shift) const {
    const Link& link = tree_.links[index];
    int cost = link.parent < 0 ? 0 : nonzeros(moved(link.pose.position, link.pose.rotation.col(2), shift));
    for (const Link& child : tree_.links)
      if (child.parent == index) cost += nonzeros(moved(child.pose.position, Vector3d::UnitZ(), -shift));
    return cost;
  }

  void slide_origin(int index, double shift) {
    Link& link = tree_.links[index];
    link.pose.position = moved(link.pose.position, link.pose.rotation.col(2), shift);
    for (Link& child : tree_.links)
      if (child.parent == index) child.pose.position = moved(child.pose.position, Vector3d::UnitZ(), -shift);
    for (BodyInLink& body : tree_.bodies)
      if (body.link == index) body.pose.position = moved(body.pose.position, Vector3d::UnitZ(), -shift);
  }

  void add_inertia(const mechanism::Body& body, const BodyInLink& place) {
    if (place.link < 0) return;
    const RigidInertia about_com = {body.mass, Vector3d::Zero(), body.inertia};
    const Pose com = {place.pose.rotation, place.pose.rotation * body.com + place.pose.position};
    RigidInertia seen = seen_from(com, about_com);
    // a centre of mass that is the frame's origin but for rounding (a free body's) is the origin
    const double scale = body.com.norm() + place.pose.position.norm();
    if (com.position.norm() <= 4 * kSnap * scale) seen = seen_from({com.rotation, Vector3d::Zero()}, about_com);
    RigidInertia& inertia = tree_.links[place.link].inertia;
    inertia = inertia + seen;
  }

  // What of a link moves with its parent just as well is counted with the parent, where it costs nothing:
  //   turn:  a mass distribution on the axis (its mass, first and second moment along z): what remains has no mass;
  //   slide: a tensor of inertia (the angular velocities are the same);
  //   ball:  a point mass at the centre.
  // This is the regrouping of base parameters (Gautier and Khalil 1990): the equations of motion, which are linear in
  // the inertias, stay the same. What the world gets does not move and vanishes. A 7-joint arm (iiwa 14) needs 590
  // operations for mass matrix and bias; 718 without this, 675 without the sliding of origins, 827 without either.
  void regroup() {
    for (Link& link : tree_.links) link.reduced = link.inertia;
    for (std::size_t i = tree_.links.size(); i-- > 0;) {
      Link& link = tree_.links[i];
      RigidInertia& own = link.reduced;
      RigidInertia shared;
      if (link.motion == Motion::turn) {
        shared.mass = own.mass;
        shared.first.z() = own.first.z();
        shared.second.diagonal() << own.second(1, 1), own.second(1, 1), 0;
        own.mass = 0;
        own.first.z() = 0;
        own.second(0, 0) -= own.second(1, 1);
        own.second(1, 1) = 0;
      } else if (link.motion == Motion::slide) {
        std::swap(shared.second, own.second);
      } else if (link.motion == Motion::ball) {
        std::swap(shared.mass, own.mass);
      }
      if (link.parent < 0) continue;
      RigidInertia& parent = tree_.links[link.parent].reduced;
      // a bare tensor shifts without change; seen_from would shift a mass of zero, which is the same
      parent = parent + seen_from(link.pose, shared);
    }
  }

  void number_coordinates() {
    tree_.parent.resize(tree_.nv);
    tree_.link_of.resize(tree_.nv);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      int before = -1;
      if (link.parent >= 0) before = tree_.links[link.parent].v + tree_.links[link.parent].velocity_count() - 1;
      for (int k = 0; k < link.velocity_count(); ++k) {
        tree_.parent[link.v + k] = before;
        tree_.link_of[link.v + k] = static_cast<int>(i);
        before = link.v + k;
      }
    }
  }

  // A ball on nothing but slides. Under slides its centre of mass must be the centre of the ball (as a free body's is,
  // unless others are welded to it), else the gyroscopic term is not all of the velocity-dependent forces.
  void find_single_rotor() {
    const std::vector<Link>& links = tree_.links;
    if (links.back().motion != Motion::ball) return;
    bool chain = links.size() == 1 || links.back().inertia.first.isZero(0);
    for (std::size_t i = 0; i < links.size(); ++i) {
      chain = chain && links[i].parent == static_cast<int>(i) - 1;
      chain = chain && (links[i].motion == Motion::slide || i + 1 == links.size());
    }
    tree_.single_rotor = chain;
  }

  const Mechanism& mechanism_;
  const mechanism::ArticulationClass& articulation_;
  Tree tree_;
  const mechanism::Body* body_ = nullptr;  // that is added, and its joint
  const Joint* joint_ = nullptr;
  BodyInLink at_;  // the joint's frame, while its links are made
  int q_ = 0;
  int v_ = 0;
};

}  // namespace

RigidInertia operator+(const RigidInertia& a, const RigidInertia& b) {
  return {a.mass + b.mass, a.first + b.first, a.second + b.second};
}

RigidInertia seen_from(const Pose& b_in_a, const RigidInertia& in_b) {
  const Matrix3d& r = b_in_a.rotation;
  const Vector3d first = r * in_b.first;
  return {in_b.mass, first + in_b.mass * b_in_a.position,
          shifted(r * in_b.second * r.transpose(), first, in_b.mass, b_in_a.position)};
}

Tree build_tree(const Mechanism& mechanism, const mechanism::ArticulationClass& articulation) {
  return Builder(mechanism, articulation).build();
}

bool moves(const Tree& tree, int link, int descendant) {
  while (descendant > link) descendant = tree.links[descendant].parent;
  return descendant == link;
}

}  // namespace frix::lower
