// Emitted kernels, compiled by the system's compiler, against the interpreter: the same bits.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/emit/cpp/kernel_source.h"
#include "runtime/model/model.h"
#include "tests/compiler/emit/random_kernel.h"
#include "tests/process.h"

using namespace frix;

namespace {

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

// All kernels as one shared library.
class Library {
 public:
  Library(const std::vector<ir::Kernel>& kernels, const std::string& flags) {
    const Sources none;
    std::string header;
    for (const ir::Kernel& kernel : kernels) {
      header += "extern \"C\" void " + kernel.name +
                "(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end);\n";
      folder_.write(kernel.name + ".cpp", emit::cpp::print(emit::cpp::kernel_source(kernel, none)));
    }
    std::filesystem::create_directory(folder_.path("model"));
    folder_.write("model/kernels.h", header);
    const test::Process built =
        folder_.shell("c++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror -ffp-contract=off -fno-builtin-pow " +
                      flags + " -shared -fPIC -I. *.cpp -o kernels.so");
    INFO(built.output);
    REQUIRE(built.exit == 0);
    handle_ = dlopen(folder_.path("kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE(handle_ != nullptr);
  }
  ~Library() { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  frix_kernel find(const std::string& name) const { return reinterpret_cast<frix_kernel>(dlsym(handle_, name.c_str())); }

 private:
  test::Folder folder_;
  void* handle_ = nullptr;
};

// Values in which the two differ, over instances 1 and 2 of four; those of the others must stay as they are.
int differences(const ir::Kernel& kernel, frix_kernel compiled, std::uint32_t seed) {
  const std::vector<double> a = test::random_values(kernel.inputs[0].size * 4, seed);
  const std::vector<double> b = test::random_values(kernel.inputs[1].size, seed + 1);
  const double* in[] = {a.data(), b.data()};
  std::vector<double> x[2], y[2];
  for (int way = 0; way < 2; ++way) {
    x[way].assign(kernel.outputs[0].size * 4, 77);
    y[way].assign(kernel.outputs[1].size * 4, 77);
    double* out[] = {x[way].data(), y[way].data()};
    if (way == 0)
      ir::interpret(kernel, in, out, 1, 3);
    else
      compiled(in, out, 1, 3);
  }
  int count = 0;
  for (std::size_t i = 0; i < x[0].size(); ++i) count += !same(x[0][i], x[1][i]);
  for (std::size_t i = 0; i < y[0].size(); ++i) count += !same(y[0][i], y[1][i]);
  return count;
}

}  // namespace

TEST_CASE("emitted kernels give the interpreter's bits, at every level") {
  std::vector<ir::Kernel> kernels;
  for (std::uint32_t i = 0; i < 12; ++i) {
    test::RandomShape shape;
    shape.operations = i < 9 ? 60 : 900;  // the long ones become several functions
    kernels.push_back(test::random_kernel("random_" + std::to_string(i), i, shape));
    kernels.back().in_place = i % 3 == 2;
  }
  for (const char* flags : {"-O0", "-O2"}) {
    CAPTURE(flags);
    const Library library(kernels, flags);
    for (const ir::Kernel& kernel : kernels) {
      CAPTURE(kernel.name);
      const frix_kernel compiled = library.find(kernel.name);
      REQUIRE((compiled != nullptr));
      for (std::uint32_t seed = 0; seed < 20; ++seed) CHECK(differences(kernel, compiled, 100 * seed) == 0);
    }
  }
}

TEST_CASE("the same kernel gives the same bytes") {
  const Sources none;
  const auto text = [&] { return emit::cpp::print(emit::cpp::kernel_source(test::random_kernel("k", 5), none)); };
  CHECK(text() == text());
}

TEST_CASE("an in-place kernel stores after all its loads") {
  // y = (x1, x0): a swap in place is right only when both are loaded first
  ir::Kernel kernel;
  kernel.name = "swap";
  kernel.inputs = {{"x", 2}};
  kernel.outputs = {{"y", 2}};
  kernel.graph = std::make_shared<ir::Graph>();
  kernel.in_place = true;
  kernel.stores = {{0, 0, kernel.graph->input(0, 1)}, {0, 1, kernel.graph->input(0, 0)}};
  const Library library({kernel}, "-O1");
  double state[2] = {1, 2};
  const double* in[] = {state};
  double* out[] = {state};
  library.find("swap")(in, out, 0, 1);
  CHECK(state[0] == 2);
  CHECK(state[1] == 1);
}
