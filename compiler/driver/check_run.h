// What must hold before a model is run, compiled or emitted, beside its being a model: something to move, in a number
// of steps that ends, and contacts that the method can compute.
#pragma once

#include "compiler/driver/compilation.h"

namespace frix::driver {

// Elaborates the model and checks what its mechanism shows. False when there are errors in the compilation's
// diagnostics.
bool check_run(Compilation& compilation);

// The same, then lowers the model and checks its shapes in pairs.
bool prepare_run(Compilation& compilation);

}  // namespace frix::driver
