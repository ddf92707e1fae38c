#include "tests/bench/mujoco_scenes.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

namespace frix::bench {

namespace {

std::string vector(const std::array<double, 3>& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v[0], v[1], v[2]);
}

// Rz(yaw) Ry(pitch) Rx(roll) as a quaternion: MJCF's own euler angles follow another convention.
std::string quaternion(const std::array<double, 3>& rpy) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Eigen::Quaterniond q = AngleAxisd(rpy[2], Vector3d::UnitZ()) * AngleAxisd(rpy[1], Vector3d::UnitY()) *
                               AngleAxisd(rpy[0], Vector3d::UnitX());
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

std::string links_below(const std::vector<Link>& links, int parent) {
  std::string text;
  for (int i = 0; i < static_cast<int>(links.size()); ++i) {
    const Link& link = links[i];
    if (link.parent != parent) continue;
    text += fmt::format(
        "<body pos=\"{}\" quat=\"{}\"><joint type=\"hinge\" axis=\"{}\"/>"
        "<inertial pos=\"{}\" mass=\"{:.17g}\" diaginertia=\"{}\"/>{}</body>\n",
        vector(link.at), quaternion(link.rpy), vector(link.axis), vector(link.com), link.mass, vector(link.inertia),
        links_below(links, i));
  }
  return text;
}

std::string pad(const Gripper& gripper, double x, const std::string& geom) {
  std::string text;
  for (int k = 0; k < 8; ++k) {
    const double angle = k * M_PI / 4;
    text += fmt::format("<geom type=\"sphere\" size=\"{}\" pos=\"{}\" friction=\"{} 0 0\" {}/>\n", gripper.bead,
                        vector({x, gripper.ring * std::cos(angle), gripper.ring * std::sin(angle)}), gripper.mu, geom);
  }
  return text;
}

}  // namespace

std::string mjcf_tree(const std::vector<Link>& links) {
  return fmt::format("<mujoco><option gravity=\"0 0 -9.80665\"/><worldbody>{}</worldbody></mujoco>",
                     links_below(links, -1));
}

std::string mjcf_gripper(const Gripper& gripper, const std::string& option, const std::string& geom) {
  return fmt::format(
      R"(<mujoco><option timestep="{}" gravity="0 0 0" {}/><worldbody>
<body><joint type="slide" axis="0 0 1"/><inertial pos="0 0 0" mass="{}" diaginertia="0.323 0.323 0.325"/>{}
  <body pos="{} 0 0"><joint type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="{}" diaginertia="0.16 0.16 0.16"/>{}</body>
</body>
<body><freejoint/><inertial pos="0 0 0" mass="{}" diaginertia="1.56e-4 1.56e-4 1.5e-4"/>
  <geom type="cylinder" size="{} {}" friction="{} 0 0" {}/></body>
</worldbody></mujoco>)",
      kGripperStep, option, gripper.hand, pad(gripper, gripper.reach, geom), -gripper.reach, gripper.finger,
      pad(gripper, 0, geom), gripper.mug, gripper.mug_radius, gripper.mug_length / 2, gripper.mu, geom);
}

std::string mjcf_pit(const Pit& pit, const std::string& option, const std::string& geom, int max_contacts) {
  const double side = pit.side();
  std::string text = fmt::format(
      R"(<mujoco><option timestep="{}" gravity="0 0 {}" {}/><size nconmax="{}" njmax="{}"/>
<default><geom friction="{} 0 0" {}/></default><worldbody>
<geom type="plane" size="9 9 1"/>
<geom type="plane" size="9 9 1" zaxis="1 0 0"/>
<geom type="plane" size="9 9 1" zaxis="-1 0 0" pos="{} 0 0"/>
<geom type="plane" size="9 9 1" zaxis="0 1 0"/>
<geom type="plane" size="9 9 1" zaxis="0 -1 0" pos="0 {} 0"/>
)",
      kPitStep, -pit.gravity, option, max_contacts, 3 * max_contacts, pit.mu, geom, side, side);
  for (int i = 0; i < pit.balls; ++i)
    text += fmt::format("<body pos=\"{}\"><freejoint/><geom type=\"sphere\" size=\"{}\" density=\"{}\"/></body>\n",
                        vector(pit.position(i)), pit.radius, pit.density);
  return text + "</worldbody></mujoco>";
}

}  // namespace frix::bench
