// What declarations become: masses, joints, surfaces, loads, the initial state, runs.
#include <numbers>

#include "fixture.h"

namespace frix::sema {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using mechanism::Joint;
using mechanism::JointType;
using mechanism::Mechanism;

constexpr double pi = std::numbers::pi;
const std::string kBall = " { mass = 1 kg; shape s : sphere(radius = 1 m); }\n";

doctest::Approx about(double value) {
  return doctest::Approx(value).epsilon(1e-13);
}

Vector3d first_three(const std::array<double, 7>& q) {
  return {q[0], q[1], q[2]};
}

TEST_CASE("the box of the first example") {
  const Mechanism m = good_text(R"(
model StickSlip "box on a table under a harmonic push" {
  param amplitude = 4 N;
  param frequency = 1 Hz;
  gravity = [0, 0, -9.8] m/s^2;
  surface table {
    friction = coulomb(mu = 1.0, stiction_speed = 1e-4 m/s);
    normal   = hunt_crossley(stiffness = 1e5 N/m, dissipation = 1 s/m);
  }
  body box {
    mass = 0.33 kg;
    shape hull : box(size = [10, 10, 10] cm) { surface = table; }
  }
  shape floor : halfspace(normal = z) on world { surface = table; }
  joint slide : planar(normal = y) from world at [0, 0, 5] cm to box;
  force push on box = [amplitude * sin(2*pi * frequency * time), 0 N, 0 N];
  output speed = box.velocity.x;
  simulate { method = tamsi; step = 10 ms; duration = 5 s; }
})");
  CHECK(m.name == "StickSlip");
  CHECK(m.doc == "box on a table under a harmonic push");
  CHECK(m.gravity == Vector3d(0, 0, -9.8));
  REQUIRE(m.bodies.size() == 1);
  CHECK(m.bodies[0].mass == 0.33);
  // m a² / 6 of a cube, from the shape
  CHECK((m.bodies[0].inertia - 0.33 * 0.01 / 6 * Matrix3d::Identity()).norm() < 1e-16);
  REQUIRE(m.joints.size() == 1);
  CHECK(m.joints[0].type == JointType::planar);
  CHECK(m.joints[0].plane_x == Vector3d::UnitX());
  CHECK(m.joints[0].plane_y == Vector3d::UnitZ());
  CHECK(m.joints[0].parent_frame.position == Vector3d(0, 0, 0.05));
  REQUIRE(m.shapes.size() == 2);
  CHECK(m.shapes[0].name == "box.hull");
  CHECK(m.shapes[0].surface == 1);
  CHECK(m.shapes[1].body == mechanism::kWorld);
  CHECK(m.surfaces[1].mu == 1);
  CHECK(m.surfaces[1].stiction_speed == 1e-4);
  REQUIRE(m.loads.size() == 1);
  CHECK(m.loads[0].point == mechanism::kNoVector);
  REQUIRE(m.simulations.size() == 1);
  CHECK(m.simulations[0].step == 0.01);
  CHECK(m.simulations[0].duration == 5);
  REQUIRE(m.articulations.size() == 1);
  CHECK(m.articulations[0].velocity_count == 3);
}

TEST_CASE("mass properties from shapes") {
  // a capsule of 1 kg, r = 0.5, l = 1: Ixx = Iyy = 0.3025, Izz = 0.115
  const Mechanism capsule = good("body b { mass = 1 kg; shape s : capsule(radius = 0.5 m, length = 1 m); }");
  CHECK(capsule.bodies[0].inertia(0, 0) == about(0.3025));
  CHECK(capsule.bodies[0].inertia(2, 2) == about(0.115));

  // two balls of 1 kg at x = ±1 m: a dumb-bell
  const Mechanism bell = good(
      "body b { density = 3 / (4*pi) * 1 kg/m^3; shape l : sphere(radius = 1 m) at [-1, 0, 0] m;\n"
      "shape r : sphere(radius = 1 m) at [1, 0, 0] m; }");
  CHECK(bell.bodies[0].mass == about(2));
  CHECK(bell.bodies[0].inertia(0, 0) == about(0.8));
  CHECK(bell.bodies[0].inertia(1, 1) == about(2.8));
  CHECK(bell.bodies[0].com.norm() < 1e-15);

  // densities of their own, and a shape that a declaration elsewhere puts on the body
  const Mechanism mixed = good(
      "body b { density = 1 kg/m^3; shape a : box(size = [1, 1, 1] m); }\n"
      "shape c : box(size = [1, 1, 1] m) on b at [1, 0, 0] m { density = 3 kg/m^3; collide = false; }");
  CHECK(mixed.bodies[0].mass == about(4));
  CHECK(mixed.bodies[0].com.isApprox(Vector3d(0.75, 0, 0), 1e-14));
  CHECK(!mixed.shapes[1].collide);

  const Mechanism given =
      good("body b { mass = 2 kg; com = [0, 0, 1] cm; inertia = [2, 3, 4, 0.1, 0.2, 0.3] kg*m^2; }");
  Matrix3d expected;
  expected << 2, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 4;
  CHECK(given.bodies[0].inertia == expected);
  CHECK(given.bodies[0].com == Vector3d(0, 0, 0.01));
}

TEST_CASE("a link without mass is legal between hinges that move mass, and at any size") {
  good("body a { } body b" + kBall +
       "joint j : revolute(axis = x) from world to a; joint k : revolute(axis = y) from a at [0, 0, 2] m to b;");
  good("body a { mass = 1e-9 kg; shape s : sphere(radius = 1 um); }");
  good("body a { } body b" + kBall + "joint f : fixed from b to a;");
  good("body a { mass = 1 kg; com = [0, 0, -1] m; } joint j : revolute(axis = y) from world to a;");
}

TEST_CASE("arrays") {
  const Mechanism m = good(
      "param n = 6; body ball[i : n] { mass = 1 kg * (i + 1); shape s : sphere(radius = 1 cm);\n"
      "pose = [0.1 m * mod(i, 3), 0.1 m * floor(i / 3), 1 m]; }\n"
      "joint weld[k : 2] : prismatic(axis = z) from ball[k] to ball[k + 1] at [0.1 m * k, 0, 0];\n"
      "output r = ball[4].mass; initial { ball[5].velocity = [0, 0, 3] m/s; }");
  REQUIRE(m.bodies.size() == 6);
  CHECK(m.bodies[3].name == "ball[3]");
  CHECK(m.bodies[3].mass == 4);
  CHECK(m.shapes[3].name == "ball[3].s");
  CHECK(m.joints[0].name == "weld[0]");
  CHECK(m.joints[1].parent == 1);
  CHECK(m.joints[1].child == 2);
  CHECK(m.joints[1].child_frame.position.isApprox(Vector3d(0.1, 0, 0)));
  const Joint& free = m.joints[static_cast<std::size_t>(m.bodies[5].joint)];
  CHECK(free.name == "");
  CHECK(first_three(free.initial_position).isApprox(Vector3d(0.2, 0.1, 1), 1e-14));
  CHECK(free.initial_velocity[2] == 3);
}

TEST_CASE("a thousand equal bodies are one class") {
  const Mechanism m = good(
      "body ball[i : 1000] { mass = 1 kg; shape s : sphere(radius = 1 cm);\n"
      "pose = [1 cm * i, 0, 0]; }");
  REQUIRE(m.articulations.size() == 1);
  CHECK(m.articulations[0].instances.size() == 1000);
}

TEST_CASE("joints of all types: coordinates and their laws") {
  const Mechanism m = good(
      "body a" + kBall + "body b" + kBall + "body c" + kBall + "body d" + kBall + "body e" + kBall + "body f" + kBall +
      "body g" + kBall + "body h" + kBall + "body i" + kBall +
      "joint ja : fixed from world to a;\n"
      "joint jb : revolute(axis = x) from world to b { damping = 1 N*m*s; stiffness = 2 N*m/rad; rest = 30 deg;\n"
      "  limits = [-90, 90] deg; friction = 3 N*m; armature = 4 kg*m^2; }\n"
      "joint jc : prismatic(axis = -z) from world to c { damping = 1 N*s/m; stiffness = 2 N/m; rest = 3 cm;\n"
      "  limits = [-1 m, 1 m]; friction = 3 N; armature = 4 kg; }\n"
      "joint jd : screw(axis = y, pitch = 5 mm/rev) from world to d { damping = 1 N*m*s; }\n"
      "joint je : cylindrical(axis = y) from world to e { damping = [1 N*s/m, 2 N*m*s]; }\n"
      "joint jf : universal(axis1 = x, axis2 = y) from world to f { damping = 1 N*m*s; limits = [-1, 1]; }\n"
      "joint jg : ball from world to g { damping = 2 N*m*s; }\n"
      "joint jh : planar(normal = z) from world to h { limits = [[-1 m, 1 m], [-2 m, 2 m], [-3, 3]]; damping = 0; }\n"
      "joint ji : free from world to i;");
  const auto& b = m.joints[1].coordinate[0];
  CHECK(b.damping == 1);
  CHECK(b.stiffness == 2);
  CHECK(b.rest == about(pi / 6));
  CHECK(b.lower == about(-pi / 2));
  CHECK(b.upper == about(pi / 2));
  CHECK(b.friction == 3);
  CHECK(b.armature == 4);
  CHECK(m.joints[2].axis == Vector3d(0, 0, -1));
  CHECK(m.joints[2].coordinate[0].upper == 1);
  CHECK(m.joints[3].pitch == about(0.005 / (2 * pi)));
  CHECK(m.joints[4].coordinate[0].damping == 1);
  CHECK(m.joints[4].coordinate[1].damping == 2);
  CHECK(m.joints[5].coordinate[1].damping == 1);
  CHECK(m.joints[5].coordinate[1].upper == 1);
  CHECK(m.joints[6].coordinate[2].damping == 2);
  CHECK(m.joints[7].coordinate[1].upper == 2);
  CHECK(m.joints[7].coordinate[2].lower == -3);
  // what was not said is absent
  CHECK(m.joints[3].coordinate[0].upper == HUGE_VAL);
  CHECK(m.joints[6].initial_position[0] == 1);
  CHECK(m.joints[8].initial_position[3] == 1);
}

TEST_CASE("places: frames on bodies and on frames") {
  const Mechanism m = good(
      "body a { mass = 1 kg; shape s : sphere(radius = 1 m); frame tip at pose([1, 0, 0] m, axis_angle(z, 90 deg)); }\n"
      "body b" +
      kBall +
      "frame far on a.tip at [1, 0, 0] m;\n"
      "joint j : revolute(axis = z) from far at [0, 0, 1] m to b;\n"
      "spring s from a.tip to world at [0, 0, 5] m { stiffness = 1 N/m; }\n"
      "force f on far = [1, 0, 0] N in a.tip;");
  CHECK(m.frames[1].body == 0);
  CHECK(m.frames[1].pose.position.isApprox(Vector3d(1, 1, 0), 1e-15));
  CHECK(m.joints[0].parent_frame.position.isApprox(Vector3d(1, 1, 1), 1e-15));
  CHECK(m.springs[0].point_a == Vector3d(1, 0, 0));
  CHECK(m.springs[0].body_b == mechanism::kWorld);
  CHECK(m.loads[0].frame_body == 0);
  CHECK(m.loads[0].frame_rotation.isApprox(m.frames[0].pose.rotation));
  const auto& point = m.loads[0].point;
  CHECK(m.expressions[static_cast<std::size_t>(point[1])].value == about(1));
}

TEST_CASE("a half-space is turned so that its z is the normal") {
  const Mechanism m = good("shape wall : halfspace(normal = -x) on world at [2, 0, 0] m;");
  CHECK((m.shapes[0].pose.rotation * Vector3d::UnitZ() - Vector3d(-1, 0, 0)).norm() < 1e-15);
  CHECK(m.shapes[0].pose.position == Vector3d(2, 0, 0));
}

TEST_CASE("surfaces, their defaults, and the rules of pairs") {
  const Mechanism m = good(
      "surface ice { friction = none; normal = linear(stiffness = 2 N/m, damping = 3 N*s/m); restitution = 0.5;\n"
      "  combine = min; }\n"
      "surface rubber { friction = coulomb(mu = 0.5, mu_static = 0.75, shape = quadratic); normal = rigid; }\n"
      "body a" +
      kBall + "body b" + kBall + "body c[i : 3]" + kBall +
      "shape floor : halfspace(normal = z) on world;\n"
      "contact a with floor { friction = coulomb(mu = 0.2); restitution = 1; } no contact b.s with c;");
  const mechanism::Surface& defaults = m.surfaces[0];
  CHECK(defaults.mu == 0.5);
  CHECK(defaults.stiffness == 1e5);
  CHECK(defaults.dissipation == 1);
  CHECK(defaults.stiction_speed == 1e-4);
  CHECK(defaults.restitution == 0);
  CHECK(defaults.normal == mechanism::NormalLaw::hunt_crossley);
  CHECK(m.surfaces[1].friction == mechanism::FrictionLaw::none);
  CHECK(m.surfaces[1].mu == 0);
  CHECK(m.surfaces[1].damping == 3);
  CHECK(m.surfaces[1].combine == mechanism::Combine::min);
  CHECK(m.surfaces[2].mu_static == 0.75);
  CHECK(m.surfaces[2].shape == mechanism::StictionShape::quadratic);
  CHECK(m.surfaces[2].normal == mechanism::NormalLaw::rigid);
  REQUIRE(m.pair_rules.size() == 2);
  CHECK(m.pair_rules[0].first == std::vector<int>{0});
  CHECK(m.pair_rules[0].second == std::vector<int>{5});
  CHECK(m.surfaces[static_cast<std::size_t>(m.pair_rules[0].surface)].mu == 0.2);
  CHECK(m.surfaces[static_cast<std::size_t>(m.pair_rules[0].surface)].restitution == 1);
  CHECK(m.pair_rules[1].second == std::vector<int>{2, 3, 4});
  CHECK(m.pair_rules[1].surface == -1);
}

TEST_CASE("motors") {
  const Mechanism m = good("body a" + kBall + "body b" + kBall +
                           "joint j : revolute(axis = z) from world to a;\n"
                           "joint p : planar(normal = z) from world to b;\n"
                           "motor one on j { position = 10 deg; kp = 5 N*m/rad; kd = 2 N*m*s; effort_limit = 3 N*m; }\n"
                           "motor two on p[1] { effort = 2 N * sin(time / 1 s); }");
  CHECK(m.motors[0].kind == mechanism::MotorKind::servo);
  CHECK(m.motors[0].kp == 5);
  CHECK(m.motors[0].kd == 2);
  CHECK(m.motors[0].effort_limit == 3);
  CHECK(m.motors[1].joint == 1);
  CHECK(m.motors[1].coordinate == 1);
}

TEST_CASE("the initial state of a free body: its frame in the world becomes centre of mass and quaternion") {
  const Mechanism m = good(
      "body a { mass = 1 kg; com = [1, 0, 0] m; inertia = [1, 1, 1] kg*m^2;\n"
      "  pose = pose([0, 0, 5] m, axis_angle(z, 90 deg)); }\n"
      "initial { a.velocity = [1, 0, 0] m/s; a.angular_velocity = [1, 0, 2] rad/s; }");
  const Joint& joint = m.joints[0];
  CHECK((first_three(joint.initial_position) - Vector3d(0, 1, 5)).norm() < 1e-15);
  const double s = std::sqrt(0.5);
  CHECK(joint.initial_position[3] == about(s));
  CHECK(joint.initial_position[6] == about(s));
  // v_com = v + w × r with r = (0, 1, 0): (1, 0, 0) + (1, 0, 2) × (0, 1, 0) = (1 - 2, 0, 1)
  CHECK((Vector3d(joint.initial_velocity[0], joint.initial_velocity[1], joint.initial_velocity[2]) - Vector3d(-1, 0, 1))
            .norm() < 1e-15);
  // in the axes of the body, which is turned by 90 degrees about z: world x is its -y
  CHECK((Vector3d(joint.initial_velocity[3], joint.initial_velocity[4], joint.initial_velocity[5]) - Vector3d(0, -1, 2))
            .norm() < 1e-15);
}

TEST_CASE("a free joint between places that are not origins") {
  const Mechanism m = good(
      "body a { mass = 1 kg; inertia = [1, 1, 1] kg*m^2; }\n"
      "joint j : free from world at pose([1, 2, 3] m, axis_angle(z, 90 deg)) to a at [0, 0, 1] m;\n"
      "initial { a.velocity = [0, 1, 0] m/s; }");
  // at zero the frames coincide: the body's origin, its centre of mass, is 1 m below M
  CHECK((first_three(m.joints[0].initial_position) - Vector3d(0, 0, -1)).norm() < 1e-15);
  CHECK(m.joints[0].initial_position[3] == about(1));
  CHECK(m.joints[0].initial_velocity[0] == about(1));
}

TEST_CASE("initial positions and velocities of joints") {
  const double s = std::sqrt(0.5);
  const Mechanism m =
      good("body a" + kBall + "body b" + kBall + "body c" + kBall +
           "joint p : planar(normal = y) from world to a;\n"
           "joint k : ball from world to b; joint r : revolute(axis = z) from world to c;\n"
           "initial { p.q = [1 m, 2 m, 3]; p.v[2] = 4 rad/s; k.q = axis_angle(x, 90 deg); k.v = [1, 2, 3] rad/s;\n"
           "r.q = 5 deg; r.v = 6 rpm; }");
  CHECK(first_three(m.joints[0].initial_position) == Vector3d(1, 2, 3));
  CHECK(m.joints[0].initial_velocity[2] == 4);
  CHECK(m.joints[1].initial_position[0] == about(s));
  CHECK(m.joints[1].initial_position[1] == about(s));
  CHECK(m.joints[1].initial_velocity[2] == 3);
  CHECK(m.joints[2].initial_position[0] == about(5 * pi / 180));
  CHECK(m.joints[2].initial_velocity[0] == about(0.2 * pi));
}

TEST_CASE("a pose that a joint overrules is a warning") {
  const Outcome outcome = elaborate_model(
      "body a { mass = 1 kg; shape s : sphere(radius = 1 m); pose = [1, 0, 0] m; }\n"
      "joint j : revolute(axis = z) from world to a;");
  CHECK(outcome.report() == "W0303 the `pose` of `a` is not used: the joint `j` places it | [1, 0, 0] m\n");
  CHECK(outcome.mechanism.has_value());
}

TEST_CASE("runs") {
  const Mechanism m = good(
      "simulate { step = 10 ms; record = 20 ms; line_search = none; max_iterations = 7; }\n"
      "simulate fine { step = 1 ms; }");
  REQUIRE(m.simulations.size() == 2);
  CHECK(m.simulations[0].record == 0.02);
  REQUIRE(m.simulations[0].options.size() == 2);
  CHECK(m.simulations[0].options[0].word == "none");
  CHECK(m.simulations[0].options[1].number == 7);
  CHECK(m.simulations[1].name == "fine");
  CHECK(good("").simulations.size() == 1);
}

}  // namespace
}  // namespace frix::sema
