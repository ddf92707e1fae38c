// One face of a box as a rectangle in the world.
#pragma once

#include <cstdint>

#include "runtime/geometry/shape.h"

namespace frix::geometry {

struct BoxFace {
  // The face of the box that looks most into a direction; of equally good ones the first in the order x, y, z.
  BoxFace(const PlacedShape& box, const Vector3d& direction);

  // The point of the face's plane that `point` sees along a direction which is not parallel to the plane.
  struct Seen {
    double s, t;   // in half edges, from the centre: |s| <= 1 and |t| <= 1 in the face
    double along;  // from the point to the plane
  };
  Seen see(const Vector3d& point, const Vector3d& direction) const {
    const double along = normal.dot(centre - point) / normal.dot(direction);
    const Vector3d offset = point + along * direction - centre;
    return {offset.dot(edge_s) / edge_s.squaredNorm(), offset.dot(edge_t) / edge_t.squaredNorm(), along};
  }

  // Corner 0 ... 3: bits 0 and 1 set for the positive side in s and t.
  Vector3d corner(int i) const { return centre + (i & 1 ? 1 : -1) * edge_s + (i & 2 ? 1 : -1) * edge_t; }
  // Its number in the box, 0 ... 7: bits 0, 1, 2 set for the positive side in x, y, z.
  std::int32_t corner_of_box(int i) const { return side << axis | (i & 1) << axis_s | (i >> 1) << axis_t; }

  // Edge 0 ... 3: 0 and 1 along s, on the negative and positive side in t; 2 and 3 along t, likewise in s.
  Vector3d edge_centre(int i) const { return centre + (i & 1 ? 1 : -1) * (i < 2 ? edge_t : edge_s); }
  const Vector3d& half_edge(int i) const { return i < 2 ? edge_s : edge_t; }
  // Its number in the box, 0 ... 11: four along x, four along y, four along z.
  std::int32_t edge_of_box(int i) const;

  int axis, side;      // the face is on the negative (0) or positive (1) side in x, y or z
  int axis_s, axis_t;  // the two others, axis_s < axis_t
  Vector3d centre, normal;
  Vector3d edge_s, edge_t;  // from the centre to the middle of an edge
};

}  // namespace frix::geometry
