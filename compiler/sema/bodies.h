// Bodies: their mass properties, given or from their shapes.
#pragma once

#include <optional>

#include "compiler/sema/session.h"

namespace frix::sema {

void elaborate_bodies(Session& session);

// The mass of a body for an expression (`box.mass`), also before its declaration was worked out.
std::optional<double> body_mass(Session& session, int body, const Span& use);

}  // namespace frix::sema
