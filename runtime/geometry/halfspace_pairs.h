// Contacts of each kind of shape (first) with a halfspace (second).
//
// A halfspace is z <= 0 of its frame. With its outward unit normal n (the z axis) and a point o of its boundary, a
// point p of the shape has the depth -n.(p - o), in metres; the normal of every contact is n, which points from the
// halfspace into the shape. The witness point on the halfspace is the projection of p on the boundary.
#pragma once

#include "runtime/geometry/contact_sink.h"
#include "runtime/geometry/shape.h"

namespace frix::geometry {

// One contact, at the lowest point.
void sphere_halfspace(const PlacedShape& sphere, const PlacedShape& halfspace, ContactSink& sink);

// One contact for each corner that is low enough. Feature: corner number 0 ... 7, bits 0, 1, 2 set for the positive
// side in x, y, z.
void box_halfspace(const PlacedShape& box, const PlacedShape& halfspace, ContactSink& sink);

// One contact for each end sphere that is low enough; a lying capsule rests on both, which is its line. Feature: 0 for
// the end at -z, 1 for that at +z.
void capsule_halfspace(const PlacedShape& capsule, const PlacedShape& halfspace, ContactSink& sink);

// The contacts of a cylinder change neither suddenly nor in number of equals when it tilts; see cylinder_halfspace.cpp.
// Feature: 5 * end + k, end 0 at -z and 1 at +z; k = 0 is the lowest point of the end, k = 1 ... 4 its four rim points.
void cylinder_halfspace(const PlacedShape& cylinder, const PlacedShape& halfspace, ContactSink& sink);

// One contact, at the lowest point: with m the normal in the ellipsoid's axes and E the diagonal matrix of semi-axes,
// p = -E^2 m / |E m|, which lies |E m| below the centre.
void ellipsoid_halfspace(const PlacedShape& ellipsoid, const PlacedShape& halfspace, ContactSink& sink);

// One contact for each point that is low enough. Feature: the point's number.
void points_halfspace(const PlacedShape& points, const PlacedShape& halfspace, ContactSink& sink);

}  // namespace frix::geometry
