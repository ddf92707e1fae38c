#include "runtime/contact/tals.h"

#include <algorithm>
#include <cmath>

namespace frix::contact {

namespace {

// The smallest positive alpha at which v + alpha delta makes the angle of cosine `cosine` with v:
//   (v . (v + alpha delta))^2 = cosine^2 |v|^2 |v + alpha delta|^2, a quadratic equation in alpha.
double turn_limit(double vv, double vd, double dd, double cosine) {
  const double cc = cosine * cosine;
  const double a = vv * dd * cc - vd * vd;
  const double b = 2 * vv * vd * (cc - 1);
  const double c = vv * vv * (cc - 1);
  if (std::abs(a) <= 1e-14 * vv * dd) return b != 0 ? -c / b : 1;
  const double discriminant = std::max(b * b - 4 * a * c, 0.0);
  // the stable form of the two roots
  const double t = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
  const double first = t / a, second = t != 0 ? c / t : 0;
  const double low = std::min(first, second), high = std::max(first, second);
  return low > 0 ? low : high > 0 ? high : 1;
}

}  // namespace

TalsStep tals(const Eigen::Vector3d& v, const Eigen::Vector3d& delta, double stiction_speed,
              const TalsOptions& options) {
  const double vs = stiction_speed;
  const double vv = v.squaredNorm(), dd = delta.squaredNorm(), vd = v.dot(delta);
  const double speed = std::sqrt(vv), change = std::sqrt(dd);
  if (change < options.epsilon * vs) return {1, TalsCase::small_change};

  const double end_speed = (v + delta).norm();
  if (speed < options.epsilon * vs && end_speed > vs) return {std::min(1.0, vs / (2 * change)), TalsCase::leaves_rest};
  if (speed > vs && end_speed < options.epsilon * vs) return {1 - vs / (2 * change), TalsCase::stops};
  if (speed < vs) return {1, TalsCase::inside};
  if (end_speed < vs) return {1, TalsCase::lands_inside};

  // the point of the segment that is closest to the centre of the disc
  const double closest = -vd / dd;
  if (vd < 0 && closest < 1) {
    const double distance = std::sqrt(std::max(vv - vd * vd / dd, 0.0));
    if (distance < options.epsilon * vs) return {closest - vs / (2 * change), TalsCase::crosses};
    if (distance < vs) return {closest, TalsCase::crosses};
  }

  const double cosine = (vv + vd) / (speed * end_speed);
  if (cosine >= options.cos_max_turn) return {1, TalsCase::full};
  return {std::min(1.0, turn_limit(vv, vd, dd, options.cos_max_turn)), TalsCase::turns};
}

}  // namespace frix::contact
