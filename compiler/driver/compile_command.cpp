#include "compiler/driver/compile_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "compiler/driver/check_run.h"
#include "compiler/driver/tool.h"
#include "compiler/emit/cpp/runtime_sources.h"
#include "compiler/emit/llvm/object.h"

namespace frix::driver {

namespace fs = std::filesystem;

namespace {

// A folder for the pieces, gone at the end.
class WorkFolder {
 public:
  WorkFolder() {
    std::string pattern = (fs::temp_directory_path() / "frix-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~WorkFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool write(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  return static_cast<bool>(file);
}

// The runtime as an archive: in ../lib from this program, where a build and an installation have it.
fs::path runtime_archive() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : self.parent_path().parent_path() / "lib" / "libfrix_native.a";
}

// The kernels and the tables as object files. What went wrong, or "".
std::string make_objects(Compilation& compilation, const fs::path& folder, std::vector<std::string>& paths) {
  // selection from a graph: slower to compile than what the JIT takes, and it is done once
  constexpr int kLevel = 2;
  const int asked = compilation.options().jit.optimisation;
  emit::ObjectCompiler compiler(emit::Processor::any);
  const auto keep = [&](const std::string& name, const std::string& bytes) {
    paths.push_back((folder / (name + ".o")).string());
    return write(paths.back(), bytes) ? "" : fmt::format("cannot write {}", paths.back());
  };
  std::string bytes, error;
  for (const ir::Kernel& kernel : compilation.kernels()) {
    if (!compiler.compile(kernel, asked >= 0 ? asked : kLevel, bytes, error)) return kernel.name + ": " + error;
    if (std::string problem = keep(kernel.name, bytes); !problem.empty()) return problem;
  }
  const lower::Lowered& lowered = compilation.lowered();
  const std::vector<emit::Table> tables =
      emit::make_tables(lowered.table(), [&](const frix_kernel& pointer) { return lowered.kernel_of(pointer); });
  if (!compiler.compile(tables, bytes, error)) return "tables: " + error;
  return keep("tables", bytes);
}

std::string link(const CompileCommand& command, const std::vector<std::string>& objects, const fs::path& out) {
  const char* chosen = std::getenv("CXX");
  std::vector<std::string> line = {chosen != nullptr && *chosen != '\0' ? chosen : "c++", "-o", out.string()};
  const std::string tool = line.front();
  line.insert(line.end(), objects.begin(), objects.end());
  if (command.artifact == Artifact::object) {
    line.insert(line.end(), {"-r", "-nostdlib"});
  } else {
    const fs::path archive = runtime_archive();
    if (!fs::exists(archive))
      return fmt::format("the runtime is missing: {} (it is built with Frix)", archive.string());
    // the standard library goes in, so that the target needs nothing but its C library
    line.insert(line.end(), {archive.string(), "-static-libstdc++", "-static-libgcc", "-pthread", "-lm"});
    if (command.artifact == Artifact::shared)
      line.insert(line.end(), {"-shared", "-Wl,-u,frix_create", "-Wl,--exclude-libs,libstdc++.a:libgcc.a"});
  }
  const ToolResult result = run_tool(line);
  if (!result.started)
    return fmt::format("linking needs a C++ compiler, and `{}` is not there; install g++ or set CXX", tool);
  if (result.exit_code != 0) return fmt::format("{} failed to link:\n{}", tool, result.output);
  return "";
}

fs::path output_path(const CompileCommand& command, const std::string& name) {
  if (!command.out.empty()) return command.out;
  switch (command.artifact) {
    case Artifact::shared:
      return "lib" + name + ".so";
    case Artifact::object:
      return name + ".o";
    case Artifact::executable:
      break;
  }
  return name;
}

// The header of the C interface, beside the library.
std::string write_header(const fs::path& library, fs::path& header) {
  header = library.parent_path() / "frix_model.h";
  for (const emit::cpp::RuntimeSource& source : emit::cpp::runtime_sources())
    if (source.path == "runtime/api/frix_model.h")
      return write(header, source.text) ? "" : fmt::format("cannot write {}", header.string());
  return "this Frix was built without the header of the C interface";
}

}  // namespace

ExitCode compile_native(const CompileCommand& command) {
  Compilation compilation(command.compile);
  const bool lowered = prepare_run(compilation);
  print_diagnostics(compilation.diagnostics(), compilation.sources(), command.style);
  if (!lowered) return exit_model_errors;

  const fs::path out = output_path(command, compilation.mechanism().name);
  std::error_code ignored;
  const auto fail = [](const std::string& problem) {
    fmt::print(stderr, "frix: {}\n", problem);
    return exit_usage;
  };
  if (fs::is_directory(out, ignored))
    return fail(fmt::format("{} is a folder; choose another name with --out", out.string()));
  if (fs::equivalent(out, command.compile.path, ignored))
    return fail(fmt::format("--out {} would overwrite the model", out.string()));
  const WorkFolder work;
  if (work.path().empty()) return fail("cannot make a temporary folder");
  std::vector<std::string> objects;
  if (std::string problem = make_objects(compilation, work.path(), objects); !problem.empty()) return fail(problem);
  if (std::string problem = link(command, objects, out); !problem.empty()) return fail(problem);
  fs::path header;
  if (command.artifact == Artifact::shared)
    if (std::string problem = write_header(out, header); !problem.empty()) return fail(problem);
  if (!command.quiet) {
    fmt::print("{}: {} ({:.0f} kB){}\n", compilation.mechanism().name, out.string(),
               static_cast<double>(fs::file_size(out, ignored)) / 1000,
               header.empty() ? "" : fmt::format(" and {}", header.string()));
  }
  return exit_ok;
}

}  // namespace frix::driver
