// The initial state: poses of free bodies, and the assignments of `initial { … }`.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

void elaborate_initial(Session& session);

}  // namespace frix::sema
