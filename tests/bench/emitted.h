// The emitted C++ of a model beside the JIT: how long it takes to build, and how fast it runs.
#pragma once

#include <string>

#include "runtime/model/model.h"

namespace frix::bench {

// Wall time of configuring and building the folder, runtime included.
void build_emitted(const std::string& bench, const std::string& model_path);

// A step of a whole run from the initial state, through the C interface; beside it the JIT in this process.
void step_emitted(const std::string& bench, const std::string& model_path, const frix_model& jit, double h, int steps);

}  // namespace frix::bench
