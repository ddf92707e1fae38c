#include "runtime/geometry/capsule_pairs.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "runtime/geometry/direction.h"
#include "runtime/geometry/segment.h"

namespace frix::geometry {

namespace {

constexpr double kParallelSine = 1e-3;

Segment segment_of(const PlacedShape& capsule) {
  return {capsule.pose.position(), capsule.pose.axis(2), capsule.shape.half_length};
}

// The nearest point of `first` to `second` (C. Ericson, Real-Time Collision Detection, 5.1.9): the nearest points of
// the two lines, clamped to one segment, then to the other, then to the first again. `sine2` is |axis x axis|^2.
double nearest_to_segment(const Segment& first, const Segment& second, double sine2) {
  const Vector3d offset = first.centre - second.centre;
  const double cosine = first.axis.dot(second.axis);
  double along = 0;
  if (sine2 > 0)
    along = std::clamp((cosine * second.axis.dot(offset) - first.axis.dot(offset)) / sine2, -first.half_length,
                       first.half_length);
  return first.nearest(second.at(second.nearest(first.at(along))));
}

}  // namespace

void capsule_capsule(const PlacedShape& first, const PlacedShape& second, ContactSink& sink) {
  const Segment p = segment_of(first), q = segment_of(second);
  const Vector3d perpendicular = p.axis.cross(q.axis);
  const double sine = perpendicular.norm();
  const bool parallel = sine < kParallelSine;
  const Vector3d fallback = parallel ? second.pose.axis(0) : Vector3d(perpendicular / sine);

  // a contact between a point of the second segment and the first segment
  const auto add = [&](const Vector3d& on_first, const Vector3d& on_second, std::int32_t feature) {
    const Vector3d offset = on_first - on_second;
    const double distance = offset.norm();
    const Vector3d normal = direction_or(offset, distance, fallback);
    sink.add(on_second + second.shape.radius * normal, normal, first.shape.radius + second.shape.radius - distance,
             feature);
  };

  // side by side: the stretch of the second segment that the first covers
  if (parallel) {
    const double middle = q.axis.dot(p.centre - q.centre);
    const double reach = p.half_length * std::abs(p.axis.dot(q.axis));
    const double from = std::max(middle - reach, -q.half_length), to = std::min(middle + reach, q.half_length);
    if (from < to) {
      for (const double along : {from, to}) add(p.at(p.nearest(q.at(along))), q.at(along), along == from ? 1 : 2);
      return;
    }
  }

  const Vector3d on_first = p.at(nearest_to_segment(p, q, sine * sine));
  add(on_first, q.at(q.nearest(on_first)), 0);
}

}  // namespace frix::geometry
