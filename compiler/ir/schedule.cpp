#include <vector>

#include "compiler/ir/kernel.h"

namespace frix::ir {

// Depth first from the stores in their order: an operand that nothing else needed yet comes right before its user.
std::vector<NodeId> schedule(const Kernel& kernel) {
  const Graph& graph = *kernel.graph;
  std::vector<NodeId> order;
  std::vector<bool> placed(graph.size(), false);
  struct Visit {
    NodeId id;
    int next_operand;
  };
  std::vector<Visit> path;  // an own stack: graphs can be deeper than that of the process
  for (const Store& store : kernel.stores) {
    if (!placed[store.node]) path.push_back({store.node, 0});
    while (!path.empty()) {
      Visit& visit = path.back();
      const Node& node = graph.node(visit.id);
      if (visit.next_operand < operand_count(node.op)) {
        const NodeId operand = node.operand[visit.next_operand++];
        if (!placed[operand]) path.push_back({operand, 0});
        continue;
      }
      if (!placed[visit.id]) order.push_back(visit.id);
      placed[visit.id] = true;
      path.pop_back();
    }
  }
  return order;
}

std::size_t operation_count(const Kernel& kernel) {
  std::size_t count = 0;
  for (const NodeId id : schedule(kernel)) count += operand_count(kernel.graph->node(id).op) > 0;
  return count;
}

}  // namespace frix::ir
