#include "tests/bench/emitted.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "runtime/api/frix_model.h"
#include "runtime/methods/make.h"
#include "runtime/simulate/simulation.h"
#include "tests/bench/measure.h"

namespace frix::bench {

namespace fs = std::filesystem;

namespace {

void shell(const std::string& command) {
  if (std::system(command.c_str()) == 0) return;
  std::fprintf(stderr, "frix: a command that should succeed did not: %s\n", command.c_str());
  std::exit(1);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Run>
double nanoseconds_per_step(int steps, const Run& run) {
  const double start = seconds_now();
  run();
  return 1e9 * (seconds_now() - start) / steps;
}

// The emitted folder of a model, built.
class Folder {
 public:
  explicit Folder(const std::string& model_path)
      : path_(fs::temp_directory_path() / fmt::format("frix-bench-{}", getpid())) {
    shell(fmt::format("'{}' emit cpp -q -o '{}' '{}'", FRIX_BINARY, path_.string(), model_path));
    for (const auto& entry : fs::recursive_directory_iterator(path_))
      if (entry.is_regular_file()) bytes_ += entry.file_size();
    const double start = wall_seconds();
    in_it("CXX=g++ cmake -S . -B build > log && cmake --build build -j2 > log");
    build_seconds_ = wall_seconds() - start;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  double build_seconds() const { return build_seconds_; }
  double kilobytes() const { return static_cast<double>(bytes_) * 1e-3; }

  // A shared library of all that was built.
  void* library() const {
    in_it("c++ -shared -o model.so -Wl,--whole-archive build/libfrix_*.a -Wl,--no-whole-archive");
    void* library = dlopen((path_ / "model.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) shell("false # dlopen");
    return library;
  }

 private:
  void in_it(const std::string& command) const { shell(fmt::format("cd '{}' && {}", path_.string(), command)); }

  fs::path path_;
  std::size_t bytes_ = 0;
  double build_seconds_ = 0;
};

}  // namespace

void build_emitted(const std::string& bench, const std::string& model_path) {
  const Folder folder(model_path);
  print_row(bench, "frix", "gcc -O2, 2 at once", 1e9 * folder.build_seconds(), {{"folder_kB", folder.kilobytes()}});
}

void step_emitted(const std::string& bench, const std::string& model_path, const frix_model& jit, double h, int steps) {
  const Folder folder(model_path);
  void* library = folder.library();
  const auto create = reinterpret_cast<decltype(&frix_create)>(dlsym(library, "frix_create"));
  const auto step = reinterpret_cast<decltype(&frix_step)>(dlsym(library, "frix_step"));
  const auto destroy = reinterpret_cast<decltype(&frix_destroy)>(dlsym(library, "frix_destroy"));

  // one after the other, so that the machine's moods meet both
  std::vector<double> emitted_times, jit_times;
  for (int run = 0; run < 9; ++run) {
    frix_simulator* simulator = create();
    emitted_times.push_back(nanoseconds_per_step(steps, [&] {
      for (int i = 0; i < steps; ++i)
        if (step(simulator, h) != FRIX_OK) shell("false # a step of the emitted model");
    }));
    destroy(simulator);
    std::string why;
    simulate::Simulation simulation(jit, methods::make_method(jit, *jit.defaults, 1, why));
    jit_times.push_back(nanoseconds_per_step(steps, [&] {
      for (int i = 0; i < steps; ++i)
        if (!simulation.step(h).ok) shell("false # a step of the JIT's model");
    }));
  }
  dlclose(library);
  print_row(bench, "frix", "emitted, gcc -O2", median(std::move(emitted_times)));
  print_row(bench, "jit", "in the bench", median(std::move(jit_times)));
}

}  // namespace frix::bench
