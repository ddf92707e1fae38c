// The recursive algorithms against Newton's and Euler's equations body by body, with every derivative a finite
// difference. Tolerances: the reference's own error is 1e-11 for first and 1e-8 for second derivatives (steps 1e-3 and
// 1e-2 at fourth order), times the size of what is summed.
#include <doctest/doctest.h>

#include "tests/compiler/lower/fixture.h"

using namespace frix;
using namespace frix::test;

namespace {

const std::vector<double> kEnv = {0, 1e-3};

void check_tree(Random& random, const Mechanism& m) {
  REQUIRE(m.articulations.size() == 1);
  const Kernels kernels(m);
  const Reference reference(m);
  const std::string& name = m.articulations[0].name;
  const std::vector<double> q = random_positions(random, m);
  const std::vector<double> v = random_numbers(random, reference.nv());
  const int nv = reference.nv();
  for (const ir::Kernel& kernel : kernels.all()) CHECK(ir::verify(kernel).empty());

  const Buffers dynamics = kernels.run(name + "_dynamics", {q, v, kEnv});
  const MatrixXd mass = Eigen::Map<const MatrixXd>(dynamics[0].data(), nv, nv);
  const MatrixXd expected_mass = reference.mass_matrix(q);
  CHECK((mass - expected_mass).norm() < 1e-9 * expected_mass.norm());
  CHECK((mass - mass.transpose()).norm() == 0);
  const VectorXd force = Eigen::Map<const VectorXd>(dynamics[1].data(), nv);
  const VectorXd expected_force = reference.gravity_and_bias(q, v);
  CHECK((force - expected_force).norm() < 2e-6 * (1 + expected_force.norm()));

  // evaluate: the same mass matrix and forces, poses and screws
  const Buffers all = kernels.run(name + "_evaluate", {q, v, kEnv});
  CHECK(all[3] == dynamics[0]);
  CHECK(all[4] == dynamics[1]);
  const Vector3d r(all[1].data());
  std::size_t next = 0;
  for (const int body : m.articulations[0].instances[0])
    for (const mechanism::Shape& shape : m.shapes) {
      if (shape.body != body) continue;
      const Vector3d position(&all[0][12 * next]);
      CHECK((position - reference.point(body, shape.pose.position, q)).norm() < 1e-12 * (1 + position.norm()));
      const Matrix3d rotation = Eigen::Map<const Matrix3d>(&all[0][12 * next + 3]).transpose();
      if (shape.kind == mechanism::ShapeKind::sphere) {
        CHECK(std::isnan(rotation(0, 0)));
      } else {
        CHECK((rotation - reference.body_pose(body, q).rotation * shape.pose.rotation).norm() < 1e-12);
      }
      // a point of the shape moves with the sum of the screws of what moves it
      Kernels copy(m);
      const frix_class& row = copy.model().classes[0];
      Vector3d velocity = Vector3d::Zero();
      for (int j = 0; j < nv; ++j) {
        const Vector3d angular(&all[2][6 * j]), linear(&all[2][6 * j + 3]);
        if (row.moves[next * nv + j]) velocity += v[j] * (linear + angular.cross(position - r));
      }
      const Vector3d expected = reference.velocity(body, shape.pose.position, q, v);
      CHECK((velocity - expected).norm() < 1e-9 * (1 + expected.norm()));
      ++next;
    }

  // energy and momentum
  const Buffers energy = kernels.run(name + "_energy", {q, v, kEnv});
  const VectorXd rates = Eigen::Map<const VectorXd>(v.data(), nv);
  double potential = 0, total = 0;
  Vector3d momentum = Vector3d::Zero(), angular = Vector3d::Zero(), moment = Vector3d::Zero();
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    if (m.places[b].articulation < 0) continue;
    const double mb = m.bodies[b].mass;
    const Vector3d c = reference.com(body, q), p = mb * reference.velocity(body, m.bodies[b].com, q, v);
    potential -= mb * m.gravity.dot(c);
    momentum += p;
    angular += c.cross(p) + reference.inertia(body, q) * reference.angular_velocity(body, q, v);
    moment += mb * c;
    total += mb;
  }
  CHECK(energy[0][0] == doctest::Approx(0.5 * rates.dot(expected_mass * rates)).epsilon(1e-9));
  CHECK(energy[0][1] == doctest::Approx(potential).epsilon(1e-10));
  CHECK((Vector3d(&energy[0][2]) - momentum).norm() < 1e-9 * (1 + momentum.norm()));
  CHECK((Vector3d(&energy[0][5]) - angular).norm() < 1e-9 * (1 + angular.norm()));
  CHECK(energy[0][8] == doctest::Approx(total).epsilon(1e-14));
  CHECK((Vector3d(&energy[0][9]) - moment).norm() < 1e-12 * (1 + moment.norm()));

  // forward dynamics: what `solve` gives makes M x = b
  const Buffers x = kernels.run(name + "_solve", {dynamics[0], dynamics[1]});
  const VectorXd solution = Eigen::Map<const VectorXd>(x[0].data(), nv);
  CHECK((mass * solution - force).norm() < 1e-9 * (1 + force.norm()));
  CHECK((solution - mass.ldlt().solve(force)).norm() < 1e-8 * (1 + solution.norm()));
}

}  // namespace

TEST_CASE("each type of joint, alone and under a revolute one") {
  Random random(1);
  for (int type = 0; type < 9; ++type) {
    const auto joint = static_cast<JointType>(type);
    CAPTURE(std::string(mechanism::name(joint)));
    const bool rotor = joint == JointType::ball || joint == JointType::free;
    if (joint != JointType::fixed && !rotor) check_tree(random, random_tree(random, 1, {joint}));
    for (int repeat = 0; repeat < 2; ++repeat) {
      check_tree(random, random_tree(random, 2, {JointType::revolute, joint}));
      if (!rotor && joint != JointType::fixed) check_tree(random, random_tree(random, 2, {JointType::fixed, joint}));
      check_tree(random, random_tree(random, 3, {joint, JointType::prismatic, JointType::revolute}));
    }
  }
}

TEST_CASE("random trees of all types of joints") {
  Random random(2);
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    Mechanism m = random_tree(random, 3 + i % 5);
    check_tree(random, m);
  }
}

TEST_CASE("a single free or ball-jointed body leaves its gyroscopic term to advance") {
  Random random(3);
  for (const JointType type : {JointType::free, JointType::ball}) {
    const Mechanism m = random_tree(random, 1, {type});
    const Kernels kernels(m);
    const Reference reference(m);
    const std::vector<double> q = random_positions(random, m);
    const std::vector<double> v = random_numbers(random, reference.nv());
    const std::vector<double> rest(reference.nv(), 0.0);
    const Buffers moving = kernels.run("b0_dynamics", {q, v, kEnv});
    const Buffers resting = kernels.run("b0_dynamics", {q, rest, kEnv});
    CHECK(moving[1] == resting[1]);
    const VectorXd expected = reference.gravity_and_bias(q, rest);
    CHECK((Eigen::Map<const VectorXd>(moving[1].data(), reference.nv()) - expected).norm() < 1e-7);
    const MatrixXd mass = Eigen::Map<const MatrixXd>(moving[0].data(), reference.nv(), reference.nv());
    CHECK((mass - reference.mass_matrix(q)).norm() < 1e-9);
  }
}

TEST_CASE("a body welded to a free one takes part in the bias") {
  Random random(4);
  check_tree(random, random_tree(random, 2, {JointType::free, JointType::fixed}));
}

TEST_CASE("the screws of a free body are unit vectors at its centre of mass") {
  Mechanism m;
  const int body = add_body(m, JointType::free);
  m.bodies[body].com = {0.1, 0.2, 0.3};
  mechanism::articulate(m);
  const Kernels kernels(m);
  const Buffers out = kernels.run("b0_evaluate", {{1, 2, 3, 1, 0, 0, 0}, std::vector<double>(6, 0.0), kEnv});
  CHECK(out[1] == std::vector<double>{1, 2, 3});
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) CHECK(out[2][6 * j + i] == ((j + 3) % 6 == i ? 1 : 0));
  CHECK(out[4] == std::vector<double>{0, 0, -9.80665, 0, 0, 0});
}

TEST_CASE("sparse solve agrees with Eigen for any matrix of a tree's sparsity") {
  Random random(5);
  for (int i = 0; i < 5; ++i) {
    const Mechanism m = random_tree(random, 7);
    Kernels kernels(m);
    const frix_class& row = kernels.model().classes[0];
    MatrixXd a = MatrixXd::Zero(row.nv, row.nv);
    for (int j = 0; j < row.nv; ++j) {
      a(j, j) = row.nv;
      for (int k = row.parent[j]; k >= 0; k = row.parent[k]) a(j, k) = a(k, j) = random.real();
    }
    const std::vector<double> b = random_numbers(random, row.nv);
    const std::vector<double> flat(a.data(), a.data() + a.size());
    const Buffers x = kernels.run("b0_solve", {flat, b});
    const VectorXd expected = a.ldlt().solve(Eigen::Map<const VectorXd>(b.data(), row.nv));
    CHECK((Eigen::Map<const VectorXd>(x[0].data(), row.nv) - expected).norm() < 1e-13 * expected.norm());
  }
}

// The iiwa 14 of KUKA. The size of the code is its speed: mass matrix and bias in 590 operations, of which 12 are sines
// and cosines (the first joint turns about the vertical and does not matter).
TEST_CASE("the kernels of a seven-joint arm are small") {
  Mechanism m;
  const double mass[] = {5.76, 6.35, 3.5, 3.5, 3.5, 1.8, 1.2};
  const Vector3d com[] = {{0, -0.03, 0.12},       {0.0003, 0.059, 0.042}, {0, 0.03, 0.13}, {0, 0.067, 0.034},
                          {0.0001, 0.021, 0.076}, {0, 0.0006, 0.0004},    {0, 0, 0.02}};
  const Vector3d inertia[] = {{0.033, 0.0333, 0.0123}, {0.0305, 0.0304, 0.011}, {0.025, 0.0238, 0.0076},
                              {0.017, 0.0164, 0.006},  {0.01, 0.0087, 0.00449}, {0.0049, 0.0047, 0.0036},
                              {0.001, 0.001, 0.001}};
  const Vector3d origin[] = {{0, 0, 0.1575}, {0, 0, 0.2025}, {0, 0.2045, 0}, {0, 0, 0.2155},
                             {0, 0.1845, 0}, {0, 0, 0.2155}, {0, 0.081, 0}};
  const Vector3d rpy[] = {{0, 0, 0},           {M_PI / 2, 0, M_PI},  {M_PI / 2, 0, M_PI},
                          {M_PI / 2, 0, 0},    {-M_PI / 2, M_PI, 0}, {M_PI / 2, 0, 0},
                          {-M_PI / 2, M_PI, 0}};
  for (int i = 0; i < 7; ++i) {
    const int body = add_body(m, JointType::revolute, i - 1, mass[i], inertia[i]);
    m.bodies[body].com = com[i];
    m.joints.back().parent_frame = {
        (Eigen::AngleAxisd(rpy[i].z(), Vector3d::UnitZ()) * Eigen::AngleAxisd(rpy[i].y(), Vector3d::UnitY()) *
         Eigen::AngleAxisd(rpy[i].x(), Vector3d::UnitX()))
            .toRotationMatrix(),
        origin[i]};
  }
  mechanism::articulate(m);
  Random random(6);
  check_tree(random, m);
  const Kernels kernels(m);
  CHECK(ir::operation_count(kernels["b0_dynamics"]) <= 590);
  CHECK(ir::operation_count(kernels["b0_solve"]) <= 231);
}
