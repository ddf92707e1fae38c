// One model on its way through the house: text → AST → Mechanism → kernels → machine code. Each step keeps its result,
// so that --emit can show it, and its time, for --time-passes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/emit/llvm/jit.h"
#include "compiler/lower/lower.h"
#include "compiler/mechanism/mechanism.h"
#include "compiler/source/diagnostics.h"
#include "compiler/source/source_file.h"
#include "compiler/syntax/ast.h"

namespace frix::driver {

struct CompileOptions {
  std::string path;                                                    // of the model file; "-": standard input
  std::optional<std::string> text;                                     // the model itself; then `path` is only its name
  std::string model;                                                   // "": the last one of the file
  std::vector<std::pair<std::string, std::string>> settings;           // --set NAME=VALUE
  std::vector<std::pair<std::string, std::string>> simulate_settings;  // --step 3ms
  std::string simulate;                                                // the simulate block that runs; "": the first
  emit::JitOptions jit;
};

struct PassTime {
  std::string name;
  double seconds = 0;
};

class Compilation {
 public:
  explicit Compilation(CompileOptions options) : options_(std::move(options)) {}

  // Each runs the steps before it that have not run yet; false when there are errors in diagnostics().
  bool parse();
  bool elaborate();
  bool lower();
  bool compile();

  const Sources& sources() const { return sources_; }
  const CompileOptions& options() const { return options_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  const syntax::File& ast() const { return *ast_; }
  const mechanism::Mechanism& mechanism() const { return *mechanism_; }
  const mechanism::Simulate& how() const { return *how_; }  // the simulate block that runs
  const std::vector<ir::Kernel>& kernels() const { return lowered_->kernels(); }
  const lower::Lowered& lowered() const { return *lowered_; }
  const frix_model& model() const { return *model_; }
  const emit::JitReport& jit_report() const { return jit_->report(); }
  const std::vector<PassTime>& passes() const { return passes_; }
  double seconds() const;

 private:
  std::optional<std::string> read();
  bool find_simulate_block();

  CompileOptions options_;
  Sources sources_;
  Diagnostics diagnostics_;
  std::optional<syntax::File> ast_;
  std::optional<mechanism::Mechanism> mechanism_;
  const mechanism::Simulate* how_ = nullptr;
  std::optional<lower::Lowered> lowered_;
  std::unique_ptr<emit::Jit> jit_;
  const frix_model* model_ = nullptr;
  std::vector<PassTime> passes_;
};

}  // namespace frix::driver
