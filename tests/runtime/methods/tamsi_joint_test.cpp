// Joint laws in TAMSI: limits, dry friction, servos, springs.
#include <doctest/doctest.h>

#include <cmath>

#include "runtime/methods/tamsi_step.h"
#include "tests/runtime/support/hand_model.h"

namespace {

using namespace frix;
using test::HandModel;

double load = 0;
void constant_load(const double* const*, double* const* out, std::int64_t, std::int64_t) {
  out[0][0] = load;
  out[0][1] = 0.3;  // the servo's target
}

struct Joint {
  HandModel hand;
  std::unique_ptr<methods::Method> method;
  double q = 0, v = 0;

  explicit Joint(double mass) : hand(HandModel::of<test::Slider>(mass)) {
    hand.shapes = {HandModel::shape("slider", FRIX_POINTS)};
    hand.coordinates = {HandModel::coordinate(0)};
    hand.load_dof = {0, -1};
    hand.nefforts = 1;
    hand.loads = constant_load;
    load = 0;
  }
  frix_coordinate& law() { return hand.coordinates[0]; }
  void start() {
    method = methods::make_tamsi(hand.table(), {}, std::make_unique<test::Contacts>([](const double*, auto&) {}));
  }
  const methods::StepReport& step(double h) { return method->step(0, h, &q, &v); }
  void run(double duration, double h) {
    const int steps = static_cast<int>(std::lround(duration / h));
    for (int i = 0; i < steps; ++i) REQUIRE(step(h).ok);
  }
};

TEST_CASE("a slider meets its stop, rests on it, and leaves it at once") {
  Joint joint(1);
  joint.law().lower = -1, joint.law().upper = 0.5;
  joint.start();
  const double h = 1e-3;
  joint.v = 1;
  joint.run(0.499, h);
  CHECK(joint.v == 1);
  joint.run(0.002, h);
  CHECK(joint.q == doctest::Approx(0.5).epsilon(1e-9));
  CHECK(std::abs(joint.v) < 1e-5);

  load = 10;
  joint.run(0.1, h);
  CHECK(joint.q - 0.5 <= 1e-9);
  CHECK(std::abs(joint.v) < 1e-12);
  CHECK(joint.method->effort()[0] == doctest::Approx(0).epsilon(1e-8));  // the load and the stop
  CHECK(joint.method->acceleration()[0] == doctest::Approx(0).epsilon(1e-8));

  load = 0;
  joint.v = -1;
  REQUIRE(joint.step(h).ok);
  CHECK(joint.v == doctest::Approx(-1).epsilon(1e-12));
  CHECK(joint.method->effort()[0] == 0);
}

TEST_CASE("a stop that is not reached changes no bit") {
  double q[2], v[2];
  for (int i = 0; i < 2; ++i) {
    Joint joint(0.7);
    joint.law().damping = 0.3, joint.law().stiffness = 11;
    if (i == 1) joint.law().lower = -1e4, joint.law().upper = 1e4;
    joint.start();
    joint.q = 0.4, joint.v = 1.7;
    joint.run(1, 1e-3);
    q[i] = joint.q, v[i] = joint.v;
  }
  CHECK(q[0] == q[1]);
  CHECK(v[0] == v[1]);
}

TEST_CASE("dry friction holds, slides and stops") {
  const double h = 1e-3;
  SUBCASE("less than the friction: it stays") {
    Joint joint(0.5);
    joint.law().friction = 1;
    joint.start();
    load = 0.8;
    joint.run(1, h);
    CHECK(std::abs(joint.v) <= 1e-6 * h * 1 / 0.5);  // the stated creep
    CHECK(joint.method->effort()[0] == doctest::Approx(0).epsilon(1e-9));
  }
  SUBCASE("more: it accelerates by the difference") {
    Joint joint(0.5);
    joint.law().friction = 1;
    joint.start();
    load = 1.5;
    joint.run(1, h);
    CHECK(joint.v == doctest::Approx(1).epsilon(1e-9));
  }
  SUBCASE("coasting: it stops after 1 s and stays") {
    Joint joint(0.5);
    joint.law().friction = 1;
    joint.start();
    joint.v = 2;
    joint.run(0.5, h);
    CHECK(joint.v == doctest::Approx(1).epsilon(1e-9));
    joint.run(1.5, h);
    CHECK(std::abs(joint.v) < 1e-12);
    CHECK(joint.q == doctest::Approx(1 - h).epsilon(1e-6));  // end velocities: short by v h / 2
  }
}

TEST_CASE("a spring and a damper follow the implicit scheme exactly") {
  Joint joint(2);
  joint.law().damping = 3, joint.law().stiffness = 50, joint.law().rest = 0.1;
  joint.start();
  joint.q = 0.4, joint.v = -1;
  double q = 0.4, v = -1;
  const double h = 0.02;
  for (int i = 0; i < 50; ++i) {
    v = (2 * v - h * 50 * (q - 0.1)) / (2 + h * 3 + h * h * 50);
    q += h * v;
    REQUIRE(joint.step(h).ok);
    CHECK(joint.v == doctest::Approx(v).epsilon(1e-12));
    CHECK(joint.method->effort()[0] == doctest::Approx(-3 * v - 50 * (q - 0.1)).epsilon(1e-10));
  }
}

TEST_CASE("a servo reaches its target, within its effort limit, however stiff") {
  for (const double kp : {1e2, 1e6, 1e10}) {
    CAPTURE(kp);
    Joint joint(1);
    joint.law().kp = kp, joint.law().kd = 2 * std::sqrt(kp), joint.law().target = 1, joint.law().effort_limit = 5;
    joint.start();
    // stiff ones start close: from afar a saturated servo overshoots, in continuous time too
    joint.q = kp > 1e3 ? 0.3 - 2 / kp : 0;
    const double h = 1e-3;
    for (int i = 0; i < 3000; ++i) {
      REQUIRE(joint.step(h).ok);
      CHECK(std::abs(joint.method->effort()[0]) <= 5 * (1 + 1e-12));
    }
    CHECK(joint.q == doctest::Approx(0.3).epsilon(1e-6));
    CHECK(std::abs(joint.v) < 1e-9);
    CHECK(joint.method->statistics().rejected == 0);
  }
}

TEST_CASE("a saturated servo of any stiffness is solved in few iterations") {
  for (const double kp : {1e4, 1e8, 1e12}) {
    CAPTURE(kp);
    Joint joint(1);
    joint.law().kp = kp, joint.law().kd = 2 * std::sqrt(kp), joint.law().target = 1, joint.law().effort_limit = 5;
    joint.start();
    for (int i = 0; i < 2000; ++i) {
      const auto& report = joint.step(1e-3);
      REQUIRE(report.ok);
      CHECK(report.newton_iterations <= 4);
      CHECK(report.substeps == 1);
    }
  }
}

TEST_CASE("a servo without a limit is linear: no Newton iteration") {
  Joint joint(1);
  joint.law().kp = 1e4, joint.law().kd = 200, joint.law().target = 1;
  joint.start();
  joint.run(1, 1e-3);
  CHECK(joint.q == doctest::Approx(0.3).epsilon(1e-9));
  CHECK(joint.method->statistics().newton_iterations == 0);
}

}  // namespace
