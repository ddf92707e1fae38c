// Boxes against boxes.
#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>

#include "tests/runtime/geometry/convex_search.h"

using namespace frix::geometry;
using std::numbers::pi;

namespace {

std::vector<ContactPoint> touch(const Vector3d& size_a, const Isometry3d& a, const Vector3d& size_b,
                                const Isometry3d& b, double margin = 0) {
  Scene scene;
  scene.add(FRIX_BOX, size_a, a);
  scene.add(FRIX_BOX, size_b, b);
  return scene.contacts(margin);
}

double deepest(const std::vector<ContactPoint>& contacts) {
  double depth = -1e300;
  for (const ContactPoint& c : contacts) depth = std::max(depth, c.depth);
  return depth;
}

}  // namespace

TEST_CASE("boxes of one size, stacked exactly, touch at the four corners of the upper one, whatever the rounding") {
  Random random(31);
  for (int trial = 0; trial < 200; ++trial) {
    const double noise = trial == 0 ? 0 : 1e-9;
    const Isometry3d shaken = at(random.uniform(-noise, noise), random.uniform(-noise, noise), 0.999) *
                              turned(noise * random.uniform(-1, 1), random.direction());
    const auto contacts = touch({1, 1, 1}, shaken, {1, 1, 1}, at(0, 0, 0));
    REQUIRE(contacts.size() == 4);
    Vector3d centre = Vector3d::Zero();
    for (int i = 0; i < 4; ++i) {
      CHECK(contacts[i].feature == i);
      CHECK(std::abs(contacts[i].depth - 0.001) < 2e-9);
      CHECK((contacts[i].normal - Vector3d(0, 0, 1)).norm() < 2e-9);
      CHECK((contacts[i].point - Vector3d(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, 0.4995)).norm() < 5e-9);
      centre += 0.25 * contacts[i].point;
    }
    CHECK(centre.head<2>().norm() < 5e-9);
  }
}

TEST_CASE("a small box on a big one has its corners, under a big one those of the lower one") {
  const auto upper = touch({1, 1, 1}, at(0.2, 0, 0.99), {3, 3, 1}, at(0, 0, 0));
  const auto lower = touch({3, 3, 1}, at(0, 0, 0.99), {1, 1, 1}, at(0.2, 0, 0));
  REQUIRE(upper.size() == 4);
  REQUIRE(lower.size() == 4);
  for (int i = 0; i < 4; ++i) {
    CHECK(upper[i].feature == i);
    CHECK(lower[i].feature == 8 + 4 + i);
    const Vector3d corner(i & 1 ? 0.7 : -0.3, i & 2 ? 0.5 : -0.5, 0.495);
    CHECK((upper[i].point - corner).norm() < 1e-14);
    CHECK((lower[i].point - corner).norm() < 1e-14);
    CHECK(upper[i].depth == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(lower[i].depth == doctest::Approx(0.01).epsilon(1e-12));
  }
}

TEST_CASE("a box that hangs over an edge is supported up to the edge") {
  const auto contacts = touch({2, 1, 1}, at(1, 0, 0.99), {2, 2, 1}, at(0, 0, 0));
  REQUIRE(contacts.size() == 4);
  double x[4];
  for (int i = 0; i < 4; ++i) x[i] = contacts[i].point[0];
  std::sort(x, x + 4);
  CHECK(x[0] == doctest::Approx(0).epsilon(1e-14));
  CHECK(x[1] == doctest::Approx(0).epsilon(1e-14));
  CHECK(x[2] == doctest::Approx(1).epsilon(1e-14));
  CHECK(x[3] == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("boxes turned against each other by an eighth touch at an octagon") {
  const auto contacts = touch({2, 2, 1}, at(0, 0, 0.99) * turned(pi / 4, {0, 0, 1}), {2, 2, 1}, at(0, 0, 0));
  REQUIRE(contacts.size() == 8);
  for (const ContactPoint& c : contacts) {
    CHECK(c.feature >= 16);
    CHECK(c.point.head<2>().norm() == doctest::Approx(1 / std::cos(pi / 8)).epsilon(1e-12));
    CHECK(c.depth == doctest::Approx(0.01).epsilon(1e-12));
  }
}

TEST_CASE("edge on edge: the crossing, along the common perpendicular") {
  // both boxes stand on edges that run along x and along y
  const double half_diagonal = std::sqrt(0.5);
  const auto contacts = touch({1, 1, 1}, at(0.1, 0.2, 2 * half_diagonal - 0.01) * turned(pi / 4, {1, 0, 0}), {1, 1, 1},
                              turned(pi / 4, {0, 1, 0}));
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].feature >= 16);
  CHECK(contacts[0].depth == doctest::Approx(0.01).epsilon(1e-10));
  CHECK((contacts[0].normal - Vector3d(0, 0, 1)).norm() < 1e-12);
  CHECK((contacts[0].point - Vector3d(0, 0.2, half_diagonal - 0.005)).norm() < 1e-12);
}

TEST_CASE("a corner on a face") {
  const Isometry3d on_corner = at(0.1, 0.2, 0.5 + std::sqrt(0.75) - 0.01) *
                               Isometry3d(Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), Vector3d(0, 0, -1)));
  const auto contacts = touch({1, 1, 1}, on_corner, {3, 3, 1}, at(0, 0, 0));
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].feature == 7);
  CHECK(contacts[0].depth == doctest::Approx(0.01).epsilon(1e-10));
  CHECK((contacts[0].point - Vector3d(0.1, 0.2, 0.495)).norm() < 1e-12);
}

TEST_CASE("boxes with one centre part through the first box's nearest faces, with a unit normal") {
  const auto contacts = touch({3, 1, 2}, at(0, 0, 0), {3, 1, 2}, at(0, 0, 0));
  REQUIRE(!contacts.empty());
  for (const ContactPoint& c : contacts) {
    CHECK(c.normal == Vector3d(0, 1, 0));
    CHECK(c.depth == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("a gap within the margin") {
  const auto contacts = touch({1, 1, 1}, at(0, 0, 1.05), {3, 3, 1}, at(0, 0, 0), 0.026);
  REQUIRE(contacts.size() == 4);
  for (const ContactPoint& c : contacts) CHECK(c.depth == doctest::Approx(-0.05).epsilon(1e-12));
  CHECK(touch({1, 1, 1}, at(0, 0, 1.05), {3, 3, 1}, at(0, 0, 0), 0.0249).empty());
}

TEST_CASE("random overlaps: no direction parts the boxes sooner, and witness points are on both surfaces") {
  Random random(32);
  int touching = 0, crossings = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Scene scene;
    const Vector3d size_a(random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2));
    const Vector3d size_b(random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2));
    const Isometry3d a = random.pose(0.8), b = random.pose(0.8);
    scene.add(FRIX_BOX, size_a, a);
    scene.add(FRIX_BOX, size_b, b);
    const auto contacts = scene.contacts();
    double least = 1e300;
    for (int i = 0; i < 3000; ++i)
      least = std::min(least, overlap(scene.shapes[0], a, scene.shapes[1], b, random.direction()));
    if (contacts.empty()) {
      // apart: a face's normal or a product of edges shows it
      double apart = -1e300;
      const auto look = [&](const Vector3d& n) {
        for (const double sign : {-1.0, 1.0})
          apart = std::max(apart, -overlap(scene.shapes[0], a, scene.shapes[1], b, sign * n));
      };
      for (int i = 0; i < 3; ++i) {
        look(a.linear().col(i));
        look(b.linear().col(i));
        for (int j = 0; j < 3; ++j) look(a.linear().col(i).cross(b.linear().col(j)).normalized());
      }
      CHECK(apart >= -1e-12);
      continue;
    }
    ++touching;
    const Vector3d normal = contacts[0].normal;
    CHECK(contacts.size() <= 8);
    // corners within 1e-3 of the smallest half size of a border count as inside
    const double snap = 1.1e-3 * 0.5 * std::min(size_a.minCoeff(), size_b.minCoeff());
    CHECK(std::abs(deepest(contacts) - overlap(scene.shapes[0], a, scene.shapes[1], b, normal)) < snap);
    // faces are preferred to edges up to 1e-6 of the smallest half size
    CHECK(deepest(contacts) <= least + 1e-6);
    for (const ContactPoint& c : contacts) {
      crossings += c.feature >= 16;
      CHECK(c.normal == normal);
      CHECK(std::abs(off_box(size_a, a, c.point - 0.5 * c.depth * normal)) < snap);
      CHECK(std::abs(off_box(size_b, b, c.point + 0.5 * c.depth * normal)) < snap);
    }
  }
  CHECK(touching > 100);
  CHECK(crossings > 20);
}

TEST_CASE("the same contacts after a motion of the world, and when the boxes change places") {
  Random random(33);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d size_a(random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2));
    const Vector3d size_b(random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2));
    const Isometry3d a = random.pose(0.8), b = random.pose(0.8), motion = random.pose(3);
    const auto here = touch(size_a, a, size_b, b), there = touch(size_a, motion * a, size_b, motion * b);
    const auto swapped = touch(size_b, b, size_a, a);
    REQUIRE(here.size() == there.size());
    REQUIRE(here.size() == swapped.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
      CHECK(here[i].feature == there[i].feature);
      CHECK(std::abs(here[i].depth - there[i].depth) < 1e-12);
      CHECK((motion * here[i].point - there[i].point).norm() < 1e-11);
      // the corners of first and second box change roles, so the order does
      double nearest = 1e300;
      for (const ContactPoint& c : swapped) nearest = std::min(nearest, (c.point - here[i].point).norm());
      CHECK(nearest < 1e-2);
    }
    if (!here.empty()) CHECK((here[0].normal + swapped[0].normal).norm() < 1e-12);
  }
}

TEST_CASE("depths of a box that rocks and slides on another are continuous, contact by contact") {
  constexpr double kStep = 1e-5;
  std::vector<ContactPoint> before;
  for (double s = 0; s < 1; s += kStep) {
    // rocks by 0.02 rad about a turning axis while it slides over the edge of the lower box
    const Vector3d axis(std::cos(3 * s), std::sin(3 * s), 0);
    const auto contacts =
        touch({1, 1, 1}, at(0.9 * s, 0.1 * s, 0.995) * turned(0.02 * std::sin(20 * s), axis), {2, 2, 1}, at(0, 0, 0));
    if (!before.empty())
      for (const ContactPoint& c : contacts) {
        // a contact that appears is new from zero depth, or splits off one that was there
        double change = std::max(c.depth, 0.0);
        for (const ContactPoint& b : before)
          if (b.feature == c.feature || (b.point - c.point).norm() < 2e-3)
            change = std::min(change, std::abs(b.depth - c.depth));
        REQUIRE(change < 5e-5);
      }
    before = contacts;
  }
}
