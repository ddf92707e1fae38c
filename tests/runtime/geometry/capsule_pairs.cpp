// Capsules against each other.
#include <doctest/doctest.h>

#include <numbers>

#include "tests/runtime/geometry/convex_search.h"

using namespace frix::geometry;
using std::numbers::pi;

namespace {

std::vector<ContactPoint> touch(const Vector3d& size_a, const Isometry3d& a, const Vector3d& size_b,
                                const Isometry3d& b, double margin = 10) {
  Scene scene;
  scene.add(FRIX_CAPSULE, size_a, a);
  scene.add(FRIX_CAPSULE, size_b, b);
  return scene.contacts(margin);
}

}  // namespace

TEST_CASE("crossed capsules touch at one point") {
  const auto contacts =
      touch({0.5, 4, 0}, at(0, 0, 0.75) * turned(pi / 2, {0, 1, 0}), {0.5, 4, 0}, turned(pi / 2, {1, 0, 0}));
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth == doctest::Approx(0.25).epsilon(1e-14));
  CHECK((contacts[0].normal - Vector3d(0, 0, 1)).norm() < 1e-14);
  CHECK((contacts[0].point - Vector3d(0, 0, 0.375)).norm() < 1e-14);
}

TEST_CASE("parallel capsules touch along the stretch they share") {
  const auto contacts = touch({0.5, 4, 0}, at(0.75, 0, 1), {0.5, 4, 0}, at(0, 0, 0));
  REQUIRE(contacts.size() == 2);
  for (int end = 0; end < 2; ++end) {
    CHECK(contacts[end].feature == end + 1);
    CHECK(contacts[end].depth == doctest::Approx(0.25).epsilon(1e-14));
    CHECK((contacts[end].normal - Vector3d(1, 0, 0)).norm() < 1e-14);
    CHECK((contacts[end].point - Vector3d(0.375, 0, end == 0 ? -1 : 2)).norm() < 1e-14);
  }
}

TEST_CASE("capsules one behind the other touch with their ends") {
  const auto contacts = touch({0.5, 2, 0}, at(0, 0, 2.75), {0.5, 2, 0}, at(0, 0, 0));
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth == doctest::Approx(0.25).epsilon(1e-14));
  CHECK((contacts[0].normal - Vector3d(0, 0, 1)).norm() < 1e-14);
}

TEST_CASE("depth of capsules against a search over both segments") {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const Vector3d size_a(random.uniform(0.1, 1), random.uniform(0, 3), 0);
    const Vector3d size_b(random.uniform(0.1, 1), random.uniform(0, 3), 0);
    const Isometry3d a = random.pose(1.5);
    // every fourth pair nearly parallel, on both sides of the bound for two contacts
    const Isometry3d b = trial % 4 == 0 ? Isometry3d(at(random.uniform(-1, 1), random.uniform(-1, 1), 0.3) * a *
                                                     turned(random.uniform(0, 2e-3), random.direction()))
                                        : random.pose(1.5);
    double depth = -1e300;
    for (const ContactPoint& c : touch(size_a, a, size_b, b)) {
      depth = std::max(depth, c.depth);
      CHECK(c.normal.norm() == doctest::Approx(1).epsilon(1e-14));
    }
    // the distance is convex in both parameters together, and so is its minimum over one of them
    const double distance = least_convex([&](double u) {
      return least_convex([&](double v) {
        return (a * Vector3d(0, 0, (u - 0.5) * size_a[1]) - b * Vector3d(0, 0, (v - 0.5) * size_b[1])).norm();
      });
    });
    // two contacts at the ends of a stretch of nearly parallel axes can miss the nearest points by sine * length
    const double sine = a.linear().col(2).cross(b.linear().col(2)).norm();
    const double tolerance = sine < 1e-3 ? 1e-8 + 3 * sine : 1e-8;
    CHECK(std::abs(depth - (size_a[0] + size_b[0] - distance)) < tolerance);
  }
}
