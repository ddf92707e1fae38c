// Contacts of boxes with each other and with capsules.
#pragma once

#include "runtime/geometry/contact_sink.h"
#include "runtime/geometry/shape.h"

namespace frix::geometry {

// Up to eight contacts with one normal: the corners of the overlap of two faces; see box_box.cpp.
// Feature: 0 ... 7 a corner of the first box, 8 + corner of the second, 16 + 12 * edge of the first + edge of the
// second where two edges cross. A corner's bits 0, 1, 2 are set for the positive side in x, y, z; edges 0-3 are along
// x, 4-7 along y, 8-11 along z.
void box_box(const PlacedShape& first, const PlacedShape& second, ContactSink& sink);

// Up to two contacts with one normal: the ends of the stretch of the capsule's segment above a face; see
// capsule_box.cpp. Feature: 0 for the end of the stretch towards the capsule's -z, 1 for that towards +z.
void capsule_box(const PlacedShape& capsule, const PlacedShape& box, ContactSink& sink);

}  // namespace frix::geometry
