#include "compiler/driver/emit_command.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "compiler/driver/check_run.h"
#include "compiler/emit/cpp/blame.h"
#include "compiler/emit/cpp/project.h"

namespace frix::driver {

namespace fs = std::filesystem;

namespace {

// What went wrong, or "". A file that has these bytes already stays untouched, so that build tools do not build again.
std::string write_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return fmt::format("cannot make the folder {}: {}", path.parent_path().string(), error.message());
  if (std::ifstream old(path, std::ios::binary); old) {
    const std::string bytes{std::istreambuf_iterator<char>(old), {}};
    if (bytes == text) return "";
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? "" : fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
}

}  // namespace

ExitCode emit_cpp(const EmitCommand& command) {
  Compilation compilation(command.compile);
  const bool ready = prepare_run(compilation);
  print_diagnostics(compilation.diagnostics(), compilation.sources(), command.style);
  if (!ready) return exit_model_errors;

  const frix_model& model = compilation.lowered().table();
  const std::vector<emit::Table> tables =
      emit::make_tables(model, [&](const frix_kernel& pointer) { return compilation.lowered().kernel_of(pointer); });
  const fs::path folder = command.out.empty() ? compilation.mechanism().name : command.out;
  std::size_t bytes = 0, count = 0;
  for (const emit::cpp::ProjectFile& file : emit::cpp::make_project(
           compilation.kernels(), tables, {model, fs::path(command.compile.path).filename().string(), FRIX_VERSION},
           compilation.sources())) {
    if (const std::string problem = write_file(folder / file.path, file.text); !problem.empty()) {
      fmt::print(stderr, "frix: {}\n", problem);
      return exit_usage;
    }
    bytes += file.text.size();
    ++count;
  }
  if (!command.quiet)
    fmt::print("{}: {} files, {:.0f} kB in {}; build it with\n  cmake -S {} -B {} && cmake --build {} -j\n",
               compilation.mechanism().name, count, static_cast<double>(bytes) / 1000, folder.string(), folder.string(),
               (folder / "build").string(), (folder / "build").string());
  return exit_ok;
}

ExitCode blame(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  std::size_t line = 0;
  if (colon != std::string::npos) std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  if (line == 0) {
    fmt::print(stderr, "frix: blame {}: write FILE:LINE, for example model/arm_dynamics.cpp:42\n", place);
    return exit_usage;
  }
  const std::string path = place.substr(0, colon);
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    fmt::print(stderr, "frix: cannot read {}: {}\n", path, std::strerror(errno));
    return exit_usage;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const emit::cpp::Blame found = emit::cpp::blame(text, line);
  if (found.line_text.empty()) {
    fmt::print(stderr, "frix: {} has {} lines, and line {} is not one with code\n", path, found.lines, line);
    return exit_usage;
  }
  if (found.origin.empty()) {
    fmt::print("{}: {}\n  belongs to the frame of the simulator, not to a line of the model\n", place, found.line_text);
    return exit_ok;
  }
  fmt::print("{}: {}\n  made by {}\n", place, found.line_text, found.origin);
  return exit_ok;
}

}  // namespace frix::driver
