// Unit quaternions w x y z over any scalar, and how they move.
#pragma once

#include "compiler/lower/algebra.h"

namespace frix::lower {

template <typename T>
struct Quaternion {
  T w{1.0};
  Vec<T> v;
};

// a b: first b, then a.
template <typename T>
Quaternion<T> operator*(const Quaternion<T>& a, const Quaternion<T>& b) {
  const Vec<T> c = cross(a.v, b.v);
  return {a.w * b.w - dot(a.v, b.v),
          {a.w * b.v[0] + b.w * a.v[0] + c[0], a.w * b.v[1] + b.w * a.v[1] + c[1], a.w * b.v[2] + b.w * a.v[2] + c[2]}};
}

// The matrix R with p_F = R p_M of the quaternion of M in F.
template <typename T>
Mat<T> matrix(const Quaternion<T>& q) {
  const T w = q.w, x = q.v[0], y = q.v[1], z = q.v[2];
  const T two = 2.0;
  const T x2 = two * x, y2 = two * y, z2 = two * z;
  const T xx = x * x2, yy = y * y2, zz = z * z2;
  const T xy = x * y2, xz = x * z2, yz = y * z2;
  const T wx = w * x2, wy = w * y2, wz = w * z2;
  Mat<T> r;
  r(0, 0) = T(1.0) - (yy + zz);
  r(0, 1) = xy - wz;
  r(0, 2) = xz + wy;
  r(1, 0) = xy + wz;
  r(1, 1) = T(1.0) - (xx + zz);
  r(1, 2) = yz - wx;
  r(2, 0) = xz - wy;
  r(2, 1) = yz + wx;
  r(2, 2) = T(1.0) - (xx + yy);
  return r;
}

template <typename T>
Quaternion<T> normalized(const Quaternion<T>& q) {
  const T scale = T(1.0) / sqrt(q.w * q.w + dot(q.v, q.v));
  return {q.w * scale, scale * q.v};
}

// The rotation by the vector `turn` (rad): w = cos(a/2), v = turn sin(a/2)/a with a = |turn|.
//
// sin(a/2)/a is smooth at zero but not as written: below a^2 = 1e-4 its series 1/2 - a^2/48 + a^4/3840 takes over, with
// an error of a^6/645120 < 1e-17.
inline Quaternion<ir::Scalar> exponential(const Vec<ir::Scalar>& turn) {
  using ir::Scalar;
  const Scalar square = dot(turn, turn);
  const Scalar small = less(square, 1e-4);
  const Scalar angle = sqrt(select(small, 1.0, square));
  const Scalar half = Scalar(0.5) * angle;
  const Scalar series_sinc = Scalar(0.5) - square * (Scalar(1.0 / 48) - square * Scalar(1.0 / 3840));
  const Scalar series_cos = Scalar(1.0) - square * (Scalar(1.0 / 8) - square * Scalar(1.0 / 384));
  const Scalar sinc = select(small, series_sinc, sin(half) / angle);
  return {select(small, series_cos, cos(half)), sinc * turn};
}

}  // namespace frix::lower
