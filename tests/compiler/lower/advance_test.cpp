// The end of a step. The values of a freely turning body are those of V26 (scpeters/benchmark, with a reference of 30
// digits) and of the Dzhanibekov problem (period by elliptic integrals).
#include <doctest/doctest.h>

#include "tests/compiler/lower/fixture.h"

using namespace frix;
using namespace frix::test;

namespace {

struct Body {
  std::vector<double> q, v;
};

Mechanism free_body(double mass, const Matrix3d& inertia) {
  Mechanism m;
  const int body = add_body(m, JointType::free, kWorld, mass);
  m.bodies[body].inertia = inertia;
  m.gravity.setZero();
  mechanism::articulate(m);
  return m;
}

// Runs `advance` for `steps` of size h, and `at_step` after each.
template <typename Function>
Body advanced(const Kernels& kernels, Body body, double h, int steps, const Function& at_step) {
  for (int i = 0; i < steps; ++i) {
    const Buffers next = kernels.run("b0_advance", {body.q, body.v, {0, h}});
    body = {next[0], next[1]};
    at_step(i, body);
  }
  return body;
}
Body advanced(const Kernels& kernels, const Body& body, double h, int steps) {
  return advanced(kernels, body, h, steps, [](int, const Body&) {});
}

Vector3d spin(const Body& body) {
  return {body.v[3], body.v[4], body.v[5]};
}
Eigen::Quaterniond orientation(const Body& body) {
  return {body.q[3], body.q[4], body.q[5], body.q[6]};
}

const Vector3d kBox = {0.80833333333333333, 0.68333333333333333, 0.14166666666666667};  // of V26: 10 kg, .1 x .4 x .9 m
const Body kTumbling = {{0, 0, 0, 1, 0, 0, 0}, {-2, 2, 8, 0.1, 5, 0.1}};

}  // namespace

TEST_CASE("a tumbling box turns as the reference says, at second order") {
  const Kernels kernels(free_body(10, kBox.asDiagonal()));
  const Vector3d after_1(3.4237983285017, 2.8191856290319, 3.9283842896044);
  const Vector3d after_10(2.7558388762013, -3.7359651567083, -3.1618072244986);
  const Eigen::Quaterniond turned_10(0.2251644204565, -0.61992762658907, -0.2770289703668, 0.69874578433765);
  double errors[2];
  for (int refinement = 0; refinement < 2; ++refinement) {
    const int steps = 2000 << refinement;
    Vector3d middle = Vector3d::Zero();
    const Body end = advanced(kernels, kTumbling, 10.0 / steps, steps, [&](int i, const Body& body) {
      if (i + 1 == steps / 10) middle = spin(body);
    });
    CHECK((middle - after_1).norm() < 1e-3);
    errors[refinement] = (spin(end) - after_10).norm();
    CHECK(errors[refinement] < 6e-3);
    CHECK(std::abs(orientation(end).dot(turned_10)) > 1 - 1e-5);
    // the centre of mass goes straight
    CHECK(end.q[0] == doctest::Approx(-20).epsilon(1e-12));
    CHECK(end.q[2] == doctest::Approx(80).epsilon(1e-12));
  }
  CHECK(errors[0] / errors[1] == doctest::Approx(4).epsilon(0.1));
}

TEST_CASE("the angular momentum in the world stays, and the energy of a fast spin is bounded") {
  Random random(7);
  for (int i = 0; i < 3; ++i) {
    // principal axes that are those of the body, and others
    const Matrix3d axes = i == 0 ? Matrix3d::Identity().eval() : random.rotation();
    const Matrix3d inertia = axes * kBox.asDiagonal() * axes.transpose();
    const Kernels kernels(free_body(10, inertia));
    Body body = kTumbling;
    for (int k = 3; k < 6; ++k) body.v[k] = 20 * random.real();
    const auto momentum = [&](const Body& b) { return Vector3d(orientation(b) * (inertia * spin(b))); };
    const Vector3d start = momentum(body);
    const double energy = spin(body).dot(inertia * spin(body));
    double worst = 0;
    // 20 rad/s at h = 10 ms for 50 s
    const Body end = advanced(kernels, body, 1e-2, 5000, [&](int, const Body& b) {
      worst = std::max(worst, std::abs(spin(b).dot(inertia * spin(b)) / energy - 1));
    });
    CHECK((momentum(end) - start).norm() < 1e-11 * start.norm());
    CHECK(worst < 0.05);
    CHECK(std::abs(orientation(end).norm() - 1) < 1e-14);
  }
}

TEST_CASE("Dzhanibekov: a turn about the middle axis flips at the right times") {
  const Kernels kernels(free_body(1, Vector3d(1, 2, 3).asDiagonal()));
  const Body start = {{0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 0.2, 2, 0.1}};
  const double h = 1e-3;
  std::vector<double> crossings;
  double before = 2;
  advanced(kernels, start, h, 20100, [&](int i, const Body& body) {
    const double now = spin(body).y();
    if (before * now < 0) crossings.push_back(h * (i + before / (before - now)));
    before = now;
  });
  REQUIRE(crossings.size() == 3);
  CHECK(crossings[0] == doctest::Approx(4.919627).epsilon(1e-5));
  CHECK(crossings[1] == doctest::Approx(12.484044).epsilon(1e-5));
  CHECK(crossings[2] - crossings[0] == doctest::Approx(15.128834).epsilon(1e-5));
}

TEST_CASE("a symmetric top and a turn about a principal axis are exact at any step") {
  // torque-free precession: w3 constant, w1 and w2 turn at (I3 - I1)/I1 w3
  const Kernels top(free_body(1, Vector3d(2, 2, 3).asDiagonal()));
  const Body start = {{0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 4}};
  const Body end = advanced(top, start, 0.5, 4);
  const double angle = (3.0 - 2.0) / 2.0 * 4 * 2;
  CHECK((spin(end) - Vector3d(std::cos(angle), std::sin(angle), 4)).norm() < 1e-14);

  const Kernels box(free_body(1, kBox.asDiagonal()));
  for (int k = 0; k < 3; ++k) {
    Body body = {{0, 0, 0, 1, 0, 0, 0}, std::vector<double>(6, 0.0)};
    body.v[3 + k] = 2;
    const Body turned = advanced(box, body, 0.5, 4);
    CHECK((spin(turned) - 2 * Vector3d::Unit(k)).norm() < 1e-14);
    const Eigen::Quaterniond expected(Eigen::AngleAxisd(4, Vector3d::Unit(k)));
    CHECK(std::abs(orientation(turned).dot(expected)) == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("a body that does not turn stays as it is, and slow turns are smooth") {
  const Kernels kernels(free_body(1, Vector3d(1, 1, 1).asDiagonal()));
  const Body still = advanced(kernels, {{1, 2, 3, 0, 1, 0, 0}, {0, 0, 0, 0, 0, 0}}, 1, 3);
  CHECK(still.q == std::vector<double>{1, 2, 3, 0, 1, 0, 0});
  // on both sides of where the series takes over
  for (const double rate : {1e-160, 1e-12, 0.5e-2, 0.9999e-2, 1.0001e-2, 1.0, 3.0, 6.0}) {
    const Body body = advanced(kernels, {{0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, rate, 0}}, 1, 1);
    CHECK(body.q[3] == doctest::Approx(std::cos(rate / 2)).epsilon(1e-15));
    CHECK(body.q[5] == doctest::Approx(std::sin(rate / 2)).epsilon(1e-15));
  }
}

TEST_CASE("world and body axes: angular velocity is kept in those of the body") {
  // turned by +90 degrees about z and spinning about the world's x (B64): w_body = (0, -1, 0)
  Mechanism m = free_body(1, Vector3d(1, 1, 1).asDiagonal());
  const double s = std::sqrt(0.5);
  const Kernels kernels(m);
  const Body body = advanced(kernels, {{0, 0, 0, s, 0, 0, s}, {0, 0, 0, 0, -1, 0}}, 0.3, 1);
  const Eigen::Quaterniond expected = Eigen::AngleAxisd(0.3, Vector3d::UnitX()) * Eigen::Quaterniond(s, 0, 0, s);
  CHECK(std::abs(orientation(body).dot(expected)) == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("a ball joint in a tree turns by the exponential map and keeps its rates") {
  Random random(8);
  const Mechanism m = random_tree(random, 2, {JointType::prismatic, JointType::ball});
  REQUIRE(m.articulations.size() == 1);
  const Kernels kernels(m);
  const Reference reference(m);
  const std::vector<double> q = random_positions(random, m);
  const std::vector<double> v = random_numbers(random, reference.nv());
  const Buffers next = kernels.run("b0_advance", {q, v, {0, 0.25}});
  const std::vector<double> expected = reference.moved(q, v, 0.25);
  for (std::size_t i = 0; i < q.size(); ++i) CHECK(next[0][i] == doctest::Approx(expected[i]).epsilon(1e-14));
  CHECK(next[1] == v);
}

TEST_CASE("a spherical pendulum under a constant angular momentum about its pivot") {
  // the moments are those about the pivot: with the joint at (0, 0, -1) of a body of 2 kg they grow by 2 in x and y
  Mechanism m;
  add_body(m, JointType::ball, kWorld, 2, {1, 1.5, 0.5});
  m.joints[0].child_frame.position = {0, 0, -1};
  mechanism::articulate(m);
  const Kernels kernels(m);
  const Vector3d moments(3, 3.5, 0.5), w(1, 2, 3);
  const Buffers next = kernels.run("b0_advance", {{1, 0, 0, 0}, {1, 2, 3}, {0, 1e-4}});
  // I w' = -w x I w
  const Vector3d change = (Vector3d(next[1].data()) - w) / 1e-4;
  const Vector3d expected = -w.cross(moments.cwiseProduct(w)).cwiseQuotient(moments);
  CHECK((change - expected).norm() < 1e-2);
}
