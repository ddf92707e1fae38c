// Numbers the bodies, joints, shapes and frames of a model, so that expressions can name them in any order.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

void number_elements(Session& session);

}  // namespace frix::sema
