// Bodies that `fixed` joints make one rigid body, and those that they make part of the static world.
#pragma once

#include "compiler/mechanism/mechanism.h"

namespace frix::mechanism {

// X_AC = X_AB * X_BC.
Pose operator*(const Pose& a, const Pose& b);
Pose inverse(const Pose& pose);

// The pose of the child's body frame in the parent's at zero coordinates (for `fixed`: always).
Pose rest_pose(const Joint& joint);

// Only fixed joints between the body and the world: it never moves. kWorld itself is static too.
bool is_static(const Mechanism& mechanism, int body);

// Where a static body stands in the world; identity for kWorld.
Pose static_pose(const Mechanism& mechanism, int body);

// The first body on the way to the world that is joined to its parent by anything but a fixed joint to another body:
// bodies of one weld move as one. kWorld for kWorld.
int weld_root(const Mechanism& mechanism, int body);

}  // namespace frix::mechanism
