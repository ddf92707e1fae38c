#include "runtime/geometry/box_face.h"

#include <cmath>

namespace frix::geometry {

BoxFace::BoxFace(const PlacedShape& box, const Vector3d& direction) {
  const Vector3d local = box.pose.to_local_direction(direction);
  axis = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(local[i]) > std::abs(local[axis])) axis = i;
  side = local[axis] >= 0;
  axis_s = axis == 0 ? 1 : 0;
  axis_t = axis == 2 ? 1 : 2;

  const Vector3d& half = box.shape.half_size;
  normal = (side ? 1 : -1) * box.pose.axis(axis);
  centre = box.pose.position() + half[axis] * normal;
  edge_s = half[axis_s] * box.pose.axis(axis_s);
  edge_t = half[axis_t] * box.pose.axis(axis_t);
}

std::int32_t BoxFace::edge_of_box(int i) const {
  const int along = i < 2 ? axis_s : axis_t, across = i < 2 ? axis_t : axis_s;
  // the two sides of the edge, the lower axis first
  const int across_side = i & 1;
  return 4 * along + (axis < across ? side + 2 * across_side : across_side + 2 * side);
}

}  // namespace frix::geometry
