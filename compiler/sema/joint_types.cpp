#include "compiler/sema/joint_types.h"

#include <string_view>

namespace frix::sema {

namespace {

constexpr JointType kTypes[] = {JointType::fixed, JointType::revolute,    JointType::prismatic,
                                JointType::screw, JointType::cylindrical, JointType::universal,
                                JointType::ball,  JointType::planar,      JointType::free};

// Whether velocity coordinate i is a translation.
bool translates(JointType type, int i) {
  switch (type) {
    case JointType::prismatic:
      return true;
    case JointType::cylindrical:
      return i == 0;
    case JointType::planar:
      return i < 2;
    case JointType::free:
      return i < 3;
    default:
      return false;
  }
}

}  // namespace

std::optional<JointType> find_joint_type(std::string_view name) {
  for (const JointType type : kTypes)
    if (name == mechanism::name(type)) return type;
  return std::nullopt;
}

std::vector<std::string> joint_type_names() {
  std::vector<std::string> names;
  for (const JointType type : kTypes) names.emplace_back(mechanism::name(type));
  return names;
}

Dimension position_dimension(JointType type, int i) {
  return translates(type, i) ? units::kLength : units::kNumber;
}

Dimension velocity_dimension(JointType type, int i) {
  return translates(type, i) ? units::kVelocity : units::kRate;
}

Dimension effort_dimension(JointType type, int i) {
  return translates(type, i) ? units::kForce : units::kTorque;
}

bool has_plain_coordinates(JointType type) {
  return type != JointType::ball && type != JointType::free;
}

}  // namespace frix::sema
