// Ball against ellipsoid: the nearest point of an ellipsoid's surface.
//
// With semi-axes e_i and c the ball's centre in the ellipsoid's axes (each c_i >= 0, by mirroring), the nearest surface
// point is w_i = e_i^2 c_i / (t + e_i^2), where t is the largest root of
//
//     F(t) = sum_i (e_i c_i / (t + e_i^2))^2 - 1 = 0,     t > -e_min^2.
//
// (w - c is a multiple of the surface's normal w_i / e_i^2 there; D. Eberly, "Distance from a Point to an Ellipse, an
// Ellipsoid, or a Hyperellipsoid".) F is decreasing and convex, so Newton's iteration from the left of the root grows
// monotonically to it. With s = t + e_min^2 as the unknown nothing cancels near the pole.
#include <algorithm>
#include <cmath>

#include "runtime/geometry/ball_pairs.h"

namespace frix::geometry {

namespace {

// The root in terms of s, and 0 where F < 0 on the whole interval: then c is inside, on the plane of symmetry across
// the shortest semi-axis, and w on either side of that plane.
double root(const Vector3d& semi_axes, const Vector3d& centre, const Vector3d& pole_distance) {
  const Vector3d weight = semi_axes.cwiseProduct(centre);
  // one term alone is at least 1 here
  double s = std::max(0.0, (weight - pole_distance).maxCoeff());
  for (int iteration = 0; iteration < 100; ++iteration) {
    double value = -1, slope = 0;
    for (int i = 0; i < 3; ++i) {
      if (weight[i] == 0) continue;
      const double denominator = s + pole_distance[i];
      const double ratio = weight[i] / denominator;
      value += ratio * ratio;
      slope -= 2 * ratio * ratio / denominator;
    }
    // at the root the growth drowns in rounding
    if (!(value > 0)) break;
    const double next = s - value / slope;
    if (!(next > s)) break;
    s = next;
  }
  return s;
}

// The nearest surface point to a centre in the octant where no coordinate is negative.
Vector3d nearest_on_surface(const Vector3d& semi_axes, const Vector3d& centre) {
  int shortest = 0;
  for (int i = 1; i < 3; ++i)
    if (semi_axes[i] < semi_axes[shortest]) shortest = i;
  const double e_min = semi_axes[shortest];
  Vector3d pole_distance;
  for (int i = 0; i < 3; ++i) pole_distance[i] = (semi_axes[i] - e_min) * (semi_axes[i] + e_min);

  const double s = root(semi_axes, centre, pole_distance);
  Vector3d nearest = Vector3d::Zero();
  double inside = 1;
  for (int i = 0; i < 3; ++i) {
    if (centre[i] == 0) continue;
    const double ratio = semi_axes[i] * centre[i] / (s + pole_distance[i]);
    nearest[i] = semi_axes[i] * ratio;
    inside -= ratio * ratio;
  }
  if (s == 0) nearest[shortest] = e_min * std::sqrt(std::max(0.0, inside));
  return nearest;
}

}  // namespace

void ball_ellipsoid(const Ball& ball, const PlacedShape& ellipsoid, ContactSink& sink) {
  const Vector3d& semi_axes = ellipsoid.shape.half_size;
  const Vector3d centre = ellipsoid.pose.to_local(ball.centre);
  if (!sink.wants(ball.radius + semi_axes.maxCoeff() - centre.norm())) return;

  // mirror into the octant of no negative coordinate, and back
  const Vector3d side = (centre.array() >= 0).select(Vector3d::Ones(), -Vector3d::Ones());
  const Vector3d nearest = nearest_on_surface(semi_axes, centre.cwiseAbs()).cwiseProduct(side);
  const double level = centre.cwiseQuotient(semi_axes).squaredNorm();
  const double distance = (level >= 1 ? 1 : -1) * (centre - nearest).norm();

  // the direction of w - c, but defined on the surface too, and exact close to it: the surface's own normal
  const Vector3d gradient = nearest.cwiseQuotient(semi_axes.cwiseProduct(semi_axes));
  const Vector3d normal = ellipsoid.pose.to_world_direction(gradient.normalized());
  sink.add(ellipsoid.pose.to_world(nearest), normal, ball.radius - distance, ball.feature);
}

}  // namespace frix::geometry
