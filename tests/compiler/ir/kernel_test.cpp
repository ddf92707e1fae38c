#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/ir/scalar.h"

using namespace frix::ir;

namespace {

// x = (a0 + b0, a0 * a1) where b is shared
Kernel example() {
  Kernel kernel;
  kernel.name = "example";
  kernel.inputs = {{"a", 2}, {"b", 1, true}};
  kernel.outputs = {{"x", 2}};
  kernel.graph = std::make_shared<Graph>();
  Graph& graph = *kernel.graph;
  const Scalar a0(graph, graph.input(0, 0)), a1(graph, graph.input(0, 1)), b0(graph, graph.input(1, 0));
  kernel.stores = {{0, 0, (a0 + b0).id_in(graph)}, {0, 1, (a0 * a1).id_in(graph)}};
  return kernel;
}

}  // namespace

TEST_CASE("a schedule has what the stores need, once, operands first") {
  Kernel kernel = example();
  kernel.graph->apply(Op::sinh, kernel.graph->input(0, 0));  // not needed
  const std::vector<NodeId> order = schedule(kernel);
  CHECK(order.size() == 5);
  CHECK(operation_count(kernel) == 2);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Node& node = kernel.graph->node(order[i]);
    CHECK(std::count(order.begin(), order.end(), order[i]) == 1);
    for (int k = 0; k < operand_count(node.op); ++k)
      CHECK(std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(i), node.operand[k]) !=
            order.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

TEST_CASE("a very deep graph is no problem") {
  Kernel kernel = example();
  Graph& graph = *kernel.graph;
  Scalar sum(graph, graph.input(0, 0));
  for (int i = 0; i < 300000; ++i) sum = sum * Scalar(graph, graph.input(0, 1)) + 1.0;
  kernel.stores = {{0, 0, sum.id_in(graph)}};
  CHECK(operation_count(kernel) == 600000);
}

TEST_CASE("the interpreter runs over instances, with shared inputs, in place") {
  const Kernel kernel = example();
  std::vector<double> a = {1, 2, 3, 4, 5, 6};
  const double b = 10;
  const double* in[] = {a.data(), &b};
  double* out[] = {a.data()};
  interpret(kernel, in, out, 1, 3);
  CHECK(a == std::vector<double>{1, 2, 13, 12, 15, 30});
}

TEST_CASE("a listing shows declarations, operations and stores") {
  CHECK(print(example()) ==
        "kernel example(a[2], b[1] shared) -> (x[2])  # 2 operations\n"
        "  %0 = add a[0], b[0]\n"
        "  %1 = multiply a[0], a[1]\n"
        "  x[0] = %0\n"
        "  x[1] = %1\n");
}

TEST_CASE("verify finds what is wrong") {
  using Faults = std::vector<std::string>;
  CHECK(verify(example()).empty());

  Kernel kernel = example();
  kernel.name = "2nd";
  CHECK(verify(kernel) == Faults{"the name '2nd' is not a C identifier"});

  kernel = example();
  kernel.stores[0].node = 1000;
  CHECK(verify(kernel) == Faults{"output 0[0] stores a node that is not in the graph"});

  kernel = example();
  kernel.stores[1].index = 2;
  CHECK(verify(kernel) == Faults{"output 0[2] is outside the outputs"});

  kernel = example();
  kernel.stores[1].buffer = 1;
  CHECK(verify(kernel) == Faults{"output 1[1] is outside the outputs"});

  kernel = example();
  kernel.stores[1].index = 0;
  CHECK(verify(kernel) == Faults{"output 0[0] is stored twice"});

  kernel = example();
  kernel.inputs[0].size = 1;
  CHECK(verify(kernel) == Faults{"input 0[1] is outside the inputs"});

  kernel = example();
  kernel.inputs.pop_back();
  CHECK(verify(kernel) == Faults{"input 1[0] is outside the inputs"});

  kernel = example();
  kernel.outputs[0].shared = true;
  CHECK(verify(kernel) == Faults{"output 'x' is shared between instances"});

  kernel = example();
  kernel.graph = nullptr;
  CHECK(verify(kernel) == Faults{"there is no graph"});
}
