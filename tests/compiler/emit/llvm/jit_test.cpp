#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "compiler/emit/llvm/jit.h"
#include "compiler/ir/scalar.h"
#include "tests/compiler/emit/random_kernel.h"

using namespace frix;

namespace {

// The same bits; any not-a-number equals any other, since IEEE leaves their bits open.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

emit::JitOptions uncached(int optimisation = -1) {
  emit::JitOptions options;
  options.cache = false;
  options.optimisation = optimisation;
  return options;
}

struct Run {
  std::vector<double> x, y;
};

template <typename Function>
Run run(const ir::Kernel& kernel, std::int64_t instances, std::int64_t begin, std::int64_t end, std::uint32_t seed,
        const Function& function) {
  const auto size = static_cast<std::size_t>(instances);
  const std::vector<double> a = test::random_values(kernel.inputs[0].size * size, seed);
  const std::vector<double> b = test::random_values(kernel.inputs[1].size, seed + 1);
  Run result{std::vector<double>(kernel.outputs[0].size * size, 77), std::vector<double>(4 * size, 77)};
  const double* in[] = {a.data(), b.data()};
  double* out[] = {result.x.data(), result.y.data()};
  function(in, out, begin, end);
  return result;
}

// Number of values in which compiled code and interpreter differ.
int differences(const ir::Kernel& kernel, frix_kernel compiled, std::int64_t instances, std::int64_t begin,
                std::int64_t end, std::uint32_t seed) {
  const auto oracle = [&](auto... arguments) { ir::interpret(kernel, arguments...); };
  const Run expected = run(kernel, instances, begin, end, seed, oracle);
  const Run actual = run(kernel, instances, begin, end, seed, compiled);
  int count = 0;
  for (std::size_t i = 0; i < expected.x.size(); ++i) count += !same(expected.x[i], actual.x[i]);
  for (std::size_t i = 0; i < expected.y.size(); ++i) count += !same(expected.y[i], actual.y[i]);
  return count;
}

ir::Kernel swap_kernel(std::size_t extra_operations) {
  // x = (a1, a0, long chain): outputs that are inputs, to be run in place
  ir::Kernel kernel;
  kernel.name = "swap";
  kernel.inputs = {{"a", 3}};
  kernel.outputs = {{"x", 3}};
  kernel.graph = std::make_shared<ir::Graph>();
  ir::Graph& graph = *kernel.graph;
  ir::Scalar sum(graph, graph.input(0, 2));
  for (std::size_t i = 0; i < extra_operations; ++i)
    sum = sum * ir::Scalar(graph, graph.input(0, i % 2)) + 0.001 * static_cast<double>(i);
  kernel.stores = {{0, 0, graph.input(0, 1)}, {0, 1, graph.input(0, 0)}, {0, 2, sum.id_in(graph)}};
  return kernel;
}

}  // namespace

TEST_CASE("compiled kernels give the interpreter's bits at every level") {
  std::vector<ir::Kernel> kernels;
  for (std::uint32_t i = 0; i < 1000; ++i)
    kernels.push_back(test::random_kernel(fmt::format("k{}", i), 1000 + i, {20 + i % 60, 1 + i % 7, 1 + i % 9}));
  constexpr std::size_t how_many[] = {1000, 300, 40, 40};
  for (int level = 0; level <= 3; ++level) {
    CAPTURE(level);
    kernels.resize(how_many[level]);  // higher levels take longer
    const emit::Jit jit(kernels, uncached(level));
    REQUIRE(jit.error() == "");
    int wrong = 0;
    for (std::uint32_t i = 0; i < kernels.size(); ++i)
      wrong += differences(kernels[i], jit.find(kernels[i].name), 5, 0, 5, i) > 0;
    CHECK(wrong == 0);
  }
}

TEST_CASE("every operation gives the interpreter's bits on special values") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values = {
      0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e300, 5e-324, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()};
  ir::Kernel kernel;
  kernel.name = "all";
  kernel.inputs = {{"a", 3}};
  kernel.graph = std::make_shared<ir::Graph>();
  std::uint32_t count = 0;
  for (int op = static_cast<int>(ir::Op::negate); op <= static_cast<int>(ir::Op::power); ++op) {
    ir::Graph& graph = *kernel.graph;
    const ir::NodeId node =
        graph.apply(static_cast<ir::Op>(op), graph.input(0, 0), graph.input(0, 1), graph.input(0, 2));
    kernel.stores.push_back({0, count++, node});
  }
  kernel.outputs = {{"x", count}};

  std::vector<double> a;
  for (const double u : values)
    for (const double v : values)
      for (const double w : {1.5, -3.0}) a.insert(a.end(), {u, v, w});
  const auto instances = static_cast<std::int64_t>(a.size() / 3);
  std::vector<double> expected(count * a.size() / 3), actual(expected.size());
  const double* in[] = {a.data()};
  double* out[] = {expected.data()};
  ir::interpret(kernel, in, out, 0, instances);
  for (int level = 0; level <= 3; ++level) {
    CAPTURE(level);
    const emit::Jit jit({kernel}, uncached(level));
    REQUIRE(jit.error() == "");
    double* compiled_out[] = {actual.data()};
    jit.find("all")(in, compiled_out, 0, instances);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(ir::name(static_cast<ir::Op>(static_cast<std::size_t>(ir::Op::negate) + i % count)));
      CAPTURE(a[3 * (i / count)]);
      CAPTURE(a[3 * (i / count) + 1]);
      CHECK(same(expected[i], actual[i]));
    }
  }
}

TEST_CASE("only the instances from begin to end are touched") {
  const ir::Kernel kernel = test::random_kernel("k", 7);
  const emit::Jit jit({kernel}, uncached());
  REQUIRE(jit.error() == "");
  CHECK(differences(kernel, jit.find("k"), 10, 3, 7, 1) == 0);  // the rest keeps its 77
  CHECK(differences(kernel, jit.find("k"), 4, 2, 2, 2) == 0);
  CHECK(differences(kernel, jit.find("k"), 4, 3, 1, 3) == 0);
}

TEST_CASE("a long kernel is cut into functions and gives the same bits") {
  const ir::Kernel kernel = test::random_kernel("long_one", 3, {20000, 40, 2500});
  CHECK(ir::operation_count(kernel) > 10000);
  for (const int level : {0, 1}) {
    CAPTURE(level);
    const emit::Jit jit({kernel}, uncached(level));
    REQUIRE(jit.error() == "");
    CHECK(differences(kernel, jit.find("long_one"), 3, 0, 3, 5) == 0);
  }
}

TEST_CASE("an output may be an input array of a kernel that says so") {
  for (const std::size_t extra : {std::size_t{3}, std::size_t{4000}}) {
    CAPTURE(extra);
    ir::Kernel kernel = swap_kernel(extra);
    kernel.in_place = true;
    const emit::Jit jit({kernel}, uncached());
    REQUIRE(jit.error() == "");
    std::vector<double> a = {0.9, -0.8, 3, 0.25, 0.5, 4}, expected(6);
    const double* in[] = {a.data()};
    double* out[] = {expected.data()};
    ir::interpret(kernel, in, out, 0, 2);
    out[0] = a.data();
    jit.find("swap")(in, out, 0, 2);
    CHECK(a == expected);
    CHECK(a[0] == -0.8);
    CHECK(a[1] == 0.9);
  }
}

TEST_CASE("several threads compile what one compiles") {
  std::vector<ir::Kernel> kernels;
  for (std::uint32_t i = 0; i < 40; ++i) kernels.push_back(test::random_kernel(fmt::format("k{}", i), i, {60, 5, 5}));
  emit::JitOptions options = uncached();
  options.threads = 4;
  const emit::Jit jit(kernels, options);
  REQUIRE(jit.error() == "");
  CHECK(jit.report().functions == 40);
  CHECK(jit.report().generate_seconds > 0);
  for (const ir::Kernel& kernel : kernels) CHECK(differences(kernel, jit.find(kernel.name), 3, 0, 3, 9) == 0);
}

TEST_CASE("bad kernels give an error and no functions") {
  ir::Kernel good = test::random_kernel("good", 1);
  ir::Kernel bad = test::random_kernel("bad", 2);
  bad.stores.push_back({0, 1000, 0});
  const emit::Jit jit({good, bad}, uncached());
  CHECK(jit.error() == "bad: output 0[1000] is outside the outputs");
  CHECK((jit.find("good") == nullptr));

  const emit::Jit twice({good, good}, uncached());
  CHECK(twice.error() != "");
  CHECK((twice.find("good") == nullptr));

  const emit::Jit nothing({}, uncached());
  CHECK(nothing.error() == "");
  CHECK((nothing.find("good") == nullptr));
}

TEST_CASE("sine and cosine of one angle share a call and keep their bits") {
  ir::Kernel kernel;
  kernel.name = "turn";
  kernel.inputs = {{"q", 1}};
  kernel.outputs = {{"x", 3}};
  kernel.graph = std::make_shared<ir::Graph>();
  ir::Graph& graph = *kernel.graph;
  const ir::Scalar q(graph, graph.input(0, 0));
  kernel.stores = {{0, 0, cos(q).id_in(graph)}, {0, 1, sin(q).id_in(graph)}, {0, 2, sin(3.0 * q).id_in(graph)}};
  CHECK(emit::print_llvm({kernel}, {}).find("call void @sincos(") != std::string::npos);
  const emit::Jit jit({kernel}, uncached());
  REQUIRE(jit.error() == "");
  const std::vector<double> q_values = test::random_values(20000, 4);
  std::vector<double> x(3 * q_values.size());
  const double* in[] = {q_values.data()};
  double* out[] = {x.data()};
  jit.find("turn")(in, out, 0, static_cast<std::int64_t>(q_values.size()));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < q_values.size(); ++i)
    wrong += !same(x[3 * i], std::cos(q_values[i])) || !same(x[3 * i + 1], std::sin(q_values[i])) ||
             !same(x[3 * i + 2], std::sin(3 * q_values[i]));
  CHECK(wrong == 0);
}

TEST_CASE("the LLVM IR shows plain operations and calls of the math library") {
  ir::Kernel kernel;
  kernel.name = "small";
  kernel.inputs = {{"q", 2}};
  kernel.outputs = {{"x", 1}};
  kernel.graph = std::make_shared<ir::Graph>();
  ir::Graph& graph = *kernel.graph;
  const ir::Scalar q(graph, graph.input(0, 0)), p(graph, graph.input(0, 1));
  kernel.stores = {{0, 0, (sin(q) * p + q).id_in(graph)}};
  const std::string text = emit::print_llvm({kernel}, {});
  CHECK(text.find("define void @small(") != std::string::npos);
  CHECK(text.find("call double @sin(") != std::string::npos);
  CHECK(text.find("fmul double") != std::string::npos);
  CHECK(text.find("fast") == std::string::npos);
  CHECK(text.find("contract") == std::string::npos);
}
