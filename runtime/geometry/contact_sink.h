// Where the narrow phase puts the contacts of one pair of shapes.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/geometry/contact_geometry.h"

namespace frix::geometry {

// A narrow-phase function knows its shapes as `first` and `second` (sphere and box, box and halfspace); the sink knows
// which of them is A. It turns normals that point from second into first into normals from B into A, and drops contacts
// whose gap is not below the margin.
class ContactSink {
 public:
  ContactSink(std::vector<ContactPoint>& contacts, double margin, std::int32_t surface, std::int32_t first,
              std::int32_t second)
      : contacts_(contacts),
        margin_(margin),
        surface_(surface),
        a_(first < second ? first : second),
        b_(first < second ? second : first),
        sign_(first < second ? 1.0 : -1.0) {}

  bool wants(double depth) const { return depth > -margin_; }

  // `on_second`: the witness point on the second shape. The first shape's is at on_second - depth * normal.
  void add(const Vector3d& on_second, const Vector3d& normal, double depth, std::int32_t feature = 0) {
    if (!wants(depth)) return;
    ContactPoint& contact = contacts_.emplace_back();
    contact.point = on_second - (0.5 * depth) * normal;
    contact.normal = sign_ * normal;
    contact.depth = depth;
    contact.shape_a = a_;
    contact.shape_b = b_;
    contact.feature = feature;
    contact.surface = surface_;
  }

 private:
  std::vector<ContactPoint>& contacts_;
  double margin_;
  std::int32_t surface_, a_, b_;
  double sign_;
};

}  // namespace frix::geometry
