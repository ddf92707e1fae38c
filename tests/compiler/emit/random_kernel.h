// Random kernels for tests: every operation, values that stay in a moderate range, special values among the inputs.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"

namespace frix::test {

struct RandomShape {
  std::size_t operations = 60;
  std::uint32_t inputs = 7;   // elements of the per-instance input; a shared one of 3 comes second
  std::uint32_t outputs = 9;  // elements of the first output; a second one has 4
};

inline ir::Kernel random_kernel(const std::string& name, std::uint32_t seed, const RandomShape& shape = {}) {
  std::mt19937 random(seed);
  const auto below = [&random](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  ir::Kernel kernel;
  kernel.name = name;
  kernel.inputs = {{"a", shape.inputs}, {"b", 3, true}};
  kernel.outputs = {{"x", shape.outputs}, {"y", 4}};
  kernel.graph = std::make_shared<ir::Graph>();
  ir::Graph& graph = *kernel.graph;

  std::vector<ir::NodeId> nodes;
  for (std::uint32_t i = 0; i < shape.inputs; ++i) nodes.push_back(graph.input(0, i));
  for (std::uint32_t i = 0; i < 3; ++i) nodes.push_back(graph.input(1, i));
  for (const double value : {0.5, -1.0, 2.0, 3.25, 1e-3}) nodes.push_back(graph.constant(value));
  const auto first = static_cast<int>(ir::Op::negate), last = static_cast<int>(ir::Op::power);
  while (graph.size() < shape.operations + shape.inputs) {
    const auto op = static_cast<ir::Op>(first + static_cast<int>(below(static_cast<std::size_t>(last - first + 1))));
    // mostly recent operands, so that graphs are deep, and now and then any
    const auto operand = [&] {
      return below(4) == 0 ? nodes[below(nodes.size())]
                           : nodes[nodes.size() - 1 - below(std::min<std::size_t>(nodes.size(), 12))];
    };
    const ir::NodeId a = operand(), b = operand(), c = operand();
    nodes.push_back(graph.apply(op, a, b, c));
    if (below(16) == 0) nodes.push_back(nodes[below(shape.inputs)]);
  }
  for (std::uint32_t i = 0; i < shape.outputs; ++i)
    kernel.stores.push_back(
        {0, i, nodes[nodes.size() - 1 - below(std::min(nodes.size(), 3 * std::size_t{shape.outputs}))]});
  for (std::uint32_t i = 0; i < 4; ++i) kernel.stores.push_back({1, i, nodes[below(nodes.size())]});
  return kernel;
}

inline std::vector<double> random_values(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<double> values(count);
  for (double& value : values) {
    value = std::normal_distribution<double>(0, 2)(random);
    switch (std::uniform_int_distribution<int>(0, 15)(random)) {
      case 0:
        value = 0.0;
        break;
      case 1:
        value = -0.0;
        break;
      case 2:
        value *= 1e9;
        break;
      default:
        break;
    }
  }
  return values;
}

}  // namespace frix::test
