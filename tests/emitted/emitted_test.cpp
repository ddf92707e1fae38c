// One result, whoever computes it: the JIT, the native program, and the emitted C++ from gcc and clang at -O0 and -O2
// write the same bytes of CSV for every model in models/.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/process.h"

namespace fs = std::filesystem;
using frix::test::contains;
using frix::test::Folder;
using frix::test::Process;

namespace {

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(FRIX_ROOT "/models"))
    if (entry.path().extension() == ".frix") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  REQUIRE(names.size() >= 11);
  return names;
}

std::string model_path(const std::string& name) {
  return "'" FRIX_ROOT "/models/" + name + ".frix' ";
}

// What is long to compute runs for a part of its time only: until the balls lie in heaps.
std::string options_of(const std::string& name, const char* pit_duration = "0.3s") {
  return name == "ball_pit" ? std::string("--duration ") + pit_duration + " " : "";
}

// The runs are compared file by file. The folder stays from one test run to the next, so that only what has changed is
// built again.
void check_emitted(const std::string& configuration, const std::string& compilers, const std::string& flags,
                   const char* pit_duration = "0.3s") {
  const fs::path place = fs::path(FRIX_BUILD) / "emitted" / configuration;
  fs::create_directories(place);
  const Folder folder;
  const auto in_place = [&](const std::string& command) {
    const Process process = folder.shell("cd '" + place.string() + "' && " + command);
    INFO(process.output);
    REQUIRE(process.exit == 0);
  };
  std::string folders;
  for (const std::string& name : model_names()) {
    in_place("'" FRIX_BINARY "' emit cpp -q -o 'models/" + name + "' " + model_path(name));
    folders += (folders.empty() ? "" : ";") + (place / "models" / name).string();
  }
  in_place(compilers + " cmake -S '" FRIX_ROOT "/tests/emitted' -B build -G Ninja -DCMAKE_BUILD_TYPE=None '-DMODELS=" +
           folders + "' '-DCMAKE_CXX_FLAGS=" + flags + "' '-DCMAKE_C_FLAGS=" + flags + "' > configure.log");
  in_place("ninja -C build");
  for (const std::string& name : model_names()) {
    CAPTURE(name);
    in_place("'" FRIX_BINARY "' run -q -o jit.csv " + options_of(name, pit_duration) + model_path(name));
    in_place("build/" + name + " -q -o emitted.csv " + options_of(name, pit_duration));
    in_place("cmp jit.csv emitted.csv");
  }
  in_place("build/example > example.txt");
}

}  // namespace

TEST_CASE("emitted C++ gives the JIT's bytes: gcc -O0") {
  check_emitted("gcc-O0", "CC=gcc CXX=g++", "-O0");
}
TEST_CASE("emitted C++ gives the JIT's bytes: gcc -O2") {
  check_emitted("gcc-O2", "CC=gcc CXX=g++", "-O2");
}
TEST_CASE("emitted C++ gives the JIT's bytes: clang -O0") {
  check_emitted("clang-O0", "CC=clang CXX=clang++", "-O0");
}
TEST_CASE("emitted C++ gives the JIT's bytes: clang -O2") {
  check_emitted("clang-O2", "CC=clang CXX=clang++", "-O2");
}

TEST_CASE("emitted C++ is clean under the address and undefined-behaviour sanitizers") {
  check_emitted("sanitized", "CC=gcc CXX=g++", "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all", "0.1s");
}

TEST_CASE("native programs give the JIT's bytes") {
  const Folder folder;
  for (const std::string& name : model_names()) {
    CAPTURE(name);
    const Process compiled = folder.frix("compile -q -o program " + model_path(name));
    INFO(compiled.output);
    REQUIRE(compiled.exit == 0);
    REQUIRE(folder.frix("run -q -o jit.csv " + options_of(name) + model_path(name)).exit == 0);
    REQUIRE(folder.shell("./program -q -o native.csv " + options_of(name)).exit == 0);
    CHECK(folder.shell("cmp jit.csv native.csv").output == "");
  }
}

TEST_CASE("the same model gives the same bytes of C++") {
  const Folder folder;
  for (const char* name : {"first", "second"})
    REQUIRE(folder.frix("emit cpp -q -o " + std::string(name) + " " + model_path("gripper_mug")).exit == 0);
  CHECK(folder.shell("diff -r first second").output == "");
}

// The emitted folder as it is, by its own CMakeLists.txt, embedded in a project of the user's; the same host program
// with the shared library, and with an object file.
TEST_CASE("a host program uses the C interface: embedded sources, a shared library, an object file") {
  const Folder folder;
  const auto run = [&](const std::string& command) {
    const Process process = folder.shell(command);
    INFO(process.output);
    REQUIRE(process.exit == 0);
  };
  run("cp '" FRIX_ROOT "/tests/emitted/pushed_block.frix' '" FRIX_ROOT "/tests/emitted/host.c' .");
  run("'" FRIX_BINARY "' emit cpp -q -o pushed_block pushed_block.frix");
  folder.write("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.16)\nproject(host LANGUAGES C CXX)\nadd_subdirectory(pushed_block)\n"
               "add_executable(host host.c)\ntarget_link_libraries(host PRIVATE frix_PushedBlock)\n"
               "set_target_properties(host PROPERTIES LINKER_LANGUAGE CXX)\n");
  run("cmake -S . -B build -G Ninja > configure.log && ninja -C build && build/host");
  run("build/pushed_block/example && build/pushed_block/PushedBlock --help && "
      "build/pushed_block/PushedBlock -q --set push=2N --out emitted.csv");

  run("'" FRIX_BINARY "' compile --shared -q -o libblock.so pushed_block.frix");
  run("cc -std=c99 -Wall -Wextra -Wpedantic -Werror host.c -I. -L. -lblock -lm -lpthread -Wl,-rpath,. -o host && "
      "./host");

  run("'" FRIX_BINARY "' compile --object -q -o block.o pushed_block.frix");
  run("cc -std=c99 -I. -c host.c -o host.o && c++ host.o block.o '" FRIX_BUILD
      "/lib/libfrix_native.a' -lpthread -o host2 && ./host2");

  run("'" FRIX_BINARY "' compile -q -o block pushed_block.frix && ./block -q --set push=2N --out native.csv");
  run("cmp emitted.csv native.csv");
  run("'" FRIX_BINARY "' run -q --set push=2N --out jit.csv pushed_block.frix && cmp jit.csv native.csv");
}

TEST_CASE("the command line of a compiled model") {
  const Folder folder;
  REQUIRE(folder.frix("compile -q -o block '" FRIX_ROOT "/tests/emitted/pushed_block.frix'").exit == 0);
  const auto says = [&](const std::string& arguments, int exit, const std::string& words) {
    const Process process = folder.shell("./block " + arguments);
    CAPTURE(arguments);
    INFO(process.output);
    CHECK(process.exit == exit);
    CHECK(contains(process.output, words));
  };
  says("--help", 0, "push               0 N");
  says("--set push=2kg", 2, "push is given in N");
  says("--set pull=2N", 2, "no parameter or input pull");
  says("--set push", 2, "write NAME=VALUE");
  says("--step 0", 2, "--step 0: write a time");
  says("--duration -1s", 2, "--duration -1s: write a time");
  says("--speed 3", 2, "there is no option --speed");
  says("--out", 2, "a value is missing");
  says("--load-state nothing", 2, "cannot read nothing: No such file");
  says("--out /nowhere/x.csv", 2, "cannot write /nowhere/x.csv: No such file");
  says("--set push=3 --set=mu=0.2 --step=2ms --duration 10ms --out -", 0, "0.01,");
  // a force that is no number: rows are kept, the reason is said
  says("--set mu=-1 --out kept.csv", 3, "the step of 0.001 s at t = 0 s failed");
  CHECK(frix::test::count_lines(folder.read("kept.csv")) == 2);
}

TEST_CASE("where the compiler or the runtime is missing, frix compile says so") {
  const Folder folder;
  const std::string compile = " '" FRIX_BINARY "' compile '" FRIX_ROOT "/tests/emitted/pushed_block.frix'";
  const Process none = folder.shell("CXX=no-such-compiler" + compile);
  CHECK(none.exit == 2);
  CHECK(contains(none.output, "linking needs a C++ compiler, and `no-such-compiler` is not there"));
  const Process over = folder.shell("mkdir taken;" + compile + " -o taken");
  CHECK(over.exit == 2);
  CHECK(contains(over.output, "taken is a folder"));
}
