// How a kernel becomes readable code: which values get a variable, which stand inside the expression that uses them,
// and how the statements are cut into paragraphs (one for each element of the model and step of the lowering) and
// these into functions of a readable length.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"

namespace frix::emit::cpp {

// `variable = node;` or, when `store` is not kNoStore, `output = node;` for kernel.stores[store].
struct Line {
  static constexpr std::uint32_t kNoStore = ~std::uint32_t{0};
  ir::NodeId node = ir::kNoNode;
  std::uint32_t store = kNoStore;
};

// What was made for one element of the model in one step, in the order in which lowering made it.
struct Paragraph {
  std::uint32_t origin = 0;  // of the graph
  std::vector<Line> lines;
};

struct Layout {
  std::vector<std::vector<Paragraph>> parts;  // one function each
  std::vector<std::string> variable;          // of a node that has one; "" for the others
  std::vector<bool> shared;                   // the variable is made in one part and used in another
};

Layout lay_out(const ir::Kernel& kernel);

}  // namespace frix::emit::cpp
