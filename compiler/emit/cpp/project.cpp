#include "compiler/emit/cpp/project.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/emit/cpp/kernel_source.h"
#include "compiler/emit/cpp/readme.h"
#include "compiler/emit/cpp/runtime_sources.h"
#include "compiler/emit/cpp/table_source.h"

namespace frix::emit::cpp {
namespace {

constexpr std::string_view kExample = R"(/* A host program in C: one instance, stepped, its outputs printed. */
#include <stdio.h>

#include "frix_model.h"

int main(void) {
  frix_simulator* simulator = frix_create();
  int step, i;
  if (simulator == NULL) return 1;
  for (step = 0; step < 10; ++step) {
    if (frix_step(simulator, frix_default_step()) != FRIX_OK) {
      fprintf(stderr, "%s\n", frix_last_error(simulator));
      break;
    }
    printf("t = %g s", frix_time(simulator));
    for (i = 0; i < frix_output_count(); ++i)
      printf("  %s = %g %s", frix_output_name(i), frix_get_output(simulator, i), frix_output_unit(i));
    printf("\n");
  }
  frix_destroy(simulator);
  return 0;
}
)";

// The runtime is a few large pieces for the compiler, since most of its time goes into Eigen's headers.
std::string cmake_lists(const std::string& name) {
  return fmt::format(R"(cmake_minimum_required(VERSION 3.16)
project({0} LANGUAGES C CXX)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Threads REQUIRED)

file(GLOB kernels CONFIGURE_DEPENDS model/*.cpp)
file(GLOB_RECURSE runtime CONFIGURE_DEPENDS runtime/*.cpp)
add_library(frix_{0} STATIC ${{kernels}} ${{runtime}})
target_include_directories(frix_{0} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}} ${{CMAKE_CURRENT_SOURCE_DIR}}/runtime/api)
target_link_libraries(frix_{0} PUBLIC Eigen3::Eigen Threads::Threads)
set_target_properties(frix_{0} PROPERTIES POSITION_INDEPENDENT_CODE ON)

# The same model gives the same bits everywhere. A fused a*b+c rounds once instead of twice, so none is made; and the
# math library's pow is called as it stands, since compilers replace it by what is equal but for rounding (x*x, exp2).
target_compile_options(frix_{0} PUBLIC -ffp-contract=off -fno-builtin-pow)

# Most of the time of compiling goes into Eigen's headers: a few large files read them once each.
set_source_files_properties(${{kernels}} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_target_properties(frix_{0} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 22)

# The simulator as a program (./{0} --help), and a host program that shows how to embed it.
add_executable({0} main.cpp)
target_link_libraries({0} PRIVATE frix_{0})
add_executable(example example.c)
target_link_libraries(example PRIVATE frix_{0})
set_target_properties(example PROPERTIES LINKER_LANGUAGE CXX)
)",
                     name);
}

std::string kernels_header(const std::vector<ir::Kernel>& kernels) {
  File file;
  file.comment =
      "The kernels of the model: pure functions over arrays of doubles, each in a file of its name.\n"
      "runtime/model/model.h says what their arrays are.";
  file.includes = {"<cstdint>"};
  for (const ir::Kernel& kernel : kernels)
    file.items.push_back(Lines{
        kernel.purpose,
        {fmt::format("void {}(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end);",
                     kernel.name)}});
  const std::string text = print(file);
  return "#pragma once\n\n" + text;
}

}  // namespace

std::vector<ProjectFile> make_project(const std::vector<ir::Kernel>& kernels, const std::vector<Table>& tables,
                                      const ProjectModel& about, const Sources& sources) {
  const std::string name = about.model.name;
  std::vector<ProjectFile> files;
  files.push_back({"README.md", readme(about)});
  files.push_back({"CMakeLists.txt", cmake_lists(name)});
  files.push_back({"example.c", std::string(kExample)});
  files.push_back({"model/kernels.h", kernels_header(kernels)});
  files.push_back({"model/tables.cpp", print(table_source(tables))});
  for (const ir::Kernel& kernel : kernels)
    files.push_back({fmt::format("model/{}.cpp", kernel.name), print(kernel_source(kernel, sources))});
  for (const RuntimeSource& source : runtime_sources()) {
    const bool is_main = source.path == "runtime/program/main.cpp";
    files.push_back({is_main ? "main.cpp" : std::string(source.path), std::string(source.text)});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace frix::emit::cpp
