// Outputs and `simulate` blocks: what is recorded, and how the model is run.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

void elaborate_outputs(Session& session);
void elaborate_simulations(Session& session);

}  // namespace frix::sema
