// Surfaces: friction and normal laws, and the rules for pairs.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

// The surface of shapes that name none; it is number 0.
mechanism::Surface default_surface();

void elaborate_surfaces(Session& session);
// `contact A with B { … }` and `no contact A with B;`.
void elaborate_contacts(Session& session);

}  // namespace frix::sema
