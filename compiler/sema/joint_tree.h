// The tree that the joints make: every body hangs on exactly one joint, and what moves has mass.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

// Gives every body its joint, free ones where none was declared; finds second parents and loops.
void build_joint_tree(Session& session);

// Every coordinate must move some mass, else the mass matrix is singular.
void check_moving_mass(Session& session);

}  // namespace frix::sema
