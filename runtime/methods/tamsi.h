// TAMSI: semi-implicit Euler with two-way coupled compliant contact and regularised friction (Castro et al. 2019).
#pragma once

#include <memory>
#include <string>

#include "runtime/methods/method.h"

namespace frix::methods {

struct TamsiOptions {
  bool line_search = true;  // TALS; off only to show what happens without
  int max_iterations = 50;
  double tolerance = 1e-8;     // relative: of velocity changes and of the momentum residual
  int max_substep_depth = 10;  // a step that fails is halved at most this often
  int threads = 1;
};

// Why the model cannot be simulated by this method, in the user's words; empty if it can.
std::string unsupported(const frix_model& model);

std::unique_ptr<Method> make_tamsi(const frix_model& model, const TamsiOptions& options);

}  // namespace frix::methods
