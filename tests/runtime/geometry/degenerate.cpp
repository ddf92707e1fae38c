// Where the normal is not unique a stated rule chooses it, and it is always a unit vector.
#include <doctest/doctest.h>

#include <limits>
#include <numbers>

#include "tests/runtime/geometry/scene.h"

using namespace frix::geometry;
using std::numbers::pi;

namespace {

ContactPoint first_contact(Scene& scene) {
  const auto contacts = scene.contacts();
  REQUIRE(!contacts.empty());
  for (const ContactPoint& c : contacts) {
    CHECK(c.normal.norm() == doctest::Approx(1).epsilon(1e-14));
    CHECK(c.point.allFinite());
    CHECK(std::isfinite(c.depth));
  }
  return contacts[0];
}

// A sphere at a point of another shape's frame; the other shape is turned, so that rules in its frame show.
struct SphereAt {
  SphereAt(const Vector3d& local, frix_shape_kind kind, const Vector3d& size) {
    scene.add(FRIX_SPHERE, {0.1, 0, 0}, Isometry3d(Eigen::Translation3d(pose * local)));
    scene.add(kind, size, pose);
    contact = first_contact(scene);
    normal = pose.linear().transpose() * contact.normal;
  }
  Isometry3d pose = turned(pi / 2, {1, 0, 0});  // x stays, y to z, z to -y
  Scene scene;
  ContactPoint contact;
  Vector3d normal;  // in the other shape's frame
};

void check_normal(const Vector3d& normal, const Vector3d& expected) {
  CHECK((normal - expected).norm() < 1e-14);
}

}  // namespace

TEST_CASE("spheres with one centre: the normal is +z") {
  Scene scene;
  scene.add(FRIX_SPHERE, {0.5, 0, 0}, at(1, 2, 3));
  scene.add(FRIX_SPHERE, {0.25, 0, 0}, at(1, 2, 3));
  const ContactPoint contact = first_contact(scene);
  CHECK(contact.normal == Vector3d(0, 0, 1));
  CHECK(contact.depth == 0.75);
}

TEST_CASE("spheres whose centres differ by less than any square can tell") {
  Scene scene;
  scene.add(FRIX_SPHERE, {0.5, 0, 0}, at(1e-200, 0, 0));
  scene.add(FRIX_SPHERE, {0.25, 0, 0}, at(0, 0, 0));
  CHECK(first_contact(scene).normal == Vector3d(0, 0, 1));
}

TEST_CASE("a centre on a capsule's axis: the normal is its x axis") {
  for (const double z : {-0.5, 0.0, 0.5})
    check_normal(SphereAt({0, 0, z}, FRIX_CAPSULE, {0.3, 1, 0}).normal, {1, 0, 0});
  // a capsule without length is a sphere, and keeps the rule of capsules
  check_normal(SphereAt({0, 0, 0}, FRIX_CAPSULE, {0.3, 0, 0}).normal, {1, 0, 0});
  check_normal(SphereAt({0, 0, 0.2}, FRIX_CAPSULE, {0.3, 0, 0}).normal, {0, 0, 1});
}

TEST_CASE("a centre on a cylinder's axis") {
  // a long one: out through the mantle, along x
  check_normal(SphereAt({0, 0, 0.2}, FRIX_CYLINDER, {0.3, 2, 0}).normal, {1, 0, 0});
  // a flat one: out through the nearer end, +z in the middle
  check_normal(SphereAt({0, 0, 0}, FRIX_CYLINDER, {1, 0.5, 0}).normal, {0, 0, 1});
  check_normal(SphereAt({0, 0, -0.1}, FRIX_CYLINDER, {1, 0.5, 0}).normal, {0, 0, -1});
  // mantle and ends equally near: an end
  check_normal(SphereAt({0, 0, 0}, FRIX_CYLINDER, {1, 2, 0}).normal, {0, 0, 1});
}

TEST_CASE("a centre exactly on a cylinder's rim, end and mantle") {
  check_normal(SphereAt({1, 0, 0.5}, FRIX_CYLINDER, {1, 1, 0}).normal, {0, 0, 1});
  check_normal(SphereAt({0.25, 0, -0.5}, FRIX_CYLINDER, {1, 1, 0}).normal, {0, 0, -1});
  const SphereAt mantle({0, 1, 0.25}, FRIX_CYLINDER, {1, 1, 0});
  check_normal(mantle.normal, {0, 1, 0});
  CHECK(mantle.contact.depth == doctest::Approx(0.1).epsilon(1e-14));
}

TEST_CASE("a centre exactly on a box's face, edge, corner and in its middle") {
  const Vector3d size(2, 4, 6);
  check_normal(SphereAt({0, -2, 1}, FRIX_BOX, size).normal, {0, -1, 0});
  check_normal(SphereAt({-1, 2, 1}, FRIX_BOX, size).normal, {-1, 0, 0});
  const SphereAt corner({1, 2, -3}, FRIX_BOX, size);
  check_normal(corner.normal, {1, 0, 0});
  CHECK(corner.contact.depth == doctest::Approx(0.1).epsilon(1e-14));
  check_normal(SphereAt({0, 0, 0}, FRIX_BOX, size).normal, {1, 0, 0});
  check_normal(SphereAt({0, 0, 0}, FRIX_BOX, {2, 2, 2}).normal, {1, 0, 0});
}

TEST_CASE("a centre in an ellipsoid's middle and on its planes of symmetry") {
  const SphereAt middle({0, 0, 0}, FRIX_ELLIPSOID, {3, 1, 2});
  check_normal(middle.normal, {0, 1, 0});
  CHECK(middle.contact.depth == doctest::Approx(1.1).epsilon(1e-14));
  // equally short semi-axes: the first
  check_normal(SphereAt({0, 0, 0}, FRIX_ELLIPSOID, {2, 1, 1}).normal, {0, 1, 0});
  check_normal(SphereAt({0, 0, 0}, FRIX_ELLIPSOID, {1, 1, 1}).normal, {1, 0, 0});
  // all but on a plane of symmetry
  for (const double y : {0.0, 1e-300, 1e-17, 1e-9}) {
    const SphereAt near({0.5, y, 0.3}, FRIX_ELLIPSOID, {3, 1, 2});
    CHECK(near.normal[1] > 0.9);
  }
}

TEST_CASE("capsules whose axes cross: the normal is the common perpendicular") {
  Scene scene;
  scene.add(FRIX_CAPSULE, {0.5, 2, 0}, turned(pi / 2, {0, 1, 0}));   // along x
  scene.add(FRIX_CAPSULE, {0.5, 2, 0}, turned(-pi / 2, {1, 0, 0}));  // along y
  const ContactPoint contact = first_contact(scene);
  check_normal(contact.normal, {0, 0, 1});
  CHECK(contact.depth == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("capsules on one axis, and of no length") {
  Scene scene;
  scene.add(FRIX_CAPSULE, {0.5, 2, 0}, at(0, 0, 0.5));
  scene.add(FRIX_CAPSULE, {0.5, 2, 0}, at(0, 0, 0));
  check_normal(first_contact(scene).normal, {1, 0, 0});
  Scene points;
  points.add(FRIX_CAPSULE, {0.5, 0, 0}, at(0, 0, 0));
  points.add(FRIX_CAPSULE, {0.5, 0, 0}, at(0, 0, 0));
  check_normal(first_contact(points).normal, {1, 0, 0});
}

TEST_CASE("a pose that is not a number gives no contact rather than contacts that are not numbers") {
  for (const frix_shape_kind kind : {FRIX_SPHERE, FRIX_BOX, FRIX_CAPSULE, FRIX_CYLINDER, FRIX_ELLIPSOID}) {
    CAPTURE(kind);
    Scene scene;
    scene.add(FRIX_SPHERE, {0.5, 0, 0}, at(std::numeric_limits<double>::quiet_NaN(), 0, 0));
    scene.add(kind, {1, 1, 1}, at(0, 0, 0));
    scene.add(kind, {1, 1, 1}, at(0, 0, std::numeric_limits<double>::quiet_NaN()));
    add_ground(scene);
    for (const ContactPoint& c : scene.contacts(0.1)) CHECK(c.shape_a == 1);
  }
}
