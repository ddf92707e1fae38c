#include "runtime/geometry/halfspace_pairs.h"

#include "runtime/geometry/direction.h"

namespace frix::geometry {

namespace {

double height_of_centre(const PlacedShape& shape, const PlacedShape& halfspace, const Vector3d& normal) {
  return normal.dot(shape.pose.position() - halfspace.pose.position());
}

}  // namespace

void sphere_halfspace(const PlacedShape& sphere, const PlacedShape& halfspace, ContactSink& sink) {
  const Vector3d normal = halfspace.pose.axis(2);
  const double height = height_of_centre(sphere, halfspace, normal);
  sink.add(sphere.pose.position() - height * normal, normal, sphere.shape.radius - height);
}

void box_halfspace(const PlacedShape& box, const PlacedShape& halfspace, ContactSink& sink) {
  const Vector3d normal = halfspace.pose.axis(2);
  const double height = height_of_centre(box, halfspace, normal);
  const Vector3d& half = box.shape.half_size;

  // how much each half edge lifts the positive side; the lowest corner decides for the whole box
  const Vector3d lift = box.pose.to_local_direction(normal).cwiseProduct(half);
  if (!sink.wants(lift.cwiseAbs().sum() - height)) return;

  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d side(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const double depth = -(height + lift.dot(side));
    if (!sink.wants(depth)) continue;
    sink.add(box.pose.to_world(half.cwiseProduct(side)) + depth * normal, normal, depth, corner);
  }
}

void capsule_halfspace(const PlacedShape& capsule, const PlacedShape& halfspace, ContactSink& sink) {
  const Vector3d normal = halfspace.pose.axis(2);
  const Vector3d half_axis = capsule.shape.half_length * capsule.pose.axis(2);
  const double height = height_of_centre(capsule, halfspace, normal);
  const double lift = normal.dot(half_axis);
  const Vector3d under_centre = capsule.pose.position() - height * normal;

  sink.add(under_centre - (half_axis - lift * normal), normal, capsule.shape.radius - (height - lift), 0);
  // a segment without length is a sphere: one point, not the same twice
  if (capsule.shape.half_length == 0) return;
  sink.add(under_centre + (half_axis - lift * normal), normal, capsule.shape.radius - (height + lift), 1);
}

void ellipsoid_halfspace(const PlacedShape& ellipsoid, const PlacedShape& halfspace, ContactSink& sink) {
  const Vector3d normal = halfspace.pose.axis(2);
  const Vector3d& semi_axes = ellipsoid.shape.half_size;
  const Vector3d scaled = semi_axes.cwiseProduct(ellipsoid.pose.to_local_direction(normal));
  const double reach = scaled.norm();
  const double depth = reach - height_of_centre(ellipsoid, halfspace, normal);
  if (!sink.wants(depth)) return;

  // an ellipsoid of no size is its centre
  const Vector3d lowest = reach > kNoLength ? Vector3d(semi_axes.cwiseProduct(scaled) / -reach) : Vector3d::Zero();
  sink.add(ellipsoid.pose.to_world(lowest) + depth * normal, normal, depth);
}

void points_halfspace(const PlacedShape& points, const PlacedShape& halfspace, ContactSink& sink) {
  const Vector3d normal = halfspace.pose.axis(2);
  const Vector3d local_normal = points.pose.to_local_direction(normal);
  const double height = height_of_centre(points, halfspace, normal);
  for (std::int32_t i = 0; i < points.shape.npoints; ++i) {
    const Eigen::Map<const Vector3d> point(points.shape.points + 3 * i);
    const double depth = -(height + local_normal.dot(point));
    if (sink.wants(depth)) sink.add(points.pose.to_world(point) + depth * normal, normal, depth, i);
  }
}

}  // namespace frix::geometry
