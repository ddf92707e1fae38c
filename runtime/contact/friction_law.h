// Regularised Coulomb friction: f_t = -mu~(s) pi v_t / |v_t| with s = |v_t| / v_s (Castro et al. 2019, eq. 6 and 7).
//
//   linear     mu~ = mu min(s, 1)
//   quadratic  mu~ = mu s (2 - s) for s < 1, else mu: continuously differentiable
//
// Both laws are f_t = -pi rho v_t with a factor rho(|v_t|) that stays finite at rest, so nothing divides by zero. The
// gradient is
//   -df_t/dv_t = pi [ rho P + eta v_t v_t^T ],  eta = rho'(|v_t|) / |v_t|,  P the projection on the tangent plane,
// positive semidefinite because mu~' >= 0, and -df_t/dv_n = rho v_t dpi/dv_n. Units: m/s, N.
#pragma once

#include "runtime/model/model.h"

namespace frix::contact {

struct FrictionFactor {
  double rho = 0;  // s/m
  double eta = 0;  // s^3/m^3; 0 at rest, where its product with v_t v_t^T vanishes
};

inline FrictionFactor friction_factor(const frix_pair_surface& surface, double speed) {
  const double mu = surface.mu, vs = surface.stiction_speed;
  if (speed >= vs) {
    const double inverse = 1 / speed, rho = mu * inverse;
    return {rho, -rho * inverse * inverse};
  }
  if (surface.stiction_shape == FRIX_STICTION_LINEAR) return {mu / vs, 0};
  return {mu * (2 - speed / vs) / vs, speed > 0 ? -mu / (vs * vs * speed) : 0};
}

}  // namespace frix::contact
