// A straight piece of a line: the middle of a capsule.
#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace frix::geometry {

// centre + z axis for |z| <= half_length, with a unit axis.
struct Segment {
  Eigen::Vector3d centre, axis;
  double half_length;

  Eigen::Vector3d at(double z) const { return centre + z * axis; }
  // The z of its point that is nearest to p.
  double nearest(const Eigen::Vector3d& p) const { return std::clamp(axis.dot(p - centre), -half_length, half_length); }
};

}  // namespace frix::geometry
