#include <fmt/format.h>

#include <set>
#include <utility>

#include "compiler/ir/kernel.h"

namespace frix::ir {
namespace {

bool is_identifier(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (name.empty() || !is_letter(name.front())) return false;
  for (const char c : name)
    if (!is_letter(c) && !(c >= '0' && c <= '9')) return false;
  return true;
}

}  // namespace

std::vector<std::string> verify(const Kernel& kernel) {
  std::vector<std::string> faults;
  if (!is_identifier(kernel.name)) faults.push_back(fmt::format("the name '{}' is not a C identifier", kernel.name));
  if (kernel.graph == nullptr) {
    faults.push_back("there is no graph");
    return faults;
  }
  const Graph& graph = *kernel.graph;

  // stores: inside their buffers, each element at most once
  for (const Buffer& output : kernel.outputs)
    if (output.shared) faults.push_back(fmt::format("output '{}' is shared between instances", output.name));
  std::set<std::pair<std::uint16_t, std::uint32_t>> stored;
  bool nodes_exist = true;
  for (const Store& store : kernel.stores) {
    if (store.node >= graph.size()) {
      faults.push_back(fmt::format("output {}[{}] stores a node that is not in the graph", store.buffer, store.index));
      nodes_exist = false;
    }
    if (store.buffer >= kernel.outputs.size() || store.index >= kernel.outputs[store.buffer].size)
      faults.push_back(fmt::format("output {}[{}] is outside the outputs", store.buffer, store.index));
    if (!stored.emplace(store.buffer, store.index).second)
      faults.push_back(fmt::format("output {}[{}] is stored twice", store.buffer, store.index));
  }
  if (!nodes_exist) return faults;

  // what is read: inside the buffers of this kernel, which the graph may share with others
  for (const NodeId id : schedule(kernel)) {
    const Node& node = graph.node(id);
    if (node.op == Op::input && (node.buffer >= kernel.inputs.size() || node.index >= kernel.inputs[node.buffer].size))
      faults.push_back(fmt::format("input {}[{}] is outside the inputs", node.buffer, node.index));
  }
  return faults;
}

}  // namespace frix::ir
