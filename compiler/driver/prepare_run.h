// What every command that is about a run does first: the mechanism, and the simulate block that says how it moves.
#pragma once

#include "compiler/driver/compilation.h"
#include "compiler/mechanism/mechanism.h"

namespace frix::driver {

// Elaborates the model and checks what can be checked before anything is compiled. Null when there are errors in the
// compilation's diagnostics.
const mechanism::Simulate* prepare_run(Compilation& compilation);

}  // namespace frix::driver
