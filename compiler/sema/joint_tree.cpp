#include "compiler/sema/joint_tree.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "compiler/mechanism/mass_properties.h"
#include "compiler/sema/places.h"

namespace frix::sema {

namespace {

using mechanism::Body;
using mechanism::Joint;
using mechanism::JointType;
using mechanism::kWorld;
using mechanism::MassProperties;

Joint& joint_of(Session& session, int body) {
  return session.mechanism
      .joints[static_cast<std::size_t>(session.mechanism.bodies[static_cast<std::size_t>(body)].joint)];
}

// Follows the joints from each body to the world; a body that is met again on the way is in a loop.
void find_cycle(Session& session) {
  const std::size_t count = session.mechanism.bodies.size();
  std::vector<std::size_t> seen(count, count);  // by which search
  for (std::size_t start = 0; start < count; ++start) {
    int body = static_cast<int>(start);
    while (body != kWorld && seen[static_cast<std::size_t>(body)] == count) {
      seen[static_cast<std::size_t>(body)] = start;
      body = joint_of(session, body).parent;
    }
    if (body == kWorld || seen[static_cast<std::size_t>(body)] != start) continue;
    std::string path = "`" + session.mechanism.bodies[static_cast<std::size_t>(body)].name + "`";
    std::vector<Label> labels;
    int step = body;
    do {
      const Joint& joint = joint_of(session, step);
      labels.push_back({joint.span, "part of the loop"});
      step = joint.parent;
      path += " ← `" + session.mechanism.bodies[static_cast<std::size_t>(step)].name + "`";
    } while (step != body);
    Diagnostic& diagnostic = session.error(Code::joint_cycle, joint_of(session, body).span,
                                           "these joints form a loop that does not reach the world: " + path);
    labels.erase(labels.begin());
    diagnostic.labels = std::move(labels);
    return;
  }
}

// The mass properties of each body together with all that hangs on it, in its own frame, when all joints are at zero.
// Worked out from the tips to the roots.
class Composites {
 public:
  explicit Composites(Session& session) : own_(session.mechanism.bodies.size()), leaf_(own_.size(), true) {
    const std::vector<Body>& bodies = session.mechanism.bodies;
    std::vector<std::vector<int>> children(bodies.size());
    std::vector<int> order;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const int parent = joint_of(session, static_cast<int>(i)).parent;
      if (parent == kWorld) order.push_back(static_cast<int>(i));
      if (parent != kWorld) children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const int child : children[static_cast<std::size_t>(order[i])]) order.push_back(child);
    for (auto body = order.rbegin(); body != order.rend(); ++body) {
      const auto i = static_cast<std::size_t>(*body);
      std::vector<MassProperties> parts = {{bodies[i].mass, bodies[i].com, bodies[i].inertia}};
      for (const int child : children[i]) {
        const Joint& joint = joint_of(session, child);
        parts.push_back(transformed(own_[static_cast<std::size_t>(child)],
                                    compose(joint.parent_frame, inverse(joint.child_frame))));
      }
      own_[i] = sum(parts);
      leaf_[i] = children[i].empty();
    }
  }

  const MassProperties& of(std::size_t body) const { return own_[body]; }
  bool is_leaf(std::size_t body) const { return leaf_[body]; }

 private:
  std::vector<MassProperties> own_;
  std::vector<bool> leaf_;
};

// A motion of the frame M relative to F: angular and linear velocity at the origin of M for a unit rate.
struct Motion {
  Vector3d angular = Vector3d::Zero();
  Vector3d linear = Vector3d::Zero();
};

std::vector<Motion> motions(const Joint& joint, const Vector3d& com) {
  const Vector3d zero = Vector3d::Zero();
  std::vector<Motion> result;
  switch (joint.type) {
    case JointType::fixed:
      break;
    case JointType::revolute:
      result = {{joint.axis, zero}};
      break;
    case JointType::prismatic:
      result = {{zero, joint.axis}};
      break;
    case JointType::screw:
      result = {{joint.axis, joint.axis * joint.pitch / (2 * M_PI)}};
      break;
    case JointType::cylindrical:
      result = {{zero, joint.axis}, {joint.axis, zero}};
      break;
    case JointType::universal:
      result = {{joint.axis, zero}, {joint.axis2, zero}};
      break;
    case JointType::planar:
      result = {{zero, joint.plane_x}, {zero, joint.plane_y}, {joint.axis, zero}};
      break;
    case JointType::ball:
      for (int i = 0; i < 3; ++i) result.push_back({Vector3d::Unit(i), zero});
      break;
    case JointType::free:
      for (int i = 0; i < 3; ++i) result.push_back({zero, Vector3d::Unit(i)});
      for (int i = 0; i < 3; ++i) result.push_back({Vector3d::Unit(i), -Vector3d::Unit(i).cross(com)});
      break;
  }
  return result;
}

// The mass matrix of the joint's own coordinates, divided by the square roots of `scale` in rows and columns.
Eigen::MatrixXd own_mass_matrix(const Joint& joint, const MassProperties& composite) {
  const std::vector<Motion> motion = motions(joint, composite.com);
  const auto n = static_cast<Eigen::Index>(motion.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const Motion &a = motion[static_cast<std::size_t>(i)], &b = motion[static_cast<std::size_t>(j)];
      const Vector3d va = a.linear + a.angular.cross(composite.com), vb = b.linear + b.angular.cross(composite.com);
      matrix(i, j) = composite.mass * va.dot(vb) + a.angular.dot(composite.inertia * b.angular);
    }
  for (Eigen::Index i = 0; i < n; ++i) matrix(i, i) += joint.coordinate[static_cast<std::size_t>(i)].armature;
  return matrix;
}

// Positive definite up to rounding, whatever the units and sizes: rows and columns are scaled by the diagonal.
bool positive_definite(const Eigen::MatrixXd& matrix) {
  if (matrix.rows() == 0) return true;
  const Eigen::VectorXd diagonal = matrix.diagonal();
  if (!(diagonal.minCoeff() > 0)) return false;
  const Eigen::VectorXd scale = diagonal.cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
  constexpr double rounding = 1e-12;
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues().minCoeff() >
         rounding;
}

}  // namespace

void build_joint_tree(Session& session) {
  mechanism::Mechanism& m = session.mechanism;
  const std::size_t declared = m.joints.size();
  const std::size_t errors = session.diagnostics->error_count();
  for (std::size_t i = 0; i < declared; ++i) {
    Body& child = m.bodies[static_cast<std::size_t>(m.joints[i].child)];
    if (child.joint >= 0) {
      const Joint& first = m.joints[static_cast<std::size_t>(child.joint)];
      Diagnostic& diagnostic = session.error(Code::second_parent, m.joints[i].span,
                                             "`" + child.name + "` cannot hang on two joints: it is the child of `" +
                                                 first.name + "` and of `" + m.joints[i].name + "`");
      diagnostic.labels = {{first.span, "its first joint"}};
      diagnostic.help = "joints make a tree: each body hangs on one joint";
      continue;
    }
    child.joint = static_cast<int>(i);
  }
  if (session.has_errors_since(errors)) return;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    if (m.bodies[i].joint >= 0) continue;
    Joint joint;
    joint.span = m.bodies[i].span;
    joint.child = static_cast<int>(i);
    m.bodies[i].joint = static_cast<int>(m.joints.size());
    m.joints.push_back(joint);
  }
  find_cycle(session);
}

void check_moving_mass(Session& session) {
  const Composites composites(session);
  const syntax::BodyDecl* broken = nullptr;
  for (std::size_t i = 0; i < session.mechanism.bodies.size(); ++i) {
    if (session.bodies[i].declaration == broken) continue;  // the other elements of an array would say the same
    const Body& moved = session.mechanism.bodies[i];
    const Joint& joint = joint_of(session, static_cast<int>(i));
    const MassProperties composite = transformed(composites.of(i), inverse(joint.child_frame));
    const Eigen::MatrixXd matrix = own_mass_matrix(joint, composite);
    if (positive_definite(matrix)) continue;
    broken = session.bodies[i].declaration;
    const std::string on = joint.name.empty() ? "which is free" : "on the joint `" + joint.name + "`";
    const std::string with = composites.is_leaf(i) ? "" : ", nor has what hangs on it";
    const bool massless = composite.mass == 0;
    Diagnostic& diagnostic = session.error(
        Code::massless_body, moved.span,
        massless
            ? "`" + moved.name + "`, " + on + ", moves but has no mass" + with
            : "`" + moved.name + "`, " + on + ", can turn about its centre of mass but has no inertia about it" + with);
    if (!joint.name.empty()) diagnostic.labels = {{joint.span, "it moves on this joint"}};
    diagnostic.help = massless ? "give it a `mass`, or a `density` and shapes" : "give it an `inertia`, or shapes";
  }
}

}  // namespace frix::sema
