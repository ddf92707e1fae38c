// Capsule against box: a segment with a radius above a face.
//
// The normal n points from the nearest point of the box to the nearest point of the capsule's segment. The squared
// distance of the box from the point p + z u of the segment (all in the box's axes, half sizes h) is
//
//     f(z) = sum_i e_i(z)^2,    e_i = excess of |p_i + z u_i| over h_i,    f'(z) / 2 = sum_i u_i sign_i e_i(z),
//
// convex in z, and its slope is linear between the at most six z where |p_i + z u_i| = h_i: the minimum is found
// exactly. Where it is a whole stretch, as for a capsule that lies along a face, the middle is taken.
// If the segment meets the box, n is the direction in which the box must be left by the shortest way: separating axes,
// that is the faces' normals and the products of the segment's and the box's axes.
//
// The contacts are the two ends of the stretch of the segment that sees, along n, the face that looks most along n.
// Their depths are measured along n from that face: a capsule that lies on a face has its line, one that stands or
// hangs over an edge loses the far contact continuously. A stretch shorter than kShort radii is one contact.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "runtime/geometry/box_face.h"
#include "runtime/geometry/box_pairs.h"
#include "runtime/geometry/direction.h"
#include "runtime/geometry/segment.h"

namespace frix::geometry {

namespace {

constexpr double kShort = 1e-3;
constexpr double kParallelAxes = 1e-6;  // sine below which the segment is parallel to a box's axis

Vector3d excess(const Vector3d& point, const Vector3d& half) {
  return point - point.cwiseMin(half).cwiseMax(-half);
}

// The z of the segment's point that is nearest to the box.
double nearest_to_box(const Segment& segment, const Vector3d& half) {
  // The slope of the squared distance grows with z, and is linear but for kinks where a face's plane is met. The last
  // place that is before a zero, in the sense of `is_before`, and the first that is not have no kink between them.
  const auto slope = [&](double z) { return segment.axis.dot(excess(segment.at(z), half)); };
  const auto zero = [&](auto is_before) {
    double from = -segment.half_length, to = segment.half_length;
    if (!is_before(slope(from))) return from;
    if (is_before(slope(to))) return to;
    for (int i = 0; i < 3; ++i)
      for (const double side : {-1.0, 1.0}) {
        const double kink = (side * half[i] - segment.centre[i]) / segment.axis[i];
        if (kink > from && kink < to) (is_before(slope(kink)) ? from : to) = kink;
      }
    return from + (to - from) * slope(from) / (slope(from) - slope(to));
  };
  const double first = zero([](double s) { return s < 0; }), last = zero([](double s) { return s <= 0; });
  return 0.5 * (first + last);
}

// The unit vector, in the box's axes, along which a segment that meets the box leaves it by the shortest way; of equal
// ones the first in the order: faces in x, y, z, then products.
Vector3d way_out(const Segment& segment, const Vector3d& half) {
  Vector3d best = Vector3d::UnitX();
  double least = INFINITY;
  const auto consider = [&](const Vector3d& axis) {
    const double along = axis.dot(segment.centre);
    const double overlap =
        half.dot(axis.cwiseAbs()) + segment.half_length * std::abs(axis.dot(segment.axis)) - std::abs(along);
    if (overlap >= least) return;
    least = overlap;
    best = along >= 0 ? axis : Vector3d(-axis);
  };
  for (int i = 0; i < 3; ++i) consider(Vector3d::Unit(i));
  for (int i = 0; i < 3; ++i) {
    const Vector3d product = segment.axis.cross(Vector3d::Unit(i));
    const double sine = product.norm();
    if (sine > kParallelAxes) consider(product / sine);
  }
  return best;
}

}  // namespace

void capsule_box(const PlacedShape& capsule, const PlacedShape& box, ContactSink& sink) {
  const double radius = capsule.shape.radius;
  const Vector3d& half = box.shape.half_size;
  const Segment segment{box.pose.to_local(capsule.pose.position()), box.pose.to_local_direction(capsule.pose.axis(2)),
                        capsule.shape.half_length};
  if (!sink.wants(radius + segment.half_length - excess(segment.centre, half).norm())) return;

  const double nearest = nearest_to_box(segment, half);
  const Vector3d offset = excess(segment.at(nearest), half);
  const double distance = offset.norm();
  if (!sink.wants(radius - distance)) return;
  const Vector3d normal =
      box.pose.to_world_direction(distance > kNoLength ? Vector3d(offset / distance) : way_out(segment, half));

  // clip the segment where it sees the border of the face: s and t are linear in z
  const BoxFace face(box, normal);
  const Vector3d axis = capsule.pose.axis(2), centre = capsule.pose.position();
  const BoxFace::Seen start = face.see(centre, normal), next = face.see(centre + axis, normal);
  double from = -segment.half_length, to = segment.half_length;
  const auto clip = [&](double at_centre, double rate) {
    if (rate == 0) return;
    const double one = (-1 - at_centre) / rate, other = (1 - at_centre) / rate;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  };
  clip(start.s, next.s - start.s);
  clip(start.t, next.t - start.t);

  const auto add = [&](double z, std::int32_t feature) {
    const Vector3d on_axis = centre + z * axis;
    const double along = face.see(on_axis, normal).along;
    sink.add(on_axis + along * normal, normal, radius + along, feature);
  };
  // rounding can leave nothing where the nearest point is on the border
  if (to - from < kShort * radius) {
    add(nearest, 0);
    return;
  }
  add(from, 0);
  add(to, 1);
}

}  // namespace frix::geometry
