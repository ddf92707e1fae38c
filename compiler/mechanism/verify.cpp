// The contract of a Mechanism, stated as checks. What a user can get wrong is reported by sema with a span; what is
// found here is a defect of the compiler.
#include <cmath>
#include <string>

#include "compiler/mechanism/mechanism.h"

#include <Eigen/LU>
namespace frix::mechanism {

namespace {

constexpr double kUnitTolerance = 1e-9;  // of lengths of unit vectors and quaternions

class Verifier {
 public:
  explicit Verifier(const Mechanism& mechanism) : m_(mechanism) {}

  std::vector<std::string> run() {
    expressions();
    const bool sound_indices = bodies() && joints();
    shapes();
    laws();
    if (sound_indices && reaches_the_world() && !m_.places.empty()) articulations();
    return std::move(problems_);
  }

 private:
  template <typename List>
  static bool in(int index, const List& list) {
    return index >= 0 && index < static_cast<int>(list.size());
  }
  bool is_body(int body) const { return body == kWorld || in(body, m_.bodies); }

  bool require(bool condition, const std::string& problem) {
    if (!condition) problems_.push_back(problem);
    return condition;
  }

  bool is_rotation(const Matrix3d& r) const {
    return (r.transpose() * r).isIdentity(kUnitTolerance) && r.determinant() > 0;
  }
  bool is_unit(const Vector3d& v) const { return std::abs(v.norm() - 1) < kUnitTolerance; }

  void expressions() {
    constexpr int last_function = static_cast<int>(ExprOp::floor);
    for (int id = 0; id < static_cast<int>(m_.expressions.size()); ++id) {
      const Expression& e = m_.expressions[id];
      const std::string name = "expression " + std::to_string(id);
      for (const ExprId operand : e.operand)
        require(operand >= kNoExpr && operand < id, name + " uses an operand that does not come before it");
      const bool leaf = e.op == ExprOp::constant || e.op == ExprOp::quantity;
      require(leaf || e.operand[0] != kNoExpr, name + " has no operand");
      if (e.op == ExprOp::table || e.op == ExprOp::spline)
        require(in(e.quantity.element, m_.tables), name + " reads a table that does not exist");
      else
        require(static_cast<int>(e.op) <= last_function, name + " has an operation that does not exist");
      if (e.op == ExprOp::quantity) quantity(e.quantity, name);
    }
    for (const Table& table : m_.tables) {
      bool rising = table.x.size() == table.y.size() && !table.x.empty();
      for (std::size_t i = 1; rising && i < table.x.size(); ++i) rising = table.x[i - 1] < table.x[i];
      require(rising, "a table's abscissae do not rise");
    }
  }

  void quantity(const Quantity& q, const std::string& name) {
    bool ok = q.component >= 0;
    switch (q.kind) {
      case QuantityKind::time:
        break;
      case QuantityKind::tunable:
        ok = ok && in(q.element, m_.tunables);
        break;
      case QuantityKind::joint_position:
        ok = ok && in(q.element, m_.joints) && q.component < position_count(m_.joints[q.element].type);
        break;
      case QuantityKind::joint_velocity:
      case QuantityKind::joint_acceleration:
      case QuantityKind::joint_effort:
        ok = ok && in(q.element, m_.joints) && q.component < velocity_count(m_.joints[q.element].type);
        break;
      case QuantityKind::body_position:
      case QuantityKind::body_velocity:
      case QuantityKind::body_acceleration:
      case QuantityKind::body_angular_velocity:
        ok = ok && is_body(q.element) && q.component < 3;
        break;
      case QuantityKind::body_rotation:
        ok = ok && is_body(q.element) && q.component < 9;
        break;
      case QuantityKind::frame_position:
      case QuantityKind::frame_velocity:
        ok = ok && in(q.element, m_.frames) && q.component < 3;
        break;
      case QuantityKind::frame_rotation:
        ok = ok && in(q.element, m_.frames) && q.component < 9;
        break;
      case QuantityKind::contact:
        ok = ok && in(q.element, m_.contact_queries) && q.component < contact_quantities;
        break;
      case QuantityKind::system:
        ok = ok && q.component < system_quantities;
        break;
    }
    require(ok, name + " asks for a quantity that does not exist");
  }

  bool bodies() {
    const std::size_t before = problems_.size();
    for (int id = 0; id < static_cast<int>(m_.bodies.size()); ++id) {
      const Body& body = m_.bodies[id];
      if (require(in(body.joint, m_.joints), "body " + body.name + " has no joint"))
        require(m_.joints[body.joint].child == id, "body " + body.name + " is not the child of its joint");
      require(body.mass >= 0 && std::isfinite(body.mass), "body " + body.name + " has a mass below zero");
      require(body.inertia.isApprox(body.inertia.transpose()), "body " + body.name + " has an unsymmetric inertia");
    }
    return problems_.size() == before;
  }

  bool joints() {
    const std::size_t before = problems_.size();
    for (const Joint& joint : m_.joints) {
      const std::string name = "joint " + joint.name;
      require(is_body(joint.parent) && in(joint.child, m_.bodies), name + " joins bodies that do not exist");
      require(is_rotation(joint.parent_frame.rotation) && is_rotation(joint.child_frame.rotation),
              name + " has a frame that is not a rotation");
      require(is_unit(joint.axis), name + " has an axis that is not of unit length");
      if (joint.type == JointType::universal)
        require(is_unit(joint.axis2), name + " has a second axis not of unit length");
      if (joint.type == JointType::planar)
        require(is_unit(joint.plane_x) && is_unit(joint.plane_y) &&
                    std::abs(joint.plane_x.dot(joint.plane_y)) < kUnitTolerance &&
                    std::abs(joint.axis.dot(joint.plane_x)) < kUnitTolerance &&
                    std::abs(joint.axis.dot(joint.plane_y)) < kUnitTolerance,
                name + " has plane directions that are not square to its normal");
      const int quaternion = joint.type == JointType::ball ? 0 : joint.type == JointType::free ? 3 : -1;
      if (quaternion >= 0)
        require(std::abs(Eigen::Map<const Eigen::Vector4d>(&joint.initial_position[quaternion]).norm() - 1) <
                    kUnitTolerance,
                name + " starts with a quaternion that is not of unit length");
    }
    return problems_.size() == before;
  }

  bool reaches_the_world() {
    const std::size_t before = problems_.size();
    for (const Body& body : m_.bodies) {
      int at = m_.joints[body.joint].parent;
      std::size_t steps = 0;
      while (at != kWorld && steps++ <= m_.bodies.size()) at = m_.joints[m_.bodies[at].joint].parent;
      require(at == kWorld, "body " + body.name + " hangs on itself");
    }
    return problems_.size() == before;
  }

  void shapes() {
    for (const Shape& shape : m_.shapes) {
      require(is_body(shape.body), "shape " + shape.name + " is on a body that does not exist");
      require(in(shape.surface, m_.surfaces), "shape " + shape.name + " has no surface");
      require(is_rotation(shape.pose.rotation), "shape " + shape.name + " has a pose that is not a rotation");
    }
    for (const Frame& frame : m_.frames)
      require(is_body(frame.body) && is_rotation(frame.pose.rotation), "frame " + frame.name + " is not sound");
    for (const PairRule& rule : m_.pair_rules) {
      require(rule.surface == -1 || in(rule.surface, m_.surfaces), "a contact rule has a surface that does not exist");
      shape_list(rule.first, "a contact rule");
      shape_list(rule.second, "a contact rule");
    }
    for (const ContactQuery& query : m_.contact_queries) {
      shape_list(query.first, "a contact query");
      shape_list(query.second, "a contact query");
    }
  }

  void shape_list(const std::vector<int>& list, const std::string& name) {
    for (const int shape : list) require(in(shape, m_.shapes), name + " names a shape that does not exist");
  }

  bool is_expression(ExprId id) const { return in(id, m_.expressions); }
  bool is_vector(const VectorExpr& v) const {
    return is_expression(v[0]) && is_expression(v[1]) && is_expression(v[2]);
  }

  void laws() {
    for (const Load& load : m_.loads) {
      require(is_body(load.body) && is_body(load.frame_body),
              "load " + load.name + " is on a body that does not exist");
      require(is_vector(load.value), "load " + load.name + " has no value");
      require(load.point == kNoVector || is_vector(load.point), "load " + load.name + " has half a point");
    }
    for (const Spring& spring : m_.springs)
      require(is_body(spring.body_a) && is_body(spring.body_b), "spring " + spring.name + " has an end on no body");
    for (const Motor& motor : m_.motors) {
      require(in(motor.joint, m_.joints) && motor.coordinate >= 0 &&
                  motor.coordinate < velocity_count(m_.joints[motor.joint].type),
              "motor " + motor.name + " drives a coordinate that does not exist");
      require(is_expression(motor.value), "motor " + motor.name + " has no value");
    }
    for (const Output& output : m_.outputs) {
      require(output.components == 1 || output.components == 3, "output " + output.name + " has a wrong size");
      for (int i = 0; i < output.components && i < 3; ++i)
        require(is_expression(output.value[i]), "output " + output.name + " has no value");
      require(output.scale != 0, "output " + output.name + " has the scale zero");
    }
  }

  // Every moving body has exactly one place, parents stand before children, and the state has no gaps.
  void articulations() {
    std::vector<int> seen(m_.bodies.size(), 0);
    int next_position = 0;
    int next_velocity = 0;
    for (const ArticulationClass& a : m_.articulations) {
      require(a.first_position == next_position && a.first_velocity == next_velocity,
              "class " + a.name + " does not begin where the one before it ends");
      next_position += static_cast<int>(a.instances.size()) * a.position_count;
      next_velocity += static_cast<int>(a.instances.size()) * a.velocity_count;
      for (const std::vector<int>& tree : a.instances)
        for (std::size_t i = 0; i < tree.size(); ++i) {
          ++seen[tree[i]];
          const int parent = m_.joints[m_.bodies[tree[i]].joint].parent;
          if (i > 0)
            require(parent != kWorld && seen[parent] == 1, "class " + a.name + " has a child before its parent");
        }
    }
    for (std::size_t body = 0; body < seen.size(); ++body)
      require(seen[body] == (m_.places[body].articulation >= 0 ? 1 : 0),
              "body " + m_.bodies[body].name + " does not have exactly one place");
  }

  const Mechanism& m_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> verify(const Mechanism& mechanism) {
  return Verifier(mechanism).run();
}

}  // namespace frix::mechanism
