// `frix compile`: the simulator of a model as a native program, a shared library or an object file.
#pragma once

#include <string>

#include "compiler/driver/run_command.h"

namespace frix::driver {

enum class Artifact {
  executable,  // runs on its own; its options are those of runtime/program
  shared,      // lib<name>.so with the C interface, and frix_model.h beside it
  object       // the kernels and tables, for a link with the runtime
};

struct CompileCommand {
  CompileOptions compile;
  DiagnosticStyle style = DiagnosticStyle::rich;
  Artifact artifact = Artifact::executable;
  std::string out;  // "": made of the model's name
  bool quiet = false;
};

ExitCode compile_native(const CompileCommand& command);

}  // namespace frix::driver
