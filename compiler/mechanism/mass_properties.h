// Mass, centre of mass and inertia of homogeneous shapes, their sums, and the test whether an inertia can exist.
#pragma once

#include <string>
#include <vector>

#include "compiler/mechanism/mechanism.h"

namespace frix::mechanism {

struct MassProperties {
  double mass = 0;                      // kg
  Vector3d com = Vector3d::Zero();      // m
  Matrix3d inertia = Matrix3d::Zero();  // kg*m^2 about the centre of mass, axes of the frame of `com`
};

// Whether a shape encloses a volume: a half-space and a set of points do not.
bool has_volume(ShapeKind kind);

// A homogeneous shape in its own frame, whose origin is its centre. `size` as in Shape.
MassProperties of_shape(ShapeKind kind, const Vector3d& size, double density);

// The same matter seen from a frame in which its frame has this pose.
MassProperties transformed(const MassProperties& properties, const Pose& pose);

// All parts as one rigid body (parallel axes); overlaps count twice.
MassProperties sum(const std::vector<MassProperties>& parts);

// A real body has principal moments A <= B <= C with A >= 0 and C <= A + B, since A + B - C = 2 ∫ z² dm.
struct InertiaCheck {
  bool physical = true;
  Vector3d principal = Vector3d::Zero();  // ascending
  double deficit = 0;                     // by how much the inequality fails: A (when negative) or A + B - C
  std::string reason;                     // the inequality that fails, with the numbers; empty when physical
};
// Rounding of relative size 1e-9 is allowed.
InertiaCheck check_inertia(const Matrix3d& inertia);

}  // namespace frix::mechanism
