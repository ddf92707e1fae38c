// Cuts a long kernel into pieces that are compiled as functions of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/kernel.h"

namespace frix::emit {

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

// Values that one piece makes and a later one needs travel in slots of a scratch array; a slot is used again when its
// value is dead. Stores come after all operations, since an output may be an input array: what they write, inputs
// included, waits in slots. Other inputs are loaded again by each piece that needs them.
struct Chunks {
  std::vector<std::vector<ir::NodeId>> operations;
  std::vector<std::vector<ir::Store>> stores;  // empty when one piece is enough: the kernel then needs no slots
  std::vector<std::uint32_t> slot;             // of a node, or kNoSlot
  std::uint32_t slots = 0;

  bool is_single() const { return stores.empty(); }
};

Chunks cut(const ir::Kernel& kernel, std::size_t operations_per_chunk);

}  // namespace frix::emit
