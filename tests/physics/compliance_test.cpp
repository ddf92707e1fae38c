// Compliant normal contact: what the laws say of rest, impact and release.
#include <fmt/format.h>

#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

namespace {

// A ball that meets a wall head-on at 1 m/s, without gravity; `dissipation` in s/m.
std::string head_on(double dissipation, double step) {
  return fmt::format(R"(model Bounce {{
    gravity = [0, 0, 0] m/s^2;
    surface wall {{ friction = none; normal = hunt_crossley(stiffness = 2e4 N/m, dissipation = {} s/m); }}
    body ball {{ mass = 1 kg; pose = pose([0, 0, 0.101] m, rpy(0 deg, 0 deg, 0 deg)); shape s : sphere(radius = 0.1 m) {{ surface = wall; }} }}
    shape ground : halfspace(normal = z) on world {{ surface = wall; }}
    initial {{ ball.velocity = [0, 0, -1] m/s; }}
    output v = ball.velocity.z;
    output force = contact(ball, ground).normal_force;
    simulate {{ step = {} s; duration = 0.2 s; }}
  }})",
                     dissipation, step);
}

}  // namespace

TEST_CASE("Hunt–Crossley restitution is that of the continuous law (V8)") {
  // u0 - ln(1+u0) = -u1 - ln(1-u1) with u = d v; e = u1/u0
  const struct {
    double d, e;
  } table[] = {{0.1, 0.93747558}, {0.5, 0.74843493}, {1, 0.59362426}, {2, 0.41071969}, {5, 0.19698025}};
  for (const auto& row : table) {
    CAPTURE(row.d);
    double error[2] = {};
    int i = 0;
    for (const double h : {2e-5, 1e-5}) {
      ModelRun run(head_on(row.d, h));
      while (run.time() < 0.2 && run["v"] <= 0) run.step();
      run.advance_to(run.time() + 0.05);
      CHECK(run["force"] == 0);
      error[i++] = run["v"] - row.e;
    }
    CHECK(std::abs(error[1]) < 3e-3);
    CHECK(error[0] / error[1] == doctest::Approx(2).epsilon(0.1));  // first order in h
    // extrapolated to h = 0 it is the law's value
    CHECK(std::abs(2 * error[1] - error[0]) < 2e-5);
  }
}

TEST_CASE("a ball on a linear contact rests at the depth mg/k, whatever damping and step (B52)") {
  for (const double damping : {0.0, 50.0, 500.0}) {
    for (const double h : {1e-2, 1e-3}) {
      CAPTURE(damping);
      CAPTURE(h);
      ModelRun run(fmt::format(R"(model Rest {{
        gravity = [0, 0, -9.81] m/s^2;
        surface pad {{ friction = none; normal = linear(stiffness = 2e4 N/m, damping = {} N*s/m); }}
        body ball {{ mass = 2 kg; pose = pose([0, 0, 0.1] m, rpy(0 deg, 0 deg, 0 deg)); shape s : sphere(radius = 0.1 m) {{ surface = pad; }} }}
        shape ground : halfspace(normal = z) on world {{ surface = pad; }}
        output depth = contact(ball, ground).depth;
        output height = ball.position.z;
        output force = contact(ball, ground).normal_force;
        simulate {{ step = {} s; duration = 30 s; }}
      }})",
                               damping, h));
      run.finish();
      CHECK(0.1 - run["height"] == doctest::Approx(2 * 9.81 / 1e4).epsilon(1e-9));
      CHECK(run["force"] == doctest::Approx(2 * 9.81).epsilon(1e-9));
    }
  }
}

TEST_CASE("a contact never pulls, and Hunt–Crossley starts from zero (B53)") {
  ModelRun run(head_on(1, 1e-5));
  double previous = 0, largest_jump = 0;
  while (run.time() < 0.05) {
    run.step();
    CHECK(run["force"] >= 0);
    largest_jump = std::max(largest_jump, std::abs(run["force"] - previous));
    previous = run["force"];
  }
  // k v h (1 + d v) = 1e4 * 1 * 1e-5 * 2 = 0.2 N a step at the start: no jump
  CHECK(largest_jump < 0.25);
}

TEST_CASE("stiff stacked boxes come to rest with constant forces (B54)") {
  for (const double stiffness : {1e6, 1e8}) {
    CAPTURE(stiffness);
    ModelRun run(fmt::format(R"(model Stack {{
      gravity = [0, 0, -9.81] m/s^2;
      surface stone {{ friction = coulomb(mu = 0.5); normal = hunt_crossley(stiffness = {} N/m, dissipation = 1 s/m); }}
      body lower {{ mass = 1 kg; pose = pose([0, 0, 0.05] m, rpy(0 deg, 0 deg, 0 deg)); shape hull : box(size = [0.1, 0.1, 0.1] m) {{ surface = stone; }} }}
      shape ground : halfspace(normal = z) on world {{ surface = stone; }}
      output force = contact(lower, ground).normal_force;
      output lift = lower.velocity.z;
      simulate {{ step = 1 ms; duration = 2 s; }}
    }})",
                             stiffness));
    run.advance_to(1.5);
    for (int i = 0; i < 200; ++i) {
      run.step();
      CHECK(run["force"] == doctest::Approx(9.81).epsilon(1e-6));
    }
    CHECK(std::abs(run["lift"]) < 1e-9);
  }
}
