// `frix run`: compile a model, advance it, write its outputs.
#pragma once

#include <string>

#include "compiler/driver/compilation.h"
#include "compiler/driver/report.h"

namespace frix::driver {

// What a command returns to the shell.
enum ExitCode : int {
  exit_ok = 0,
  exit_model_errors = 1,   // the model has errors
  exit_usage = 2,          // the command line is wrong
  exit_run_failed = 3,     // a step failed; the rows before it are kept
  exit_defect = 70,        // a defect of Frix itself
  exit_interrupted = 130,  // Ctrl-C
};

struct RunCommand {
  CompileOptions compile;
  DiagnosticStyle style = DiagnosticStyle::rich;
  std::string out;   // "": MODEL.csv
  std::string emit;  // "": run; else ast, mechanism, kernels, llvm
  std::string load_state, save_state;  // checkpoints; "": none
  bool time_passes = false;
  bool quiet = false;
  int threads = 1;
};

ExitCode run(const RunCommand& command);
ExitCode check(const RunCommand& command);

}  // namespace frix::driver
