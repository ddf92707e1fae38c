// Shapes: their kinds and sizes, where they sit, what their surface is.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

void elaborate_shapes(Session& session);

}  // namespace frix::sema
