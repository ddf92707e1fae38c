// The folder that `frix emit cpp` writes: a simulator that builds with a C++17 compiler, CMake and Eigen, and nothing
// else.
#pragma once

#include <string>
#include <vector>

#include "compiler/emit/table/table.h"
#include "compiler/ir/kernel.h"
#include "compiler/source/source_file.h"

namespace frix::emit::cpp {

struct ProjectFile {
  std::string path;  // in the folder
  std::string text;
};

// What the folder is about, besides its kernels.
struct ProjectModel {
  const frix_model& model;
  std::string source;   // the path of the model file, as it was given
  std::string version;  // of Frix
};

// Deterministic: the same model gives the same bytes.
std::vector<ProjectFile> make_project(const std::vector<ir::Kernel>& kernels, const std::vector<Table>& tables,
                                      const ProjectModel& about, const Sources& sources);

}  // namespace frix::emit::cpp
