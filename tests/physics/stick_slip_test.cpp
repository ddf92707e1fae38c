// The box of the TAMSI paper (section III and figure 5): a harmonic force drives it through stick and slip.
// A solver that converges in every step is exactly backward Euler here, so it must reproduce the table of backward
// Euler to rounding, for steps from far above to far below the time that regularised friction would ask for.
#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

namespace {

// Backward Euler with m v' = f(t+h) - mu(v) W sgn(v), solved in closed form branch by branch: an independent method.
struct BackwardEuler {
  double mass = 0.33, weight = 0.33 * 9.8, mu = 1, stiction_speed = 1e-4, x = 0, v = 0;
  bool quadratic = false;

  double friction(double speed) const {
    const double s = std::min(std::abs(speed) / stiction_speed, 1.0);
    return mu * weight * (quadratic ? s * (2 - s) : s) * (speed < 0 ? -1 : 1);
  }
  void step(double t, double h) {
    // g(v) = m (v - v0) + h friction(v) - h f is strictly increasing: bisection to the last bit
    const double f = 4 * std::cos(2 * M_PI * (t + h));
    double lo = -10, hi = 10;
    for (int i = 0; i < 200; ++i) {
      const double mid = 0.5 * (lo + hi);
      (mass * (mid - v) + h * friction(mid) - h * f > 0 ? hi : lo) = mid;
    }
    v = 0.5 * (lo + hi);
    x += h * v;
  }
};

double backward_euler_position(double h, bool quadratic) {
  BackwardEuler box;
  box.quadratic = quadratic;
  const int steps = static_cast<int>(std::lround(2.5 / h));
  for (int i = 0; i < steps; ++i) box.step(i * h, h);
  return box.x;
}

double frix_position(const std::string& step) {
  ModelRun run = ModelRun::file("models/stick_slip.frix", {}, {{"step", step}});
  run.advance_to(2.5);
  CHECK(run.statistics().rejected == 0);
  return run["position"];
}

// The same box with the smooth friction curve mu s (2 - s).
std::string quadratic_box(const std::string& step) {
  return R"(model Box {
    gravity = [0, 0, -9.8] m/s^2;
    surface table {
      friction = coulomb(mu = 1, stiction_speed = 1e-4 m/s, shape = quadratic);
      normal   = hunt_crossley(stiffness = 2e5 N/m, dissipation = 1 s/m);
    }
    const sag = 0.33 kg * 9.8 m/s^2 / (4 * 1e5 N/m);
    body carrier { mass = 0 kg; }
    body box { mass = 0.33 kg; inertia = [1e-3, 1e-3, 1e-3] kg*m^2; shape hull : box(size = [10, 10, 10] cm) { surface = table; } }
    shape floor : halfspace(normal = z) on world { surface = table; }
    joint slide : prismatic(axis = x) from world to carrier;
    joint lift : prismatic(axis = z) from carrier at [0 m, 0 m, 5 cm - sag] to box;
    force push on box = [4 N * cos(2*pi * 1 Hz * time), 0 N, 0 N];
    output position = slide.q;
    output speed = slide.v;
    simulate { method = tamsi; step = )" +
         step + R"(; duration = 2.5 s; }
  })";
}

}  // namespace

TEST_CASE("stick_slip: the position after 2.5 s is that of backward Euler, for every step") {
  // h and x(2.5 s), computed independently in double precision (published in the validation table of backward Euler)
  const struct {
    const char* step;
    double h, x;
  } table[] = {{"25 ms", 25e-3, 0.002908285},   {"10 ms", 10e-3, 0.008220657}, {"5 ms", 5e-3, 0.010023368},
               {"2.5 ms", 2.5e-3, 0.010917094}, {"1 ms", 1e-3, 0.011453718},   {"0.5 ms", 0.5e-3, 0.011632999},
               {"0.1 ms", 0.1e-3, 0.011776411}};
  const double exact = 0.011822926546;  // Runge-Kutta with h = 5e-7
  double previous_error = 0, previous_h = 0;
  for (const auto& row : table) {
    CAPTURE(row.step);
    const double x = frix_position(row.step);
    CHECK(std::abs(x - row.x) < 1e-6);
    CHECK(std::abs(x - backward_euler_position(row.h, false)) < 1e-8);
    // first order over the whole range: the error falls with h
    const double error = std::abs(x - exact);
    if (previous_error > 0) {
      const double order = std::log(previous_error / error) / std::log(previous_h / row.h);
      CHECK(order > 0.8);
      CHECK(order < 1.2);
    }
    previous_error = error;
    previous_h = row.h;
  }
}

TEST_CASE("stick_slip: the step into stiction at 0.160 s converges with the line search, and only with it") {
  ModelRun run = ModelRun::file("models/stick_slip.frix");
  run.advance_to(0.16);
  const double before = run["speed"];
  CHECK(before == doctest::Approx(3.216830e-2).epsilon(1e-6));
  run.step();
  CHECK(run["speed"] == doctest::Approx(9.231671e-5).epsilon(1e-6));
  CHECK(run.last().newton_iterations <= 6);
  CHECK(run.last().substeps == 1);

  ModelRun without = ModelRun::file("models/stick_slip.frix", {}, {{"line_search", "none"}});
  without.advance_to(0.16);
  without.step();
  CHECK(without.last().substeps > 1);  // the whole step failed; only its parts converge
}

TEST_CASE("stick_slip: the quadratic friction curve likewise") {
  const double exact = 0.011822085228;  // Runge-Kutta with h = 5e-7
  double previous = 0;
  for (const auto& [text, h] :
       {std::pair<const char*, double>{"10 ms", 1e-2}, {"5 ms", 5e-3}, {"1 ms", 1e-3}, {"0.5 ms", 5e-4}}) {
    CAPTURE(text);
    ModelRun run(quadratic_box(text));
    run.finish();
    CHECK(run.statistics().rejected == 0);
    CHECK(std::abs(run["position"] - backward_euler_position(h, true)) < 1e-8);
    const double error = std::abs(run["position"] - exact);
    if (previous > 0) CHECK(error < previous);
    previous = error;
  }
  CHECK(previous < 5e-4);
}
