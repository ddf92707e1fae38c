// A kernel → an LLVM module with one function of the kernel's name and the type `frix_kernel`.
#pragma once

#include <memory>

#include "compiler/ir/kernel.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace frix::emit {

// Kernels with more operations and stores than this become several functions of about this size. The time of LLVM's
// passes grows faster than the length of a basic block; see jit.cpp for the measurements.
inline constexpr std::size_t kOperationsPerFunction = 1500;

// The kernel must have passed ir::verify.
std::unique_ptr<llvm::Module> build_module(llvm::LLVMContext& context, const ir::Kernel& kernel);

}  // namespace frix::emit
