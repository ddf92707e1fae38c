// The laws of contact and of joints, and their derivatives.
#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "runtime/contact/friction_law.h"
#include "runtime/contact/normal_law.h"
#include "runtime/contact/scalar_law.h"

namespace {

using namespace frix::contact;
using Eigen::Matrix3d;
using Eigen::Vector3d;

frix_pair_surface surface(frix_normal_law law, frix_stiction_shape shape) {
  return {0.6, 1e-3, 2e4, 3, 150, 0, shape, law};
}

TEST_CASE("Hunt-Crossley: values, no pull, and the derivative") {
  const double k = 2e4, d = 3, h = 1e-3;
  CHECK(hunt_crossley(k, d, 1e-3, h, 0).force == doctest::Approx(20));
  CHECK(hunt_crossley(k, d, 1e-3, h, -0.1).force == doctest::Approx(2e4 * 1.1e-3 * 1.3));
  CHECK(hunt_crossley(k, d, 1e-3, h, 0.4).force == 0);  // faster than 1/d
  CHECK(hunt_crossley(k, d, -1e-3, h, 0).force == 0);   // a gap
  CHECK(hunt_crossley(k, d, -1e-3, h, -2).force > 0);   // a gap that closes within the step
  CHECK(hunt_crossley(k, d, -1e-3, h, -1).force == doctest::Approx(0).epsilon(1e-12));
}

TEST_CASE("the slope of the normal laws is their derivative, and never positive") {
  const double h = 2e-3;
  for (const frix_normal_law law : {FRIX_NORMAL_HUNT_CROSSLEY, FRIX_NORMAL_LINEAR})
    for (const double depth : {-1e-3, 0.0, 1e-4, 5e-3})
      for (double vn = -3; vn < 1; vn += 0.0173) {
        const auto s = surface(law, FRIX_STICTION_LINEAR);
        const double step = 1e-7;
        const NormalForce at = normal_force(s, depth, h, vn);
        const double low = normal_force(s, depth, h, vn - step).force,
                     high = normal_force(s, depth, h, vn + step).force;
        CHECK(at.force >= 0);
        CHECK(at.slope <= 0);
        // a central difference is good to 1e-5 N s/m here, except at a corner, where it lies between the two slopes
        const double numeric = (high - low) / (2 * step);
        const bool corner = (low == 0) != (high == 0);
        if (!corner) CHECK(at.slope == doctest::Approx(numeric).epsilon(1e-6));
      }
}

TEST_CASE("the linear law is continuous where a gap closes, and counts damping only in contact") {
  const auto s = surface(FRIX_NORMAL_LINEAR, FRIX_STICTION_LINEAR);
  const double h = 1e-3;
  CHECK(normal_force(s, 1e-12, h, -1).force == doctest::Approx(normal_force(s, -1e-12, h, -1).force).epsilon(1e-6));
  CHECK(normal_force(s, 2e-3, h, -0.5).force == doctest::Approx(2e4 * 2.5e-3 + 150 * 0.5));
  CHECK(normal_force(s, -1e-3, h, -0.999).force == 0);
}

// f_t of unit normal force.
Vector3d friction(const frix_pair_surface& s, const Vector3d& vt) {
  return -friction_factor(s, vt.norm()).rho * vt;
}

TEST_CASE("friction: Coulomb's bound outside, linear or quadratic inside, isotropic") {
  for (const frix_stiction_shape shape : {FRIX_STICTION_LINEAR, FRIX_STICTION_QUADRATIC}) {
    const auto s = surface(FRIX_NORMAL_HUNT_CROSSLEY, shape);
    CHECK(friction(s, Vector3d::Zero()).norm() == 0);
    for (double angle = 0; angle < 6.2; angle += 0.31) {
      const Vector3d t(std::cos(angle), std::sin(angle), 0);
      CHECK((friction(s, 2e-3 * t) + 0.6 * t).norm() < 1e-15);
      CHECK((friction(s, 1e-3 * t) + 0.6 * t).norm() < 1e-15);
      const double inside = shape == FRIX_STICTION_LINEAR ? 0.25 : 0.25 * 1.75;
      CHECK((friction(s, 0.25e-3 * t) + 0.6 * inside * t).norm() < 1e-15);
    }
  }
}

TEST_CASE("the gradient of friction is its derivative, and positive semidefinite") {
  for (const frix_stiction_shape shape : {FRIX_STICTION_LINEAR, FRIX_STICTION_QUADRATIC}) {
    const auto s = surface(FRIX_NORMAL_HUNT_CROSSLEY, shape);
    for (const double speed : {0.0, 1e-5, 3e-4, 9e-4, 1.3e-3, 0.2}) {
      const Vector3d vt = speed * Vector3d(0.6, 0.8, 0);
      const FrictionFactor factor = friction_factor(s, speed);
      Matrix3d gradient = factor.eta * vt * vt.transpose();
      gradient.diagonal().head<2>().array() += factor.rho;  // in the tangent plane z = 0
      const double step = 1e-9;
      for (int j = 0; j < 2; ++j) {
        const Vector3d d = step * Vector3d::Unit(j);
        const Vector3d numeric = -(friction(s, vt + d) - friction(s, vt - d)) / (2 * step);
        CHECK((gradient.col(j) - numeric).norm() < 1e-5 * factor.rho);
      }
      for (double angle = 0; angle < 3.2; angle += 0.1) {
        const Vector3d x(std::cos(angle), std::sin(angle), 0);
        CHECK(x.dot(gradient * x) >= -1e-12 * factor.rho);
      }
    }
  }
}

TEST_CASE("scalar laws: values, bounds and slopes") {
  const ScalarLaw friction_law{ScalarKind::saturated, 0, 1e6, 2};
  CHECK(friction_law.evaluate(1).force == -2);
  CHECK(friction_law.evaluate(-1).force == 2);
  CHECK(friction_law.evaluate(1e-6).force == doctest::Approx(-1));
  const ScalarLaw up{ScalarKind::push_up, -3, 10, 0}, down{ScalarKind::push_down, -3, 10, 0};
  CHECK(up.evaluate(0).force == 0);
  CHECK(up.evaluate(-1).force == 7);
  CHECK(down.evaluate(0).force == 0);
  CHECK(down.evaluate(1).force == -7);
  for (const ScalarLaw& law : {friction_law, up, down})
    for (const double v : {-1.0, -1e-7, 0.0, 3e-7, 0.9}) {
      const double step = 1e-9;
      const double numeric = (law.evaluate(v + step).force - law.evaluate(v - step).force) / (2 * step);
      CHECK(law.evaluate(v).slope == doctest::Approx(numeric).epsilon(1e-5));
      CHECK(law.evaluate(v).slope <= 0);
    }
}

TEST_CASE("a change across the steep part of a saturated law stops in its middle") {
  const ScalarLaw servo{ScalarKind::saturated, 5, 10, 1};  // middle 0.5, half width 0.1
  CHECK(1 + servo.crossing_limit(1, -4) * -4 == doctest::Approx(0.5));
  CHECK(servo.crossing_limit(1, -0.45) == 1);  // lands inside
  CHECK(servo.crossing_limit(0.55, -4) == 1);  // starts inside
  CHECK(servo.crossing_limit(1, 4) == 1);
}

}  // namespace
