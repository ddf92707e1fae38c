// From pairs of shapes to their contacts: which narrow-phase function serves which pair of kinds.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/geometry/contact_geometry.h"
#include "runtime/geometry/shape.h"

namespace frix::geometry {

// Which narrow-phase function serves a pair: a line of the table in narrow_phase.cpp.
using PairKind = std::uint8_t;
constexpr PairKind kUnsupported = 255;
constexpr int kShapeKinds = 7;

// Two shapes that may touch, in the order in which the narrow-phase function takes them.
struct Candidate {
  std::int32_t first, second;
  std::int32_t surface;
  PairKind kind;
};

// Which function serves two kinds of shapes, and whether it takes the second one first.
struct PairOrder {
  PairKind kind = kUnsupported;
  bool swapped = false;
};
PairOrder pair_order(frix_shape_kind first, frix_shape_kind second);

// All shapes of a model with their current poses and margins.
struct Placement {
  const std::vector<Shape>& shapes;
  std::int32_t nmoving;
  const double* moving;   // [12*nmoving] poses
  const double* world;    // [12*(nshapes - nmoving)] poses
  const double* margins;  // [nmoving] or null

  PlacedShape operator[](std::int32_t i) const {
    return {shapes[i], Pose(i < nmoving ? moving + 12 * i : world + 12 * (i - nmoving))};
  }
  double margin(std::int32_t i) const { return margins && i < nmoving ? margins[i] : 0; }
};

// Appends the contacts of the candidates, in the order of the candidates, then of features.
void collide(const Placement& placement, const std::vector<Candidate>& candidates, std::vector<ContactPoint>& contacts);

}  // namespace frix::geometry
