// Contacts of capsules with each other.
#pragma once

#include "runtime/geometry/contact_sink.h"
#include "runtime/geometry/shape.h"

namespace frix::geometry {

// Let p and q be the nearest points of the two segments: the normal is (p - q)/|p - q|, from the second into the first,
// and the depth r_first + r_second - |p - q|, in metres. Feature 0.
//
// Capsules that lie along each other, within an angle whose sine is 1e-3, have two contacts instead: at the two ends of
// the stretch of the second segment that the first covers. Features 1 and 2, in the direction of the second's axis.
// (The number of contacts changes at once at this angle; the depth does not by more than the angle times the stretch.)
//
// Segments that meet: the normal is the common perpendicular, first axis x second axis; for parallel ones the x axis of
// the second.
void capsule_capsule(const PlacedShape& first, const PlacedShape& second, ContactSink& sink);

}  // namespace frix::geometry
