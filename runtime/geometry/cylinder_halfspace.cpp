// Cylinder against halfspace, with contacts that a solver can rely on from step to step.
//
// A cylinder that stands has a whole rim in contact, and any tilt, however small, picks one lowest point out of it: a
// contact there would jump around the rim with rounding errors and push the cylinder about. A cylinder that lies has
// one lowest point at each end, and must keep exactly these while it rolls, or its support would change with the roll
// angle. In between everything must be continuous, as the force of a compliant contact is a function of depth.
//
// Let m be the plane's normal in the cylinder's axes (the axis is z) and t = |(m_x, m_y)| the sine of the tilt from
// standing. Each end has five points on its disc of radius r, all of them true points of the cylinder:
//
//   the lowest point   at  -r (m_x, m_y) / max(t, kExactTilt)
//       The lowest rim point exactly for t >= kExactTilt; for smaller tilts it moves linearly to the centre of the
//       disc, where it is when the cylinder stands. It falls short of the lowest point by at most r kExactTilt / 4.
//
//   four rim points    at  rho (+-1, 0), rho (0, +-1),   rho = r max(0, 1 - t / kRimTilt)
//       The support of a standing cylinder. At a tilt t the deepest of them is r t^2 / kRimTilt above the lowest point,
//       so they lift off, one after the other and continuously, as soon as the cylinder really tilts.
#include <algorithm>
#include <cmath>

#include "runtime/geometry/halfspace_pairs.h"

namespace frix::geometry {

namespace {

constexpr double kExactTilt = 0.01;
constexpr double kRimTilt = 0.2;

}  // namespace

void cylinder_halfspace(const PlacedShape& cylinder, const PlacedShape& halfspace, ContactSink& sink) {
  const Vector3d normal = halfspace.pose.axis(2);
  const Vector3d m = cylinder.pose.to_local_direction(normal);
  const double radius = cylinder.shape.radius, half_length = cylinder.shape.half_length;
  const double height = normal.dot(cylinder.pose.position() - halfspace.pose.position());
  const double tilt = std::hypot(m[0], m[1]);
  if (!sink.wants(radius * tilt + half_length * std::abs(m[2]) - height)) return;

  const auto add = [&](double x, double y, double z, std::int32_t feature) {
    const double depth = -(height + m[0] * x + m[1] * y + m[2] * z);
    if (sink.wants(depth)) sink.add(cylinder.pose.to_world({x, y, z}) + depth * normal, normal, depth, feature);
  };
  const double to_lowest = -radius / std::max(tilt, kExactTilt);
  const double rho = radius * std::max(0.0, 1 - tilt / kRimTilt);
  for (int end = 0; end < 2; ++end) {
    const double z = end == 0 ? -half_length : half_length;
    add(to_lowest * m[0], to_lowest * m[1], z, 5 * end);
    if (rho == 0) continue;
    add(rho, 0, z, 5 * end + 1);
    add(-rho, 0, z, 5 * end + 2);
    add(0, rho, z, 5 * end + 3);
    add(0, -rho, z, 5 * end + 4);
  }
}

}  // namespace frix::geometry
