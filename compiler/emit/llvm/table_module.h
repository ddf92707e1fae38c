// The tables of a model → an LLVM module of constant data, laid out as C lays out the structs of runtime/model/model.h.
#pragma once

#include <memory>
#include <vector>

#include "compiler/emit/table/table.h"

namespace llvm {
class DataLayout;
class LLVMContext;
class Module;
}  // namespace llvm

namespace frix::emit {

// With the function `const frix_model* frix_model_table(void)`. The kernels are left to the linker.
std::unique_ptr<llvm::Module> build_tables(llvm::LLVMContext& context, const std::vector<Table>& tables,
                                           const llvm::DataLayout& layout);

}  // namespace frix::emit
