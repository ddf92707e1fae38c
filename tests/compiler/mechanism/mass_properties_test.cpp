#include "compiler/mechanism/mass_properties.h"

#include <doctest/doctest.h>

#include <numbers>
#include <random>

namespace frix::mechanism {
namespace {

constexpr double pi = std::numbers::pi;

// Whether a point lies in a shape: the independent description that the closed forms are checked against.
bool inside(ShapeKind kind, const Vector3d& size, const Vector3d& p) {
  switch (kind) {
    case ShapeKind::sphere:
      return p.norm() <= size.x();
    case ShapeKind::box:
      return (p.cwiseAbs() - size / 2).maxCoeff() <= 0;
    case ShapeKind::cylinder:
      return std::hypot(p.x(), p.y()) <= size.x() && std::abs(p.z()) <= size.y() / 2;
    case ShapeKind::capsule: {
      const double z = std::max(0.0, std::abs(p.z()) - size.y() / 2);
      return std::hypot(p.x(), p.y(), z) <= size.x();
    }
    case ShapeKind::ellipsoid:
      return p.cwiseQuotient(size).norm() <= 1;
    default:
      return false;
  }
}

TEST_CASE("closed forms agree with sums over a grid of points") {
  struct Example {
    ShapeKind kind;
    Vector3d size;
  };
  const Example examples[] = {{ShapeKind::sphere, {0.4, 0, 0}},
                              {ShapeKind::box, {0.5, 0.8, 0.3}},
                              {ShapeKind::cylinder, {0.3, 0.7, 0}},
                              {ShapeKind::capsule, {0.25, 0.4, 0}},
                              {ShapeKind::ellipsoid, {0.2, 0.45, 0.3}}};
  for (const Example& example : examples) {
    CAPTURE(static_cast<int>(example.kind));
    // midpoint rule on a cube of side 1: with 100 cells a side the surface cells make an error of well below 1 %
    constexpr int n = 100;
    double volume = 0;
    Matrix3d second = Matrix3d::Zero();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          const Vector3d p = (Vector3d(i, j, k) + Vector3d::Constant(0.5)) / n - Vector3d::Constant(0.5);
          if (!inside(example.kind, example.size, p)) continue;
          volume += 1.0 / (n * n * n);
          second += (p.squaredNorm() * Matrix3d::Identity() - p * p.transpose()) / (n * n * n);
        }
    const double density = 700;
    const MassProperties exact = of_shape(example.kind, example.size, density);
    CHECK(exact.mass == doctest::Approx(density * volume).epsilon(0.01));
    CHECK((exact.inertia - density * second).norm() < 0.01 * exact.inertia.norm());
    CHECK(exact.com.norm() == 0);
  }
}

TEST_CASE("a capsule of 1 kg with r = 0.5 and l = 1 has the moments 0.3025 and 0.115") {
  MassProperties capsule = of_shape(ShapeKind::capsule, {0.5, 1, 0}, 1);
  capsule.inertia /= capsule.mass;
  CHECK(capsule.inertia(0, 0) == doctest::Approx(0.3025).epsilon(1e-12));
  CHECK(capsule.inertia(1, 1) == doctest::Approx(0.3025).epsilon(1e-12));
  CHECK(capsule.inertia(2, 2) == doctest::Approx(0.115).epsilon(1e-12));
}

TEST_CASE("a body cut in two has the properties of the whole") {
  const MassProperties whole = of_shape(ShapeKind::box, {0.6, 0.2, 0.4}, 1000);
  const MassProperties half = of_shape(ShapeKind::box, {0.3, 0.2, 0.4}, 1000);
  Pose left, right;
  left.position = {-0.15, 0, 0};
  right.position = {0.15, 0, 0};
  const MassProperties joined = sum({transformed(half, left), transformed(half, right)});
  CHECK(joined.mass == doctest::Approx(whole.mass).epsilon(1e-14));
  CHECK(joined.com.norm() < 1e-15);
  CHECK((joined.inertia - whole.inertia).norm() < 1e-14 * whole.inertia.norm());
}

TEST_CASE("an inertia in a turned frame: diag(1, 2, 2.5) turned by 90 degrees about z is diag(2, 1, 2.5)") {
  MassProperties part{3, {0.1, 0, 0}, Vector3d(1, 2, 2.5).asDiagonal()};
  Pose pose;
  pose.rotation = Eigen::AngleAxisd(pi / 2, Vector3d::UnitZ()).toRotationMatrix();
  const MassProperties turned = transformed(part, pose);
  CHECK((turned.inertia - Matrix3d(Vector3d(2, 1, 2.5).asDiagonal())).norm() < 1e-14);
  CHECK((turned.com - Vector3d(0, 0.1, 0)).norm() < 1e-15);
}

TEST_CASE("half-spaces and point sets have no volume and no mass") {
  CHECK(!has_volume(ShapeKind::halfspace));
  CHECK(!has_volume(ShapeKind::points));
  CHECK(of_shape(ShapeKind::points, {1, 1, 1}, 1000).mass == 0);
  CHECK(sum({}).mass == 0);
  CHECK(sum({}).com.norm() == 0);
}

TEST_CASE("unphysical inertias are found, with the deficit") {
  Matrix3d talos;
  talos << 1.15e-4, 0.52e-4, 0.25e-4, 0.52e-4, 1.53e-4, 0.34e-4, 0.25e-4, 0.34e-4, 1.9e-4;
  const InertiaCheck check = check_inertia(talos);
  CHECK(!check.physical);
  CHECK(check.principal[0] == doctest::Approx(7.86270e-5).epsilon(1e-5));
  CHECK(check.principal[1] == doctest::Approx(1.47497e-4).epsilon(1e-5));
  CHECK(check.principal[2] == doctest::Approx(2.31876e-4).epsilon(1e-5));
  CHECK(check.deficit == doctest::Approx(-5.7514e-6).epsilon(1e-4));
  CHECK(check.reason ==
        "no moment may exceed the sum of the other two: 7.8627e-05 + 0.000147497 < 0.000231876, short by 5.7514e-06 "
        "kg*m^2");

  CHECK(!check_inertia(Vector3d(1, 0, 0).asDiagonal()).physical);
  const InertiaCheck negative = check_inertia(Vector3d(-1, 2, 2).asDiagonal());
  CHECK(negative.reason == "the smallest, -1 kg*m^2, is negative");
}

TEST_CASE("inertias at the boundary and of any size are accepted") {
  CHECK(check_inertia(Vector3d(1, 2, 3).asDiagonal()).physical);  // a flat body
  CHECK(check_inertia(Vector3d(0, 1, 1).asDiagonal()).physical);  // a thin rod
  CHECK(check_inertia(Matrix3d::Zero()).physical);                // a point
  CHECK(check_inertia(Vector3d(1e-21, 2e-21, 3e-21).asDiagonal()).physical);
  CHECK(!check_inertia(Vector3d(1e-21, 2e-21, 4e-21).asDiagonal()).physical);

  // flat bodies in any orientation: rounding must not reject them
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100; ++i) {
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
    const Matrix3d r = q.toRotationMatrix();
    CHECK(check_inertia(r * Vector3d(0.1, 0.7, 0.8).asDiagonal() * r.transpose()).physical);
  }
}

}  // namespace
}  // namespace frix::mechanism
