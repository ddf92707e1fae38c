// Directions of vectors that may have no length.
#pragma once

#include <Eigen/Core>

namespace frix::geometry {

// In metres. A vector that is not longer has no direction that means anything. The square of this length is still far
// from underflow.
constexpr double kNoLength = 1e-100;

// v / |v|, or the fallback where v has no direction.
inline Eigen::Vector3d direction_or(const Eigen::Vector3d& v, double length, const Eigen::Vector3d& fallback) {
  return length > kNoLength ? Eigen::Vector3d(v / length) : fallback;
}

}  // namespace frix::geometry
