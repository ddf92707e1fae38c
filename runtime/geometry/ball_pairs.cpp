#include "runtime/geometry/ball_pairs.h"

#include <algorithm>
#include <cmath>

#include "runtime/geometry/direction.h"

namespace frix::geometry {

void ball_sphere(const Ball& ball, const PlacedShape& sphere, ContactSink& sink) {
  const Vector3d centre = sphere.pose.position();
  const Vector3d offset = ball.centre - centre;
  const double distance = offset.norm();
  const double depth = ball.radius + sphere.shape.radius - distance;
  if (!sink.wants(depth)) return;

  const Vector3d normal = direction_or(offset, distance, Vector3d::UnitZ());
  sink.add(centre + sphere.shape.radius * normal, normal, depth, ball.feature);
}

void ball_box(const Ball& ball, const PlacedShape& box, ContactSink& sink) {
  const Vector3d& half = box.shape.half_size;
  const Vector3d centre = box.pose.to_local(ball.centre);
  const Vector3d offset = centre - centre.cwiseMin(half).cwiseMax(-half);
  const double distance = offset.norm();

  // outside: towards the nearest face, edge or corner
  if (distance > kNoLength) {
    if (!sink.wants(ball.radius - distance)) return;
    const Vector3d normal = box.pose.to_world_direction(offset / distance);
    sink.add(ball.centre - distance * normal, normal, ball.radius - distance, ball.feature);
    return;
  }

  // inside: out through the nearest face
  const Vector3d below_face = half - centre.cwiseAbs();
  int face = 0;
  for (int i = 1; i < 3; ++i)
    if (below_face[i] < below_face[face]) face = i;
  const Vector3d normal = centre[face] >= 0 ? box.pose.axis(face) : Vector3d(-box.pose.axis(face));
  sink.add(ball.centre + below_face[face] * normal, normal, ball.radius + below_face[face], ball.feature);
}

void ball_capsule(const Ball& ball, const PlacedShape& capsule, ContactSink& sink) {
  const double half_length = capsule.shape.half_length;
  const Vector3d axis = capsule.pose.axis(2);
  const double along = axis.dot(ball.centre - capsule.pose.position());
  const Vector3d nearest = capsule.pose.position() + std::clamp(along, -half_length, half_length) * axis;
  const Vector3d offset = ball.centre - nearest;
  const double distance = offset.norm();
  const double depth = ball.radius + capsule.shape.radius - distance;
  if (!sink.wants(depth)) return;

  const Vector3d normal = direction_or(offset, distance, capsule.pose.axis(0));
  sink.add(nearest + capsule.shape.radius * normal, normal, depth, ball.feature);
}

void ball_cylinder(const Ball& ball, const PlacedShape& cylinder, ContactSink& sink) {
  // in the cylinder's half plane through the centre: rho from the axis, z along it
  const Vector3d centre = cylinder.pose.to_local(ball.centre);
  const double radius = cylinder.shape.radius, half_length = cylinder.shape.half_length;
  const double rho = std::sqrt(centre[0] * centre[0] + centre[1] * centre[1]);
  const double beyond_mantle = rho - radius, beyond_end = std::abs(centre[2]) - half_length;
  if (!sink.wants(ball.radius - std::max(beyond_mantle, beyond_end))) return;

  const double end = centre[2] >= 0 ? 1 : -1;
  const Vector3d outwards = rho > kNoLength ? Vector3d(centre[0] / rho, centre[1] / rho, 0) : Vector3d::UnitX();
  Vector3d normal;
  double distance;  // of the centre from the boundary, negative inside
  if (beyond_mantle > 0 && beyond_end > 0) {
    // the rim is nearest; hypot keeps lengths that are too short to be squared
    distance = std::hypot(beyond_mantle, beyond_end);
    normal = (beyond_mantle / distance) * outwards + Vector3d(0, 0, end * beyond_end / distance);
  } else if (beyond_mantle > beyond_end) {
    distance = beyond_mantle;
    normal = outwards;
  } else {
    distance = beyond_end;
    normal = {0, 0, end};
  }
  const Vector3d world_normal = cylinder.pose.to_world_direction(normal);
  sink.add(ball.centre - distance * world_normal, world_normal, ball.radius - distance, ball.feature);
}

}  // namespace frix::geometry
