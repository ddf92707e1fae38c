// Spheres and points against spheres, boxes, capsules, cylinders and ellipsoids.
#include <doctest/doctest.h>

#include "tests/runtime/geometry/surface_search.h"

using namespace frix::geometry;

namespace {

// The one contact of a sphere (A) with another shape in its standard pose.
ContactPoint touch(const Vector3d& centre, double radius, frix_shape_kind kind, const Vector3d& size) {
  Scene scene;
  scene.add(FRIX_SPHERE, {radius, 0, 0}, at(centre[0], centre[1], centre[2]));
  scene.add(kind, size, at(0, 0, 0));
  const auto contacts = scene.contacts(10);
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].shape_a == 0);
  CHECK(contacts[0].shape_b == 1);
  return contacts[0];
}

void check(const ContactPoint& contact, double depth, const Vector3d& normal, const Vector3d& point) {
  CHECK(contact.depth == doctest::Approx(depth).epsilon(1e-14));
  CHECK((contact.normal - normal).norm() < 1e-14);
  CHECK((contact.point - point).norm() < 1e-14);
}

}  // namespace

TEST_CASE("sphere against sphere") {
  check(touch({0, 0, 0.7}, 0.5, FRIX_SPHERE, {0.3, 0, 0}), 0.1, {0, 0, 1}, {0, 0, 0.25});
  // a gap: the point is still midway
  check(touch({2, 0, 0}, 0.5, FRIX_SPHERE, {1, 0, 0}), -0.5, {1, 0, 0}, {1.25, 0, 0});
  // the small one inside the big one goes on the way out
  check(touch({0, -0.5, 0}, 0.25, FRIX_SPHERE, {1, 0, 0}), 0.75, {0, -1, 0}, {0, -0.625, 0});
}

TEST_CASE("sphere against box: face, edge, corner and inside") {
  const Vector3d size(2, 4, 6);
  check(touch({0.5, 1, 3.2}, 0.5, FRIX_BOX, size), 0.3, {0, 0, 1}, {0.5, 1, 2.85});
  check(touch({1.3, -2.4, 0}, 1, FRIX_BOX, size), 0.5, {0.6, -0.8, 0}, {0.85, -1.8, 0});
  const Vector3d diagonal = Vector3d(1, 1, 1) / std::sqrt(3);
  check(touch(Vector3d(1, 2, 3) + 0.5 * diagonal, 0.75, FRIX_BOX, size), 0.25, diagonal,
        Vector3d(1, 2, 3) - 0.125 * diagonal);
  check(touch({-0.75, 0.5, 1}, 0.5, FRIX_BOX, size), 0.75, {-1, 0, 0}, {-0.625, 0.5, 1});
}

TEST_CASE("sphere against capsule: side, end and inside") {
  const Vector3d size(0.5, 2, 0);
  check(touch({0.6, 0, 0.25}, 0.2, FRIX_CAPSULE, size), 0.1, {1, 0, 0}, {0.45, 0, 0.25});
  check(touch({0, 0.3, 1.4}, 0.25, FRIX_CAPSULE, size), 0.25, {0, 0.6, 0.8}, {0, 0.225, 1.3});
  check(touch({0, -0.25, -0.5}, 0.5, FRIX_CAPSULE, size), 0.75, {0, -1, 0}, {0, -0.125, -0.5});
}

TEST_CASE("sphere against cylinder: mantle, end, rim and inside") {
  const Vector3d size(1, 4, 0);
  check(touch({0, 1.25, 0.5}, 0.5, FRIX_CYLINDER, size), 0.25, {0, 1, 0}, {0, 0.875, 0.5});
  check(touch({0.25, 0, -2.25}, 0.5, FRIX_CYLINDER, size), 0.25, {0, 0, -1}, {0.25, 0, -1.875});
  check(touch({1.3, 0, 2.4}, 1, FRIX_CYLINDER, size), 0.5, {0.6, 0, 0.8}, {0.85, 0, 1.8});
  // inside, the mantle is nearer; then the end
  check(touch({0.75, 0, 1}, 0.5, FRIX_CYLINDER, size), 0.75, {1, 0, 0}, {0.625, 0, 1});
  check(touch({0.25, 0, 1.75}, 0.5, FRIX_CYLINDER, size), 0.75, {0, 0, 1}, {0.25, 0, 1.625});
}

TEST_CASE("sphere against ellipsoid on its axes") {
  const Vector3d size(1, 2, 3);
  check(touch({1.25, 0, 0}, 0.5, FRIX_ELLIPSOID, size), 0.25, {1, 0, 0}, {0.875, 0, 0});
  check(touch({0, 0, -3.25}, 0.5, FRIX_ELLIPSOID, size), 0.25, {0, 0, -1}, {0, 0, -2.875});
  // inside on the longest axis the way out is sideways: w_z = e_z^2 c_z / (e_z^2 - e_x^2), w_x from the surface
  const double wz = 9 * 0.8 / 8, wx = std::sqrt(1 - wz * wz / 9);
  const ContactPoint contact = touch({0, 0, 0.8}, 0.5, FRIX_ELLIPSOID, size);
  CHECK(contact.depth == doctest::Approx(0.5 + std::hypot(wx, wz - 0.8)).epsilon(1e-14));
  CHECK((contact.normal - Vector3d(wx, 0, wz / 9).normalized()).norm() < 1e-14);
}

TEST_CASE("depth of a sphere against dense search over the other surface") {
  // the search ends at a width of 1.5/40 * 0.6^40 = 5e-11 of the surface, and the distance is stationary there
  constexpr double kTolerance = 1e-8;
  Random random(7);
  for (const frix_shape_kind kind : {FRIX_SPHERE, FRIX_BOX, FRIX_CAPSULE, FRIX_CYLINDER, FRIX_ELLIPSOID}) {
    CAPTURE(kind);
    int inside = 0;
    for (int trial = 0; trial < 24; ++trial) {
      const Vector3d size(random.uniform(0.3, 1), random.uniform(0.3, 2), random.uniform(0.3, 2));
      const Isometry3d pose = random.pose(1);
      const Vector3d local = random.vector(trial % 3 == 0 ? 0.2 : 2);
      const Vector3d centre = pose * local;
      const double radius = random.uniform(0.1, 1);

      Scene scene;
      scene.add(FRIX_SPHERE, {radius, 0, 0}, at(centre[0], centre[1], centre[2]));
      scene.add(kind, size, pose);
      const auto contacts = scene.contacts(10);
      REQUIRE(contacts.size() == 1);
      const ContactPoint& contact = contacts[0];

      const double distance = least_over_surface(kind, size, [&](const Vector3d& p) { return (p - local).norm(); });
      const bool is_inside = contains(kind, size, local);
      inside += is_inside;
      CHECK(std::abs(contact.depth - (radius + (is_inside ? distance : -distance))) < kTolerance);

      // the witness points are on the surfaces: that of the sphere by construction of the normal
      CHECK(contact.normal.norm() == doctest::Approx(1).epsilon(1e-14));
      const Vector3d on_sphere = contact.point - 0.5 * contact.depth * contact.normal;
      CHECK(((centre - radius * contact.normal) - on_sphere).norm() < 1e-13);
      const Vector3d on_other = pose.inverse() * (contact.point + 0.5 * contact.depth * contact.normal);
      const double off = least_over_surface(kind, size, [&](const Vector3d& p) { return (p - on_other).norm(); });
      CHECK(off < 1e-7);
    }
    CHECK(inside > 3);
  }
}

TEST_CASE("points are balls without radius, one contact each, with the point's number") {
  const double points[] = {0, 0, 0, 0.5, 0, 0, 5, 5, 5, 0, 0, -0.5};
  Scene scene;
  const int set = scene.add(FRIX_POINTS, Vector3d::Zero(), at(0, 0, 0.9));
  scene.shapes[set].points = points;
  scene.shapes[set].npoints = 4;
  SUBCASE("box") {
    scene.add(FRIX_BOX, {2, 2, 2}, at(0, 0, 0));
    const auto contacts = scene.contacts();
    REQUIRE(contacts.size() == 3);
    const int features[] = {0, 1, 3};
    const double depths[] = {0.1, 0.1, 0.6};
    for (int i = 0; i < 3; ++i) {
      CHECK(contacts[i].feature == features[i]);
      CHECK(contacts[i].depth == doctest::Approx(depths[i]).epsilon(1e-14));
      CHECK((contacts[i].normal - Vector3d(0, 0, 1)).norm() < 1e-14);
    }
  }
  SUBCASE("sphere, capsule, cylinder and ellipsoid of the same extent") {
    for (const auto& [kind, size] : {std::pair(FRIX_SPHERE, Vector3d(1, 0, 0)),
                                     {FRIX_CAPSULE, Vector3d(1, 0, 0)},
                                     {FRIX_CYLINDER, Vector3d(1, 2, 0)},
                                     {FRIX_ELLIPSOID, Vector3d(1, 1, 1)}}) {
      CAPTURE(kind);
      Scene other = scene;
      other.add(kind, size, at(0, 0, 0));
      const auto contacts = other.contacts();
      REQUIRE(contacts.size() >= 2);
      CHECK(contacts.front().feature == 0);
      CHECK(contacts.front().depth == doctest::Approx(0.1).epsilon(1e-14));
      CHECK(contacts.back().feature == 3);
      CHECK(contacts.back().depth == doctest::Approx(0.6).epsilon(1e-14));
    }
  }
  SUBCASE("another set of points: no volume, no contact, and that is said") {
    const int second = scene.add(FRIX_POINTS, Vector3d::Zero(), at(0, 0, 0.9));
    scene.shapes[second].points = points;
    scene.shapes[second].npoints = 4;
    CHECK(scene.contacts(1).empty());
    const frix_model model = scene.model();
    CHECK(ContactFinder(model).unsupported_pairs() ==
          std::vector<std::pair<std::int32_t, std::int32_t>>{{set, second}});
  }
}
