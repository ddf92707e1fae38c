// From the words of a simulate block to a method of the runtime.
#pragma once

#include <memory>

#include "compiler/mechanism/mechanism.h"
#include "compiler/source/diagnostics.h"
#include "runtime/methods/method.h"
#include "runtime/model/model.h"

namespace frix::driver {

// Checks what can be checked before anything is compiled: that there is something to move, in a number of steps that
// ends, and surfaces that the method can use.
bool check_run(const mechanism::Simulate& how, const mechanism::Mechanism& mechanism, Diagnostics& diagnostics);

// The method for a compiled model; null, with a message, when the model has something that the method cannot do.
std::unique_ptr<methods::Method> make_method(const mechanism::Simulate& how, const mechanism::Mechanism& mechanism,
                                             const frix_model& model, int threads, Diagnostics& diagnostics);

}  // namespace frix::driver
