// The implicit laws of joint coordinates: springs, damping, servos, limits, dry friction, all taken at the end of the
// step, where the position is q + h v.
//
//   damping, stiffness   -c v - k (q + h v - rest)                           linear
//   servo                clamp(kp (target - q - h v) - kd v, +-effort_limit)
//   limits               kappa (lower - q - h v)+, - kappa (q + h v - upper)+
//   dry friction         -clamp(beta v, +-friction)
//
// Limits and dry friction stand for hard laws and are as steep as the arithmetic allows: kappa = 1e6 M_jj / h^2 and
// beta = 1e6 M_jj / h, with M_jj the inertia that the coordinate feels. So a stop that carries the force f is violated
// by f / kappa (at h = 1 ms and 1 kg, 1e-12 m for 1 N) and a joint held by friction creeps at most with h friction /
// (1e6 M_jj). Impacts at a stop are inelastic. Units: rad or m, N*m or N.
#pragma once

#include <vector>

#include "runtime/contact/problem.h"
#include "runtime/methods/dynamics.h"

namespace frix::methods {

// Adds the linear laws to matrix and momentum (layouts of Dynamics), the others as rows.
void add_joint_laws(const Dynamics& dynamics, const double* q, double h, std::vector<double>& matrix,
                    std::vector<double>& momentum, std::vector<contact::ScalarRow>& rows);

// effort [nv]: the forces of all joint laws and loads of the step that gave the velocity v.
void joint_efforts(const Dynamics& dynamics, const double* q, const double* v, double h,
                   const std::vector<contact::ScalarRow>& rows, std::vector<double>& effort);

}  // namespace frix::methods
