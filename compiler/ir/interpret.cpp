#include <algorithm>
#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/ir/kernel.h"

namespace frix::ir {

void interpret(const Kernel& kernel, const double* const* in, double* const* out, std::int64_t begin,
               std::int64_t end) {
  const Graph& graph = *kernel.graph;
  const std::vector<NodeId> order = schedule(kernel);
  std::vector<double> values(graph.size(), 0.0);
  const auto element = [](const Buffer& buffer, std::int64_t instance, std::uint32_t index) {
    return (buffer.shared ? 0 : instance * std::int64_t{buffer.size}) + index;
  };

  for (std::int64_t instance = begin; instance < end; ++instance) {
    for (const NodeId id : order) {
      const Node& node = graph.node(id);
      if (node.op == Op::constant) {
        values[id] = node.value;
      } else if (node.op == Op::input) {
        values[id] = in[node.buffer][element(kernel.inputs[node.buffer], instance, node.index)];
      } else {
        double operands[3] = {0, 0, 0};
        for (int i = 0; i < operand_count(node.op); ++i) operands[i] = values[node.operand[i]];
        values[id] = evaluate(node.op, operands[0], operands[1], operands[2]);
      }
    }
    for (const Store& store : kernel.stores)
      out[store.buffer][element(kernel.outputs[store.buffer], instance, store.index)] = values[store.node];
  }
}

}  // namespace frix::ir
