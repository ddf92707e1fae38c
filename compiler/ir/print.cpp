#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "compiler/ir/kernel.h"

namespace frix::ir {
namespace {

std::string declaration(const Buffer& buffer) {
  return fmt::format("{}[{}]{}", buffer.name, buffer.size, buffer.shared ? " shared" : "");
}

std::string list(const std::vector<Buffer>& buffers) {
  std::string text;
  for (const Buffer& buffer : buffers) text += (text.empty() ? "" : ", ") + declaration(buffer);
  return text;
}

}  // namespace

std::string print(const Kernel& kernel) {
  const Graph& graph = *kernel.graph;
  std::string text = fmt::format("kernel {}({}) -> ({})  # {} operations\n", kernel.name, list(kernel.inputs),
                                 list(kernel.outputs), operation_count(kernel));
  const auto out = std::back_inserter(text);

  // operations are numbered in their order; constants and inputs stand where they are used
  std::vector<std::string> names(graph.size());
  std::size_t count = 0;
  for (const NodeId id : schedule(kernel)) {
    const Node& node = graph.node(id);
    if (node.op == Op::constant) {
      names[id] = fmt::format("{}", node.value);
    } else if (node.op == Op::input) {
      names[id] = fmt::format("{}[{}]", kernel.inputs[node.buffer].name, node.index);
    } else {
      names[id] = fmt::format("%{}", count++);
      fmt::format_to(out, "  {} = {}", names[id], name(node.op));
      for (int i = 0; i < operand_count(node.op); ++i)
        fmt::format_to(out, "{} {}", i == 0 ? "" : ",", names[node.operand[i]]);
      text += '\n';
    }
  }
  for (const Store& store : kernel.stores)
    fmt::format_to(out, "  {}[{}] = {}\n", kernel.outputs[store.buffer].name, store.index, names[store.node]);
  return text;
}

}  // namespace frix::ir
