#include "compiler/mechanism/mass_properties.h"

#include <Eigen/Eigenvalues>
#include <cstdio>
#include <numbers>

namespace frix::mechanism {

namespace {

constexpr double pi = std::numbers::pi;

// The inertia of a point mass m at r: m (|r|² 1 - r rᵀ), the parallel-axis term.
Matrix3d point_inertia(double mass, const Vector3d& r) {
  return mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
}

Matrix3d diagonal(double xx, double yy, double zz) {
  return Vector3d(xx, yy, zz).asDiagonal();
}

// A cylinder of radius r and length l along z with two half balls on its ends. A half ball of mass m has its centre of
// mass 3r/8 from its flat side and the moment 2/5 m r² about the centre of that side.
MassProperties capsule(double r, double l, double density) {
  const double cylinder = density * pi * r * r * l;
  const double balls = density * 4.0 / 3.0 * pi * r * r * r;  // both halves
  const double about_z = cylinder * r * r / 2 + balls * 2 * r * r / 5;
  const double across = cylinder * (l * l / 12 + r * r / 4) + balls * (2 * r * r / 5 + l * l / 4 + 3 * l * r / 8);
  return {cylinder + balls, Vector3d::Zero(), diagonal(across, across, about_z)};
}

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

}  // namespace

bool has_volume(ShapeKind kind) {
  return kind != ShapeKind::halfspace && kind != ShapeKind::points;
}

MassProperties of_shape(ShapeKind kind, const Vector3d& size, double density) {
  MassProperties result;
  switch (kind) {
    case ShapeKind::sphere: {
      const double r = size.x();
      result.mass = density * 4.0 / 3.0 * pi * r * r * r;
      result.inertia = 2.0 / 5.0 * result.mass * r * r * Matrix3d::Identity();
      break;
    }
    case ShapeKind::box: {
      const Vector3d square = size.cwiseProduct(size);
      result.mass = density * size.prod();
      result.inertia =
          result.mass / 12 * diagonal(square.y() + square.z(), square.x() + square.z(), square.x() + square.y());
      break;
    }
    case ShapeKind::capsule:
      result = capsule(size.x(), size.y(), density);
      break;
    case ShapeKind::cylinder: {
      const double r = size.x(), l = size.y();
      result.mass = density * pi * r * r * l;
      const double across = result.mass * (3 * r * r + l * l) / 12;
      result.inertia = diagonal(across, across, result.mass * r * r / 2);
      break;
    }
    case ShapeKind::ellipsoid: {
      const Vector3d square = size.cwiseProduct(size);
      result.mass = density * 4.0 / 3.0 * pi * size.prod();
      result.inertia =
          result.mass / 5 * diagonal(square.y() + square.z(), square.x() + square.z(), square.x() + square.y());
      break;
    }
    case ShapeKind::halfspace:
    case ShapeKind::points:
      break;
  }
  return result;
}

MassProperties transformed(const MassProperties& properties, const Pose& pose) {
  return {properties.mass, pose.rotation * properties.com + pose.position,
          pose.rotation * properties.inertia * pose.rotation.transpose()};
}

MassProperties sum(const std::vector<MassProperties>& parts) {
  MassProperties total;
  for (const MassProperties& part : parts) {
    total.mass += part.mass;
    total.com += part.mass * part.com;
  }
  if (total.mass > 0) total.com /= total.mass;
  for (const MassProperties& part : parts)
    total.inertia += part.inertia + point_inertia(part.mass, part.com - total.com);
  return total;
}

InertiaCheck check_inertia(const Matrix3d& inertia) {
  InertiaCheck check;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia, Eigen::EigenvaluesOnly);
  check.principal = solver.eigenvalues();
  const double a = check.principal[0], b = check.principal[1], c = check.principal[2];
  const double rounding = 1e-9 * std::max(std::abs(a), std::abs(c));
  if (a < -rounding) {
    check.physical = false;
    check.deficit = a;
    check.reason = "the smallest, " + text(a) + " kg*m^2, is negative";
  } else if (a + b - c < -rounding) {
    check.physical = false;
    check.deficit = a + b - c;
    check.reason = "no moment may exceed the sum of the other two: " + text(a) + " + " + text(b) + " < " + text(c) +
                   ", short by " + text(-check.deficit) + " kg*m^2";
  }
  return check;
}

}  // namespace frix::mechanism
