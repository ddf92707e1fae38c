// The scenes of the benches in numbers, for the peers; Frix reads the same from models/ and tests/bench/models.
// That both sides compute the same is checked by the rows' `check` values (see table.cpp).
#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace frix::bench {

// A joint about z of its frame (or x), at a place on the parent, and the link behind it.
struct Link {
  int parent;                     // -1: the world
  std::array<double, 3> at;       // of the joint on the parent, m
  std::array<double, 3> rpy;      // of the joint's frame: Rz(yaw) Ry(pitch) Rx(roll)
  std::array<double, 3> axis;     // in the joint's frame
  double mass;                    // kg
  std::array<double, 3> com;      // m, in the joint's frame
  std::array<double, 3> inertia;  // kg*m^2, about the centre of mass
};

// models/arm7.frix
inline std::vector<Link> arm7() {
  constexpr double half = M_PI / 2, pi = M_PI;
  constexpr std::array<double, 3> z = {0, 0, 1};
  return {
      {-1, {0, 0, 0.1575}, {0, 0, 0}, z, 5.76, {0, -0.03, 0.12}, {0.033, 0.0333, 0.0123}},
      {0, {0, 0, 0.2025}, {half, 0, pi}, z, 6.35, {0.0003, 0.059, 0.042}, {0.0305, 0.0304, 0.011}},
      {1, {0, 0.2045, 0}, {half, 0, pi}, z, 3.5, {0, 0.03, 0.13}, {0.025, 0.0238, 0.0076}},
      {2, {0, 0, 0.2155}, {half, 0, 0}, z, 3.5, {0, 0.067, 0.034}, {0.017, 0.0164, 0.006}},
      {3, {0, 0.1845, 0}, {-half, pi, 0}, z, 3.5, {0.0001, 0.021, 0.076}, {0.01, 0.0087, 0.00449}},
      {4, {0, 0, 0.2155}, {half, 0, 0}, z, 1.8, {0, 0.0006, 0.0004}, {0.0049, 0.0047, 0.0036}},
      {5, {0, 0.081, 0}, {-half, pi, 0}, z, 1.2, {0, 0, 0.02}, {0.001, 0.001, 0.001}},
  };
}

// models/tree30.frix: a trunk of six links and four limbs of six. All links are alike.
inline std::vector<Link> tree30() {
  constexpr std::array<double, 3> x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  const auto link = [](int parent, std::array<double, 3> at, std::array<double, 3> rpy, std::array<double, 3> axis) {
    return Link{parent, at, rpy, axis, 1.5, {0.01, 0.02, 0.1}, {0.012, 0.011, 0.004}};
  };
  std::vector<Link> links = {link(-1, {0, 0, 0}, {0, 0, 0}, z)};
  for (int i = 0; i < 5; ++i) links.push_back(link(i, {0, 0, 0.2}, {0, 0, 0}, i % 2 == 0 ? x : y));
  for (int limb = 0; limb < 4; ++limb) {
    links.push_back(link(5, {0, 0, 0.2}, {50 * M_PI / 180, 0, limb * M_PI / 2}, z));
    for (int i = 0; i < 5; ++i)
      links.push_back(link(static_cast<int>(links.size()) - 1, {0, 0, 0.2}, {0, 0, 0}, i % 2 == 0 ? x : y));
  }
  return links;
}

// The states at which smooth dynamics is evaluated, one after the other: joint j of state s.
inline constexpr int kStates = 64;
inline double joint_position(int s, int j) {
  return 1.5 * std::sin(1.7 * s + 0.9 * j + 0.3);
}
inline double joint_velocity(int s, int j) {
  return 2.0 * std::cos(2.3 * s + 1.1 * j);
}

// models/ball_pit.frix with --set balls=... --set row=...
struct Pit {
  int balls, row;
  double radius = 0.02, density = 1000, mu = 0.5, gravity = 9.80665;
  double pitch() const { return 2.2 * radius; }
  double side() const { return row * pitch(); }
  // Before steps are timed, s. Ten thousand would take minutes to come to rest; they are timed while they settle.
  double settling() const { return balls <= 1000 ? 0.6 : 0.1; }
  int timed_steps() const { return balls <= 1000 ? 25 : 5; }
  double mass() const { return density * 4 * M_PI / 3 * radius * radius * radius; }
  std::array<double, 3> position(int i) const {
    return {pitch() * (0.5 + i % row) + 0.05 * radius * std::sin(7.1 * i),
            pitch() * (0.5 + i / row % row) + 0.05 * radius * std::sin(9.7 * i + 1), pitch() * (0.5 + i / (row * row))};
  }
};
inline Pit pit(int balls) {
  return {balls, balls <= 10 ? 3 : balls <= 100 ? 5 : balls <= 1000 ? 10 : 22};
}
inline constexpr double kPitStep = 2e-3;  // s

// models/gripper_mug.frix
struct Gripper {
  double grip = 10, amplitude = 0.15, omega = 4 * M_PI, mu = 0.1;
  double bead = 0.006, ring = 0.014, reach = 0.04359;
  double hand = 1.038882, finger = 0.05, mug = 0.1;
  double mug_radius = 0.04, mug_length = 0.1;
  double shaking(double time) const {
    return (hand + finger + mug) * omega * omega * amplitude * std::sin(omega * time);
  }
};
inline constexpr double kGripperStep = 3e-3;       // s
inline constexpr double kGripperDuration = 4.998;  // s: whole steps

}  // namespace frix::bench
