// Motion without contact: free bodies and pendulums against closed forms and high-precision references.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

namespace {

// The box of the rigid-body benchmark of Peters and Hsu (V26): 10 kg, 0.1 x 0.4 x 0.9 m, no gravity.
std::string gazebo_box(double step) {
  return fmt::format(R"(model GazeboBox {{
    gravity = [0, 0, 0] m/s^2;
    body box {{ mass = 10 kg; shape hull : box(size = [0.1, 0.4, 0.9] m); }}
    initial {{ box.velocity = [-2, 2, 8] m/s; box.angular_velocity = [0.1, 5, 0.1] rad/s; }}
    output position = box.position;
    output omega = box.angular_velocity;
    output energy = system.kinetic_energy;
    output momentum = system.momentum;
    output spin = system.angular_momentum;
    output rxx = dot(rotate(box.rotation, x), x);
    output ryx = dot(rotate(box.rotation, x), y);
    output rzx = dot(rotate(box.rotation, x), z);
    output rxz = dot(rotate(box.rotation, z), x);
    output ryz = dot(rotate(box.rotation, z), y);
    output rzz = dot(rotate(box.rotation, z), z);
    simulate {{ step = {} s; duration = 10 s; }}
  }})",
                     step);
}

Eigen::Matrix3d rotation(ModelRun& run) {
  Eigen::Matrix3d r;
  r.col(0) << run["rxx"], run["ryx"], run["rzx"];
  r.col(2) << run["rxz"], run["ryz"], run["rzz"];
  r.col(1) = r.col(2).cross(r.col(0));
  return r;
}

}  // namespace

TEST_CASE("a free body: rotation after 10 s converges to the reference, second order (V26)") {
  const Eigen::Quaterniond reference(.2251644204565, -.61992762658907, -.2770289703668, .69874578433765);
  const Eigen::Vector3d body_omega(2.7558388762013, -3.7359651567083, -3.1618072244986);
  double previous = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    CAPTURE(h);
    ModelRun run(gazebo_box(h));
    run.finish();
    const Eigen::Matrix3d r = rotation(run);
    const double angle = Eigen::AngleAxisd(reference.toRotationMatrix().transpose() * r).angle();
    if (previous > 0) CHECK(previous / angle == doctest::Approx(4).epsilon(0.15));
    previous = angle;
    const Eigen::Vector3d omega = r.transpose() * Eigen::Vector3d(run["omega.x"], run["omega.y"], run["omega.z"]);
    CHECK((omega - body_omega).norm() < 1e4 * h * h);
  }
  CHECK(previous < 1e-3);
}

TEST_CASE("a free body: momentum and angular momentum are conserved to rounding, and it flies straight (B62)") {
  ModelRun run(gazebo_box(1e-3));
  const double spin[3] = {run["spin.x"], run["spin.y"], run["spin.z"]};
  run.finish();
  CHECK(std::abs(run["position.x"] + 20) < 1e-10);
  CHECK(std::abs(run["position.y"] - 20) < 1e-10);
  CHECK(std::abs(run["position.z"] - 80) < 1e-10);
  CHECK(run["momentum.x"] == doctest::Approx(-20).epsilon(1e-14));
  CHECK(run["momentum.z"] == doctest::Approx(80).epsilon(1e-14));
  CHECK(std::abs(run["spin.x"] - spin[0]) < 1e-9);
  CHECK(std::abs(run["spin.y"] - spin[1]) < 1e-9);
  CHECK(std::abs(run["spin.z"] - spin[2]) < 1e-9);
}

TEST_CASE("a free body that spins fast stays bounded for 100 s at a large step") {
  // 50 rad/s at 10 ms is half a radian a step: explicit gyroscopic terms blow up within a second
  ModelRun run(R"(model Spin {
    gravity = [0, 0, 0] m/s^2;
    body top { mass = 1 kg; inertia = [1, 2, 3] kg*m^2; }
    initial { top.angular_velocity = [1, 50, 1] rad/s; }
    output energy = system.kinetic_energy;
    output spin = norm(system.angular_momentum);
    simulate { step = 10 ms; duration = 100 s; }
  })");
  const double spin = run["spin"], energy = run["energy"];
  double lowest = energy, highest = energy;
  while (run.time() < 100 - 5e-3) {
    run.step();
    lowest = std::min(lowest, run["energy"]);
    highest = std::max(highest, run["energy"]);
  }
  CHECK(run["spin"] == doctest::Approx(spin).epsilon(1e-11));
  // |L| is fixed, so the energy lies between L^2/(2*3) and L^2/(2*1)
  CHECK(lowest >= spin * spin / 6 * (1 - 1e-9));
  CHECK(highest <= spin * spin / 2 * (1 + 1e-9));
}

TEST_CASE("the intermediate-axis flip comes at the right times (Dzhanibekov, B60)") {
  // omega_2 crosses zero at t = 4.919627 s and 12.484044 s (elliptic integrals); extrapolated from two steps
  double crossing[2][2] = {};
  int level = 0;
  for (const double h : {1e-3, 5e-4}) {
    ModelRun run(fmt::format(R"(model Flip {{
      gravity = [0, 0, 0] m/s^2;
      body top {{ mass = 1 kg; inertia = [1, 2, 3] kg*m^2; }}
      initial {{ top.angular_velocity = [0.2, 2, 0.1] rad/s; }}
      output along = dot(rotate(top.rotation, y), top.angular_velocity);
      simulate {{ step = {} s; duration = 13 s; }}
    }})",
                             h));
    int found = 0;
    double before = run["along"];
    while (run.time() < 13 && found < 2) {
      run.step();
      const double now = run["along"];
      if (before * now < 0) crossing[level][found++] = run.time() - h * now / (now - before);
      before = now;
    }
    REQUIRE(found == 2);
    ++level;
  }
  CHECK(crossing[1][0] == doctest::Approx(4.919627).epsilon(2e-3));
  CHECK(2 * crossing[1][0] - crossing[0][0] == doctest::Approx(4.919627).epsilon(2e-5));
  CHECK(2 * crossing[1][1] - crossing[0][1] == doctest::Approx(12.484044).epsilon(1e-4));
}

TEST_CASE("world and body angular velocity are told apart (B64)") {
  ModelRun run(R"(model Frames {
    gravity = [0, 0, 0] m/s^2;
    body b { mass = 1 kg; inertia = [1, 1, 1] kg*m^2; pose = pose([2, 0, 0] m, axis_angle(z, 90 deg)); frame tip at [0, 1, 0] m; }
    initial { b.angular_velocity = [1, 0, 0] rad/s; }
    output omega = b.angular_velocity;
    output body_y = dot(rotate(b.rotation, y), b.angular_velocity);
    output tip_velocity = b.tip.velocity;
    output origin_velocity = b.velocity;
    output tip_position = b.tip.position;
    simulate { step = 1 ms; duration = 1 s; }
  })");
  CHECK(run["omega.x"] == doctest::Approx(1));
  CHECK(run["body_y"] == doctest::Approx(-1));
  // the point (0,1,0) of the body is at (1,0,0) in the world; it lies on the axis of rotation through (2,0,0) along x
  CHECK(run["tip_position.x"] == doctest::Approx(1));
  CHECK(std::abs(run["tip_velocity.x"]) + std::abs(run["tip_velocity.y"]) + std::abs(run["tip_velocity.z"]) < 1e-15);
  CHECK(std::abs(run["origin_velocity.x"]) < 1e-15);
}

TEST_CASE("free fall is at g: no hidden damping (B68)") {
  ModelRun run(R"(model Fall {
    gravity = [0, 0, -10] m/s^2;
    body stone { mass = 3 kg; shape s : sphere(radius = 0.1 m); }
    output v = stone.velocity.z;
    output z = stone.position.z;
    simulate { step = 4.166666666666667 ms; duration = 10 s; }
  })");
  for (int i = 0; i < 1000; ++i) run.step();
  CHECK(run["v"] == doctest::Approx(-41.666667).epsilon(1e-7));
  CHECK(run["z"] == doctest::Approx(-86.805556).epsilon(1.1e-3));  // symplectic Euler: h v / 2 more
}

TEST_CASE("a pendulum keeps its period and its amplitude (V18, B69)") {
  const auto pendulum = [](double angle, double step) {
    return fmt::format(R"(model Pendulum {{
      gravity = [0, 0, -9.81] m/s^2;
      body bob {{ mass = 1 kg; com = [0, 0, -1] m; inertia = [1e-9, 1e-9, 1e-9] kg*m^2; }}
      joint hinge : revolute(axis = y) from world to bob;
      initial {{ hinge.q = {} rad; }}
      output q = hinge.q;
      output v = hinge.v;
      output energy = system.kinetic_energy + system.potential_energy;
      simulate {{ step = {} s; duration = 100 s; }}
    }})",
                       angle, step);
  };
  const struct { double angle, period; } table[] = {{M_PI / 2, 2.367841947576}, {0.5, 2.037868}};
  for (const auto& row : table) {
    CAPTURE(row.angle);
    const double h = 1e-4;
    ModelRun run(pendulum(row.angle, h));
    // the second upward crossing minus the first is one period
    double crossing[2] = {}, before = run["q"];
    int found = 0;
    while (found < 2 && run.time() < 10) {
      run.step();
      const double now = run["q"];
      if (before < 0 && now >= 0) crossing[found++] = run.time() - h * now / (now - before);
      before = now;
    }
    CHECK(crossing[1] - crossing[0] == doctest::Approx(row.period).epsilon(1e-6));
  }
  ModelRun run(pendulum(0.5, 2e-3));
  double highest = 0;
  while (run.time() < 100) {
    run.step();
    if (run.time() > 97) highest = std::max(highest, run["q"]);
  }
  CHECK(highest == doctest::Approx(0.5).epsilon(3e-3));
}

TEST_CASE("the energy error of a double pendulum is first order in the step") {
  double previous = 0;
  for (const double h : {2e-3, 1e-3, 5e-4}) {
    ModelRun run =
        ModelRun::file("models/double_pendulum.frix", {}, {{"step", fmt::format("{} s", h)}, {"duration", "2 s"}});
    const double start = run["energy"];
    double worst = 0;
    while (run.time() < 2 - 0.5 * h) {
      run.step();
      worst = std::max(worst, std::abs(run["energy"] - start));
    }
    if (previous > 0) CHECK(previous / worst == doctest::Approx(2).epsilon(0.25));
    previous = worst;
  }
}
