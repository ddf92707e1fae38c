// Checkpoints in files.
#pragma once

#include <string>

#include "runtime/simulate/simulation.h"

namespace frix::simulate {

// What went wrong, in the user's words, or "". A file that is not written whole leaves the old one as it was.
std::string save_state(const Simulation& simulation, const std::string& path);
std::string load_state(Simulation& simulation, const std::string& path);

}  // namespace frix::simulate
