#include "runtime/geometry/narrow_phase.h"

#include <array>
#include <cstddef>

#include "runtime/geometry/ball_pairs.h"
#include "runtime/geometry/box_pairs.h"
#include "runtime/geometry/capsule_pairs.h"
#include "runtime/geometry/halfspace_pairs.h"

namespace frix::geometry {

namespace {

using ShapePair = void (*)(const PlacedShape&, const PlacedShape&, ContactSink&);
using BallPair = void (*)(const Ball&, const PlacedShape&, ContactSink&);

template <BallPair ball_shape>
void sphere_against(const PlacedShape& sphere, const PlacedShape& other, ContactSink& sink) {
  ball_shape({sphere.pose.position(), sphere.shape.radius, 0}, other, sink);
}

template <BallPair ball_shape>
void points_against(const PlacedShape& points, const PlacedShape& other, ContactSink& sink) {
  for (std::int32_t i = 0; i < points.shape.npoints; ++i) {
    const Eigen::Map<const Vector3d> point(points.shape.points + 3 * i);
    ball_shape({points.pose.to_world(point), 0, i}, other, sink);
  }
}

// Serves the candidates from `next` on that are of one kind, in a loop without any further choice. A pair whose
// bounding balls do not meet, or with a pose that is not a number, goes no further.
template <ShapePair shape_shape>
const Candidate* serve_run(const Placement& placement, const Candidate* next, const Candidate* end,
                           std::vector<ContactPoint>& contacts) {
  const PairKind kind = next->kind;
  for (; next != end && next->kind == kind; ++next) {
    const PlacedShape first = placement[next->first], second = placement[next->second];
    const double margin = placement.margin(next->first) + placement.margin(next->second);
    const double reach = first.shape.bounding_radius + second.shape.bounding_radius + margin;
    if (!((first.pose.position() - second.pose.position()).squaredNorm() < reach * reach)) continue;
    ContactSink sink(contacts, margin, next->surface, next->first, next->second);
    shape_shape(first, second, sink);
  }
  return next;
}

struct Line {
  frix_shape_kind first, second;
  const Candidate* (*serve)(const Placement&, const Candidate*, const Candidate*, std::vector<ContactPoint>&);
};

constexpr std::array kLines = {
    Line{FRIX_SPHERE, FRIX_HALFSPACE, serve_run<sphere_halfspace>},
    Line{FRIX_BOX, FRIX_HALFSPACE, serve_run<box_halfspace>},
    Line{FRIX_CAPSULE, FRIX_HALFSPACE, serve_run<capsule_halfspace>},
    Line{FRIX_CYLINDER, FRIX_HALFSPACE, serve_run<cylinder_halfspace>},
    Line{FRIX_ELLIPSOID, FRIX_HALFSPACE, serve_run<ellipsoid_halfspace>},
    Line{FRIX_POINTS, FRIX_HALFSPACE, serve_run<points_halfspace>},
    Line{FRIX_SPHERE, FRIX_SPHERE, serve_run<sphere_against<ball_sphere>>},
    Line{FRIX_SPHERE, FRIX_BOX, serve_run<sphere_against<ball_box>>},
    Line{FRIX_SPHERE, FRIX_CAPSULE, serve_run<sphere_against<ball_capsule>>},
    Line{FRIX_SPHERE, FRIX_CYLINDER, serve_run<sphere_against<ball_cylinder>>},
    Line{FRIX_SPHERE, FRIX_ELLIPSOID, serve_run<sphere_against<ball_ellipsoid>>},
    Line{FRIX_POINTS, FRIX_SPHERE, serve_run<points_against<ball_sphere>>},
    Line{FRIX_POINTS, FRIX_BOX, serve_run<points_against<ball_box>>},
    Line{FRIX_POINTS, FRIX_CAPSULE, serve_run<points_against<ball_capsule>>},
    Line{FRIX_POINTS, FRIX_CYLINDER, serve_run<points_against<ball_cylinder>>},
    Line{FRIX_POINTS, FRIX_ELLIPSOID, serve_run<points_against<ball_ellipsoid>>},
    Line{FRIX_CAPSULE, FRIX_CAPSULE, serve_run<capsule_capsule>},
    Line{FRIX_CAPSULE, FRIX_BOX, serve_run<capsule_box>},
    Line{FRIX_BOX, FRIX_BOX, serve_run<box_box>},
};

// The lines by pairs of kinds. Two halfspaces overlap without end, and points have no volume: neither has a contact with
// its own kind. (Each element is written: g++ 12 forgets default member values of nested arrays in a constant.)
constexpr auto kOrders = [] {
  std::array<std::array<PairOrder, kShapeKinds>, kShapeKinds> orders{};
  for (auto& row : orders)
    for (PairOrder& order : row) order = {kUnsupported, false};
  for (std::size_t i = 0; i < kLines.size(); ++i) {
    const Line& line = kLines[i];
    orders[line.second][line.first] = {static_cast<PairKind>(i), true};
    orders[line.first][line.second] = {static_cast<PairKind>(i), false};
  }
  return orders;
}();

}  // namespace

PairOrder pair_order(frix_shape_kind first, frix_shape_kind second) {
  return kOrders[first][second];
}

void collide(const Placement& placement, const std::vector<Candidate>& candidates,
             std::vector<ContactPoint>& contacts) {
  const Candidate* next = candidates.data();
  const Candidate* const end = next + candidates.size();
  while (next != end) next = kLines[next->kind].serve(placement, next, end, contacts);
}

}  // namespace frix::geometry
