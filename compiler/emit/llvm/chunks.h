// Cuts a long kernel into pieces that are compiled as functions of their own.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compiler/ir/kernel.h"

namespace frix::emit {

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

// Values that one piece makes and a later one needs travel in slots of a scratch array; a slot is used again when its
// value is dead. Inputs are loaded again by each piece that needs them. An element is stored as soon as its value is
// made; what needs no computation comes last. In a kernel whose outputs may be its inputs all stores come last: what
// they write, inputs included, waits in slots.
struct Chunks {
  std::vector<std::vector<ir::NodeId>> operations;
  std::unordered_map<ir::NodeId, std::vector<ir::Store>> early_stores;  // of operations, where they are made
  std::vector<std::vector<ir::Store>> late_stores;                      // in pieces, too
  std::vector<std::uint32_t> slot;                                      // of a node, or kNoSlot
  std::uint32_t slots = 0;
  bool is_single = false;  // one piece is enough: the kernel then needs no slots
};

Chunks cut(const ir::Kernel& kernel, std::size_t operations_per_chunk);

}  // namespace frix::emit
