// The table of cases of the transition-aware line search.
#include "runtime/contact/tals.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace {

using Eigen::Vector3d;
using frix::contact::tals;
using frix::contact::TalsCase;
using frix::contact::TalsOptions;

constexpr double kVs = 1e-3;

TEST_CASE("a tiny change is taken whole") {
  const auto step = tals({kVs, 0, 0}, {-0.9e-2 * kVs, 0, 0}, kVs);
  CHECK(step.which == TalsCase::small_change);
  CHECK(step.alpha == 1);
}

TEST_CASE("from rest out of the disc stops at half of v_s") {
  const Vector3d v(1e-3 * kVs, 0, 0), delta(0, 50 * kVs, 0);
  const auto step = tals(v, delta, kVs);
  CHECK(step.which == TalsCase::leaves_rest);
  CHECK((v + step.alpha * delta).norm() == doctest::Approx(kVs / 2).epsilon(1e-5));
}

TEST_CASE("a jump to the centre stops at half of v_s") {
  const Vector3d v(20 * kVs, 0, 0), delta = -v;
  const auto step = tals(v, delta, kVs);
  CHECK(step.which == TalsCase::stops);
  CHECK((v + step.alpha * delta).norm() == doctest::Approx(kVs / 2).epsilon(1e-12));
}

TEST_CASE("inside the disc, and from outside into it, the step is whole") {
  CHECK(tals({0.5 * kVs, 0, 0}, {0, 30 * kVs, 0}, kVs).which == TalsCase::inside);
  CHECK(tals({0.5 * kVs, 0, 0}, {0, 30 * kVs, 0}, kVs).alpha == 1);
  CHECK(tals({5 * kVs, 0, 0}, {-4.5 * kVs, 0, 0}, kVs).which == TalsCase::lands_inside);
  CHECK(tals({5 * kVs, 0, 0}, {-4.5 * kVs, 0, 0}, kVs).alpha == 1);
}

TEST_CASE("a change through the disc lands where it is closest to the centre") {
  const Vector3d v(10 * kVs, 0.5 * kVs, 0), delta(-30 * kVs, 0, 0);
  const auto step = tals(v, delta, kVs);
  CHECK(step.which == TalsCase::crosses);
  const Vector3d end = v + step.alpha * delta;
  CHECK(std::abs(end.dot(delta)) < 1e-12 * delta.squaredNorm());
  CHECK(end.norm() == doctest::Approx(0.5 * kVs));
}

TEST_CASE("a change through the centre stops half of v_s before it") {
  const Vector3d v(10 * kVs, 0, 0), delta(-30 * kVs, 0, 0);
  const auto step = tals(v, delta, kVs);
  CHECK(step.which == TalsCase::crosses);
  CHECK((v + step.alpha * delta).x() == doctest::Approx(0.5 * kVs));
}

TEST_CASE("past the disc the direction turns by at most the limit, and exactly that") {
  for (const double limit : {M_PI / 6, M_PI / 3}) {
    TalsOptions options;
    options.cos_max_turn = std::cos(limit);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> angle(0, 2 * M_PI), size(2, 100);
    int turned = 0;
    for (int i = 0; i < 2000; ++i) {
      const double a = angle(random), b = angle(random), rv = size(random) * kVs, rd = size(random) * kVs;
      const Vector3d v(rv * std::cos(a), rv * std::sin(a), 0), delta(rd * std::cos(b), rd * std::sin(b), 0);
      const auto step = tals(v, delta, kVs, options);
      REQUIRE(step.alpha > 0);
      REQUIRE(step.alpha <= 1);
      if (step.which != TalsCase::turns) continue;
      ++turned;
      const Vector3d end = v + step.alpha * delta;
      CHECK(std::acos(v.dot(end) / (v.norm() * end.norm())) == doctest::Approx(limit).epsilon(1e-9));
    }
    CHECK(turned > 100);
  }
}

TEST_CASE("the answer does not depend on units") {
  const Vector3d v(3 * kVs, 1 * kVs, 0), delta(-7 * kVs, 5 * kVs, 0);
  const auto step = tals(v, delta, kVs);
  for (const double scale : {1e-9, 1e9}) {
    const auto scaled = tals(scale * v, scale * delta, scale * kVs);
    CHECK(scaled.which == step.which);
    CHECK(scaled.alpha == doctest::Approx(step.alpha).epsilon(1e-12));
  }
}

TEST_CASE("at rest nothing divides by zero") {
  const auto step = tals(Vector3d::Zero(), Vector3d::Zero(), kVs);
  CHECK(step.alpha == 1);
  CHECK(tals(Vector3d::Zero(), {1, 0, 0}, kVs).alpha == doctest::Approx(kVs / 2));
}

}  // namespace
