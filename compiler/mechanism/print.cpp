// The listing of --emit=mechanism: what the compiler understood, in SI units, one line an element.
#include <fmt/format.h>

#include "compiler/mechanism/mechanism.h"

namespace frix::mechanism {

namespace {

std::string text(double value) {
  return fmt::format("{:.10g}", value + 0.0);  // -0 reads as 0
}

std::string text(const Vector3d& v) {
  return fmt::format("[{}, {}, {}]", text(v.x()), text(v.y()), text(v.z()));
}

std::string text(const Pose& pose) {
  std::string result = "at " + text(pose.position);
  const Matrix3d& r = pose.rotation;
  if (!r.isIdentity(0))
    result += fmt::format(" turned [{}; {}; {}]", text(Vector3d(r.row(0))), text(Vector3d(r.row(1))),
                          text(Vector3d(r.row(2))));
  return result;
}

std::string body_name(const Mechanism& mechanism, int body) {
  return body == kWorld ? "world" : mechanism.bodies[body].name;
}

std::string text(const Shape& shape) {
  constexpr const char* kinds[] = {"sphere", "box", "capsule", "cylinder", "ellipsoid", "halfspace", "points"};
  return fmt::format("{} size {} {}", kinds[static_cast<int>(shape.kind)], text(shape.size), text(shape.pose));
}

std::string text(const Surface& surface) {
  constexpr const char* laws[] = {"rigid", "hunt_crossley", "linear"};
  return fmt::format("mu {}, stiction speed {} m/s, {} stiffness {} N/m, dissipation {} s/m", text(surface.mu),
                     text(surface.stiction_speed), laws[static_cast<int>(surface.normal)], text(surface.stiffness),
                     text(surface.dissipation));
}

std::string text(const Mechanism& mechanism, const Body& body) {
  const Joint& joint = mechanism.joints[body.joint];
  const Matrix3d& inertia = body.inertia;
  std::string result = fmt::format("    {}: mass {} kg, com {} m, inertia {} kg*m^2", body.name, text(body.mass),
                                   text(body.com), text(Vector3d(inertia.diagonal())));
  if (!inertia.isDiagonal(0)) result += " products " + text(Vector3d(inertia(0, 1), inertia(0, 2), inertia(1, 2)));
  result += fmt::format("\n      joint {}{}{} from {} {}\n", joint.name, joint.name.empty() ? "" : ": ",
                        name(joint.type), body_name(mechanism, joint.parent), text(joint.parent_frame));
  return result;
}

}  // namespace

std::string print(const Mechanism& mechanism) {
  std::string out = fmt::format("mechanism {}\n  gravity {} m/s^2\n", mechanism.name, text(mechanism.gravity));
  for (const ArticulationClass& articulation : mechanism.articulations) {
    out += fmt::format("  class {}: {} instance{}, {} positions, {} velocities\n", articulation.name,
                       articulation.instances.size(), articulation.instances.size() == 1 ? "" : "s",
                       articulation.position_count, articulation.velocity_count);
    for (const int body : articulation.instances.front()) out += text(mechanism, mechanism.bodies[body]);
  }
  for (std::size_t body = 0; body < mechanism.places.size(); ++body)
    if (mechanism.places[body].articulation < 0) out += fmt::format("  static body {}\n", mechanism.bodies[body].name);
  for (const Shape& shape : mechanism.shapes)
    out += fmt::format("  shape {} on {}: {}\n", shape.name, body_name(mechanism, shape.body), text(shape));
  for (const Surface& surface : mechanism.surfaces)
    out += fmt::format("  surface {}: {}\n", surface.name, text(surface));
  for (const Load& load : mechanism.loads)
    out +=
        fmt::format("  {} {} on {}\n", load.is_torque ? "torque" : "force", load.name, body_name(mechanism, load.body));
  for (const Spring& spring : mechanism.springs)
    out += fmt::format("  spring {} from {} to {}: stiffness {} N/m, damping {} N*s/m, length {} m\n", spring.name,
                       body_name(mechanism, spring.body_a), body_name(mechanism, spring.body_b), text(spring.stiffness),
                       text(spring.damping), text(spring.length));
  for (const Motor& motor : mechanism.motors)
    out += fmt::format("  motor {} on {}\n", motor.name, mechanism.joints[motor.joint].name);
  for (const Output& output : mechanism.outputs)
    out += fmt::format("  output {} in {}\n", output.name, output.unit.empty() ? "1" : output.unit);
  for (const Simulate& simulate : mechanism.simulations)
    out +=
        fmt::format("  simulate {}{}{}, step {} s, duration {} s\n", simulate.name, simulate.name.empty() ? "" : ": ",
                    simulate.method, text(simulate.step), text(simulate.duration));
  return out;
}

}  // namespace frix::mechanism
