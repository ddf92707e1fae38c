// Forces, torques, springs and motors.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

void elaborate_loads(Session& session);

}  // namespace frix::sema
