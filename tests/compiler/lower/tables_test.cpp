// The tables of the model: which shape is which, who may touch whom, what pairs of surfaces make.
#include <doctest/doctest.h>

#include "compiler/lower/surfaces.h"
#include "tests/compiler/lower/fixture.h"

using namespace frix;
using namespace frix::test;
using mechanism::ShapeKind;
using mechanism::Surface;

namespace {

std::vector<std::string> shape_names(const frix_model& model) {
  std::vector<std::string> names;
  for (int i = 0; i < model.nshapes; ++i) names.emplace_back(model.shapes[i].name);
  return names;
}

}  // namespace

TEST_CASE("moving shapes come first, class by class; those of the world and of static bodies last") {
  Mechanism m;
  add_shape(m, kWorld, ShapeKind::halfspace);                   // s0
  const int ball = add_body(m, JointType::free);                // class 0
  const int arm = add_body(m, JointType::revolute, kWorld, 3);  // class 1
  const int tip = add_body(m, JointType::ball, arm, 3);
  const int twin = add_body(m, JointType::free);
  const int base = add_body(m, JointType::fixed);
  m.joints.back().parent_frame.position = {1, 2, 3};
  add_shape(m, tip, ShapeKind::box);                                 // s1
  add_shape(m, twin, ShapeKind::sphere);                             // s2
  add_shape(m, base, ShapeKind::cylinder, {{}, Vector3d(0, 0, 1)});  // s3
  m.shapes.back().pose.rotation.setIdentity();
  add_shape(m, ball, ShapeKind::sphere);  // s4
  add_shape(m, arm, ShapeKind::points);   // s5
  m.shapes.back().points = {{1, 2, 3}, {4, 5, 6}};
  add_shape(m, arm, ShapeKind::box);  // s6
  m.shapes.back().collide = false;
  mechanism::articulate(m);
  REQUIRE(m.articulations.size() == 2);
  Kernels kernels(m);
  const frix_model& model = kernels.model();
  CHECK(model.abi == FRIX_MODEL_ABI);
  CHECK(shape_names(model) == std::vector<std::string>{"s4", "s2", "s5", "s1", "s0", "s3"});
  CHECK(model.nmoving_shapes == 4);
  CHECK(model.classes[0].instances == 2);
  CHECK(model.classes[0].nshapes == 1);
  CHECK(model.classes[1].first_shape == 2);
  CHECK(model.shapes[1].instance == 1);
  CHECK(model.shapes[2].npoints == 2);
  CHECK(model.shapes[2].points[5] == 6);
  CHECK(model.shapes[4].body == -1);
  CHECK(model.shapes[5].class_index == -1);
  CHECK(model.shapes[5].body == base);
  CHECK(std::vector<double>(model.shapes[5].pose, model.shapes[5].pose + 3) == std::vector<double>{1, 2, 4});
  // the arm's coordinate moves both of its shapes, the tip's three only the tip
  const frix_class& row = model.classes[1];
  CHECK(std::vector<int>(row.moves, row.moves + 8) == std::vector<int>{1, 0, 0, 0, 1, 1, 1, 1});
  CHECK(std::vector<int>(row.parent, row.parent + 4) == std::vector<int>{-1, 0, 1, 2});
}

TEST_CASE("joined bodies cannot touch, welded ones are one body, the world excludes nothing") {
  Mechanism m;
  const int base = add_body(m, JointType::fixed);
  const int upper = add_body(m, JointType::revolute, base);
  const int plate = add_body(m, JointType::fixed, upper);
  const int lower = add_body(m, JointType::ball, plate);
  const int box = add_body(m, JointType::planar);
  for (const int body : {base, upper, plate, lower, box}) add_shape(m, body, ShapeKind::box);
  mechanism::articulate(m);
  Kernels kernels(m);
  const frix_model& model = kernels.model();
  REQUIRE(model.nforbidden_bodies == 2);
  CHECK(std::vector<int>(model.forbidden_bodies, model.forbidden_bodies + 4) ==
        std::vector<int>{base, upper, upper, lower});
  for (int i = 0; i < model.nshapes; ++i)
    if (std::string(model.shapes[i].name) == "s2") CHECK(model.shapes[i].body == upper);
}

TEST_CASE("rules are expanded to pairs, the later one wins") {
  Mechanism m;
  const int a = add_body(m, JointType::free);
  const int b = add_body(m, JointType::free, kWorld, 2);
  for (const int body : {a, a, b, kWorld}) add_shape(m, body, ShapeKind::box);
  m.surfaces.resize(2);
  m.surfaces[1].mu = 0.7;
  m.pair_rules.push_back({{}, {0, 1}, {2, 3}, -1});
  m.pair_rules.push_back({{}, {2}, {1}, 1});
  mechanism::ContactQuery query;
  query.first = {3};
  query.second = {0, 2};
  m.contact_queries.push_back(query);
  mechanism::articulate(m);
  Kernels kernels(m);
  const frix_model& model = kernels.model();
  REQUIRE(model.npair_rules == 4);
  for (int i = 0; i < 4; ++i) {
    const frix_pair_rule& rule = model.pair_rules[i];
    CHECK(rule.a < rule.b);
    CHECK(rule.surface == (rule.a == 1 && rule.b == 2 ? 4 : -1));
  }
  CHECK(model.nsurfaces == 2);
  CHECK(model.pair_surfaces[4].mu == 0.7);
  REQUIRE(model.nqueries == 1);
  CHECK(model.queries[0].nfirst == 1);
  CHECK(model.queries[0].first[0] == 3);
  CHECK(model.queries[0].nsecond == 2);
}

TEST_CASE("the initial state follows the layout") {
  Mechanism m;
  for (int i = 0; i < 2; ++i) {
    add_body(m, JointType::free);
    m.joints.back().initial_position = {1.0 + i, 2, 3, 1, 0, 0, 0};
    m.joints.back().initial_velocity = {4.0 + i, 5, 6, 7, 8, 9};
  }
  mechanism::articulate(m);
  Kernels kernels(m);
  const frix_model& model = kernels.model();
  CHECK(model.nq == 14);
  CHECK(model.nv == 12);
  CHECK(model.initial_q[0] == 1);
  CHECK(model.initial_q[7] == 2);
  CHECK(model.initial_q[10] == 1);
  CHECK(model.initial_v[6] == 5);
  CHECK(model.initial_v[11] == 9);
  CHECK(kernels.all().size() == 5);  // one class, and nothing else to do
}

TEST_CASE("limits and laws of coordinates; unlimited ones have none") {
  Mechanism m;
  add_body(m, JointType::revolute);
  m.joints[0].coordinate[0].lower = -1;
  add_body(m, JointType::ball, 0);
  m.joints[1].coordinate[2].friction = 3;
  m.joints[1].coordinate[2].stiffness = 4;
  add_body(m, JointType::prismatic, 1);
  mechanism::articulate(m);
  Kernels kernels(m);
  const frix_model& model = kernels.model();
  REQUIRE(model.ncoordinates == 2);
  CHECK(model.coordinates[0].lower == -1);
  CHECK(model.coordinates[0].upper == HUGE_VAL);
  CHECK(model.coordinates[0].q_index == 0);
  CHECK(model.coordinates[1].friction == 3);
  CHECK(model.coordinates[1].stiffness == 0);  // a quaternion has no coordinate to be stiff about
  CHECK(model.coordinates[1].q_index == -1);
  CHECK(model.coordinates[1].v_index == 3);
  CHECK(model.coordinates[1].target == -1);
}

TEST_CASE("names that are no identifiers give kernels that are, each its own") {
  Mechanism m;
  for (const char* name : {"left.ball[0]", "left.ball[1]", "größe", "left_ball_0_"}) {
    add_body(m, JointType::free, kWorld, static_cast<double>(m.bodies.size() + 1));
    m.bodies.back().name = name;
  }
  mechanism::articulate(m);
  const Kernels kernels(m);
  std::map<std::string, int> seen;
  for (const ir::Kernel& kernel : kernels.all()) {
    CHECK(ir::verify(kernel).empty());
    CHECK(++seen[kernel.name] == 1);
  }
  CHECK(seen.size() == 20);
}

TEST_CASE("two surfaces in series") {
  Surface a, b;
  a.stiffness = 1e5;
  a.dissipation = 1;
  b.stiffness = 3e5;
  b.dissipation = 2;
  a.mu = 0.5;
  b.mu = 0.3;
  a.restitution = 0.2;
  b.restitution = 0.4;
  a.stiction_speed = 1e-3;
  b.stiction_speed = 1e-4;
  a.shape = mechanism::StictionShape::quadratic;
  frix_pair_surface pair = lower::combine(a, b);
  CHECK(pair.normal_law == FRIX_NORMAL_HUNT_CROSSLEY);
  CHECK(pair.stiffness == doctest::Approx(0.75e5));
  CHECK(pair.dissipation == doctest::Approx((3 * 1 + 1 * 2) / 4.0));
  CHECK(pair.mu == doctest::Approx(2 * 0.5 * 0.3 / 0.8));
  CHECK(pair.restitution == 0.4);
  CHECK(pair.stiction_speed == 1e-4);
  CHECK(pair.stiction_shape == FRIX_STICTION_LINEAR);
  b.shape = mechanism::StictionShape::quadratic;
  CHECK(lower::combine(a, b).stiction_shape == FRIX_STICTION_QUADRATIC);

  // the stricter of two rules, whoever asks for it
  const std::pair<mechanism::Combine, double> rules[] = {{mechanism::Combine::min, 0.3},
                                                         {mechanism::Combine::mean, 0.4},
                                                         {mechanism::Combine::product, 0.15},
                                                         {mechanism::Combine::geometric, std::sqrt(0.15)},
                                                         {mechanism::Combine::max, 0.5}};
  for (const auto& [rule, mu] : rules) {
    a.combine = rule;
    b.combine = mechanism::Combine::harmonic;
    CHECK(lower::combine(a, b).mu == doctest::Approx(mu));
    CHECK(lower::combine(b, a).mu == doctest::Approx(mu));
  }
  a.combine = mechanism::Combine::max;
  b.combine = mechanism::Combine::min;
  CHECK(lower::combine(a, b).mu == 0.3);
  a.combine = b.combine = mechanism::Combine::harmonic;
  a.friction = b.friction = mechanism::FrictionLaw::none;
  CHECK(lower::combine(a, b).mu == 0);

  // rigid: the other's law; both: no stiffness at all
  a.normal = mechanism::NormalLaw::rigid;
  pair = lower::combine(a, b);
  CHECK(pair.normal_law == FRIX_NORMAL_HUNT_CROSSLEY);
  CHECK(pair.stiffness == 3e5);
  CHECK(pair.dissipation == 2);
  b.normal = mechanism::NormalLaw::rigid;
  pair = lower::combine(a, b);
  CHECK(pair.normal_law == FRIX_NORMAL_RIGID);
  CHECK(pair.stiffness == 0);

  // linear with linear, and with Hunt-Crossley
  a.normal = b.normal = mechanism::NormalLaw::linear;
  a.damping = 16;
  b.damping = 32;
  pair = lower::combine(a, b);
  CHECK(pair.normal_law == FRIX_NORMAL_LINEAR);
  CHECK(pair.damping == doctest::Approx(16 * 0.5625 + 32 * 0.0625));
  a.normal = mechanism::NormalLaw::hunt_crossley;
  pair = lower::combine(a, b);
  CHECK(pair.normal_law == FRIX_NORMAL_HUNT_CROSSLEY);
  CHECK(pair.dissipation == doctest::Approx(0.75));
  CHECK(pair.damping == 0);
}
