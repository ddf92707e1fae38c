// Kernels → object code. The same bytes serve the JIT and, linked by the system's linker, ahead-of-time compilation.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "compiler/emit/table/table.h"
#include "compiler/ir/kernel.h"

namespace frix::emit {

// Where the time went, for --time-passes.
struct ObjectTimes {
  double build_seconds = 0;  // kernel → LLVM IR
  double optimise_seconds = 0;
  double generate_seconds = 0;  // IR → object code
};

// The level that a kernel is compiled with: the one asked for (0..3), or one chosen by its size for -1.
int optimisation_level(int asked, std::size_t operations);

// What the bytes depend on besides the kernel and the level: versions of LLVM and of this room, and the processor.
std::string target_description();

enum class Processor {
  host,  // the one that this process runs on, with all that it can do
  any    // what every processor of this architecture can do: for programs that are taken elsewhere
};

// Compiles one kernel after the other. Not for several threads at once; each may have its own.
class ObjectCompiler {
 public:
  explicit ObjectCompiler(Processor processor = Processor::host);
  ~ObjectCompiler();
  ObjectCompiler(const ObjectCompiler&) = delete;
  ObjectCompiler& operator=(const ObjectCompiler&) = delete;

  // Position-independent object code with the kernel as its only global function. False, and `error`, on failure.
  bool compile(const ir::Kernel& kernel, int level, std::string& object, std::string& error);
  // Object code with the tables as constant data, and the function `frix_model_table` that gives the model.
  bool compile(const std::vector<Table>& tables, std::string& object, std::string& error);
  // The LLVM IR after optimisation, or what is wrong as a comment.
  std::string print(const ir::Kernel& kernel, int level);

  const ObjectTimes& times() const { return times_; }

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
  ObjectTimes times_;
};

}  // namespace frix::emit
