// Collision shapes as the narrow phase sees them, and where they are.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "runtime/model/model.h"

namespace frix::geometry {

using Eigen::Vector3d;

// The extents of a shape in its own frame, in metres.
struct Shape {
  explicit Shape(const frix_shape& description);

  frix_shape_kind kind;
  std::int32_t npoints = 0;
  const double* points = nullptr;  // [3*npoints]
  double radius = 0;               // sphere, capsule, cylinder; 0 for points
  double half_length = 0;          // capsule: of the segment; cylinder: of the axis; both along z
  Vector3d half_size;              // box: half sizes; ellipsoid: semi-axes
  double bounding_radius = 0;      // of a ball about the frame's origin that holds the shape; infinite for a halfspace
};

// The pose of a shape in the world, read in place: position (3), then the rotation R_WS (9, row-major). A sphere's
// rotation is undefined and must not be read.
class Pose {
 public:
  explicit Pose(const double* values) : values_(values) {}
  Vector3d position() const { return {values_[0], values_[1], values_[2]}; }
  // Axis 0, 1 or 2 (x, y, z) of the shape, in world axes.
  Vector3d axis(int i) const { return {values_[3 + i], values_[6 + i], values_[9 + i]}; }
  Vector3d to_world_direction(const Vector3d& v) const {
    const double* r = values_ + 3;
    return {r[0] * v[0] + r[1] * v[1] + r[2] * v[2], r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
            r[6] * v[0] + r[7] * v[1] + r[8] * v[2]};
  }
  Vector3d to_local_direction(const Vector3d& v) const {
    const double* r = values_ + 3;
    return {r[0] * v[0] + r[3] * v[1] + r[6] * v[2], r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
            r[2] * v[0] + r[5] * v[1] + r[8] * v[2]};
  }
  Vector3d to_world(const Vector3d& point) const { return position() + to_world_direction(point); }
  Vector3d to_local(const Vector3d& point) const { return to_local_direction(point - position()); }

 private:
  const double* values_;
};

// A shape in its place: what a narrow-phase function takes.
struct PlacedShape {
  const Shape& shape;
  Pose pose;
};

}  // namespace frix::geometry
