#include "compiler/emit/llvm/chunks.h"

#include <algorithm>

namespace frix::emit {
namespace {

std::size_t ceil_divide(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

// Linear scan over the pieces: `last_use` is the last piece that reads a node from its slot.
void assign_slots(const ir::Graph& graph, Chunks& chunks, const std::vector<std::uint32_t>& last_use,
                  const std::vector<bool>& waits) {
  std::vector<std::vector<ir::NodeId>> dies_after(chunks.operations.size() + 1);
  std::vector<std::uint32_t> free;
  for (std::uint32_t piece = 0; piece < chunks.operations.size(); ++piece) {
    for (const ir::NodeId id : chunks.operations[piece]) {
      const ir::Op op = graph.node(id).op;
      if (op == ir::Op::constant || (op == ir::Op::input && !waits[id])) continue;
      if (last_use[id] <= piece || chunks.slot[id] != kNoSlot) continue;
      if (free.empty()) {
        chunks.slot[id] = chunks.slots++;
      } else {
        chunks.slot[id] = free.back();
        free.pop_back();
      }
      dies_after[last_use[id]].push_back(id);
    }
    for (const ir::NodeId id : dies_after[piece]) free.push_back(chunks.slot[id]);
  }
}

}  // namespace

Chunks cut(const ir::Kernel& kernel, std::size_t operations_per_chunk) {
  const ir::Graph& graph = *kernel.graph;
  const std::vector<ir::NodeId> order = ir::schedule(kernel);
  const auto is_operation = [&graph](ir::NodeId id) { return ir::operand_count(graph.node(id).op) > 0; };
  const auto operations = static_cast<std::size_t>(std::count_if(order.begin(), order.end(), is_operation));

  Chunks chunks;
  chunks.slot.assign(graph.size(), kNoSlot);
  chunks.is_single = operations + kernel.stores.size() <= operations_per_chunk;
  std::vector<ir::Store> late;
  for (const ir::Store& store : kernel.stores) {
    if (kernel.in_place || !is_operation(store.node))
      late.push_back(store);
    else
      chunks.early_stores[store.node].push_back(store);
  }
  for (std::size_t i = 0; i < late.size(); ++i) {
    if (i % operations_per_chunk == 0) chunks.late_stores.emplace_back();
    chunks.late_stores.back().push_back(late[i]);
  }
  if (chunks.is_single) {
    chunks.operations.push_back(order);
    return chunks;
  }

  // pieces of equal size
  const std::size_t pieces = std::max<std::size_t>(1, ceil_divide(operations, operations_per_chunk));
  const std::size_t size = std::max<std::size_t>(1, ceil_divide(operations, pieces));
  chunks.operations.resize(pieces);
  std::vector<std::uint32_t> last_use(graph.size(), 0);
  std::size_t done = 0;
  for (const ir::NodeId id : order) {
    const std::size_t piece = std::min(done / size, pieces - 1);
    chunks.operations[piece].push_back(id);
    const ir::Node& node = graph.node(id);
    for (int i = 0; i < ir::operand_count(node.op); ++i)
      last_use[node.operand[i]] = std::max(last_use[node.operand[i]], static_cast<std::uint32_t>(piece));
    done += is_operation(id);
  }
  std::vector<bool> waits(graph.size(), false);  // for a store that may overwrite inputs
  if (kernel.in_place) {
    for (const ir::Store& store : late) {
      last_use[store.node] = static_cast<std::uint32_t>(pieces);
      waits[store.node] = true;
    }
  }
  assign_slots(graph, chunks, last_use, waits);
  return chunks;
}

}  // namespace frix::emit
