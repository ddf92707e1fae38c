// Mechanisms to lower, kernels to run by interpretation, and numbers to compare with: an implementation of the same
// mechanics that shares nothing with the compiler but the definitions of the joints. It knows poses; everything else
// comes from finite differences.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/lower/lower.h"
#include "compiler/mechanism/mechanism.h"

namespace frix::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using mechanism::Joint;
using mechanism::JointType;
using mechanism::kWorld;
using mechanism::Matrix3d;
using mechanism::Mechanism;
using mechanism::Pose;
using mechanism::Vector3d;

using Buffers = std::vector<std::vector<double>>;

// The kernels of a mechanism by name, run for one instance.
class Kernels {
 public:
  explicit Kernels(const Mechanism& mechanism) : lowered_(mechanism, sources_) {
    for (const ir::Kernel& kernel : lowered_.kernels()) by_name_[kernel.name] = &kernel;
  }
  const ir::Kernel& operator[](const std::string& name) const { return *by_name_.at(name); }
  bool has(const std::string& name) const { return by_name_.count(name) > 0; }
  const std::vector<ir::Kernel>& all() const { return lowered_.kernels(); }
  // The tables, with pointers that say which kernels there are.
  const frix_model& model() {
    return lowered_.bind([](const std::string&) -> frix_kernel { return nullptr; });
  }
  Buffers run(const std::string& name, const Buffers& in) const { return frix::test::Kernels::run((*this)[name], in); }

  static Buffers run(const ir::Kernel& kernel, const Buffers& in) {
    Buffers out;
    std::vector<const double*> inputs;
    std::vector<double*> outputs;
    for (const std::vector<double>& buffer : in) inputs.push_back(buffer.data());
    for (const ir::Buffer& buffer : kernel.outputs) out.emplace_back(buffer.size, std::nan(""));
    for (std::vector<double>& buffer : out) outputs.push_back(buffer.data());
    ir::interpret(kernel, inputs.data(), outputs.data(), 0, 1);
    return out;
  }

 private:
  Sources sources_;
  lower::Lowered lowered_;
  std::map<std::string, const ir::Kernel*> by_name_;
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double real(double low = -1, double high = 1) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int below) { return std::uniform_int_distribution<int>(0, below - 1)(engine_); }
  Vector3d vector() { return {real(), real(), real()}; }
  Matrix3d rotation() { return Eigen::Quaterniond(real(), real(), real(), real() + 2).normalized().toRotationMatrix(); }
  // with the rounding errors of a rotation by multiples of 90 degrees
  Matrix3d square_rotation() {
    const auto turn = [&](const Vector3d& axis) { return Eigen::AngleAxisd(integer(4) * M_PI / 2, axis); };
    return (turn(Vector3d::UnitX()) * turn(Vector3d::UnitY()) * turn(Vector3d::UnitZ())).toRotationMatrix();
  }

 private:
  std::mt19937 engine_;
};

// A body with its joint, at the end of the mechanism. Joint and frames may be changed afterwards.
inline int add_body(Mechanism& m, JointType type, int parent = kWorld, double mass = 1,
                    const Vector3d& inertia = {1, 1, 1}) {
  const int body = static_cast<int>(m.bodies.size());
  mechanism::Body b;
  b.name = "b" + std::to_string(body);
  b.mass = mass;
  b.inertia = inertia.asDiagonal();
  b.joint = static_cast<int>(m.joints.size());
  m.bodies.push_back(b);
  Joint joint;
  joint.name = "j" + std::to_string(body);
  joint.type = type;
  joint.parent = parent;
  joint.child = body;
  if (type == JointType::ball) joint.initial_position[0] = 1;
  if (type == JointType::free) joint.initial_position[3] = 1;
  m.joints.push_back(joint);
  return body;
}

inline int add_shape(Mechanism& m, int body, mechanism::ShapeKind kind, const Pose& pose = {}) {
  if (m.surfaces.empty()) m.surfaces.emplace_back();
  mechanism::Shape shape;
  shape.name = "s" + std::to_string(m.shapes.size());
  shape.body = body;
  shape.kind = kind;
  shape.pose = pose;
  shape.size = {1, 1, 1};
  m.shapes.push_back(shape);
  return static_cast<int>(m.shapes.size()) - 1;
}

// A tree of `count` bodies on one joint to the world, of the given types in turn or of all at random. A first joint
// that is asked to be fixed makes a static body, and the others hang on one that hangs on it.
inline Mechanism random_tree(Random& random, int count, const std::vector<JointType>& types = {}) {
  Mechanism m;
  m.gravity = {0.3, -0.7, -9.8};
  int root = 0;
  for (int i = 0; i < count; ++i) {
    JointType type = static_cast<JointType>(random.integer(9));
    if (!types.empty()) type = types[i % types.size()];
    if (i == 0 && type == JointType::fixed) {
      if (types.empty()) type = JointType::revolute;
      root = types.empty() ? 0 : 1;
    }
    const int parent = i == 0 ? kWorld : i <= root ? i - 1 : root + random.integer(i - root);
    const int body = add_body(m, type, parent, random.real(0.5, 2));
    mechanism::Body& b = m.bodies[body];
    const bool square = random.integer(2) == 0;
    const Matrix3d axes = square ? Matrix3d::Identity().eval() : random.rotation();
    // a sum of point masses is a physical inertia
    b.inertia.setZero();
    for (int k = 0; k < 4; ++k) {
      const Vector3d p = random.vector();
      b.inertia += 0.1 * (p.squaredNorm() * Matrix3d::Identity() - p * p.transpose());
    }
    if (square) b.inertia = b.inertia.diagonal().eval().asDiagonal();
    b.com = random.integer(3) == 0 ? Vector3d::Zero().eval() : random.vector();
    Joint& j = m.joints.back();
    j.parent_frame = {square ? random.square_rotation() : random.rotation(),
                      square ? Vector3d(0, 0, random.real()) : random.vector()};
    j.child_frame = {square ? random.square_rotation() : random.rotation(), random.vector()};
    j.axis = axes.col(2);
    j.axis2 = axes.col(random.integer(2));
    j.plane_x = axes.col(0);
    j.plane_y = axes.col(1);
    j.pitch = random.real(0.2, 1);
    for (int k = 0; k < 6; ++k) j.coordinate[k].armature = random.integer(2) == 0 ? 0 : random.real(0, 0.5);
    add_shape(m, body, mechanism::ShapeKind::box, {random.rotation(), random.vector()});
    add_shape(m, body, mechanism::ShapeKind::sphere, {random.rotation(), random.vector()});
  }
  mechanism::articulate(m);
  return m;
}

inline std::vector<double> random_positions(Random& random, const Mechanism& m) {
  std::vector<double> q;
  for (const mechanism::ArticulationClass& a : m.articulations)
    for (const auto& tree : a.instances)
      for (const int body : tree) {
        const JointType type = m.joints[m.bodies[body].joint].type;
        if (type == JointType::free)
          for (int k = 0; k < 3; ++k) q.push_back(random.real());
        if (type == JointType::free || type == JointType::ball) {
          const Eigen::Quaterniond r(random.rotation());
          for (const double c : {r.w(), r.x(), r.y(), r.z()}) q.push_back(c);
        } else {
          for (int k = 0; k < mechanism::position_count(type); ++k) q.push_back(random.real(-2, 2));
        }
      }
  return q;
}

inline std::vector<double> random_numbers(Random& random, std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = random.real(-2, 2);
  return values;
}

// The mechanics by finite differences.
class Reference {
 public:
  explicit Reference(const Mechanism& m) : m_(m) {}

  int nv() const {
    int n = 0;
    for (const auto& a : m_.articulations) n += static_cast<int>(a.instances.size()) * a.velocity_count;
    return n;
  }

  Pose body_pose(int body, const std::vector<double>& q) const {
    if (body == kWorld) return {};
    const Joint& joint = m_.joints[m_.bodies[body].joint];
    const Pose parent = body_pose(joint.parent, q);
    const Pose f = chain(parent, joint.parent_frame);
    const Pose m_in_f = joint_pose(joint, q.data() + first(body, true));
    Matrix3d back = joint.child_frame.rotation.transpose();
    return chain(chain(f, m_in_f), {back, -back * joint.child_frame.position});
  }

  Vector3d point(int body, const Vector3d& in_body, const std::vector<double>& q) const {
    const Pose pose = body_pose(body, q);
    return pose.rotation * in_body + pose.position;
  }
  Vector3d com(int body, const std::vector<double>& q) const { return point(body, m_.bodies[body].com, q); }

  // q moved along the constant velocities v for the time t
  std::vector<double> moved(const std::vector<double>& q, const std::vector<double>& v, double t) const {
    std::vector<double> result = q;
    for (std::size_t body = 0; body < m_.bodies.size(); ++body) {
      if (m_.places[body].articulation < 0) continue;
      const JointType type = m_.joints[m_.bodies[body].joint].type;
      double* out = result.data() + first(static_cast<int>(body), true);
      const double* rate = v.data() + first(static_cast<int>(body), false);
      const int straight = type == JointType::free ? 3 : type == JointType::ball ? 0 : mechanism::position_count(type);
      for (int k = 0; k < straight; ++k) out[k] += t * rate[k];
      if (type != JointType::free && type != JointType::ball) continue;
      const Vector3d turn = t * Vector3d(rate[straight], rate[straight + 1], rate[straight + 2]);
      const double angle = turn.norm();
      const Vector3d axis = angle > 0 ? Vector3d(turn / angle) : Vector3d::UnitX();
      Eigen::Quaterniond r(out[straight], out[straight + 1], out[straight + 2], out[straight + 3]);
      r = r * Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
      out[straight] = r.w();
      for (int k = 0; k < 3; ++k) out[straight + 1 + k] = r.vec()[k];
    }
    return result;
  }

  // d f(q moved along v) / dt by a central difference of fourth order; the step balances truncation (1e-12) and
  // rounding (1e-13)
  template <typename Function>
  auto rate(const Function& f, const std::vector<double>& q, const std::vector<double>& v, double step = 1e-3) const {
    const auto at = [&](double t) { return f(moved(q, v, t)); };
    return ((8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step)).eval();
  }

  Vector3d velocity(int body, const Vector3d& in_body, const std::vector<double>& q,
                    const std::vector<double>& v) const {
    return rate([&](const std::vector<double>& at) { return point(body, in_body, at); }, q, v);
  }
  Vector3d angular_velocity(int body, const std::vector<double>& q, const std::vector<double>& v) const {
    const Matrix3d w = rate([&](const std::vector<double>& at) { return body_pose(body, at).rotation; }, q, v) *
                       body_pose(body, q).rotation.transpose();
    return {(w(2, 1) - w(1, 2)) / 2, (w(0, 2) - w(2, 0)) / 2, (w(1, 0) - w(0, 1)) / 2};
  }

  // Of a body's centre of mass (rows 0..2) and its turning (rows 3..5).
  MatrixXd jacobian(int body, const std::vector<double>& q) const {
    const int n = nv();
    MatrixXd j(6, n);
    for (int k = 0; k < n; ++k) {
      std::vector<double> v(n, 0.0);
      v[k] = 1;
      j.col(k) << velocity(body, m_.bodies[body].com, q, v), angular_velocity(body, q, v);
    }
    return j;
  }

  Matrix3d inertia(int body, const std::vector<double>& q) const {
    const Matrix3d r = body_pose(body, q).rotation;
    return r * m_.bodies[body].inertia * r.transpose();
  }

  // The kinetic energy is v^T M v / 2, summed body by body.
  MatrixXd mass_matrix(const std::vector<double>& q) const {
    MatrixXd mass = MatrixXd::Zero(nv(), nv());
    for (std::size_t b = 0; b < m_.bodies.size(); ++b) {
      const int body = static_cast<int>(b);
      const MatrixXd j = jacobian(body, q);
      mass += m_.bodies[b].mass * j.topRows(3).transpose() * j.topRows(3);
      mass += j.bottomRows(3).transpose() * inertia(body, q) * j.bottomRows(3);
      if (m_.places[b].articulation < 0) continue;
      const Joint& joint = m_.joints[m_.bodies[b].joint];
      for (int k = 0; k < mechanism::velocity_count(joint.type); ++k)
        mass(first(body, false) + k, first(body, false) + k) += joint.coordinate[k].armature;
    }
    return mass;
  }

  // Newton and Euler for each body, on the motion with constant v: projected rates of momentum, minus the weight.
  VectorXd gravity_and_bias(const std::vector<double>& q, const std::vector<double>& v) const {
    VectorXd force = VectorXd::Zero(nv());
    for (std::size_t b = 0; b < m_.bodies.size(); ++b) {
      const int body = static_cast<int>(b);
      const MatrixXd j = jacobian(body, q);
      const Vector3d& c = m_.bodies[b].com;
      const Vector3d a = rate([&](const std::vector<double>& at) { return velocity(body, c, at, v); }, q, v, 1e-2);
      const Vector3d l = rate(
          [&](const std::vector<double>& at) { return Vector3d(inertia(body, at) * angular_velocity(body, at, v)); }, q,
          v, 1e-2);
      force += m_.bodies[b].mass * j.topRows(3).transpose() * (m_.gravity - a) - j.bottomRows(3).transpose() * l;
    }
    return force;
  }

  int first(int body, bool position) const {
    const mechanism::Place& place = m_.places[body];
    if (place.articulation < 0) return 0;
    const mechanism::ArticulationClass& a = m_.articulations[place.articulation];
    if (position) return a.first_position + place.instance * a.position_count + a.position_offset[place.body];
    return a.first_velocity + place.instance * a.velocity_count + a.velocity_offset[place.body];
  }

 private:
  static Pose chain(const Pose& a, const Pose& b) {
    return {a.rotation * b.rotation, a.rotation * b.position + a.position};
  }

  // M in F, from the definitions in mechanism.h.
  Pose joint_pose(const Joint& j, const double* q) const {
    const auto turn = [](double angle, const Vector3d& axis) {
      return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    };
    Pose pose;
    switch (j.type) {
      case JointType::fixed:
        break;
      case JointType::revolute:
        pose.rotation = turn(q[0], j.axis);
        break;
      case JointType::prismatic:
        pose.position = q[0] * j.axis;
        break;
      case JointType::screw:
        pose.rotation = turn(q[0], j.axis);
        pose.position = j.pitch * q[0] / (2 * M_PI) * j.axis;
        break;
      case JointType::cylindrical:
        pose.rotation = turn(q[1], j.axis);
        pose.position = q[0] * j.axis;
        break;
      case JointType::universal:
        pose.rotation = turn(q[0], j.axis) * turn(q[1], j.axis2);
        break;
      case JointType::planar:
        pose.rotation = turn(q[2], j.axis);
        pose.position = q[0] * j.plane_x + q[1] * j.plane_y;
        break;
      case JointType::ball:
        pose.rotation = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
        break;
      case JointType::free: {
        pose.rotation = Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
        const Vector3d com_in_m =
            j.child_frame.rotation.transpose() * (m_.bodies[j.child].com - j.child_frame.position);
        pose.position = Vector3d(q[0], q[1], q[2]) - pose.rotation * com_in_m;
        break;
      }
    }
    return pose;
  }

  const Mechanism& m_;
};

}  // namespace frix::test
