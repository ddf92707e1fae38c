#include "compiler/lower/surfaces.h"

#include <algorithm>
#include <cmath>

namespace frix::lower {

using mechanism::Combine;
using mechanism::FrictionLaw;
using mechanism::NormalLaw;
using mechanism::StictionShape;
using mechanism::Surface;

namespace {

double coefficient(const Surface& surface) {
  return surface.friction == FrictionLaw::none ? 0 : surface.mu;
}

double combined_mu(double a, double b, Combine rule) {
  switch (rule) {
    case Combine::min:
      return std::min(a, b);
    case Combine::mean:
      return (a + b) / 2;
    case Combine::product:
      return a * b;
    case Combine::geometric:
      return std::sqrt(a * b);
    case Combine::max:
      return std::max(a, b);
    case Combine::harmonic:
      return a + b > 0 ? 2 * a * b / (a + b) : 0;
  }
  return 0;
}

// The compliant parts, in series.
void combine_normal(const Surface& a, const Surface& b, frix_pair_surface& pair) {
  const double k = a.stiffness + b.stiffness;
  const double share_a = b.stiffness / k, share_b = a.stiffness / k;  // of the deformation
  pair.stiffness = a.stiffness * share_a;
  if (a.normal == NormalLaw::linear && b.normal == NormalLaw::linear) {
    pair.normal_law = FRIX_NORMAL_LINEAR;
    pair.damping = a.damping * share_a * share_a + b.damping * share_b * share_b;
    return;
  }
  pair.normal_law = FRIX_NORMAL_HUNT_CROSSLEY;
  if (a.normal == NormalLaw::hunt_crossley) pair.dissipation += a.dissipation * share_a;
  if (b.normal == NormalLaw::hunt_crossley) pair.dissipation += b.dissipation * share_b;
}

void take_normal(const Surface& surface, frix_pair_surface& pair) {
  pair.normal_law = FRIX_NORMAL_RIGID;
  if (surface.normal == NormalLaw::rigid) return;
  pair.stiffness = surface.stiffness;
  if (surface.normal == NormalLaw::linear) {
    pair.normal_law = FRIX_NORMAL_LINEAR;
    pair.damping = surface.damping;
  } else {
    pair.normal_law = FRIX_NORMAL_HUNT_CROSSLEY;
    pair.dissipation = surface.dissipation;
  }
}

int stiction_shape(bool quadratic) {
  return quadratic ? FRIX_STICTION_QUADRATIC : FRIX_STICTION_LINEAR;
}

}  // namespace

frix_pair_surface pair_surface(const Surface& surface) {
  frix_pair_surface pair{};
  pair.mu = coefficient(surface);
  pair.stiction_speed = surface.stiction_speed;
  pair.stiction_shape = stiction_shape(surface.shape == StictionShape::quadratic);
  pair.restitution = surface.restitution;
  take_normal(surface, pair);
  return pair;
}

frix_pair_surface combine(const Surface& a, const Surface& b) {
  frix_pair_surface pair{};
  pair.mu = combined_mu(coefficient(a), coefficient(b), std::min(a.combine, b.combine));
  pair.stiction_speed = std::min(a.stiction_speed, b.stiction_speed);
  pair.stiction_shape = stiction_shape(a.shape == StictionShape::quadratic && b.shape == StictionShape::quadratic);
  pair.restitution = std::max(a.restitution, b.restitution);
  if (a.normal == NormalLaw::rigid) {
    take_normal(b, pair);
  } else if (b.normal == NormalLaw::rigid) {
    take_normal(a, pair);
  } else {
    combine_normal(a, b, pair);
  }
  return pair;
}

}  // namespace frix::lower
