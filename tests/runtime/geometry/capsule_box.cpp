// Capsules against boxes.
#include <doctest/doctest.h>

#include <numbers>

#include "tests/runtime/geometry/convex_search.h"

using namespace frix::geometry;
using std::numbers::pi;

namespace {

const Vector3d kBox(4, 2, 1);

std::vector<ContactPoint> touch(const Vector3d& size, const Isometry3d& pose, double margin = 0) {
  Scene scene;
  scene.add(FRIX_CAPSULE, size, pose);
  scene.add(FRIX_BOX, kBox, at(0, 0, 0));
  return scene.contacts(margin);
}

void check(const ContactPoint& contact, int feature, double depth, const Vector3d& normal, const Vector3d& point) {
  CHECK(contact.feature == feature);
  CHECK(contact.depth == doctest::Approx(depth).epsilon(1e-12));
  CHECK((contact.normal - normal).norm() < 1e-12);
  CHECK((contact.point - point).norm() < 1e-12);
}

const Isometry3d kLying = turned(pi / 2, {0, 1, 0});  // along x

}  // namespace

TEST_CASE("a capsule that lies on a box has its line") {
  const auto contacts = touch({0.5, 2, 0}, at(0.5, 0, 0.99) * kLying);
  REQUIRE(contacts.size() == 2);
  check(contacts[0], 0, 0.01, {0, 0, 1}, {-0.5, 0, 0.495});
  check(contacts[1], 1, 0.01, {0, 0, 1}, {1.5, 0, 0.495});
}

TEST_CASE("a capsule that hangs over touches up to the edge, and one across the box from edge to edge") {
  const auto over = touch({0.5, 2, 0}, at(2, 0, 0.99) * kLying);
  REQUIRE(over.size() == 2);
  check(over[0], 0, 0.01, {0, 0, 1}, {1, 0, 0.495});
  check(over[1], 1, 0.01, {0, 0, 1}, {2, 0, 0.495});
  const auto across = touch({0.5, 6, 0}, at(1, 0, 0.99) * kLying);
  REQUIRE(across.size() == 2);
  check(across[0], 0, 0.01, {0, 0, 1}, {-2, 0, 0.495});
  check(across[1], 1, 0.01, {0, 0, 1}, {2, 0, 0.495});
}

TEST_CASE("a capsule that stands on a box, and one that touches an edge and a corner") {
  const auto standing = touch({0.5, 2, 0}, at(0.5, 0, 1.99));
  REQUIRE(standing.size() == 1);
  check(standing[0], 0, 0.01, {0, 0, 1}, {0.5, 0, 0.495});

  // across the upper edge at x = 2, from below at one side to above at the other
  const Vector3d up = Vector3d(1, 0, 1).normalized();
  const Isometry3d tilted =
      Isometry3d(Eigen::Translation3d(Vector3d(2, 0.3, 0.5) + 0.49 * up)) * turned(pi / 2 + pi / 4, {0, 1, 0});
  const auto edge = touch({0.5, 1, 0}, tilted);
  REQUIRE(edge.size() == 1);
  CHECK(edge[0].depth == doctest::Approx(0.01).epsilon(1e-12));
  CHECK((edge[0].normal - up).norm() < 1e-12);
  CHECK((edge[0].point - (Vector3d(2, 0.3, 0.5) - 0.005 * up)).norm() < 1e-12);

  const Vector3d diagonal = Vector3d(1, 1, 1).normalized();
  const Isometry3d outwards = Isometry3d(Eigen::Translation3d(Vector3d(2, 1, 0.5) + 1.49 * diagonal)) *
                              Isometry3d(Eigen::Quaterniond::FromTwoVectors(Vector3d(0, 0, 1), diagonal));
  const auto corner = touch({0.5, 2, 0}, outwards);
  REQUIRE(corner.size() == 1);
  CHECK(corner[0].depth == doctest::Approx(0.01).epsilon(1e-12));
  CHECK((corner[0].normal - diagonal).norm() < 1e-12);
}

TEST_CASE("a capsule whose segment is in the box leaves by the shortest way") {
  const auto lying = touch({0.25, 1, 0}, at(0, 0, 0.3) * kLying);
  REQUIRE(lying.size() == 2);
  check(lying[0], 0, 0.45, {0, 0, 1}, {-0.5, 0, 0.275});
  for (const ContactPoint& c : touch({0.25, 1, 0}, at(0, 0, 0))) {
    CHECK(c.normal.norm() == doctest::Approx(1).epsilon(1e-14));
    CHECK(c.depth > 0);
  }
}

TEST_CASE("a capsule without length is a sphere") {
  const auto contacts = touch({0.5, 0, 0}, at(0.5, 0, 0.99));
  REQUIRE(contacts.size() == 1);
  check(contacts[0], 0, 0.01, {0, 0, 1}, {0.5, 0, 0.495});
}

TEST_CASE("depth of a capsule outside of a box against a search along its segment; inside, no direction is shorter") {
  Random random(41);
  int outside = 0, inside = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Vector3d size(random.uniform(0.1, 1), random.uniform(0, 3), 0);
    const Isometry3d pose = random.pose(trial % 4 == 0 ? 0.3 : 2), box_pose = random.pose(1);
    Scene scene;
    scene.add(FRIX_CAPSULE, size, box_pose * pose);
    scene.add(FRIX_BOX, kBox, box_pose);
    const auto contacts = scene.contacts(10);
    REQUIRE(!contacts.empty());
    double depth = -1e300;
    for (const ContactPoint& c : contacts) depth = std::max(depth, c.depth);
    const double distance = least_convex([&](double u) {
      const Vector3d p = pose * Vector3d(0, 0, (u - 0.5) * size[1]);
      return (p.cwiseAbs() - 0.5 * kBox).cwiseMax(0.0).norm();
    });
    if (distance > 1e-3) {
      ++outside;
      CHECK(std::abs(depth - (size[0] - distance)) < 1e-7);
    } else if (distance == 0) {
      ++inside;
      const auto overlap_along = [&](const Vector3d& n) {
        return overlap(scene.shapes[0], scene.poses[0], scene.shapes[1], scene.poses[1], n);
      };
      CHECK(std::abs(depth - overlap_along(contacts[0].normal)) < 1e-12);
      for (int i = 0; i < 1000; ++i) CHECK(overlap_along(random.direction()) > depth - 1e-12);
    }
  }
  CHECK(outside > 100);
  CHECK(inside > 100);
}

TEST_CASE("contacts are continuous while a capsule tips over an edge") {
  constexpr double kStep = 1e-5;
  std::vector<ContactPoint> before;
  for (double s = -0.2; s < 1; s += kStep) {
    // turns about the upper edge at x = 2 with a fixed overlap there
    const double angle = std::max(s, 0.0) * 0.7;
    const Vector3d up(std::sin(angle), 0, std::cos(angle)), along(std::cos(angle), 0, -std::sin(angle));
    const Isometry3d pose = Isometry3d(Eigen::Translation3d(Vector3d(2, 0, 0.5) + 0.49 * up + 0.5 * s * along)) *
                            turned(angle, {0, 1, 0}) * kLying;
    const auto contacts = touch({0.5, 2, 0}, pose);
    REQUIRE(!contacts.empty());
    if (!before.empty()) {
      for (const ContactPoint& c : contacts) {
        double change = std::max(c.depth, 0.0);
        for (const ContactPoint& b : before)
          if (b.feature == c.feature) change = std::abs(b.depth - c.depth);
        REQUIRE(change < 3 * kStep);
      }
      for (const ContactPoint& b : before) {
        bool is_kept = false;
        for (const ContactPoint& c : contacts) is_kept |= b.feature == c.feature;
        REQUIRE((is_kept || b.depth < 3 * kStep));
      }
    }
    before = contacts;
  }
}
