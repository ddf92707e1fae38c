#include <doctest/doctest.h>

#include <chrono>

#include "compiler/mechanism/weld.h"

using namespace frix::mechanism;

namespace {

// A body on a joint; masses and frames are the same for all.
int add_body(Mechanism& m, JointType type, int parent, double mass = 1) {
  const int body = static_cast<int>(m.bodies.size());
  Body b;
  b.name = "b" + std::to_string(body);
  b.mass = mass;
  b.inertia = Matrix3d::Identity();
  b.joint = static_cast<int>(m.joints.size());
  m.bodies.push_back(b);
  Joint j;
  j.type = type;
  j.parent = parent;
  j.child = body;
  if (type == JointType::planar) {
    j.axis = Vector3d::UnitZ();
  }
  if (type == JointType::ball) j.initial_position[0] = 1;
  if (type == JointType::free) j.initial_position[3] = 1;
  m.joints.push_back(j);
  return body;
}

}  // namespace

TEST_CASE("equal trees are one class, whatever their initial values") {
  Mechanism m;
  for (int i = 0; i < 3; ++i) {
    const int upper = add_body(m, JointType::revolute, kWorld);
    add_body(m, JointType::ball, upper);
    m.joints.back().initial_position[0] = 1;
    m.joints[m.bodies[upper].joint].initial_position[0] = 0.1 * i;
    m.joints[m.bodies[upper].joint].coordinate[0].damping = i;  // a law of the runtime, not of the kernel
  }
  add_body(m, JointType::free, kWorld);
  articulate(m);
  CHECK(verify(m).empty());
  REQUIRE(m.articulations.size() == 2);
  const ArticulationClass& arms = m.articulations[0];
  CHECK(arms.instances == std::vector<std::vector<int>>{{0, 1}, {2, 3}, {4, 5}});
  CHECK(arms.position_count == 5);
  CHECK(arms.velocity_count == 4);
  CHECK(arms.position_offset == std::vector<int>{0, 1});
  CHECK(arms.velocity_offset == std::vector<int>{0, 1});
  CHECK(m.articulations[1].first_position == 15);
  CHECK(m.articulations[1].first_velocity == 12);
  CHECK(m.places[3].articulation == 0);
  CHECK(m.places[3].instance == 1);
  CHECK(m.places[3].body == 1);
}

TEST_CASE("what goes into the kernels tells classes apart") {
  const auto classes_after = [](const auto& change) {
    Mechanism m;
    m.surfaces.resize(2);
    for (int i = 0; i < 2; ++i) {
      const int upper = add_body(m, JointType::revolute, kWorld);
      add_body(m, JointType::screw, upper);
      Shape shape;
      shape.body = upper;
      m.shapes.push_back(shape);
    }
    change(m);
    articulate(m);
    return m.articulations.size();
  };
  CHECK(classes_after([](Mechanism&) {}) == 1);
  CHECK(classes_after([](Mechanism& m) { m.shapes[1].surface = 1; }) == 1);
  CHECK(classes_after([](Mechanism& m) { m.joints[3].coordinate[0].stiffness = 2; }) == 1);
  CHECK(classes_after([](Mechanism& m) { m.bodies[3].com.x() = -0.0; }) == 1);
  CHECK(classes_after([](Mechanism& m) { m.bodies[3].mass = 2; }) == 2);
  CHECK(classes_after([](Mechanism& m) { m.bodies[3].com.x() = 1; }) == 2);
  CHECK(classes_after([](Mechanism& m) { m.joints[3].pitch = 1; }) == 2);
  CHECK(classes_after([](Mechanism& m) { m.joints[3].coordinate[0].armature = 1; }) == 2);
  CHECK(classes_after([](Mechanism& m) { m.joints[2].parent_frame.position.x() = 1; }) == 2);
  CHECK(classes_after([](Mechanism& m) { m.shapes[1].pose.position.x() = 1; }) == 2);
  CHECK(classes_after([](Mechanism& m) { m.shapes[1].size.x() = 1; }) == 2);
}

TEST_CASE("what fixed joints hold to the world is static, and what hangs on it is a tree of its own") {
  Mechanism m;
  const int base = add_body(m, JointType::fixed, kWorld);
  m.joints[0].parent_frame.position = {1, 0, 0};
  const int plate = add_body(m, JointType::fixed, base);
  m.joints[1].parent_frame.position = {0, 2, 0};
  const int left = add_body(m, JointType::revolute, plate);
  const int tip = add_body(m, JointType::fixed, left);
  const int right = add_body(m, JointType::revolute, base);
  m.joints[m.bodies[right].joint].parent_frame.position = {0, 2, 0};
  add_body(m, JointType::fixed, right);
  articulate(m);
  CHECK(verify(m).empty());
  CHECK(m.places[base].articulation == -1);
  CHECK(m.places[plate].articulation == -1);
  CHECK(is_static(m, plate));
  CHECK_FALSE(is_static(m, tip));
  CHECK(static_pose(m, plate).position == Vector3d(1, 2, 0));
  // both arms hang at (1, 2, 0): one class
  REQUIRE(m.articulations.size() == 1);
  CHECK(m.articulations[0].instances.size() == 2);
  CHECK(weld_root(m, plate) == base);
  CHECK(weld_root(m, tip) == left);
  CHECK(weld_root(m, left) == left);
}

TEST_CASE("ten thousand equal bodies are grouped in less than 50 ms") {
  Mechanism m;
  for (int i = 0; i < 10000; ++i) {
    const int body = add_body(m, JointType::free, kWorld);
    Shape shape;
    shape.body = body;
    m.shapes.push_back(shape);
  }
  m.surfaces.resize(1);
  const auto begin = std::chrono::steady_clock::now();
  articulate(m);
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  MESSAGE("articulate 10,000 bodies: " << ms << " ms");
  CHECK(m.articulations.size() == 1);
  CHECK(m.articulations[0].instances.size() == 10000);
  CHECK(ms < 50);
  CHECK(verify(m).empty());
}

TEST_CASE("verify names what is broken") {
  const auto problem = [](const auto& change) {
    Mechanism m;
    const int upper = add_body(m, JointType::revolute, kWorld);
    add_body(m, JointType::ball, upper);
    m.expressions.resize(2);
    m.expressions[1].op = ExprOp::negate;
    m.expressions[1].operand[0] = 0;
    articulate(m);
    REQUIRE(verify(m).empty());
    change(m);
    const std::vector<std::string> problems = verify(m);
    return problems.empty() ? std::string("none") : problems.front();
  };
  CHECK(problem([](Mechanism& m) { m.expressions[1].operand[0] = 1; }) ==
        "expression 1 uses an operand that does not come before it");
  CHECK(problem([](Mechanism& m) { m.bodies[0].joint = 1; }) == "body b0 is not the child of its joint");
  CHECK(problem([](Mechanism& m) { m.joints[0].parent = 1; }) == "body b0 hangs on itself");
  CHECK(problem([](Mechanism& m) { m.joints[1].initial_position[0] = 0.9; }) ==
        "joint  starts with a quaternion that is not of unit length");
  CHECK(problem([](Mechanism& m) { m.joints[0].axis = {0, 0, 2}; }) == "joint  has an axis that is not of unit length");
  CHECK(problem([](Mechanism& m) { m.shapes.resize(1); }) == "shape  has no surface");
  CHECK(problem([](Mechanism& m) {
          m.articulations[0].instances[0] = {1, 0};
        }) == "class b0 has a child before its parent");
}
