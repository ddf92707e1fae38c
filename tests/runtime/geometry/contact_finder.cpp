// Which pairs are looked at, in which order, and that the broad phase loses none.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <tuple>

#include "runtime/geometry/narrow_phase.h"
#include "tests/runtime/geometry/scene.h"

using namespace frix::geometry;
using std::numbers::pi;

namespace {

auto key(const ContactPoint& c) {
  return std::tuple(c.shape_a, c.shape_b, c.feature);
}

Scene three_spheres() {
  Scene scene;
  for (int i = 0; i < 3; ++i) scene.add(FRIX_SPHERE, {1, 0, 0}, at(0.5 * i, 0, 0));
  return scene;
}

std::vector<ContactPoint> find(const Scene& scene, const frix_model& model) {
  std::vector<ContactPoint> contacts;
  ContactFinder(model).find(scene.moving_poses().data(), nullptr, contacts);
  return contacts;
}

// A heap of shapes of many sizes, with points, walls and obstacles of the world.
Scene heap(int count, unsigned seed) {
  Random random(seed);
  Scene scene;
  static const double points[] = {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
  const double size = std::cbrt(count) * 0.15;
  for (int i = 0; i < count; ++i) {
    // spheres mostly: what else is there has no narrow phase with itself
    const frix_shape_kind kinds[] = {FRIX_SPHERE,  FRIX_SPHERE,   FRIX_SPHERE,    FRIX_SPHERE, FRIX_BOX,
                                     FRIX_CAPSULE, FRIX_CYLINDER, FRIX_ELLIPSOID, FRIX_POINTS};
    const frix_shape_kind kind = kinds[static_cast<int>(random.uniform(0, 9))];
    const double scale = std::pow(10, random.uniform(-2, i % 50 == 0 ? 0.3 : -0.6));
    const int shape =
        scene.add(kind, scale * Vector3d(1, random.uniform(0.5, 2), random.uniform(0.5, 2)), random.pose(size));
    if (kind == FRIX_POINTS) {
      scene.shapes[shape].points = points;
      scene.shapes[shape].npoints = 3;
    }
    scene.shapes[shape].body = i / 2;
  }
  for (int i = 0; i < 20; ++i) scene.add(FRIX_SPHERE, {random.uniform(0.02, 0.5), 0, 0}, random.pose(size), false);
  scene.add(FRIX_HALFSPACE, Vector3d::Zero(), at(0, 0, -0.5 * size), false);
  scene.add(FRIX_HALFSPACE, Vector3d::Zero(), at(-0.5 * size, 0, 0) * turned(pi / 2, {0, 1, 0}), false);
  return scene;
}

// The contacts of one pair alone: two shapes are few enough to be tested directly.
void append_pair(const Scene& scene, int a, int b, const std::vector<double>& margins,
                 std::vector<ContactPoint>& contacts) {
  Scene pair;
  for (const int i : {a, b}) {
    const frix_shape& shape = scene.shapes[i];
    const int copy =
        pair.add(shape.kind, Vector3d(shape.size[0], shape.size[1], shape.size[2]), scene.poses[i], i < scene.nmoving);
    pair.shapes[copy].points = shape.points;
    pair.shapes[copy].npoints = shape.npoints;
  }
  const double pair_margins[] = {margins[a], b < scene.nmoving ? margins[b] : 0};
  std::vector<ContactPoint> found;
  const frix_model model = pair.model();
  ContactFinder(model).find(pair.moving_poses().data(), pair_margins, found);
  for (ContactPoint c : found) {
    c.shape_a = a;
    c.shape_b = b;
    contacts.push_back(c);
  }
}

}  // namespace

TEST_CASE("shapes of different bodies touch, those of one body do not") {
  Scene scene = three_spheres();
  CHECK(find(scene, scene.model()).size() == 3);
  scene.shapes[1].body = scene.shapes[0].body;
  const auto contacts = find(scene, scene.model());
  REQUIRE(contacts.size() == 2);
  CHECK(key(contacts[0]) == std::tuple(0, 2, 0));
  CHECK(key(contacts[1]) == std::tuple(1, 2, 0));
}

TEST_CASE("shapes of the world touch moving ones, not each other") {
  Scene scene;
  scene.add(FRIX_SPHERE, {1, 0, 0}, at(0, 0, 0.5));
  scene.add(FRIX_SPHERE, {1, 0, 0}, at(0, 0, 0), false);
  add_ground(scene);
  const auto contacts = scene.contacts();
  REQUIRE(contacts.size() == 2);
  CHECK(key(contacts[0]) == std::tuple(0, 1, 0));
  CHECK(key(contacts[1]) == std::tuple(0, 2, 0));
}

TEST_CASE("joined bodies do not touch, unless a rule says so") {
  Scene scene = three_spheres();
  add_ground(scene);
  frix_model model = scene.model();
  const std::int32_t forbidden[] = {-1, 0, 0, 1, 0, 2};
  model.forbidden_bodies = forbidden;
  model.nforbidden_bodies = 3;
  const auto contacts = find(scene, model);
  REQUIRE(contacts.size() == 3);
  CHECK(key(contacts[0]) == std::tuple(1, 2, 0));
  CHECK(key(contacts[1]) == std::tuple(1, 3, 0));
  CHECK(key(contacts[2]) == std::tuple(2, 3, 0));

  const frix_pair_rule rules[] = {{0, 3, 1}, {0, 1, 2}};
  model.pair_rules = rules;
  model.npair_rules = 2;
  CHECK(find(scene, model).size() == 5);
}

TEST_CASE("rules forbid a pair or give it a surface; other pairs combine theirs") {
  Scene scene = three_spheres();
  scene.shapes[0].surface = 2;
  scene.shapes[1].surface = 1;
  frix_model model = scene.model();
  model.nsurfaces = 3;
  const frix_pair_rule rules[] = {{1, 2, 9}, {0, 2, -1}};
  model.pair_rules = rules;
  model.npair_rules = 2;
  const auto contacts = find(scene, model);
  REQUIRE(contacts.size() == 2);
  CHECK(key(contacts[0]) == std::tuple(0, 1, 0));
  CHECK(contacts[0].surface == 2 * 3 + 1);
  CHECK(key(contacts[1]) == std::tuple(1, 2, 0));
  CHECK(contacts[1].surface == 9);
}

TEST_CASE("pairs without narrow phase are reported, unless they cannot meet") {
  Scene scene;
  scene.add(FRIX_CYLINDER, {1, 1, 0}, at(0, 0, 0));
  scene.add(FRIX_CYLINDER, {1, 1, 0}, at(0, 0, 0));
  scene.add(FRIX_ELLIPSOID, {1, 1, 1}, at(0, 0, 0));
  scene.add(FRIX_CYLINDER, {1, 1, 0}, at(0, 0, 0), false);
  scene.add(FRIX_CYLINDER, {1, 1, 0}, at(0, 0, 0), false);
  frix_model model = scene.model();
  auto pairs = ContactFinder(model).unsupported_pairs();
  std::sort(pairs.begin(), pairs.end());
  using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;
  CHECK(pairs == Pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}});

  const frix_pair_rule rules[] = {{0, 1, -1}, {0, 2, -1}, {1, 2, -1}, {0, 3, -1},
                                  {1, 3, -1}, {2, 3, -1}, {0, 4, -1}, {1, 4, -1}};
  model.pair_rules = rules;
  model.npair_rules = 8;
  CHECK(ContactFinder(model).unsupported_pairs() == Pairs{{2, 4}});
}

TEST_CASE("halfspaces have no contact with halfspaces, nor points with points: reported, and none is made up") {
  for (const frix_shape_kind kind : {FRIX_HALFSPACE, FRIX_POINTS}) {
    CAPTURE(kind);
    Scene scene;
    scene.add(kind, {0, 0, 0}, at(0, 0, -1));
    scene.add(kind, {0, 0, 0}, at(0, 0, 0), false);
    const frix_model model = scene.model();
    using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;
    CHECK(ContactFinder(model).unsupported_pairs() == Pairs{{0, 1}});
    CHECK(find(scene, model).empty());
  }
}

TEST_CASE("no shapes, no contacts") {
  Scene scene;
  CHECK(scene.contacts().empty());
  add_ground(scene);
  CHECK(scene.contacts().empty());
}

TEST_CASE("margins of both shapes add up; null means zero") {
  Scene scene;
  scene.add(FRIX_SPHERE, {1, 0, 0}, at(0, 0, 0));
  scene.add(FRIX_SPHERE, {1, 0, 0}, at(2.5, 0, 0));
  const frix_model model = scene.model();
  ContactFinder finder(model);
  std::vector<ContactPoint> contacts;
  const double wide[] = {0.3, 0.21}, narrow[] = {0.3, 0.19};
  finder.find(scene.moving_poses().data(), wide, contacts);
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth == -0.5);
  finder.find(scene.moving_poses().data(), narrow, contacts);
  CHECK(contacts.empty());
  finder.find(scene.moving_poses().data(), nullptr, contacts);
  CHECK(contacts.empty());
}

TEST_CASE("the rotation of a sphere is not read: kernels do not write it") {
  Scene scene;
  scene.add(FRIX_SPHERE, {1, 0, 0}, at(0, 0, 0.9));
  scene.add(FRIX_SPHERE, {1, 0, 0}, at(1.5, 0, 0.9));
  scene.add(FRIX_BOX, {1, 1, 1}, at(0, 1.4, 0.4));
  scene.add(FRIX_CYLINDER, {1, 1, 0}, at(0, -1.8, 0.4));
  add_ground(scene);
  const frix_model model = scene.model();
  ContactFinder finder(model);
  std::vector<double> poses = scene.moving_poses();
  std::vector<ContactPoint> with, without;
  finder.find(poses.data(), nullptr, with);
  for (int sphere = 0; sphere < 2; ++sphere)
    std::fill_n(&poses[12 * sphere + 3], 9, std::numeric_limits<double>::quiet_NaN());
  finder.find(poses.data(), nullptr, without);
  REQUIRE(with.size() > 5);
  REQUIRE(with.size() == without.size());
  for (std::size_t i = 0; i < with.size(); ++i) {
    CHECK(with[i].depth == without[i].depth);
    CHECK(with[i].normal == without[i].normal);
    CHECK(with[i].point == without[i].point);
  }
}

TEST_CASE("many shapes of many sizes: the broad phase finds what all pairs give, in order") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    Scene scene = heap(150, seed);
    Random random(seed);
    std::vector<double> margins;
    for (int i = 0; i < scene.nmoving; ++i) margins.push_back(i % 3 == 0 ? random.uniform(0, 0.1) : 0);
    // one ball far away, as happens
    scene.poses[7] = at(1e9, -1e12, 3e15);

    const frix_model model = scene.model();
    std::vector<ContactPoint> found, expected;
    ContactFinder(model).find(scene.moving_poses().data(), margins.data(), found);
    for (int a = 0; a < scene.nmoving; ++a)
      for (int b = a + 1; b < model.nshapes; ++b)
        if (scene.shapes[a].body != scene.shapes[b].body) append_pair(scene, a, b, margins, expected);

    REQUIRE(found.size() == expected.size());
    CHECK(found.size() > 200);
    CHECK(std::is_sorted(found.begin(), found.end(), [](const auto& x, const auto& y) { return key(x) < key(y); }));
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(key(found[i]) == key(expected[i]));
      CHECK(found[i].depth == expected[i].depth);
      CHECK(found[i].point == expected[i].point);
      CHECK(found[i].normal == expected[i].normal);
    }
  }
}

TEST_CASE("rules and joined bodies hold in big scenes too") {
  Scene scene;
  for (int i = 0; i < 200; ++i) scene.add(FRIX_SPHERE, {0.6, 0, 0}, at(i, 0, 0));
  frix_model model = scene.model();
  CHECK(find(scene, model).size() == 199);
  const std::int32_t forbidden[] = {10, 11};
  model.forbidden_bodies = forbidden;
  model.nforbidden_bodies = 1;
  const frix_pair_rule rules[] = {{20, 21, -1}, {30, 31, 4}};
  model.pair_rules = rules;
  model.npair_rules = 2;
  const auto contacts = find(scene, model);
  CHECK(contacts.size() == 197);
  for (const ContactPoint& c : contacts) {
    CHECK(c.shape_a != 10);
    CHECK(c.shape_a != 20);
    CHECK(c.surface == (c.shape_a == 30 ? 4 : 0));
  }
}

TEST_CASE("gripper pads on a mug: overlaps at rest and the balance with the grip force") {
  // Two rings of 8 spheres of 6 mm on a radius of 14 mm press on a cylinder of radius 40 mm. With k = 970.093 N/m for
  // each pair, a pad pushes with 10 N along y when its plane is 43.5894448 mm from the axis.
  const double plane = 0.0435894448, stiffness = 970.093;
  Scene scene;
  const int mug = scene.add(FRIX_CYLINDER, {0.04, 0.1, 0}, at(0, 0, 0));
  for (const double side : {-1.0, 1.0})
    for (int i = 0; i < 8; ++i) {
      const int pad = scene.add(FRIX_SPHERE, {0.006, 0, 0},
                                at(0.014 * std::cos(i * pi / 4), side * plane, 0.014 * std::sin(i * pi / 4)));
      scene.shapes[pad].body = side < 0 ? 1 : 2;
    }
  const auto contacts = scene.contacts();
  REQUIRE(contacts.size() == 16);
  const double overlaps[] = {0.2175e-3, 1.3006e-3, 2.4106e-3, 1.3006e-3};
  Vector3d force = Vector3d::Zero();
  double total = 0;
  for (int i = 0; i < 16; ++i) {
    CHECK(contacts[i].shape_a == mug);
    CHECK(std::abs(contacts[i].depth - overlaps[i % 4]) < 0.5e-7);
    if (i >= 8) continue;
    force += stiffness * contacts[i].depth * contacts[i].normal;
    total += stiffness * contacts[i].depth;
  }
  // the first pad is at -y and pushes the mug to +y
  CHECK(force[1] == doctest::Approx(10).epsilon(1e-6));
  CHECK(std::abs(force[0]) < 1e-12);
  CHECK(std::abs(force[2]) < 1e-12);
  CHECK(total == doctest::Approx(10.1455).epsilon(1e-5));
}

TEST_CASE("the table of pairs: who serves which kinds, entry by entry") {
  // s: served, .: not; sphere box capsule cylinder ellipsoid halfspace points
  const char* const expected[kShapeKinds] = {
      "sssssss",  // sphere
      "sss..ss",  // box
      "sss..ss",  // capsule
      "s....ss",  // cylinder
      "s....ss",  // ellipsoid
      "sssss.s",  // halfspace
      "ssssss.",  // points
  };
  for (int first = 0; first < kShapeKinds; ++first)
    for (int second = 0; second < kShapeKinds; ++second) {
      CAPTURE(first);
      CAPTURE(second);
      const PairOrder order = pair_order(frix_shape_kind(first), frix_shape_kind(second));
      const PairOrder reverse = pair_order(frix_shape_kind(second), frix_shape_kind(first));
      CHECK((order.kind != kUnsupported) == (expected[first][second] == 's'));
      CHECK(order.kind == reverse.kind);
      if (first != second && order.kind != kUnsupported) CHECK(order.swapped != reverse.swapped);
    }
}
