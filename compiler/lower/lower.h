// Mechanism → kernels and the tables of runtime/model/model.h.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/mechanism/mechanism.h"
#include "compiler/source/source_file.h"
#include "runtime/model/model.h"

namespace frix::lower {

// The kernels of a mechanism, and the model table whose kernel pointers are still null. The table points into
// storage that this object owns, so it lives as long as the model is used.
class Lowered {
 public:
  // `how`: the run that the table describes.
  Lowered(const mechanism::Mechanism& mechanism, const Sources& sources, const mechanism::Simulate& how = {});
  ~Lowered();
  Lowered(Lowered&&) noexcept;
  Lowered& operator=(Lowered&&) noexcept;

  const std::vector<ir::Kernel>& kernels() const;

  // The table, complete but for the addresses of the kernels; and the kernel that one of its pointers stands for, or
  // "" for none.
  const frix_model& table() const;
  std::string kernel_of(const frix_kernel& pointer) const;

  // Fills the kernel pointers by name, and gives the complete table. `find` returns null for what it does not have.
  const frix_model& bind(const std::function<frix_kernel(const std::string& name)>& find);

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

}  // namespace frix::lower
