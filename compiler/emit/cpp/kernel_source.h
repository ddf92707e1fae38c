// A kernel → a C++ file with one function of the kernel's name and the type `frix_kernel`.
#pragma once

#include "compiler/emit/cpp/code.h"
#include "compiler/ir/kernel.h"
#include "compiler/source/source_file.h"

namespace frix::emit::cpp {

// "mass matrix: elbow (arm.frix:12)", which `frix blame` reads back.
std::string describe(const ir::Origin& origin, const Sources& sources);

File kernel_source(const ir::Kernel& kernel, const Sources& sources);

}  // namespace frix::emit::cpp
