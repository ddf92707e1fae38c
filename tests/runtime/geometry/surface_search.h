// An independent way to depths and distances: shapes as parametrised surfaces, searched densely and then finer and
// finer around the best sample. Slow, but it shares no formula with the code under test.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include "tests/runtime/geometry/scene.h"

namespace frix::geometry {

// A piece of a surface over the unit square, in the shape's frame.
using Patch = std::function<Vector3d(double u, double v)>;

inline Vector3d on_unit_sphere(double u, double v) {
  const double azimuth = 2 * std::numbers::pi * u, polar = std::numbers::pi * v;
  return {std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), std::cos(polar)};
}

inline std::vector<Patch> surface_of(frix_shape_kind kind, const Vector3d& size) {
  const auto around = [](double u) {
    return Vector3d(std::cos(2 * std::numbers::pi * u), std::sin(2 * std::numbers::pi * u), 0);
  };
  std::vector<Patch> patches;
  switch (kind) {
    case FRIX_SPHERE:
      return {[=](double u, double v) -> Vector3d { return size[0] * on_unit_sphere(u, v); }};
    case FRIX_ELLIPSOID:
      return {[=](double u, double v) -> Vector3d { return size.cwiseProduct(on_unit_sphere(u, v)); }};
    case FRIX_BOX:
      for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-0.5, 0.5})
          patches.push_back([=](double u, double v) {
            Vector3d p;
            p[axis] = side;
            p[(axis + 1) % 3] = u - 0.5;
            p[(axis + 2) % 3] = v - 0.5;
            return Vector3d(size.cwiseProduct(p));
          });
      return patches;
    case FRIX_CAPSULE:
      // two hemispheres and the part between them
      for (const double end : {-0.5, 0.5})
        patches.push_back([=](double u, double v) -> Vector3d {
          return 2 * end * size[0] * on_unit_sphere(u, 0.5 * v) + Vector3d(0, 0, end * size[1]);
        });
      patches.push_back(
          [=](double u, double v) -> Vector3d { return size[0] * around(u) + Vector3d(0, 0, (v - 0.5) * size[1]); });
      return patches;
    case FRIX_CYLINDER:
      for (const double end : {-0.5, 0.5})
        patches.push_back(
            [=](double u, double v) -> Vector3d { return v * size[0] * around(u) + Vector3d(0, 0, end * size[1]); });
      patches.push_back(
          [=](double u, double v) -> Vector3d { return size[0] * around(u) + Vector3d(0, 0, (v - 0.5) * size[1]); });
      return patches;
    default:
      return patches;
  }
}

// The least value of f over the unit square: a grid, then smaller grids around the best three samples in turn.
inline double least(const std::function<double(double, double)>& f) {
  constexpr int kGrid = 40, kFine = 4, kRounds = 40;
  struct Sample {
    double value, u, v;
  };
  std::vector<Sample> samples;
  for (int i = 0; i <= kGrid; ++i)
    for (int j = 0; j <= kGrid; ++j) {
      const double u = double(i) / kGrid, v = double(j) / kGrid;
      samples.push_back({f(u, v), u, v});
    }
  std::partial_sort(samples.begin(), samples.begin() + 3, samples.end(),
                    [](const Sample& a, const Sample& b) { return a.value < b.value; });
  double best = std::numeric_limits<double>::infinity();
  for (int start = 0; start < 3; ++start) {
    Sample s = samples[start];
    double width = 1.5 / kGrid;
    for (int round = 0; round < kRounds; ++round, width *= 0.6) {
      const Sample centre = s;
      for (int i = -kFine; i <= kFine; ++i)
        for (int j = -kFine; j <= kFine; ++j) {
          const double u = std::clamp(centre.u + width * i / kFine, 0.0, 1.0);
          const double v = std::clamp(centre.v + width * j / kFine, 0.0, 1.0);
          const double value = f(u, v);
          if (value < s.value) s = {value, u, v};
        }
    }
    best = std::min(best, s.value);
  }
  return best;
}

inline double least_over_surface(frix_shape_kind kind, const Vector3d& size,
                                 const std::function<double(const Vector3d&)>& f) {
  double best = std::numeric_limits<double>::infinity();
  for (const Patch& patch : surface_of(kind, size))
    best = std::min(best, least([&](double u, double v) { return f(patch(u, v)); }));
  return best;
}

// Is the point (in the shape's frame) in the shape's interior?
inline bool contains(frix_shape_kind kind, const Vector3d& size, const Vector3d& p) {
  switch (kind) {
    case FRIX_SPHERE:
      return p.norm() < size[0];
    case FRIX_ELLIPSOID:
      return p.cwiseQuotient(size).norm() < 1;
    case FRIX_BOX:
      return (2 * p.cwiseAbs() - size).maxCoeff() < 0;
    case FRIX_CAPSULE:
      return std::hypot(p[0], p[1], std::max(0.0, std::abs(p[2]) - 0.5 * size[1])) < size[0];
    case FRIX_CYLINDER:
      return std::hypot(p[0], p[1]) < size[0] && std::abs(p[2]) < 0.5 * size[1];
    default:
      return false;
  }
}

}  // namespace frix::geometry
