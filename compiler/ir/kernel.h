// The third representation, part two: kernels. A kernel is a pure function over arrays of doubles, run for a range of
// instances: no allocation, no calls but the math library. What its arrays mean is said where it is made (lower) and in
// runtime/model/model.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/graph.h"

namespace frix::ir {

struct Buffer {
  std::string name;
  std::uint32_t size = 0;  // elements of one instance
  bool shared = false;     // the same elements for all instances
};

// out[buffer][index] = node
struct Store {
  std::uint16_t buffer = 0;
  std::uint32_t index = 0;
  NodeId node = kNoNode;
  std::uint32_t origin = 0;  // of the graph: what the element was stored for
};

struct Kernel {
  std::string name;  // a C identifier
  std::vector<Buffer> inputs;
  std::vector<Buffer> outputs;
  std::vector<Store> stores;
  std::shared_ptr<Graph> graph;
  std::string purpose = {};  // what it computes, for readable code
  // An output may be an input array. Then all loads of an instance come before its stores; compiled code keeps that
  // order always.
  bool in_place = false;
};

// The nodes that the stores need, operands first, in an order that keeps values near their uses.
std::vector<NodeId> schedule(const Kernel& kernel);

// Number of operations that are neither constants nor inputs.
std::size_t operation_count(const Kernel& kernel);

// The invariants, in words; empty when all hold.
std::vector<std::string> verify(const Kernel& kernel);

// Runs a kernel by walking the graph: slow, and the oracle that the emitters are tested against.
void interpret(const Kernel& kernel, const double* const* in, double* const* out, std::int64_t begin, std::int64_t end);

// A readable listing, for --emit=kernels.
std::string print(const Kernel& kernel);

}  // namespace frix::ir
