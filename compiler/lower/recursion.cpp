#include "compiler/lower/recursion.h"

#include "compiler/lower/purpose.h"
#include "compiler/lower/rotation.h"

namespace frix::lower {

namespace {

Vector unit(int k) {
  return Vector(Vector3d::Unit(k));
}

// What moves with the joint coordinate k of a link, in the link's axes, at its origin.
Screw joint_axis(const Link& link, int k) {
  switch (link.motion) {
    case Motion::turn:
      return {unit(2), {}};
    case Motion::slide:
      return {{}, Vector(link.axis)};
    case Motion::screw:
      return {unit(2), Vector(Vector3d(0, 0, link.lead))};
    case Motion::ball:
      return {unit(k), {}};
  }
  return {};
}

// The sum over the coordinates of a link of axis times rate.
Screw joint_rate(const Link& link, const std::vector<Scalar>& rate) {
  Screw sum;
  for (int k = 0; k < link.velocity_count(); ++k) {
    const Screw axis = joint_axis(link, k);
    sum.angular = sum.angular + rate[link.v + k] * axis.angular;
    sum.linear = sum.linear + rate[link.v + k] * axis.linear;
  }
  return sum;
}

// R S R^T of a turn about z. The block of x and y needs one product with the difference of its diagonal:
// with e = sin (Sxx - Syy) + 2 cos Sxy it becomes Sxx - sin e, Syy + sin e, cos e - Sxy.
Symmetric turned_about_z(const Scalar& sine, const Scalar& cosine, const Symmetric& s) {
  const Scalar e = sine * (s.xx - s.yy) + cosine * (Scalar(2.0) * s.xy);
  const Scalar se = sine * e;
  Symmetric r;
  r.xx = s.xx - se;
  r.yy = s.yy + se;
  r.xy = cosine * e - s.xy;
  r.zz = s.zz;
  r.xz = cosine * s.xz - sine * s.yz;
  r.yz = sine * s.xz + cosine * s.yz;
  return r;
}

// The composite body of what a link carries.
struct Composite {
  Scalar mass;
  Vector first;
  Symmetric second;
};

// seen from the parent's frame; the shift of the second moment in terms of g = 2 first + mass p:
// xx grows by p_y g_y + p_z g_z, xy by -(p_x (first_y + mass p_y) + p_y first_x)
Composite seen_from_parent(const JointTransform& joint, const Composite& in_link) {
  const Vector& p = joint.offset();
  const Vector f = joint.to_parent(in_link.first);
  const Vector mp = in_link.mass * p;
  const Vector total = f + mp;
  const Vector g = f + total;
  Composite out = {in_link.mass, total, joint.to_parent(in_link.second)};
  const Scalar gx = p[0] * g[0], gy = p[1] * g[1], gz = p[2] * g[2];
  out.second.xx += gy + gz;
  out.second.yy += gx + gz;
  out.second.zz += gx + gy;
  out.second.xy -= p[0] * total[1] + p[1] * f[0];
  out.second.xz -= p[0] * total[2] + p[2] * f[0];
  out.second.yz -= p[1] * total[2] + p[2] * f[1];
  return out;
}

// [a]x + [w]x^2 from a and the products of w
struct Products {
  Scalar xx, yy, zz, xy, xz, yz;
  explicit Products(const Vector& w)
      : xx(w[0] * w[0]), yy(w[1] * w[1]), zz(w[2] * w[2]), xy(w[0] * w[1]), xz(w[0] * w[2]), yz(w[1] * w[2]) {}
};

Matrix acceleration_matrix(const Products& w, const Vector& a) {
  Matrix u;
  u(0, 0) = -(w.yy + w.zz);
  u(1, 1) = -(w.xx + w.zz);
  u(2, 2) = -(w.xx + w.yy);
  u(0, 1) = w.xy - a[2];
  u(1, 0) = w.xy + a[2];
  u(0, 2) = w.xz + a[1];
  u(2, 0) = w.xz - a[1];
  u(1, 2) = w.yz - a[0];
  u(2, 1) = w.yz + a[0];
  return u;
}

// S a + w x (S w) in terms of U: each product of inertia meets one entry of it
Vector moment(const Symmetric& s, const Products& w, const Vector& a, const Matrix& u) {
  return {s.xx * a[0] + (s.zz - s.yy) * w.yz - s.xy * u(2, 0) + s.xz * u(1, 0) + s.yz * (w.yy - w.zz),
          s.yy * a[1] + (s.xx - s.zz) * w.xz - s.yz * u(0, 1) + s.xy * u(2, 1) + s.xz * (w.zz - w.xx),
          s.zz * a[2] + (s.yy - s.xx) * w.xy - s.xz * u(1, 2) + s.yz * u(0, 2) + s.xy * (w.xx - w.yy)};
}

struct Motions {
  std::vector<Vector> omega, alpha;
  std::vector<LinkAcceleration> acceleration;
};

// outward: velocities and accelerations of the links; empty `a` stands for zeros
Motions motions(const Tree& tree, const std::vector<JointTransform>& joints, const std::vector<Scalar>& v,
                const std::vector<Scalar>& a, const Vector& base_acceleration) {
  Motions m;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    const JointTransform& joint = joints[i];
    const ir::OriginScope purpose(joint.graph(), {"velocity and acceleration", link.name, link.span});
    Vector omega, alpha, linear = base_acceleration;
    if (link.parent >= 0) {
      omega = joint.to_link(m.omega[link.parent]);
      alpha = joint.to_link(m.alpha[link.parent]);
      linear = m.acceleration[link.parent].linear + m.acceleration[link.parent].u * joint.offset();
    }
    linear = joint.to_link(linear);
    const Screw rate = joint_rate(link, v);
    alpha = alpha + cross(omega, rate.angular);
    linear = linear + Scalar(2.0) * cross(omega, rate.linear);
    omega = omega + rate.angular;
    if (!a.empty()) {
      const Screw growth = joint_rate(link, a);
      alpha = alpha + growth.angular;
      linear = linear + growth.linear;
    }
    call(omega, "w_" + link.name);
    call(alpha, "alpha_" + link.name);
    call(linear, "a_" + link.name);
    m.omega.push_back(omega);
    m.alpha.push_back(alpha);
    m.acceleration.push_back({linear, acceleration_matrix(Products(omega), alpha)});
  }
  return m;
}

}  // namespace

JointTransform::JointTransform(const Link& link, const std::vector<Scalar>& q)
    : graph_(graph_of(q)), fixed_(link.pose.rotation), offset_(link.pose.position) {
  const ir::OriginScope purpose(graph_, {"joint", link.joint, link.span});
  if (link.motion == Motion::slide || link.motion == Motion::screw) {
    const Scalar travel = link.motion == Motion::slide ? q[link.q] : Scalar(link.lead) * q[link.q];
    offset_ = offset_ + travel * Vector(Vector3d(link.pose.rotation * link.axis));
  }
  if (link.motion == Motion::turn || link.motion == Motion::screw) {
    kind_ = Kind::about_z;
    sin_ = sin(q[link.q]);
    cos_ = cos(q[link.q]);
    call(sin_, "sin_" + link.joint);
    call(cos_, "cos_" + link.joint);
  }
  if (link.motion == Motion::ball) {
    kind_ = Kind::general;
    turn_ = matrix(Quaternion<Scalar>{q[link.q], {q[link.q + 1], q[link.q + 2], q[link.q + 3]}});
    call(turn_, "R_" + link.joint);
  }
}

Vector JointTransform::to_parent(const Vector& v) const {
  if (kind_ == Kind::about_z) return fixed_ * Vector(cos_ * v[0] - sin_ * v[1], sin_ * v[0] + cos_ * v[1], v[2]);
  return fixed_ * (kind_ == Kind::general ? turn_ * v : v);
}

Vector JointTransform::to_link(const Vector& v) const {
  const Vector u = transposed_times(fixed_, v);
  if (kind_ == Kind::about_z) return {cos_ * u[0] + sin_ * u[1], cos_ * u[1] - sin_ * u[0], u[2]};
  return kind_ == Kind::general ? transposed_times(turn_, u) : u;
}

Symmetric JointTransform::to_parent(const Symmetric& s) const {
  if (kind_ == Kind::about_z) return rotated(fixed_, turned_about_z(sin_, cos_, s));
  return rotated(fixed_, kind_ == Kind::general ? rotated(turn_, s) : s);
}

Matrix JointTransform::after(const Matrix& parent_rotation) const {
  const Matrix r = parent_rotation * fixed_;
  if (kind_ == Kind::general) return r * turn_;
  if (kind_ == Kind::constant) return r;
  Matrix turned = r;
  for (int i = 0; i < 3; ++i) {
    turned(i, 0) = cos_ * r(i, 0) + sin_ * r(i, 1);
    turned(i, 1) = cos_ * r(i, 1) - sin_ * r(i, 0);
  }
  return turned;
}

std::vector<JointTransform> joint_transforms(const Tree& tree, const std::vector<Scalar>& q) {
  std::vector<JointTransform> joints;
  joints.reserve(tree.links.size());
  for (const Link& link : tree.links) joints.emplace_back(link, q);
  return joints;
}

std::vector<Scalar> mass_matrix(const Tree& tree, const std::vector<JointTransform>& joints) {
  const int nv = tree.nv;
  std::vector<Composite> composite;
  for (const Link& link : tree.links)
    composite.push_back({link.reduced.mass, Vector(link.reduced.first), Symmetric(link.reduced.second)});
  for (std::size_t i = tree.links.size(); i-- > 0;) {
    const int parent = tree.links[i].parent;
    if (parent < 0) continue;
    const Link& link = tree.links[i];
    const ir::OriginScope purpose(joints[i].graph(), {"inertia carried by", link.joint, link.span});
    const Composite seen = seen_from_parent(joints[i], composite[i]);
    composite[parent].mass += seen.mass;
    composite[parent].first = composite[parent].first + seen.first;
    composite[parent].second = composite[parent].second + seen.second;
    call(composite[parent].first, "mc_" + tree.links[parent].name);
    call(composite[parent].second, "I_" + tree.links[parent].name);
  }

  std::vector<Scalar> mass(static_cast<std::size_t>(nv) * nv);
  for (int j = 0; j < nv; ++j) {
    int i = tree.link_of[j];
    const Link& moved = tree.links[i];
    const ir::OriginScope purpose(joints[i].graph(), {"mass matrix", moved.joint, moved.span});
    const Composite& body = composite[i];
    const Screw axis = joint_axis(tree.links[i], j - tree.links[i].v);
    // the momentum of the composite body, and its moment about the link's origin
    Vector force = body.mass * axis.linear + cross(axis.angular, body.first);
    Vector torque = body.second * axis.angular + cross(body.first, axis.linear);
    while (i >= 0) {
      const Link& link = tree.links[i];
      for (int k = 0; k < link.velocity_count() && link.v + k <= j; ++k) {
        const Screw other = joint_axis(link, k);
        Scalar entry = dot(other.angular, torque) + dot(other.linear, force);
        if (link.v + k == j) entry += tree.armature[j];
        mass[j * nv + link.v + k] = entry;
        mass[(link.v + k) * nv + j] = entry;
      }
      force = joints[i].to_parent(force);
      torque = joints[i].to_parent(torque) + cross(joints[i].offset(), force);
      i = link.parent;
    }
  }
  return mass;
}

std::vector<Scalar> gravity_and_bias(const Tree& tree, const std::vector<JointTransform>& joints,
                                     const std::vector<Scalar>& v, const Vector3d& gravity) {
  const std::vector<Scalar> rest(v.empty() ? tree.nv : 0);
  // a world that accelerates upwards is gravity
  const Motions m = motions(tree, joints, v.empty() ? rest : v, {}, Vector(Vector3d(-gravity)));
  const std::size_t n = tree.links.size();
  std::vector<Vector> force(n), torque(n);
  std::vector<Scalar> result(tree.nv);
  for (std::size_t i = n; i-- > 0;) {
    const Link& link = tree.links[i];
    const ir::OriginScope purpose(joints[i].graph(), {"gravity and bias", link.name, link.span});
    const Vector first(link.reduced.first);
    const LinkAcceleration& acceleration = m.acceleration[i];
    force[i] = force[i] + Scalar(link.reduced.mass) * acceleration.linear + acceleration.u * first;
    torque[i] = torque[i] + moment(Symmetric(link.reduced.second), Products(m.omega[i]), m.alpha[i], acceleration.u) +
                cross(first, acceleration.linear);
    call(force[i], "f_" + link.name);
    call(torque[i], "n_" + link.name);
    for (int k = 0; k < link.velocity_count(); ++k) {
      const Screw axis = joint_axis(link, k);
      result[link.v + k] = -(dot(axis.angular, torque[i]) + dot(axis.linear, force[i]));
    }
    if (link.parent < 0) continue;
    const Vector f = joints[i].to_parent(force[i]);
    force[link.parent] = force[link.parent] + f;
    torque[link.parent] = torque[link.parent] + joints[i].to_parent(torque[i]) + cross(joints[i].offset(), f);
  }
  return result;
}

std::vector<LinkPose> link_poses(const Tree& tree, const std::vector<JointTransform>& joints) {
  std::vector<LinkPose> poses;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    const ir::OriginScope purpose(joints[i].graph(), {"pose", link.name, link.span});
    LinkPose parent = {Matrix(Matrix3d::Identity()), {}};
    if (link.parent >= 0) parent = poses[link.parent];
    poses.push_back({joints[i].after(parent.rotation), parent.position + parent.rotation * joints[i].offset()});
    call(poses.back().rotation, "R_" + link.name);
    call(poses.back().position, "p_" + link.name);
  }
  return poses;
}

std::vector<LinkVelocity> link_velocities(const Tree& tree, const std::vector<JointTransform>& joints,
                                          const std::vector<Scalar>& v) {
  std::vector<LinkVelocity> velocities;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    const ir::OriginScope purpose(joints[i].graph(), {"velocity", link.name, link.span});
    const Screw rate = joint_rate(link, v);
    LinkVelocity velocity = {rate.angular, rate.linear};
    if (link.parent >= 0) {
      const LinkVelocity& parent = velocities[link.parent];
      velocity.angular = velocity.angular + joints[i].to_link(parent.angular);
      velocity.linear = velocity.linear + joints[i].to_link(parent.linear + cross(parent.angular, joints[i].offset()));
    }
    call(velocity.angular, "w_" + link.name);
    call(velocity.linear, "v_" + link.name);
    velocities.push_back(velocity);
  }
  return velocities;
}

std::vector<LinkAcceleration> link_accelerations(const Tree& tree, const std::vector<JointTransform>& joints,
                                                 const std::vector<Scalar>& v, const std::vector<Scalar>& a,
                                                 const Vector& base_acceleration) {
  return motions(tree, joints, v, a, base_acceleration).acceleration;
}

Screw screw_at(const Tree& tree, const std::vector<LinkPose>& poses, int coordinate, const Vector& point) {
  const int i = tree.link_of[coordinate];
  const Link& link = tree.links[i];
  const ir::OriginScope purpose(
      graph_of({poses[i].rotation(0, 0), poses[i].position[0], point[0], poses[i].rotation(1, 1)}),
      {"screw", link.joint, link.span});
  const Screw axis = joint_axis(link, coordinate - link.v);
  const Vector angular = poses[i].rotation * axis.angular;
  return {angular, poses[i].rotation * axis.linear + cross(angular, point - poses[i].position)};
}

}  // namespace frix::lower
