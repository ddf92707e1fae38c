// Contacts of a ball (first) with each kind of bounded shape (second).
//
// All follow one scheme. Let c be the ball's centre, r its radius, and w the point of the second shape's boundary that
// is nearest to c. Outside of the shape the normal is (c - w)/|c - w| and the depth r - |c - w|. With c inside, the
// normal is (w - c)/|w - c|, the way out, and the depth r + |c - w|. Lengths in metres; the normal, in world axes,
// points from the shape into the ball; the witness point on the shape is w.
//
// Where w or the normal is not unique, a stated rule chooses (see each function), and the normal is always a unit
// vector.
//
// Points are balls without radius, one contact for each.
#pragma once

#include "runtime/geometry/contact_sink.h"
#include "runtime/geometry/shape.h"

namespace frix::geometry {

struct Ball {
  Vector3d centre;  // world
  double radius;
  std::int32_t feature;  // of the ball's contact: the number of a point, 0 for a sphere
};

// Coincident centres: the normal is the world's +z. This is also w from the inside: the depth is always
// r + radius - |c - centre|.
void ball_sphere(const Ball& ball, const PlacedShape& sphere, ContactSink& sink);

// From the inside w is on the nearest face; of equally near faces the first in the order x, y, z, the positive side
// before the negative.
void ball_box(const Ball& ball, const PlacedShape& box, ContactSink& sink);

// Nearest is the nearest point p of the segment, and the depth is r + radius - |c - p|. A centre on the segment: the
// normal is the capsule's x axis.
void ball_capsule(const Ball& ball, const PlacedShape& capsule, ContactSink& sink);

// From the inside w is on the nearest of mantle and end discs; an end disc if equally near, and that at +z if both are.
// Where the mantle is nearest and c on the axis, the normal is the cylinder's x axis.
void ball_cylinder(const Ball& ball, const PlacedShape& cylinder, ContactSink& sink);

// w solves a scalar equation (see ball_ellipsoid.cpp). From the inside, if several are equally near, that on the
// positive side of the shortest semi-axis, of equally short ones the first in the order x, y, z.
void ball_ellipsoid(const Ball& ball, const PlacedShape& ellipsoid, ContactSink& sink);

}  // namespace frix::geometry
