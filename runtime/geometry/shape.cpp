#include "runtime/geometry/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace frix::geometry {

Shape::Shape(const frix_shape& description) : kind(description.kind), half_size(Vector3d::Zero()) {
  const double* size = description.size;
  switch (kind) {
    case FRIX_SPHERE:
      radius = bounding_radius = size[0];
      break;
    case FRIX_BOX:
      half_size = 0.5 * Vector3d(size[0], size[1], size[2]);
      bounding_radius = half_size.norm();
      break;
    case FRIX_CAPSULE:
      radius = size[0];
      half_length = 0.5 * size[1];
      bounding_radius = half_length + radius;
      break;
    case FRIX_CYLINDER:
      radius = size[0];
      half_length = 0.5 * size[1];
      bounding_radius = std::hypot(half_length, radius);
      break;
    case FRIX_ELLIPSOID:
      half_size = Vector3d(size[0], size[1], size[2]);
      bounding_radius = half_size.maxCoeff();
      break;
    case FRIX_HALFSPACE:
      bounding_radius = std::numeric_limits<double>::infinity();
      break;
    case FRIX_POINTS:
      npoints = description.npoints;
      points = description.points;
      for (std::int32_t i = 0; i < npoints; ++i)
        bounding_radius = std::max(bounding_radius, Eigen::Map<const Vector3d>(points + 3 * i).norm());
      break;
  }
}

}  // namespace frix::geometry
