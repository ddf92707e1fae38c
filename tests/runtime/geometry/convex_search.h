// Independent checks of overlap and distance for convex shapes, by support functions and by thirds.
#pragma once

#include "tests/runtime/geometry/scene.h"

namespace frix::geometry {

// The least value of a convex function on [0, 1], by thirds.
template <typename F>
double least_convex(const F& f) {
  double from = 0, to = 1;
  for (int i = 0; i < 80; ++i) {
    const double third = (to - from) / 3;
    if (f(from + third) < f(to - third))
      to -= third;
    else
      from += third;
  }
  return f(0.5 * (from + to));
}

// How far a box or a capsule reaches into a direction from its centre.
inline double reach(frix_shape_kind kind, const Vector3d& size, const Isometry3d& pose, const Vector3d& direction) {
  const Vector3d local = pose.linear().transpose() * direction;
  if (kind == FRIX_BOX) return 0.5 * size.dot(local.cwiseAbs());
  return size[0] + 0.5 * size[1] * std::abs(local[2]);
}

// By how far the second shape must be moved against the direction, relative to the first, until they are apart.
inline double overlap(const frix_shape& a, const Isometry3d& pose_a, const frix_shape& b, const Isometry3d& pose_b,
                      const Vector3d& direction) {
  const Vector3d size_a(a.size[0], a.size[1], a.size[2]), size_b(b.size[0], b.size[1], b.size[2]);
  return reach(a.kind, size_a, pose_a, direction) + reach(b.kind, size_b, pose_b, direction) -
         direction.dot(pose_a.translation() - pose_b.translation());
}

// How far a point is outside of a box, by coordinates: 0 on the surface, negative inside.
inline double off_box(const Vector3d& size, const Isometry3d& pose, const Vector3d& point) {
  return ((pose.inverse() * point).cwiseAbs() - 0.5 * size).maxCoeff();
}

}  // namespace frix::geometry
