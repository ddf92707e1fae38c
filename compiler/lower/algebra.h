// Vectors and matrices of three over any scalar: over doubles they compute, over ir::Scalar they write a graph. Sums
// run from the first component to the last, so that both give the same bits.
#pragma once

#include <Eigen/Geometry>
#include <array>

#include "compiler/ir/scalar.h"

namespace frix::lower {

template <typename T>
struct Vec {
  std::array<T, 3> e{};

  Vec() = default;
  Vec(T x, T y, T z) : e{x, y, z} {}
  Vec(const Eigen::Vector3d& v) : e{T(v.x()), T(v.y()), T(v.z())} {}  // NOLINT(google-explicit-constructor)

  T& operator[](int i) { return e[i]; }
  const T& operator[](int i) const { return e[i]; }
};

template <typename T>
Vec<T> operator+(const Vec<T>& a, const Vec<T>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template <typename T>
Vec<T> operator-(const Vec<T>& a, const Vec<T>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <typename T>
Vec<T> operator-(const Vec<T>& a) {
  return {-a[0], -a[1], -a[2]};
}
template <typename T>
Vec<T> operator*(const T& s, const Vec<T>& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
template <typename T>
T dot(const Vec<T>& a, const Vec<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <typename T>
Vec<T> cross(const Vec<T>& a, const Vec<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Row-major.
template <typename T>
struct Mat {
  std::array<std::array<T, 3>, 3> e{};

  Mat() = default;
  Mat(const Eigen::Matrix3d& m) {  // NOLINT(google-explicit-constructor)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e[i][j] = T(m(i, j));
  }

  T& operator()(int i, int j) { return e[i][j]; }
  const T& operator()(int i, int j) const { return e[i][j]; }
  Vec<T> column(int j) const { return {e[0][j], e[1][j], e[2][j]}; }
};

template <typename T>
Vec<T> operator*(const Mat<T>& m, const Vec<T>& v) {
  Vec<T> r;
  for (int i = 0; i < 3; ++i) r[i] = m(i, 0) * v[0] + m(i, 1) * v[1] + m(i, 2) * v[2];
  return r;
}
template <typename T>
Vec<T> transposed_times(const Mat<T>& m, const Vec<T>& v) {
  Vec<T> r;
  for (int i = 0; i < 3; ++i) r[i] = m(0, i) * v[0] + m(1, i) * v[1] + m(2, i) * v[2];
  return r;
}
template <typename T>
Mat<T> operator*(const Mat<T>& a, const Mat<T>& b) {
  Mat<T> r;
  for (int j = 0; j < 3; ++j) {
    const Vec<T> column = a * b.column(j);
    for (int i = 0; i < 3; ++i) r(i, j) = column[i];
  }
  return r;
}

// A symmetric matrix.
template <typename T>
struct Sym {
  T xx{}, yy{}, zz{}, xy{}, xz{}, yz{};

  Sym() = default;
  Sym(const Eigen::Matrix3d& m)  // NOLINT(google-explicit-constructor)
      : xx(m(0, 0)), yy(m(1, 1)), zz(m(2, 2)), xy(m(0, 1)), xz(m(0, 2)), yz(m(1, 2)) {}

  Vec<T> column(int j) const {
    if (j == 0) return {xx, xy, xz};
    if (j == 1) return {xy, yy, yz};
    return {xz, yz, zz};
  }
};

template <typename T>
Sym<T> operator+(const Sym<T>& a, const Sym<T>& b) {
  Sym<T> r;
  r.xx = a.xx + b.xx;
  r.yy = a.yy + b.yy;
  r.zz = a.zz + b.zz;
  r.xy = a.xy + b.xy;
  r.xz = a.xz + b.xz;
  r.yz = a.yz + b.yz;
  return r;
}
template <typename T>
Vec<T> operator*(const Sym<T>& s, const Vec<T>& v) {
  return {s.xx * v[0] + s.xy * v[1] + s.xz * v[2], s.xy * v[0] + s.yy * v[1] + s.yz * v[2],
          s.xz * v[0] + s.yz * v[1] + s.zz * v[2]};
}

// R S R^T.
template <typename T>
Sym<T> rotated(const Mat<T>& r, const Sym<T>& s) {
  Mat<T> rs;
  for (int j = 0; j < 3; ++j) {
    const Vec<T> column = r * s.column(j);
    for (int i = 0; i < 3; ++i) rs(i, j) = column[i];
  }
  const auto entry = [&](int i, int j) { return rs(i, 0) * r(j, 0) + rs(i, 1) * r(j, 1) + rs(i, 2) * r(j, 2); };
  Sym<T> result;
  result.xx = entry(0, 0);
  result.yy = entry(1, 1);
  result.zz = entry(2, 2);
  result.xy = entry(0, 1);
  result.xz = entry(0, 2);
  result.yz = entry(1, 2);
  return result;
}

}  // namespace frix::lower
