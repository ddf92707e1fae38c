// Laws of one velocity coordinate that are not linear, as functions of its velocity v at the end of the step.
// Linear laws (damping, springs) need no row: they are added to the matrix and the momentum.
#pragma once

#include <algorithm>
#include <cmath>

namespace frix::contact {

enum class ScalarKind {
  // force = clamp(a - b v, -limit, limit), b > 0. Dry friction: a = 0 and b so steep that it stands for the jump of
  // Coulomb's law; a servo with an effort limit: a = kp (target - q), b = kd + h kp.
  saturated,
  // force = (a - b v)+: the stop at the lower end of a joint's range, a = stiffness (lower - q), b = h stiffness.
  push_up,
  // force = -(a + b v)+: the stop at the upper end.
  push_down
};

struct ScalarForce {
  double force = 0;
  double slope = 0;  // d force / d v <= 0
};

struct ScalarLaw {
  ScalarKind kind = ScalarKind::saturated;
  double a = 0, b = 0, limit = 0;

  ScalarForce evaluate(double v) const {
    switch (kind) {
      case ScalarKind::saturated: {
        const double force = a - b * v;
        if (force > limit) return {limit, 0};
        if (force < -limit) return {-limit, 0};
        return {force, -b};
      }
      case ScalarKind::push_up: {
        const double force = a - b * v;
        return force > 0 ? ScalarForce{force, -b} : ScalarForce{};
      }
      case ScalarKind::push_down: {
        const double force = a + b * v;
        return force > 0 ? ScalarForce{-force, -b} : ScalarForce{};
      }
    }
    return {};
  }

  // The part of a Newton change that may be taken. A change that jumps over the whole steep part of a saturated law
  // would find no slope on the other side either and come back; it is cut so that it lands in the middle, as TALS does
  // with the stiction disc.
  double crossing_limit(double v, double change) const {
    if (kind != ScalarKind::saturated) return 1;
    const double middle = a / b, half = limit / b;
    const double from = v - middle, to = from + change;
    const bool crosses = (from > half && to < -half) || (from < -half && to > half);
    return crosses ? -from / change : 1;
  }
};

}  // namespace frix::contact
