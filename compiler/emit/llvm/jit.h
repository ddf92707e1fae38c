// Kernels → LLVM IR → machine code in this process. LLVM's headers stay behind this interface.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"
#include "runtime/model/model.h"

namespace frix::emit {

struct JitOptions {
  bool cache = true;      // objects on disk, keyed by content; in $FRIX_CACHE, $XDG_CACHE_HOME/frix or ~/.cache/frix
  int optimisation = -1;  // 0..3; -1: chosen by the size of the kernel (see jit.cpp for the measurements)
  int threads = 1;
};

// What compiling took, for --time-passes.
struct JitReport {
  std::size_t functions = 0;
  std::size_t operations = 0;
  std::size_t cached = 0;    // kernels that came from the cache
  double build_seconds = 0;  // kernels → LLVM IR
  double optimise_seconds = 0;
  double generate_seconds = 0;  // IR → object code
  double link_seconds = 0;
};

class Jit {
 public:
  // Never throws. On failure `error()` says why and every look-up gives null.
  Jit(const std::vector<ir::Kernel>& kernels, const JitOptions& options);
  ~Jit();
  Jit(const Jit&) = delete;
  Jit& operator=(const Jit&) = delete;

  frix_kernel find(const std::string& name) const;
  const std::string& error() const;
  const JitReport& report() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// The LLVM IR of the kernels as text, after optimisation; for --emit=llvm.
std::string print_llvm(const std::vector<ir::Kernel>& kernels, const JitOptions& options);

}  // namespace frix::emit
