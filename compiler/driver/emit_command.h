// `frix emit cpp`: the simulator of a model as a folder of C++ sources. `frix blame`: where a line of it comes from.
#pragma once

#include <string>

#include "compiler/driver/run_command.h"

namespace frix::driver {

struct EmitCommand {
  CompileOptions compile;
  DiagnosticStyle style = DiagnosticStyle::rich;
  std::string out;  // the folder; "": the model's name
  bool quiet = false;
};

ExitCode emit_cpp(const EmitCommand& command);

// `place` is FILE:LINE of an emitted folder.
ExitCode blame(const std::string& place);

}  // namespace frix::driver
