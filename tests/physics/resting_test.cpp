// Bodies at rest stay at rest: contact points that are the same from step to step, forces that add up.
#include <fmt/format.h>

#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

TEST_CASE("a cylinder that stands on its end stays, without turning (B56)") {
  ModelRun run(R"(model Can {
    gravity = [0, 0, -9.81] m/s^2;
    surface tin { friction = coulomb(mu = 0.5); normal = hunt_crossley(stiffness = 1e5 N/m, dissipation = 1 s/m); }
    body can { density = 1000 kg/m^3; pose = [0, 0, 0.05] m; shape hull : cylinder(radius = 2 cm, length = 10 cm) { surface = tin; } }
    shape ground : halfspace(normal = z) on world { surface = tin; }
    output position = can.position;
    output lean = dot(rotate(can.rotation, z), z);
    output yaw = dot(rotate(can.rotation, x), y);
    output force = contact(can, ground).normal_force;
    simulate { step = 1 ms; duration = 10 s; }
  })");
  run.finish();
  CHECK(std::abs(run["yaw"]) < 1e-9);
  CHECK(std::abs(run["position.x"]) < 1e-6 * 0.02);
  CHECK(std::abs(run["position.y"]) < 1e-6 * 0.02);
  CHECK(run["lean"] == doctest::Approx(1).epsilon(1e-12));
  CHECK(run["force"] == doctest::Approx(1000 * M_PI * 0.02 * 0.02 * 0.1 * 9.81).epsilon(1e-8));  // B49
}

TEST_CASE("a box on a table for 60 s does not move or turn (B56)") {
  ModelRun run(R"(model Rest {
    gravity = [0, 0, -9.81] m/s^2;
    surface wood { friction = coulomb(mu = 0.5); normal = hunt_crossley(stiffness = 1e5 N/m, dissipation = 1 s/m); }
    body block { mass = 1 kg; pose = [0, 0, 0.05] m; shape hull : box(size = [0.1, 0.1, 0.1] m) { surface = wood; } }
    shape ground : halfspace(normal = z) on world { surface = wood; }
    output position = block.position;
    output yaw = dot(rotate(block.rotation, x), y);
    output force = contact(block, ground).normal_force;
    output on_ground = contact(ground, block).force.z;
    simulate { step = 2 ms; duration = 60 s; }
  })");
  run.finish();
  CHECK(std::abs(run["yaw"]) < 1e-9);
  CHECK(std::abs(run["position.x"]) < 1e-9);
  CHECK(run["force"] == doctest::Approx(9.81).epsilon(1e-8));
  CHECK(run["on_ground"] == doctest::Approx(-9.81).epsilon(1e-8));
}

TEST_CASE("what is reported is the force on the first body, against its slip (B12)") {
  ModelRun run(R"(model Signs {
    gravity = [0, 0, -9.81] m/s^2;
    surface wood { friction = coulomb(mu = 0.5); normal = hunt_crossley(stiffness = 1e6 N/m, dissipation = 1 s/m); }
    body carrier { mass = 0 kg; }
    body block { mass = 1 kg; inertia = [1, 1, 1] kg*m^2; shape hull : box(size = [0.2, 0.2, 0.2] m) { surface = wood; } }
    shape ground : halfspace(normal = z) on world { surface = wood; }
    joint jx : prismatic(axis = x) from world to carrier;
    joint jz : prismatic(axis = z) from carrier at [0 m, 0 m, 0.1 m - 9.81 / 2e6 * 1 m] to block;
    initial { jx.v = 1 m/s; }
    output on_block = contact(block, ground).friction_force;
    output on_ground = contact(ground, block).friction_force;
    output lift = contact(block, ground).normal_force;
    output total = contact(block, ground).force;
    output acceleration = block.acceleration;
    simulate { step = 1 ms; duration = 0.1 s; }
  })");
  run.finish();
  CHECK(run["on_block.x"] == doctest::Approx(-0.5 * 9.81).epsilon(1e-6));
  CHECK(run["on_ground.x"] == doctest::Approx(0.5 * 9.81).epsilon(1e-6));
  CHECK(run["lift"] == doctest::Approx(9.81).epsilon(1e-6));
  // the force is that of the same step as the acceleration: m (a - g) (B51)
  CHECK(run["total.x"] == doctest::Approx(run["acceleration.x"]).epsilon(1e-9));
  CHECK(run["total.z"] == doctest::Approx(run["acceleration.z"] + 9.81).epsilon(1e-9));
}

TEST_CASE("two spheres at the same centre part along a stated direction, without a NaN (B58)") {
  ModelRun run(R"(model Coincident {
    gravity = [0, 0, 0] m/s^2;
    surface soft { friction = coulomb(mu = 0.5); normal = hunt_crossley(stiffness = 1e3 N/m, dissipation = 0.1 s/m); }
    body a { mass = 1 kg; shape s : sphere(radius = 10 cm) { surface = soft; } }
    body b { mass = 1 kg; shape s : sphere(radius = 10 cm) { surface = soft; } }
    output apart = norm(a.position - b.position);
    output momentum = system.momentum;
    simulate { step = 1 ms; duration = 1 s; }
  })");
  run.finish();
  CHECK(std::isfinite(run["apart"]));
  CHECK(run["apart"] > 0.1);
  CHECK(std::abs(run["momentum.z"]) < 1e-12);
}

TEST_CASE("a sphere on a ramp rolls with g sin/(1 + I/(m r^2)) (B24, V5)") {
  for (const double inertia : {4e-3, 7e-7}) {
    CAPTURE(inertia);
    ModelRun run(fmt::format(R"(model Ramp {{
      param theta = 0.1111 rad;
      gravity = [9.81 m/s^2 * sin(theta), 0 m/s^2, -9.81 m/s^2 * cos(theta)];
      surface hard {{ friction = coulomb(mu = 0.8, stiction_speed = 1e-5 m/s); normal = hunt_crossley(stiffness = 2e8 N/m, dissipation = 1 s/m); }}
      body sphere {{ mass = 1 kg; inertia = [{}, {}, {}] kg*m^2; pose = [0, 0, 0.1] m; shape s : sphere(radius = 0.1 m) {{ surface = hard; }} }}
      shape ground : halfspace(normal = z) on world {{ surface = hard; }}
      output v = sphere.velocity.x;
      simulate {{ step = 1 ms; duration = 1 s; }}
    }})",
                             inertia, inertia, inertia));
    run.finish();
    const double expected = 9.81 * std::sin(0.1111) / (1 + inertia / 0.01);
    CHECK(run["v"] == doctest::Approx(expected).epsilon(1e-4));
  }
}
