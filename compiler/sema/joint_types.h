// What the joints of the language are: their names, their arguments, the dimensions of their coordinates.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/mechanism/mechanism.h"
#include "compiler/units/dimension.h"

namespace frix::sema {

using mechanism::JointType;
using units::Dimension;

std::optional<JointType> find_joint_type(std::string_view name);
std::vector<std::string> joint_type_names();

// Of position coordinate `i` (q) and velocity coordinate `i` (v, effort), see mechanism.h for their order.
Dimension position_dimension(JointType type, int i);
Dimension velocity_dimension(JointType type, int i);
Dimension effort_dimension(JointType type, int i);

// Whether every velocity is the rate of the position with the same index: not so for quaternions.
bool has_plain_coordinates(JointType type);

}  // namespace frix::sema
