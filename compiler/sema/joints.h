// Joints: their types and axes, the frames they join, the laws of their coordinates.
#pragma once

#include <optional>

#include "compiler/sema/joint_types.h"
#include "compiler/sema/session.h"

namespace frix::sema {

// The type that a declaration names; an error with the nearest one otherwise.
std::optional<JointType> joint_type_of(Session& session, const syntax::JointDecl& joint);

void elaborate_joints(Session& session);

// The two directions of a planar joint: of the axes x, y, z, the two that lie least along the normal, in this order,
// made perpendicular to it. So the normal y gives x and z.
std::pair<Eigen::Vector3d, Eigen::Vector3d> plane_directions(const Eigen::Vector3d& normal);

}  // namespace frix::sema
