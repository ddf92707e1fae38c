// Scenes of shapes for the tests of geometry: each moving shape is a body of its own unless said otherwise.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <vector>

#include "runtime/geometry/contact_geometry.h"

namespace frix::geometry {

using Eigen::Isometry3d;
using Eigen::Matrix3d;

struct Scene {
  // Moving shapes first, then those of the world. Returns the shape's index.
  int add(frix_shape_kind kind, const Vector3d& size, const Isometry3d& pose, bool moving = true) {
    frix_shape shape{};
    shape.name = "shape";
    shape.kind = kind;
    for (int i = 0; i < 3; ++i) shape.size[i] = size[i];
    shape.class_index = moving ? 0 : -1;
    shape.body = moving ? nmoving : -1;
    shapes.push_back(shape);
    poses.push_back(pose);
    if (moving) ++nmoving;
    return static_cast<int>(shapes.size()) - 1;
  }

  frix_model model() {
    frix_model m{};
    for (std::size_t i = 0; i < shapes.size(); ++i) write(poses[i], shapes[i].pose);
    m.nshapes = static_cast<int>(shapes.size());
    m.nmoving_shapes = nmoving;
    m.shapes = shapes.data();
    m.nsurfaces = 1;
    return m;
  }

  std::vector<double> moving_poses() const {
    std::vector<double> values(12 * nmoving);
    for (int i = 0; i < nmoving; ++i) write(poses[i], &values[12 * i]);
    return values;
  }

  std::vector<ContactPoint> contacts(double margin = 0) {
    const frix_model m = model();
    ContactFinder finder(m);
    std::vector<ContactPoint> found;
    const std::vector<double> margins(nmoving, margin);
    finder.find(moving_poses().data(), margins.data(), found);
    return found;
  }

  static void write(const Isometry3d& pose, double* values) {
    for (int i = 0; i < 3; ++i) values[i] = pose.translation()[i];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) values[3 + 3 * i + j] = pose.linear()(i, j);
  }

  std::vector<frix_shape> shapes;
  std::vector<Isometry3d> poses;
  int nmoving = 0;
};

inline Isometry3d at(double x, double y, double z) {
  return Isometry3d(Eigen::Translation3d(x, y, z));
}

inline Isometry3d turned(double angle, const Vector3d& axis) {
  return Isometry3d(Eigen::AngleAxisd(angle, axis));
}

// The halfspace z <= 0.
inline int add_ground(Scene& scene) {
  return scene.add(FRIX_HALFSPACE, Vector3d::Zero(), at(0, 0, 0), false);
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }
  Vector3d vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  Vector3d direction() {
    std::normal_distribution<double> normal;
    return Vector3d(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  Isometry3d pose(double size) { return Eigen::Translation3d(vector(size)) * turned(uniform(0, 3.1), direction()); }

 private:
  std::mt19937 engine_;
};

}  // namespace frix::geometry
