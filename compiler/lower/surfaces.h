// What two surfaces make together.
#pragma once

#include "compiler/mechanism/mechanism.h"
#include "runtime/model/model.h"

namespace frix::lower {

// The values of one surface outright: what a `contact` declaration states for a pair.
frix_pair_surface pair_surface(const mechanism::Surface& surface);

// Two surfaces that touch, by the rules of the language:
//   stiffness    in series, k1 k2 / (k1 + k2); a rigid one leaves the other's law as it is
//   dissipation  (k2 d1 + k1 d2) / (k1 + k2): of each, by its share of the deformation
//   damping      (k2^2 c1 + k1^2 c2) / (k1 + k2)^2: equal power at those shares
//   friction     by the stricter rule of the two (first in min, mean, product, geometric, max, harmonic)
//   restitution  the larger
//   stiction speed  the smaller; the law is quadratic only if both are
// A pair of a Hunt-Crossley and a linear law is Hunt-Crossley, to which the linear one adds its stiffness alone.
frix_pair_surface combine(const mechanism::Surface& a, const mechanism::Surface& b);

}  // namespace frix::lower
