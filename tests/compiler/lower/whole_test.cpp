// Loads, springs, signals: against virtual work and finite differences of the poses.
#include <doctest/doctest.h>

#include "tests/compiler/lower/fixture.h"

using namespace frix;
using namespace frix::test;
using mechanism::Expression;
using mechanism::ExprId;
using mechanism::ExprOp;
using mechanism::QuantityKind;

namespace {

ExprId constant(Mechanism& m, double value) {
  Expression e;
  e.value = value;
  m.expressions.push_back(e);
  return static_cast<ExprId>(m.expressions.size()) - 1;
}
ExprId quantity(Mechanism& m, QuantityKind kind, int element = 0, int component = 0) {
  Expression e;
  e.op = ExprOp::quantity;
  e.quantity = {kind, element, component};
  m.expressions.push_back(e);
  return static_cast<ExprId>(m.expressions.size()) - 1;
}
ExprId apply(Mechanism& m, ExprOp op, ExprId a, ExprId b = mechanism::kNoExpr, ExprId c = mechanism::kNoExpr) {
  Expression e;
  e.op = op;
  e.operand = {a, b, c};
  m.expressions.push_back(e);
  return static_cast<ExprId>(m.expressions.size()) - 1;
}
mechanism::VectorExpr vector(Mechanism& m, const Vector3d& v) {
  return {constant(m, v.x()), constant(m, v.y()), constant(m, v.z())};
}
void output(Mechanism& m, const std::string& name, const mechanism::VectorExpr& value, int components) {
  mechanism::Output out;
  out.name = name;
  out.components = components;
  out.value = value;
  m.outputs.push_back(out);
}

// Two trees, one of them twice: static base, arm with all kinds of joints, two equal free bodies.
struct Scene {
  Mechanism m;
  int arm_tip = 0, ball_a = 0, ball_b = 0, base = 0;
  std::vector<double> q, v;

  explicit Scene(Random& random) {
    m = random_tree(random, 5,
                    {JointType::revolute, JointType::universal, JointType::ball, JointType::planar, JointType::screw});
    arm_tip = 4;
    ball_a = add_body(m, JointType::free, kWorld, 2);
    ball_b = add_body(m, JointType::free, kWorld, 2);
    base = add_body(m, JointType::fixed, kWorld, 2);
    m.joints.back().parent_frame = {random.rotation(), random.vector()};
    mechanism::articulate(m);
    q = random_positions(random, m);
    v = random_numbers(random, Reference(m).nv());
  }
};

std::vector<double> generalised_force(Kernels& kernels, int nv, const Buffers& values) {
  std::vector<double> force(nv, 0.0);
  for (int i = 0; i < kernels.model().nloads; ++i)
    if (kernels.model().load_dof[i] >= 0) force[kernels.model().load_dof[i]] += values[0][i];
  return force;
}

}  // namespace

TEST_CASE("loads do the work that their points move through") {
  Random random(11);
  Scene s(random);
  Mechanism& m = s.m;
  struct Applied {
    int body;
    Vector3d point, value;
    bool torque;
  };
  std::vector<Applied> applied;
  const Reference reference(m);
  for (const int body : {s.arm_tip, s.ball_b, s.base, 2}) {
    for (const bool torque : {false, true}) {
      mechanism::Load load;
      load.body = body;
      load.is_torque = torque;
      const Vector3d value = random.vector();
      load.value = vector(m, value);
      Vector3d point = m.bodies[body].com;
      if (body == 2) {
        point = random.vector();
        load.point = vector(m, point);
      }
      Vector3d in_world = value;
      if (body == s.arm_tip) {
        // in a frame on another body
        load.frame_body = s.ball_b;
        load.frame_rotation = random.rotation();
        in_world = reference.body_pose(s.ball_b, s.q).rotation * load.frame_rotation * value;
      }
      m.loads.push_back(load);
      applied.push_back({body, point, in_world, torque});
    }
  }
  Kernels kernels(m);
  const Buffers out = kernels.run("loads", {s.q, s.v, {0, 1e-3}});
  const std::vector<double> force = generalised_force(kernels, reference.nv(), out);
  for (int j = 0; j < reference.nv(); ++j) {
    std::vector<double> unit(reference.nv(), 0.0);
    unit[j] = 1;
    double power = 0;
    for (const Applied& a : applied)
      power += a.value.dot(a.torque ? reference.angular_velocity(a.body, s.q, unit)
                                    : reference.velocity(a.body, a.point, s.q, unit));
    CHECK(std::abs(force[j] - power) < 1e-9);
  }
  // nothing acts on ball_a
  const int first = reference.first(s.ball_a, false);
  for (int i = 0; i < kernels.model().nloads; ++i)
    CHECK((kernels.model().load_dof[i] < first || kernels.model().load_dof[i] >= first + 6));
}

TEST_CASE("a force at the centre of mass of a free body does not turn it") {
  Mechanism m;
  const int body = add_body(m, JointType::free);
  m.bodies[body].com = {0.1, 0.2, 0.3};
  m.joints[0].child_frame.rotation = Eigen::AngleAxisd(0.3, Vector3d(1, 2, 2) / 3).toRotationMatrix();
  mechanism::Load load;
  load.value = vector(m, {1, 2, 3});
  m.loads.push_back(load);
  mechanism::articulate(m);
  Kernels kernels(m);
  CHECK(kernels.model().nloads == 3);
  const Buffers out = kernels.run("loads", {{0, 0, 0, 0.5, 0.5, 0.5, 0.5}, std::vector<double>(6, 0.0), {0, 0}});
  CHECK(out[0] == std::vector<double>{1, 2, 3});
}

TEST_CASE("motors: efforts are clamped and summed, servos have targets and rows") {
  Mechanism m;
  const int body = add_body(m, JointType::cylindrical);
  m.joints[0].coordinate[0].damping = 2;
  const ExprId time = quantity(m, QuantityKind::time);
  const auto motor = [&](int coordinate, mechanism::MotorKind kind, ExprId value, double limit) {
    mechanism::Motor motor;
    motor.joint = m.bodies[body].joint;
    motor.coordinate = coordinate;
    motor.kind = kind;
    motor.value = value;
    motor.kp = 5;
    motor.kd = 0.5;
    motor.effort_limit = limit;
    m.motors.push_back(motor);
  };
  motor(1, mechanism::MotorKind::effort, time, 3);
  motor(1, mechanism::MotorKind::effort, constant(m, 0.5), HUGE_VAL);
  motor(0, mechanism::MotorKind::servo, time, 7);
  motor(0, mechanism::MotorKind::servo, constant(m, 1), 8);
  mechanism::articulate(m);
  Kernels kernels(m);
  const frix_model& model = kernels.model();
  const std::vector<double> rest = {0, 0};
  CHECK(kernels.run("loads", {rest, rest, {2, 0}})[0] == std::vector<double>{2.5, 2, 1});
  CHECK(kernels.run("loads", {rest, rest, {9, 0}})[0] == std::vector<double>{3.5, 9, 1});
  CHECK(kernels.run("loads", {rest, rest, {-9, 0}})[0] == std::vector<double>{-2.5, -9, 1});
  CHECK(std::vector<int>(model.load_dof, model.load_dof + 3) == std::vector<int>{1, -1, -1});
  REQUIRE(model.ncoordinates == 2);
  CHECK(model.coordinates[0].damping == 2);
  CHECK(model.coordinates[1].damping == 0);
  for (int i = 0; i < 2; ++i) {
    CHECK(model.coordinates[i].target == 1 + i);
    CHECK(model.coordinates[i].effort_limit == 7 + i);
    CHECK(model.coordinates[i].kp == 5);
    CHECK(model.coordinates[i].q_index == 0);
    CHECK(model.coordinates[i].lower == -HUGE_VAL);
    CHECK(std::string(model.coordinates[i].name) == "j0");
  }
}

TEST_CASE("springs: length and its derivatives") {
  Random random(12);
  Scene s(random);
  Mechanism& m = s.m;
  const std::pair<int, int> ends[] = {{kWorld, s.arm_tip}, {s.arm_tip, s.ball_b}, {1, 3},
                                      {s.base, s.ball_a},  {s.ball_a, s.ball_b},  {s.base, kWorld}};
  for (const auto& [a, b] : ends) {
    mechanism::Spring spring;
    spring.body_a = a;
    spring.body_b = b;
    spring.point_a = random.vector();
    spring.point_b = random.vector();
    spring.stiffness = 3;
    m.springs.push_back(spring);
  }
  Kernels kernels(m);
  const Reference reference(m);
  const frix_model& model = kernels.model();
  const Buffers out = kernels.run("springs", {s.q});
  REQUIRE(model.nsprings == 5);  // the one between fixed points has nothing to do
  CHECK(static_cast<int>(out[0].size()) == model.nspring_values);
  for (int i = 0; i < model.nsprings; ++i) {
    const frix_spring& row = model.springs[i];
    const mechanism::Spring& spring = m.springs[i];
    CHECK(row.stiffness == 3);
    const auto length = [&](const std::vector<double>& q) {
      return Eigen::Matrix<double, 1, 1>(
          (reference.point(spring.body_b, spring.point_b, q) - reference.point(spring.body_a, spring.point_a, q))
              .norm());
    };
    CHECK(out[0][row.value] == doctest::Approx(length(s.q)[0]).epsilon(1e-14));
    std::vector<double> gradient(reference.nv(), 0.0);
    for (int k = 0; k < row.count; ++k) {
      gradient[row.dof[k]] = out[0][row.value + 1 + k];
      if (k > 0) CHECK(row.dof[k - 1] < row.dof[k]);
    }
    for (int j = 0; j < reference.nv(); ++j) {
      std::vector<double> unit(reference.nv(), 0.0);
      unit[j] = 1;
      CHECK(std::abs(gradient[j] - reference.rate(length, s.q, unit)[0]) < 1e-9);
    }
  }
}

TEST_CASE("a spring of no length has no direction and no infinite force") {
  Mechanism m;
  add_body(m, JointType::free);
  mechanism::Spring spring;
  spring.body_b = 0;
  m.springs.push_back(spring);
  mechanism::articulate(m);
  const Kernels kernels(m);
  CHECK(kernels.run("springs", {{0, 0, 0, 1, 0, 0, 0}})[0] == std::vector<double>(7, 0.0));
}

TEST_CASE("signals of bodies, frames and joints") {
  Random random(13);
  Scene s(random);
  Mechanism& m = s.m;
  mechanism::Frame frame;
  frame.body = s.arm_tip;
  frame.pose = {random.rotation(), random.vector()};
  m.frames.push_back(frame);
  const int bodies[] = {s.arm_tip, 2, s.ball_b, s.base, kWorld};
  const auto three = [&](QuantityKind kind, int element) {
    return mechanism::VectorExpr{quantity(m, kind, element, 0), quantity(m, kind, element, 1),
                                 quantity(m, kind, element, 2)};
  };
  for (const int body : bodies)
    for (const QuantityKind kind : {QuantityKind::body_position, QuantityKind::body_velocity,
                                    QuantityKind::body_angular_velocity, QuantityKind::body_acceleration})
      output(m, "o", three(kind, body), 3);
  output(m, "p", three(QuantityKind::frame_position, 0), 3);
  output(m, "w", three(QuantityKind::frame_velocity, 0), 3);
  for (int i = 0; i < 9; ++i) output(m, "r", {quantity(m, QuantityKind::frame_rotation, 0, i)}, 1);
  for (int i = 0; i < 9; ++i) output(m, "r", {quantity(m, QuantityKind::body_rotation, s.ball_a, i)}, 1);
  REQUIRE(mechanism::verify(m).empty());
  const Kernels kernels(m);
  const Reference reference(m);
  const int nv = reference.nv();
  const std::vector<double> a = random_numbers(random, nv);
  const std::vector<double> none(FRIX_SYSTEM_SIZE, 0.0);
  const Buffers out = kernels.run("signals", {s.q, s.v, a, std::vector<double>(nv, 0.0), {}, none, {0, 0}});

  std::size_t next = 0;
  const auto take = [&] {
    const Vector3d value(&out[0][next]);
    next += 3;
    return value;
  };
  const Vector3d zero = Vector3d::Zero();
  for (const int body : bodies) {
    CAPTURE(body);
    CHECK((take() - reference.point(body, zero, s.q)).norm() < 1e-13);
    CHECK((take() - reference.velocity(body, zero, s.q, s.v)).norm() < 1e-9);
    CHECK((take() - reference.angular_velocity(body, s.q, s.v)).norm() < 1e-9);
    // along the motion with v(t) = v + a t: the share of v by differences, that of a by the Jacobian
    const Vector3d constant_v = reference.rate(
        [&](const std::vector<double>& at) { return reference.velocity(body, zero, at, s.v); }, s.q, s.v, 1e-2);
    CHECK((take() - constant_v - reference.velocity(body, zero, s.q, a)).norm() < 1e-6);
  }
  CHECK((take() - reference.point(s.arm_tip, frame.pose.position, s.q)).norm() < 1e-13);
  CHECK((take() - reference.velocity(s.arm_tip, frame.pose.position, s.q, s.v)).norm() < 1e-9);
  const Matrix3d frame_rotation = reference.body_pose(s.arm_tip, s.q).rotation * frame.pose.rotation;
  const Matrix3d ball_rotation = reference.body_pose(s.ball_a, s.q).rotation;
  for (const Matrix3d& expected : {frame_rotation, ball_rotation})
    for (int i = 0; i < 9; ++i) CHECK(std::abs(out[0][next++] - expected(i / 3, i % 3)) < 1e-13);
}

TEST_CASE("signals of the run: joints, contacts, system, time, tunables, scales") {
  Mechanism m;
  add_body(m, JointType::planar);
  m.contact_queries.resize(2);
  m.tunables.push_back({"gain", "", 4, {}});
  const auto scalar = [&](QuantityKind kind, int element, int component, double scale = 1) {
    output(m, "o", {quantity(m, kind, element, component)}, 1);
    m.outputs.back().scale = scale;
  };
  scalar(QuantityKind::joint_position, 0, 1, 1e-3);
  scalar(QuantityKind::joint_velocity, 0, 2);
  scalar(QuantityKind::joint_acceleration, 0, 0);
  scalar(QuantityKind::joint_effort, 0, 2);
  scalar(QuantityKind::contact, 1, mechanism::contact_normal_force);
  scalar(QuantityKind::system, 0, mechanism::system_center_of_mass + 2);
  scalar(QuantityKind::time, 0, 0);
  scalar(QuantityKind::tunable, 0, 0);
  mechanism::articulate(m);
  Kernels kernels(m);
  std::vector<double> queries(26), system(FRIX_SYSTEM_SIZE);
  for (int i = 0; i < 26; ++i) queries[i] = 100 + i;
  for (int i = 0; i < FRIX_SYSTEM_SIZE; ++i) system[i] = 200 + i;
  const Buffers out =
      kernels.run("signals", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, queries, system, {0.5, 0.1, 42}});
  CHECK(out[0] == std::vector<double>{2000, 6, 7, 12, 100 + 13 + 5, 200 + 10, 0.5, 42});
  CHECK(kernels.model().tunables[0].value == 4);
}

TEST_CASE("every operation of expressions") {
  Mechanism m;
  add_body(m, JointType::prismatic);
  const ExprId x = quantity(m, QuantityKind::time);
  const ExprId half = constant(m, 0.5);
  const ExprId two = constant(m, 2);
  volatile double at_run_time = 0.7;  // else the compiler folds what the math library should compute
  const double t = at_run_time;
  std::vector<double> expected;
  const auto check = [&](ExprId id, double value) {
    output(m, "o", {id}, 1);
    expected.push_back(value);
  };
  check(apply(m, ExprOp::negate, x), -t);
  check(apply(m, ExprOp::add, x, half), t + 0.5);
  check(apply(m, ExprOp::subtract, x, half), t - 0.5);
  check(apply(m, ExprOp::multiply, x, half), t * 0.5);
  check(apply(m, ExprOp::divide, x, half), t / 0.5);
  check(apply(m, ExprOp::power, two, x), std::pow(2, t));
  check(apply(m, ExprOp::less, x, half), 0);
  check(apply(m, ExprOp::less_equal, half, x), 1);
  check(apply(m, ExprOp::equal, x, x), 1);
  check(apply(m, ExprOp::logical_not, x), 0);
  check(apply(m, ExprOp::logical_and, x, constant(m, 0)), 0);
  check(apply(m, ExprOp::logical_or, x, constant(m, 0)), 1);
  check(apply(m, ExprOp::select, apply(m, ExprOp::less, x, half), two, half), 0.5);
  check(apply(m, ExprOp::sin, x), std::sin(t));
  check(apply(m, ExprOp::cos, x), std::cos(t));
  check(apply(m, ExprOp::tan, x), std::tan(t));
  check(apply(m, ExprOp::asin, x), std::asin(t));
  check(apply(m, ExprOp::acos, x), std::acos(t));
  check(apply(m, ExprOp::atan, x), std::atan(t));
  check(apply(m, ExprOp::atan2, x, half), std::atan2(t, 0.5));
  check(apply(m, ExprOp::sinh, x), std::sinh(t));
  check(apply(m, ExprOp::cosh, x), std::cosh(t));
  check(apply(m, ExprOp::tanh, x), std::tanh(t));
  check(apply(m, ExprOp::sqrt, x), std::sqrt(t));
  check(apply(m, ExprOp::exp, x), std::exp(t));
  check(apply(m, ExprOp::log, x), std::log(t));
  check(apply(m, ExprOp::abs, apply(m, ExprOp::negate, x)), t);
  check(apply(m, ExprOp::sign, x), 1);
  check(apply(m, ExprOp::sign, apply(m, ExprOp::negate, x)), -1);
  check(apply(m, ExprOp::sign, apply(m, ExprOp::subtract, x, constant(m, t))), 0);
  check(apply(m, ExprOp::min, x, half), 0.5);
  check(apply(m, ExprOp::max, x, half), t);
  check(apply(m, ExprOp::floor, apply(m, ExprOp::negate, x)), -1);
  mechanism::articulate(m);
  const Kernels kernels(m);
  const Buffers out = kernels.run("signals", {{0}, {0}, {0}, {0}, {}, std::vector<double>(12), {t, 0}});
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(out[0][i] == expected[i]);
  }
}

TEST_CASE("tables: linear and monotone cubic, constant beyond the ends") {
  Mechanism m;
  add_body(m, JointType::prismatic);
  m.tables.push_back({{0, 1, 3, 4}, {0, 2, 2, 5}, {}});
  m.tables.push_back({{1}, {7}, {}});
  const ExprId x = quantity(m, QuantityKind::time);
  for (const int table : {0, 1})
    for (const ExprOp op : {ExprOp::table, ExprOp::spline}) {
      const ExprId id = apply(m, op, x);
      m.expressions[id].quantity.element = table;
      output(m, "o", {id}, 1);
    }
  mechanism::articulate(m);
  const Kernels kernels(m);
  const auto at = [&](double t) {
    return kernels.run("signals", {{0}, {0}, {0}, {0}, {}, std::vector<double>(12), {t, 0}})[0];
  };
  CHECK(at(0.25)[0] == 0.5);
  CHECK(at(2)[0] == 2);
  CHECK(at(3.5)[0] == 3.5);
  double last = 0;
  for (double t = -1; t < 5; t += 1.0 / 64) {
    const std::vector<double> y = at(t);
    // the data rise, so the cubic does; it is flat where they are
    CHECK(y[1] >= last - 1e-15);
    last = y[1];
    if (t <= 0) CHECK(y[1] == 0);
    if (t >= 1 && t <= 3) CHECK(y[1] == doctest::Approx(2));
    if (t >= 4) CHECK(y[1] == doctest::Approx(5));
    if (t >= 4) CHECK(y[0] == doctest::Approx(5));
    CHECK(y[2] == 7);
    CHECK(y[3] == 7);
  }
  // inside a segment it is the Hermite cubic: between 0 and 1 with the slopes 2 and 0
  CHECK(at(0.5)[1] == doctest::Approx(0.5 * 2 + (3 * 2 - 2 * 2) * 0.25 + (2 - 2 * 2) * 0.125));
}

TEST_CASE("a kernel never gets what its contract does not have") {
  Mechanism m;
  add_body(m, JointType::free);
  mechanism::Load load;
  load.value = {quantity(m, QuantityKind::joint_acceleration), constant(m, 0), constant(m, 0)};
  m.loads.push_back(load);
  mechanism::articulate(m);
  CHECK_THROWS_AS(Kernels{m}, std::logic_error);
}
