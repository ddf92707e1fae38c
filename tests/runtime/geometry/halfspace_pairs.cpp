// Each shape against a halfspace: which points touch, how deep, and that they stay the same from step to step.
#include <doctest/doctest.h>

#include <map>
#include <numbers>
#include <set>

#include "tests/runtime/geometry/surface_search.h"

using namespace frix::geometry;
using std::numbers::pi;

namespace {

std::vector<ContactPoint> on_ground(frix_shape_kind kind, const Vector3d& size, const Isometry3d& pose,
                                    double margin = 0) {
  Scene scene;
  scene.add(kind, size, pose);
  add_ground(scene);
  return scene.contacts(margin);
}

// The resultant of unit-stiffness contacts: total depth and where it acts.
struct Support {
  double force = 0;
  Vector3d centre = Vector3d::Zero();
};

Support support(const std::vector<ContactPoint>& contacts) {
  Support s;
  for (const ContactPoint& c : contacts) {
    s.force += std::max(c.depth, 0.0);
    s.centre += std::max(c.depth, 0.0) * c.point;
  }
  if (s.force > 0) s.centre /= s.force;
  return s;
}

}  // namespace

TEST_CASE("sphere on the ground") {
  const auto contacts = on_ground(FRIX_SPHERE, {0.5, 0, 0}, at(1, 2, 0.25));
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth == 0.25);
  CHECK(contacts[0].normal == Vector3d(0, 0, 1));
  CHECK(contacts[0].point == Vector3d(1, 2, -0.125));
}

TEST_CASE("a resting box has its four lower corners") {
  const auto contacts = on_ground(FRIX_BOX, {2, 4, 6}, at(0, 0, 2.75));
  REQUIRE(contacts.size() == 4);
  const Vector3d corners[] = {{-1, -2, 0}, {1, -2, 0}, {-1, 2, 0}, {1, 2, 0}};
  for (int i = 0; i < 4; ++i) {
    CHECK(contacts[i].feature == i);
    CHECK(contacts[i].depth == 0.25);
    CHECK(contacts[i].point == corners[i] - Vector3d(0, 0, 0.125));
    CHECK(contacts[i].normal == Vector3d(0, 0, 1));
  }
}

TEST_CASE("a box on its edge has two corners, on its corner one") {
  CHECK(on_ground(FRIX_BOX, {1, 1, 1}, at(0, 0, 0.7) * turned(pi / 4, {1, 0, 0})).size() == 2);
  CHECK(on_ground(FRIX_BOX, {1, 1, 1}, at(0, 0, 0.86) * turned(std::acos(1 / std::sqrt(3)), {-1, 1, 0})).size() == 1);
}

TEST_CASE("a lying capsule touches along its line, a standing one at its end") {
  const auto lying = on_ground(FRIX_CAPSULE, {0.5, 2, 0}, at(0, 0, 0.25) * turned(pi / 2, {0, 1, 0}));
  REQUIRE(lying.size() == 2);
  for (int end = 0; end < 2; ++end) {
    CHECK(lying[end].feature == end);
    CHECK(lying[end].depth == doctest::Approx(0.25).epsilon(1e-14));
    CHECK((lying[end].point - Vector3d(end == 0 ? -1 : 1, 0, -0.125)).norm() < 1e-14);
  }
  const auto standing = on_ground(FRIX_CAPSULE, {0.5, 2, 0}, at(0, 0, 1.25));
  REQUIRE(standing.size() == 1);
  CHECK(standing[0].depth == 0.25);
}

TEST_CASE("a capsule without length is one sphere") {
  CHECK(on_ground(FRIX_CAPSULE, {0.5, 0, 0}, at(0, 0, 0.25)).size() == 1);
}

TEST_CASE("points on the ground") {
  const double points[] = {1, 0, 0, -1, 0, 0, 0, 0, 1};
  Scene scene;
  const int set = scene.add(FRIX_POINTS, Vector3d::Zero(), at(0, 0, -0.25));
  scene.shapes[set].points = points;
  scene.shapes[set].npoints = 3;
  add_ground(scene);
  const auto contacts = scene.contacts();
  REQUIRE(contacts.size() == 2);
  for (int i = 0; i < 2; ++i) {
    CHECK(contacts[i].feature == i);
    CHECK(contacts[i].depth == 0.25);
    CHECK(contacts[i].point == Vector3d(i == 0 ? 1 : -1, 0, -0.125));
  }
}

TEST_CASE("the deepest contact is the lowest point of the surface, by dense search") {
  Random random(3);
  for (const frix_shape_kind kind : {FRIX_SPHERE, FRIX_BOX, FRIX_CAPSULE, FRIX_CYLINDER, FRIX_ELLIPSOID}) {
    CAPTURE(kind);
    for (int trial = 0; trial < 20; ++trial) {
      const Vector3d size(random.uniform(0.3, 1), random.uniform(0.3, 2), random.uniform(0.3, 2));
      const Isometry3d pose = random.pose(1), ground = random.pose(1);
      Scene scene;
      scene.add(kind, size, pose);
      scene.add(FRIX_HALFSPACE, Vector3d::Zero(), ground, false);
      double deepest = -1e300;
      for (const ContactPoint& c : scene.contacts(10)) {
        deepest = std::max(deepest, c.depth);
        CHECK((c.normal - ground.linear().col(2)).norm() < 1e-15);
        // the witness on the ground is on its boundary
        CHECK(std::abs((ground.inverse() * (c.point + 0.5 * c.depth * c.normal))[2]) < 1e-14);
      }
      const double lowest =
          least_over_surface(kind, size, [&](const Vector3d& p) { return (ground.inverse() * (pose * p))[2]; });
      CHECK(std::abs(deepest + lowest) < 1e-9);
    }
  }
}

TEST_CASE("a lying cylinder rests on the same two points while it rolls") {
  for (double roll = 0; roll < 2 * pi; roll += 0.01) {
    const auto contacts =
        on_ground(FRIX_CYLINDER, {0.5, 2, 0}, at(0, 0, 0.499) * turned(pi / 2, {0, 1, 0}) * turned(roll, {0, 0, 1}));
    REQUIRE(contacts.size() == 2);
    for (int end = 0; end < 2; ++end) {
      CHECK(contacts[end].feature == 5 * end);
      CHECK(contacts[end].depth == doctest::Approx(0.001).epsilon(1e-10));
      CHECK((contacts[end].point - Vector3d(end == 0 ? -1 : 1, 0, -0.0005)).norm() < 1e-13);
    }
  }
}

TEST_CASE("a standing cylinder is supported all round, and rounding does not move the centre of pressure") {
  const double r = 0.02;
  Random random(11);
  for (int trial = 0; trial < 200; ++trial) {
    // tilts as rounding makes them, in any direction, at any yaw
    const Isometry3d pose = at(0, 0, 0.04999) * turned(random.uniform(0, 1e-13), random.direction()) *
                            turned(random.uniform(0, 6), {0, 0, 1});
    const auto contacts = on_ground(FRIX_CYLINDER, {r, 0.1, 0}, pose);
    REQUIRE(contacts.size() == 5);
    for (int i = 0; i < 5; ++i) CHECK(contacts[i].feature == i);
    CHECK(support(contacts).centre.head<2>().norm() < 1e-6 * r);
    // the rim points are at the rim, at fixed places of the cylinder
    CHECK((contacts[1].point - pose * Vector3d(r, 0, -0.05)).norm() < 1e-5);
    CHECK((contacts[4].point - pose * Vector3d(0, -r, -0.05)).norm() < 1e-5);
  }
}

TEST_CASE("depths, points and total support of a cylinder are continuous from standing to lying") {
  // steps of 1e-5 rad move a point of the cylinder by at most 1.1e-5 * its reach; the lowest point of an end moves
  // around the disc at most r / kExactTilt = 100 r for each rad of tilt
  const double r = 1, half = 0.5, step = 1e-5;
  const Vector3d axis(0.8, 0.6, 0);
  std::map<int, ContactPoint> before;
  Support support_before;
  for (double angle = -0.3; angle < 1.8; angle += step) {
    const double lowest = r * std::abs(std::sin(angle)) + half * std::abs(std::cos(angle));
    const auto contacts = on_ground(FRIX_CYLINDER, {r, 2 * half, 0}, at(0, 0, lowest - 1e-3) * turned(angle, axis));
    std::map<int, ContactPoint> now;
    double deepest = 0;
    for (const ContactPoint& c : contacts) {
      now[c.feature] = c;
      deepest = std::max(deepest, c.depth);
    }
    const Support support_now = support(contacts);
    // true depth, and what is missing at tilts below 0.01
    const double missing = std::abs(std::sin(angle)) >= 0.01 ? 1e-12 : 0.0025 * r;
    REQUIRE(deepest <= 1e-3 + 1e-12);
    REQUIRE(deepest >= 1e-3 - missing);
    if (!before.empty()) {
      for (const auto& [feature, c] : now)
        if (before.count(feature)) {
          REQUIRE(std::abs(c.depth - before[feature].depth) < 3 * step);
          REQUIRE((c.point - before[feature].point).norm() < 110 * r * step);
        } else {
          REQUIRE(c.depth < 3 * step);
        }
      for (const auto& [feature, c] : before)
        if (!now.count(feature)) REQUIRE(c.depth < 3 * step);
      REQUIRE(std::abs(support_now.force - support_before.force) < 20 * step);
    }
    before = now;
    support_before = support_now;
  }
}

TEST_CASE("a tilted cylinder rests on its lowest point, wherever that is on the rim") {
  for (double yaw = 0; yaw < 2 * pi; yaw += 0.05) {
    const Isometry3d pose =
        at(0, 0, 0.5 * std::sin(0.1) + std::cos(0.1) - 1e-4) * turned(0.1, {0, 1, 0}) * turned(yaw, {0, 0, 1});
    const auto contacts = on_ground(FRIX_CYLINDER, {0.5, 2, 0}, pose);
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].feature == 0);
    CHECK(contacts[0].depth == doctest::Approx(1e-4).epsilon(1e-9));
    CHECK(std::abs(contacts[0].point[1]) < 1e-12);
  }
}

TEST_CASE("a margin reports gaps with negative depth, and only those below it") {
  for (const frix_shape_kind kind : {FRIX_SPHERE, FRIX_BOX, FRIX_CAPSULE, FRIX_CYLINDER, FRIX_ELLIPSOID}) {
    CAPTURE(kind);
    const Vector3d size = kind == FRIX_BOX ? Vector3d(2, 2, 2) : Vector3d(1, kind == FRIX_CAPSULE ? 0 : 2, 1);
    CHECK(on_ground(kind, size, at(0, 0, 1.125), 0.125).empty());
    const auto contacts = on_ground(kind, size, at(0, 0, 1.125), 0.126);
    REQUIRE(!contacts.empty());
    for (const ContactPoint& c : contacts) {
      CHECK(c.depth == doctest::Approx(-0.125).epsilon(1e-14));
      CHECK(c.point[2] == doctest::Approx(0.0625).epsilon(1e-14));
    }
  }
}
