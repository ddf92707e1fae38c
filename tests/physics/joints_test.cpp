// Joint laws are part of the implicit solve: limits, dry friction, damping, springs, servos, armature.
#include <fmt/format.h>

#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

namespace {

std::string slider(const std::string& properties, const std::string& more, double step = 1e-3, double duration = 2) {
  return fmt::format(R"(model Slider {{
    gravity = [0, 0, 0] m/s^2;
    body cart {{ mass = 1 kg; inertia = [1, 1, 1] kg*m^2; }}
    joint rail : prismatic(axis = x) from world to cart {{ {} }}
    {}
    output q = rail.q;
    output v = rail.v;
    output effort = rail.effort;
    simulate {{ step = {} s; duration = {} s; }}
  }})",
                     properties, more, step, duration);
}

std::string flywheel(const std::string& properties, const std::string& more, double duration = 2) {
  return fmt::format(R"(model Flywheel {{
    gravity = [0, 0, 0] m/s^2;
    body wheel {{ mass = 1 kg; inertia = [0.5, 0.5, 0.5] kg*m^2; }}
    joint axle : revolute(axis = z) from world to wheel {{ {} }}
    {}
    output q = axle.q;
    output v = axle.v;
    simulate {{ step = 1 ms; duration = {} s; }}
  }})",
                     properties, more, duration);
}

}  // namespace

TEST_CASE("a slider stops at its limit, rests there under load, and leaves at once (B78, B79)") {
  ModelRun hit(slider("limits = [-1, 0.5] m;", "initial { rail.v = 1 m/s; }"));
  hit.advance_to(0.498);
  CHECK(hit["v"] == doctest::Approx(1));
  hit.finish();
  CHECK(hit["q"] == doctest::Approx(0.5).epsilon(1e-5));
  CHECK(std::abs(hit["v"]) < 1e-6);  // inelastic

  ModelRun loaded(slider("limits = [-1, 0.5] m;", "initial { rail.q = 0.5 m; } force push on cart = [10, 0, 0] N;"));
  loaded.finish();
  CHECK(loaded["q"] - 0.5 < 1e-9);
  // the stop is stiff, 1e12 N/m, so its force is known to 1e12 times the rounding of the position
  CHECK(loaded["effort"] == doctest::Approx(-10).epsilon(1e-4));

  ModelRun leaves(slider("limits = [-1, 0.5] m;", "initial { rail.q = 0.5 m; rail.v = -1 m/s; }"));
  leaves.step();
  CHECK(leaves["v"] == doctest::Approx(-1).epsilon(1e-9));
  CHECK(std::abs(leaves["effort"]) < 1e-9);
}

TEST_CASE("inactive limits change nothing, to the bit (B81)") {
  ModelRun with(slider("limits = [-1e4, 1e4] m; stiffness = 3 N/m;", "initial { rail.q = 0.3 m; }"));
  ModelRun without(slider("stiffness = 3 N/m;", "initial { rail.q = 0.3 m; }"));
  with.finish();
  without.finish();
  CHECK(with["q"] == without["q"]);
  CHECK(with["v"] == without["v"]);
}

TEST_CASE("dry joint friction holds, slips and stops as it must (B82)") {
  // I = 0.5, tau_c = 1
  ModelRun holds(flywheel("friction = 1 N*m;", "torque t on wheel = [0, 0, 0.8] N*m;"));
  holds.finish();
  CHECK(std::abs(holds["v"]) < 1e-6 * 1e-3 * 1 / 0.5);  // creep below 1e-6 h tau_c / I
  ModelRun slips(flywheel("friction = 1 N*m;", "torque t on wheel = [0, 0, 1.5] N*m;"));
  slips.finish();
  CHECK(slips["v"] == doctest::Approx(2 * 1.0).epsilon(1e-6));
  ModelRun coasts(flywheel("friction = 1 N*m;", "initial { axle.v = 2 rad/s; }"));
  coasts.advance_to(0.998);
  CHECK(coasts["v"] > 0);
  coasts.advance_to(1.002);
  CHECK(std::abs(coasts["v"]) < 1e-9);
  CHECK(coasts["q"] == doctest::Approx(1).epsilon(2e-3));
  const double stopped = coasts["q"];
  coasts.finish();
  CHECK(coasts["q"] == doctest::Approx(stopped).epsilon(1e-12));
}

TEST_CASE("joint damping and stiffness are implicit: stable and right for any gain") {
  // v' = -d v / m: backward Euler gives (1 + h d/m)^-n exactly
  ModelRun damped(slider("damping = 1e5 N*s/m;", "initial { rail.v = 1 m/s; }"));
  damped.step();
  CHECK(damped["v"] == doctest::Approx(1 / (1 + 1e-3 * 1e5)).epsilon(1e-12));
  // a spring a thousand times too stiff for the step does not blow up, and rests where it must
  ModelRun stiff(
      slider("stiffness = 1e9 N/m; rest = 0.2 m;", "initial { rail.q = 0.1 m; } force push on cart = [1000, 0, 0] N;"));
  stiff.finish();
  CHECK(stiff["q"] == doctest::Approx(0.2 + 1e-6).epsilon(1e-9));
  // and a soft one oscillates with the right period: w = 2 rad/s
  ModelRun soft(slider("stiffness = 4 N/m;", "initial { rail.q = 1 m; }", 1e-4, 4));
  soft.advance_to(M_PI);
  CHECK(soft["q"] == doctest::Approx(1).epsilon(2e-3));
}

TEST_CASE("a reflected rotor adds to the inertia (B84)") {
  ModelRun run(R"(model Gear {
    gravity = [0, 0, 0] m/s^2;
    const ratio = 10;
    body link { mass = 1 kg; inertia = [0.02, 0.02, 0.02] kg*m^2; }
    joint hinge : revolute(axis = z) from world to link { armature = ratio^2 * 1e-4 kg*m^2; }
    motor drive on hinge { effort = 0.3 N*m; }
    output a = hinge.a;
    simulate { step = 1 ms; duration = 1 s; }
  })");
  run.step();
  CHECK(run["a"] == doctest::Approx(10).epsilon(1e-12));
}

TEST_CASE("a servo reaches its position, and no further effort than its limit") {
  ModelRun run(
      slider("", "motor m on rail { position = 0.3 m; kp = 1e4 N/m; kd = 200 N*s/m; effort_limit = 5 N; }", 1e-3, 3));
  run.step();
  CHECK(run["v"] == doctest::Approx(5e-3).epsilon(1e-9));  // saturated: a = 5 m/s^2
  run.finish();
  CHECK(run["q"] == doctest::Approx(0.3).epsilon(1e-6));
}

TEST_CASE("a line spring pulls along its line, and two bodies on it keep their momentum") {
  ModelRun run(R"(model Pair {
    gravity = [0, 0, 0] m/s^2;
    body a { mass = 1 kg; shape s : sphere(radius = 1 cm); }
    body b { mass = 2 kg; pose = [0.5, 0.5, 0] m; shape s : sphere(radius = 1 cm); }
    spring link from a to b { stiffness = 100 N/m; length = 0.3 m; damping = 0.1 N*s/m; }
    initial { a.velocity = [0.1, 0, 0.2] m/s; }
    output momentum = system.momentum;
    output spin = system.angular_momentum;
    output distance = norm(b.position - a.position);
    simulate { step = 1 ms; duration = 60 s; }
  })");
  const double spin = run["spin.x"];
  run.finish();
  CHECK(run["momentum.x"] == doctest::Approx(0.1).epsilon(1e-13));
  CHECK(std::abs(run["momentum.y"]) < 1e-14);
  CHECK(run["momentum.z"] == doctest::Approx(0.2).epsilon(1e-13));
  CHECK(run["spin.x"] == doctest::Approx(spin).epsilon(1e-3));
  CHECK(run["distance"] == doctest::Approx(0.3).epsilon(5e-2));
}
