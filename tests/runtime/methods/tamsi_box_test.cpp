// A box that a harmonic force moves over a table: it slips and sticks. The values are those of exact backward Euler.
#include <doctest/doctest.h>

#include <cmath>

#include "runtime/methods/tamsi_step.h"
#include "tests/runtime/support/hand_model.h"

namespace {

using namespace frix;
using test::HandModel;

constexpr double kWeight = 3.234;  // N

void harmonic(const double* const* in, double* const* out, std::int64_t, std::int64_t) {
  out[0][0] = 4 * std::cos(2 * M_PI * in[2][FRIX_ENV_TIME]);
}

// The box touches the table at one point. The normal force is the weight: depth weight/k, and the slider cannot move
// along the normal.
struct Box {
  HandModel hand = HandModel::of<test::Slider>(0.33);
  std::unique_ptr<methods::Method> method;
  double q = 0, v = 0;

  explicit Box(frix_stiction_shape shape, const methods::TamsiOptions& options = {}) {
    hand.shapes = {HandModel::shape("box", FRIX_BOX, 0.12, 0.05, 0.05)};
    hand.world_shapes = {HandModel::shape("table", FRIX_HALFSPACE)};
    hand.surfaces[0] = {1.0, 1e-4, 1e4, 0, 0, 0, shape, FRIX_NORMAL_HUNT_CROSSLEY};
    hand.load_dof = {0};
    hand.loads = harmonic;
    method = methods::make_tamsi(hand.table(), options,
                                 std::make_unique<test::Contacts>([](const double* poses, auto& contacts) {
                                   geometry::ContactPoint point;
                                   point.point = {poses[0], 0, 0}, point.normal = {0, 0, 1};
                                   point.depth = kWeight / 1e4, point.shape_a = 0, point.shape_b = 1;
                                   contacts.push_back(point);
                                 }));
  }
};

double position_at_end(frix_stiction_shape shape, double h) {
  Box box(shape);
  const int steps = static_cast<int>(std::lround(2.5 / h));
  for (int i = 0; i < steps; ++i) REQUIRE(box.method->step(i * h, h, &box.q, &box.v).ok);
  CHECK(box.method->statistics().rejected == 0);
  return box.q;
}

TEST_CASE("the stick-slip box follows backward Euler for all steps") {
  const struct {
    double h, x;
  } rows[] = {{25e-3, 0.002908285}, {10e-3, 0.008220657},  {5e-3, 0.010023368},  {2.5e-3, 0.010917094},
              {1e-3, 0.011453718},  {0.5e-3, 0.011632999}, {0.1e-3, 0.011776411}};
  for (const auto& row : rows) {
    CAPTURE(row.h);
    CHECK(std::abs(position_at_end(FRIX_STICTION_LINEAR, row.h) - row.x) < 1e-6);
  }
}

TEST_CASE("the stick-slip box converges with first order, for both shapes of the law") {
  // references by RK4 with h = 5e-7
  const struct {
    frix_stiction_shape shape;
    double x;
  } rows[] = {{FRIX_STICTION_LINEAR, 0.011822926546}, {FRIX_STICTION_QUADRATIC, 0.011822085228}};
  for (const auto& row : rows) {
    const double coarse = position_at_end(row.shape, 1e-3) - row.x, fine = position_at_end(row.shape, 1e-4) - row.x;
    CHECK(std::abs(fine) < 5e-5);
    CHECK(coarse / fine == doctest::Approx(10).epsilon(0.25));
  }
}

TEST_CASE("the first step into stiction needs TALS") {
  for (const bool line_search : {true, false}) {
    methods::TamsiOptions options;
    options.line_search = line_search;
    options.max_substep_depth = 0;
    Box box(FRIX_STICTION_LINEAR, options);
    const double h = 0.01;
    for (int i = 0; i < 16; ++i) REQUIRE(box.method->step(i * h, h, &box.q, &box.v).ok);
    CHECK(box.v == doctest::Approx(3.216830e-2).epsilon(1e-6));
    const double q = box.q, v = box.v;
    const auto& report = box.method->step(0.16, h, &box.q, &box.v);
    CAPTURE(report.newton_iterations);
    if (line_search) {
      CHECK(report.ok);
      CHECK(report.newton_iterations <= 6);
      CHECK(box.v == doctest::Approx(9.231671e-5).epsilon(1e-6));
    } else {
      CHECK_FALSE(report.ok);
      CHECK(report.contacts == std::vector<std::int32_t>{0});
      CHECK(report.residual > 1e-8);
      CHECK(box.q == q);
      CHECK(box.v == v);
    }
  }
}

}  // namespace
