// Coulomb friction, regularised: what it must give exactly, and how it departs from the set-valued law.
#include <fmt/format.h>

#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

namespace {

// A block that can only translate, on a slope; x runs down the slope, z is the slope's normal. Starts at rest depth.
std::string block_on_slope(double degrees, double mu, double mass, double speed, double stiction_speed,
                           const char* shape, double duration, double step = 1e-3) {
  return fmt::format(R"(model Slope {{
    param theta = {} deg;
    param g = 9.81 m/s^2;
    gravity = [g * sin(theta), 0 m/s^2, -g * cos(theta)];
    surface rough {{
      friction = coulomb(mu = {}, stiction_speed = {} m/s, shape = {});
      normal = hunt_crossley(stiffness = 2e6 N/m, dissipation = 1 s/m);
    }}
    const weight = {} kg * g;
    const sag = weight * cos(theta) / (4 * 1e6 N/m);
    body along {{ mass = 0 kg; }}
    body across {{ mass = 0 kg; }}
    body block {{ mass = {} kg; inertia = [1, 1, 1] kg*m^2; shape hull : box(size = [0.2, 0.2, 0.2] m) {{ surface = rough; }} }}
    shape ground : halfspace(normal = z) on world {{ surface = rough; }}
    joint jx : prismatic(axis = x) from world to along;
    joint jy : prismatic(axis = y) from along to across;
    joint jz : prismatic(axis = z) from across at [0 m, 0 m, 0.1 m - sag] to block;
    initial {{ jx.v = {} m/s; }}
    output x = jx.q;
    output v = jx.v;
    output friction = contact(block, ground).friction_force;
    output normal = contact(block, ground).normal_force;
    simulate {{ method = tamsi; step = {} s; duration = {} s; }}
  }})",
                     degrees, mu, stiction_speed, shape, mass, mass, speed, step, duration);
}

}  // namespace

TEST_CASE("a block on a 20 degree slope slides exactly when mu < tan 20° (B05)") {
  const double theta = 20 * M_PI / 180, g = 9.81;
  ModelRun slides(block_on_slope(20, 0.30, 1, 0, 1e-4, "linear", 1));
  slides.finish();
  // after the short rise of the friction force the acceleration is g (sin - mu cos) = 0.589702 m/s^2
  const double before = slides["v"];
  slides.advance_to(1.1);
  CHECK((slides["v"] - before) / 0.1 == doctest::Approx(0.589702).epsilon(1e-5));
  for (const double mu : {0.37, 0.50}) {
    CAPTURE(mu);
    ModelRun holds(block_on_slope(20, mu, 1, 0, 1e-4, "linear", 1));
    holds.finish();
    CHECK(std::abs(holds["v"]) < 1e-4);
    // friction carries the weight's component, not mu N; it acts up the slope on the block
    CHECK(holds["friction.x"] == doctest::Approx(-g * std::sin(theta)).epsilon(1e-6));
    CHECK(holds["normal"] == doctest::Approx(g * std::cos(theta)).epsilon(1e-9));
  }
}

TEST_CASE("a block that is held creeps at the speed that the regularised law says, to 1e-9 (V2)") {
  const double theta = 10 * M_PI / 180, mu = 0.6;
  for (const double stiction_speed : {1e-2, 1e-4, 1e-6}) {
    CAPTURE(stiction_speed);
    ModelRun linear(block_on_slope(10, mu, 1, 0, stiction_speed, "linear", 0.5));
    linear.finish();
    CHECK(linear["v"] == doctest::Approx(stiction_speed * std::tan(theta) / mu).epsilon(1e-9));
    ModelRun quadratic(block_on_slope(10, mu, 1, 0, stiction_speed, "quadratic", 0.5));
    quadratic.finish();
    CHECK(quadratic["v"] == doctest::Approx(stiction_speed * (1 - std::sqrt(1 - std::tan(theta) / mu))).epsilon(1e-9));
  }
}

TEST_CASE("the stopping distance is v0^2/(2 mu g) and does not depend on the mass (V3, B07)") {
  double at_1kg = 0;
  for (const double mass : {1.0, 100.0}) {
    CAPTURE(mass);
    ModelRun run(block_on_slope(0, 0.5, mass, 5, 1e-4, "linear", 1.5));
    double stopped_at = 0;
    while (run.time() < 1.5) {
      run.step();
      if (stopped_at == 0 && run["v"] < 1e-3) stopped_at = run.time();
    }
    // backward Euler is first order: h v0 / 2 too short
    CHECK(run["x"] == doctest::Approx(2.548420).epsilon(1.5e-3));
    CHECK(stopped_at == doctest::Approx(1.019368).epsilon(2e-3));
    if (at_1kg == 0) at_1kg = run["x"];
    CHECK(run["x"] == doctest::Approx(at_1kg).epsilon(1e-5));
  }
  // the error falls with the step, first order
  double previous = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    ModelRun run(block_on_slope(0, 0.5, 1, 5, 1e-4, "linear", 1.5, h));
    run.finish();
    const double error = std::abs(run["x"] - 2.548420);
    if (previous > 0) CHECK(previous / error == doctest::Approx(2).epsilon(0.15));
    previous = error;
  }
}

TEST_CASE("a block that slides in any direction stays on its line (B01): friction is isotropic") {
  for (const double heading : {0.0, 17.0, 45.0, 73.0}) {
    CAPTURE(heading);
    ModelRun run(fmt::format(R"(model Glide {{
      gravity = [0, 0, -9.81] m/s^2;
      surface rough {{ friction = coulomb(mu = 0.5, stiction_speed = 1e-4 m/s);
                      normal = hunt_crossley(stiffness = 2e6 N/m, dissipation = 1 s/m); }}
      const sag = 1 kg * 9.81 m/s^2 / (4 * 1e6 N/m);
      const heading = {} deg;
      body along {{ mass = 0 kg; }}
      body across {{ mass = 0 kg; }}
      body block {{ mass = 1 kg; inertia = [1, 1, 1] kg*m^2; shape hull : box(size = [0.2, 0.2, 0.2] m) {{ surface = rough; }} }}
      shape ground : halfspace(normal = z) on world {{ surface = rough; }}
      joint jx : prismatic(axis = x) from world to along;
      joint jy : prismatic(axis = y) from along to across;
      joint jz : prismatic(axis = z) from across at [0 m, 0 m, 0.1 m - sag] to block;
      initial {{ jx.v = 2 m/s * cos(heading); jy.v = 2 m/s * sin(heading); }}
      output x = jx.q;
      output y = jy.q;
      simulate {{ step = 1 ms; duration = 0.6 s; }}
    }})",
                             heading));
    run.finish();
    const double angle = heading * M_PI / 180;
    const double along = run["x"] * std::cos(angle) + run["y"] * std::sin(angle);
    const double across = -run["x"] * std::sin(angle) + run["y"] * std::cos(angle);
    CHECK(along == doctest::Approx(0.407747).epsilon(4e-3));
    CHECK(std::abs(across) < 1e-10);
  }
}

TEST_CASE("two materials combine by the stated rule (B14)") {
  const struct {
    const char* rule;
    double angle;
  } table[] = {{"min", 26.565}, {"geometric", 35.264}, {"mean", 36.870},
               {"max", 45.0},   {"product", 26.565},   {"harmonic", 33.690}};
  for (const auto& row : table) {
    CAPTURE(row.rule);
    for (const double side : {-0.2, 0.2}) {
      ModelRun run(fmt::format(R"(model Materials {{
        param theta = {} deg;
        gravity = [9.81 m/s^2 * sin(theta), 0 m/s^2, -9.81 m/s^2 * cos(theta)];
        surface a {{ friction = coulomb(mu = 0.5, stiction_speed = 1e-4 m/s); combine = {}; }}
        surface b {{ friction = coulomb(mu = 1.0, stiction_speed = 1e-4 m/s); combine = {}; }}
        body along {{ mass = 0 kg; }}
        body block {{ mass = 1 kg; inertia = [1, 1, 1] kg*m^2; shape hull : box(size = [0.2, 0.2, 0.2] m) {{ surface = a; }} }}
        shape ground : halfspace(normal = z) on world {{ surface = b; }}
        joint jx : prismatic(axis = x) from world to along;
        joint jz : prismatic(axis = z) from along at [0, 0, 0.1] m to block;
        output v = jx.v;
        simulate {{ step = 1 ms; duration = 1 s; }}
      }})",
                               row.angle + side, row.rule, row.rule));
      run.finish();
      CHECK((std::abs(run["v"]) < 2e-4) == (side < 0));
    }
  }
}

TEST_CASE("a sphere that starts sliding ends rolling at 5/7 of its speed (V4, B23)") {
  ModelRun run(R"(model Bowl {
    gravity = [0, 0, -9.81] m/s^2;
    surface lane { friction = coulomb(mu = 0.2, stiction_speed = 1e-4 m/s); normal = hunt_crossley(stiffness = 2e5 N/m, dissipation = 1 s/m); }
    const sag = 1 kg * 9.81 m/s^2 / 1e5 N/m;
    body sphere { mass = 1 kg; pose = pose([0 m, 0 m, 0.1 m - sag], rpy(0 deg, 0 deg, 0 deg)); shape ball : sphere(radius = 0.1 m) { surface = lane; } }
    shape ground : halfspace(normal = z) on world { surface = lane; }
    initial { sphere.velocity = [7, 0, 0] m/s; }
    output x = sphere.position.x;
    output v = sphere.velocity.x;
    output spin = sphere.angular_velocity.y;
    output normal = contact(sphere, ground).normal_force;
    simulate { step = 1 ms; duration = 1.2 s; }
  })");
  run.advance_to(1.0);
  CHECK(run["v"] == doctest::Approx(7 - 0.2 * 9.81).epsilon(1e-4));  // still sliding at mu g
  run.advance_to(1.2);
  // the contact is sag/2 above the lowest point, so that rolling is v = spin (r - sag/2) but for the creep v_s
  const double arm = 0.1 - 9.81e-5 / 2;
  CHECK(run["v"] == doctest::Approx(run["spin"] * arm).epsilon(1e-5));
  // angular momentum about the contact is conserved: v (1 + I/(m arm^2)) = v0, I = 0.4 m r^2
  CHECK(run["v"] == doctest::Approx(7 / (1 + 0.4 * 0.01 / (arm * arm))).epsilon(1e-5));
  CHECK(run["normal"] == doctest::Approx(9.81).epsilon(1e-6));
  const double v = run["v"], x = run["x"], t = run.time();
  CHECK(x == doctest::Approx(6.116208 + 5 * (t - 1.019368)).epsilon(2e-3));
  run.advance_to(2.2);
  CHECK(run["v"] == doctest::Approx(v).epsilon(1e-6));  // B19: without rolling friction it rolls for ever
}
