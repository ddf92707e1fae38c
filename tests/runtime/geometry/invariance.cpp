// Contacts do not depend on where the world's origin is, nor on which shape is called A.
#include <doctest/doctest.h>

#include "tests/runtime/geometry/scene.h"

using namespace frix::geometry;

namespace {

struct Pair {
  frix_shape_kind first, second;
};

constexpr Pair kPairs[] = {
    {FRIX_SPHERE, FRIX_HALFSPACE},   {FRIX_BOX, FRIX_HALFSPACE},    {FRIX_CAPSULE, FRIX_HALFSPACE},
    {FRIX_CYLINDER, FRIX_HALFSPACE}, {FRIX_POINTS, FRIX_HALFSPACE}, {FRIX_ELLIPSOID, FRIX_HALFSPACE},
    {FRIX_SPHERE, FRIX_SPHERE},      {FRIX_SPHERE, FRIX_BOX},       {FRIX_SPHERE, FRIX_CAPSULE},
    {FRIX_SPHERE, FRIX_CYLINDER},    {FRIX_SPHERE, FRIX_ELLIPSOID}, {FRIX_POINTS, FRIX_SPHERE},
    {FRIX_POINTS, FRIX_BOX},         {FRIX_POINTS, FRIX_CAPSULE},   {FRIX_POINTS, FRIX_CYLINDER},
    {FRIX_POINTS, FRIX_ELLIPSOID},   {FRIX_CAPSULE, FRIX_CAPSULE},  {FRIX_CAPSULE, FRIX_BOX},
};

const double kPoints[] = {0.3, 0.1, -0.2, -0.4, 0.2, 0.1, 0.1, -0.3, 0.4};

int add(Scene& scene, frix_shape_kind kind, const Isometry3d& pose) {
  const int shape = scene.add(kind, {0.5, 0.7, 0.9}, pose);
  if (kind == FRIX_POINTS) {
    scene.shapes[shape].points = kPoints;
    scene.shapes[shape].npoints = 3;
  }
  return shape;
}

std::vector<ContactPoint> contacts(frix_shape_kind a, const Isometry3d& pose_a, frix_shape_kind b,
                                   const Isometry3d& pose_b) {
  Scene scene;
  add(scene, a, pose_a);
  add(scene, b, pose_b);
  return scene.contacts(0.2);
}

}  // namespace

TEST_CASE("contacts move with the world") {
  Random random(21);
  for (const Pair& pair : kPairs) {
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    int found = 0;
    for (int trial = 0; trial < 50; ++trial) {
      const Isometry3d a = random.pose(0.6), b = random.pose(0.6), motion = random.pose(2);
      const auto here = contacts(pair.first, a, pair.second, b);
      const auto there = contacts(pair.first, motion * a, pair.second, motion * b);
      REQUIRE(here.size() == there.size());
      found += static_cast<int>(here.size());
      for (std::size_t i = 0; i < here.size(); ++i) {
        CHECK(here[i].feature == there[i].feature);
        CHECK(std::abs(here[i].depth - there[i].depth) < 1e-13);
        CHECK((motion * here[i].point - there[i].point).norm() < 1e-12);
        CHECK((motion.linear() * here[i].normal - there[i].normal).norm() < 1e-12);
      }
    }
    CHECK(found > 10);
  }
}

TEST_CASE("the normal turns round when the shapes change places in the list") {
  Random random(22);
  for (const Pair& pair : kPairs) {
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    for (int trial = 0; trial < 20; ++trial) {
      const Isometry3d a = random.pose(0.6), b = random.pose(0.6);
      const auto forward = contacts(pair.first, a, pair.second, b);
      const auto backward = contacts(pair.second, b, pair.first, a);
      REQUIRE(forward.size() == backward.size());
      for (std::size_t i = 0; i < forward.size(); ++i) {
        CHECK(std::abs(forward[i].depth - backward[i].depth) < 1e-14);
        CHECK((forward[i].point - backward[i].point).norm() < 1e-14);
        CHECK((forward[i].normal + backward[i].normal).norm() < 1e-14);
      }
    }
  }
}

TEST_CASE("the depth is continuous along any path, in contact and apart") {
  Random random(23);
  constexpr double kStep = 1e-4;
  for (const Pair& pair : kPairs) {
    if (pair.first == FRIX_POINTS) continue;
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    for (int path = 0; path < 3; ++path) {
      const Isometry3d b = random.pose(0.3);
      const Vector3d from = random.vector(1.5), to = random.vector(1.5), axis = random.direction();
      double before = 0;
      for (double s = 0; s < 1; s += kStep) {
        const Vector3d position = from + s * (to - from);
        const Isometry3d a = Eigen::Translation3d(position) * turned(s, axis);
        Scene scene;
        add(scene, pair.first, a);
        add(scene, pair.second, b);
        double deepest = -1e300;
        for (const ContactPoint& c : scene.contacts(10)) deepest = std::max(deepest, c.depth);
        // no point of the shape moves by more than this in a step
        if (s > 0) REQUIRE(std::abs(deepest - before) < kStep * ((to - from).norm() + 1.2));
        before = deepest;
      }
    }
  }
}
