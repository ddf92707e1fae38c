// The TAMSI method with its contacts from any source.
//
// One step from (q0, v0) over h (see runtime/README.md):
//   1. kernels at (q0, v0): mass matrix, forces (explicit loads are those of the end of the step), contact points
//   2. r(v) = M v - M v0 - h tau - h J^T f(v) = 0 for the velocity v at the end, each island for itself
//   3. q = q0 (+) h N(q0) v
// A step that does not converge is done in two halves, each with its own kernels and contacts.
#pragma once

#include <memory>

#include "runtime/methods/contact_source.h"
#include "runtime/methods/tamsi.h"

namespace frix::methods {

std::unique_ptr<Method> make_tamsi(const frix_model& model, const TamsiOptions& options,
                                   std::unique_ptr<ContactSource> contacts);

}  // namespace frix::methods
