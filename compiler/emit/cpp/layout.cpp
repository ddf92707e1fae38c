#include "compiler/emit/cpp/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace frix::emit::cpp {
namespace {

using ir::NodeId;

// Longer expressions are cut where a value has a name of its own.
constexpr std::size_t kOperationsPerExpression = 10;
// A function ends before the paragraph that would go beyond this; a longer paragraph is cut.
constexpr std::size_t kLinesPerFunction = 60;

class LayoutBuilder {
 public:
  explicit LayoutBuilder(const ir::Kernel& kernel)
      : kernel_(kernel), graph_(*kernel.graph), order_(ir::schedule(kernel)) {
    // the order of making: an operand is older than its user, and what belongs together was made together
    std::sort(order_.begin(), order_.end());
  }

  Layout build() {
    number_paragraphs();
    count_uses();
    choose_variables();
    write_lines();
    cut_into_functions();
    name_variables();
    find_shared();
    return std::move(layout_);
  }

 private:
  bool is_leaf(NodeId id) const { return ir::operand_count(graph_.node(id).op) == 0; }

  template <class Visit>
  void for_operands(NodeId id, const Visit& visit) const {
    const ir::Node& node = graph_.node(id);
    for (int i = 0; i < ir::operand_count(node.op); ++i) visit(node.operand[i]);
  }

  // A paragraph is a run of nodes of one origin.
  void number_paragraphs() {
    paragraph_of_.assign(graph_.size(), 0);
    std::uint32_t number = 0, origin = 0;
    for (const NodeId id : order_) {
      if (is_leaf(id)) continue;
      if (number == 0 || graph_.origin_of(id) != origin) ++number;
      origin = graph_.origin_of(id);
      paragraph_of_[id] = number;
    }
  }

  void count_uses() {
    uses_.assign(graph_.size(), 0);
    used_elsewhere_.assign(graph_.size(), false);
    for (const NodeId id : order_)
      for_operands(id, [&](NodeId operand) {
        ++uses_[operand];
        if (paragraph_of_[operand] != paragraph_of_[id]) used_elsewhere_[operand] = true;
      });
    for (const ir::Store& store : kernel_.stores) ++uses_[store.node];
  }

  // A value stands inside the expression of its only user when it was made for the same purpose and the expression
  // stays short. One that lowering gave a name keeps it.
  void choose_variables() {
    layout_.variable.assign(graph_.size(), "");
    has_variable_.assign(graph_.size(), false);
    std::vector<std::size_t> length(graph_.size(), 0);  // operations of the expression that a node is written as
    for (const NodeId id : order_) {
      if (is_leaf(id)) continue;
      has_variable_[id] = uses_[id] > 1 || used_elsewhere_[id] || graph_.suggested_name(id) != nullptr;
      length[id] = 1;
      for_operands(id, [&](NodeId operand) { length[id] += has_variable_[operand] ? 0 : length[operand]; });
      // too long: the longest operand gets a variable
      while (length[id] > kOperationsPerExpression) {
        NodeId longest = ir::kNoNode;
        for_operands(id, [&](NodeId operand) {
          if (!has_variable_[operand] && (longest == ir::kNoNode || length[operand] > length[longest]))
            longest = operand;
        });
        has_variable_[longest] = true;
        length[id] -= length[longest];
      }
    }
  }

  // Variables in the order of making, each followed by the stores of its value. Stores of
  // what needs no computation follow what they were made for; those that may overwrite an input come last.
  void write_lines() {
    std::vector<std::vector<std::uint32_t>> stores_of(graph_.size());
    std::vector<std::uint32_t> last;
    for (std::uint32_t s = 0; s < kernel_.stores.size(); ++s) {
      const NodeId node = kernel_.stores[s].node;
      if (kernel_.in_place || is_leaf(node))
        last.push_back(s);
      else
        stores_of[node].push_back(s);
    }
    std::sort(last.begin(), last.end(), [this](std::uint32_t a, std::uint32_t b) {
      const ir::Store &x = kernel_.stores[a], &y = kernel_.stores[b];
      return x.buffer != y.buffer ? x.buffer < y.buffer : x.index < y.index;
    });
    if (kernel_.in_place)
      for (const std::uint32_t s : last) has_variable_[kernel_.stores[s].node] = !may_be_read_late(kernel_.stores[s]);

    std::uint32_t open = ~std::uint32_t{0};
    for (const NodeId id : order_) {
      if (!has_variable_[id] && stores_of[id].empty()) continue;
      if (paragraph_of_[id] != open) paragraphs_.push_back({graph_.origin_of(id), {}});
      open = paragraph_of_[id];
      std::vector<Line>& lines = paragraphs_.back().lines;
      if (has_variable_[id]) lines.push_back({id, Line::kNoStore});
      for (const std::uint32_t s : stores_of[id]) lines.push_back({id, s});
    }
    for (const std::uint32_t s : last) paragraph_for(kernel_.stores[s]).lines.push_back({kernel_.stores[s].node, s});
  }

  // The one for what the element was stored for; in a kernel that may overwrite its inputs a new one, at the end.
  Paragraph& paragraph_for(const ir::Store& store) {
    const std::uint32_t origin = kernel_.in_place ? 0 : store.origin;
    const auto found = std::find_if(paragraphs_.rbegin(), paragraphs_.rend(), [&](const Paragraph& paragraph) {
      return graph_.origin(paragraph.origin) == graph_.origin(origin);
    });
    return found != paragraphs_.rend() ? *found : paragraphs_.emplace_back(Paragraph{origin, {}});
  }

  // In a kernel that may overwrite its inputs: constants, and an element that is copied to its own place.
  bool may_be_read_late(const ir::Store& store) const {
    const ir::Node& node = graph_.node(store.node);
    return node.op == ir::Op::constant ||
           (node.op == ir::Op::input && node.buffer == store.buffer && node.index == store.index);
  }

  void cut_into_functions() {
    std::size_t length = 0;
    const auto add = [&](std::uint32_t origin, auto first, auto last) {
      const auto count = static_cast<std::size_t>(last - first);
      if (layout_.parts.empty() || length + count > kLinesPerFunction) {
        layout_.parts.emplace_back();
        length = 0;
      }
      length += count;
      layout_.parts.back().push_back({origin, std::vector<Line>(first, last)});
    };
    for (const Paragraph& paragraph : paragraphs_) {
      auto first = paragraph.lines.begin();
      for (; paragraph.lines.end() - first > static_cast<std::ptrdiff_t>(kLinesPerFunction); first += kLinesPerFunction)
        add(paragraph.origin, first, first + kLinesPerFunction);
      add(paragraph.origin, first, paragraph.lines.end());
    }
  }

  // Suggested names, made unique; t1, t2, ... for the rest.
  void name_variables() {
    std::set<std::string> taken = {"in", "out", "k", "begin", "end", "s"};
    for (const auto* buffers : {&kernel_.inputs, &kernel_.outputs})
      for (const ir::Buffer& buffer : *buffers) taken.insert(buffer.name);
    std::size_t number = 0;
    for (const NodeId id : order_) {
      if (!has_variable_[id]) continue;
      const std::string* suggested = graph_.suggested_name(id);
      const std::string wanted = suggested != nullptr ? *suggested : fmt::format("t{}", ++number);
      std::string unique = wanted;
      for (int i = 2; !taken.insert(unique).second; ++i) unique = fmt::format("{}_{}", wanted, i);
      layout_.variable[id] = unique;
    }
  }

  void find_shared() {
    layout_.shared.assign(graph_.size(), false);
    constexpr std::size_t kNowhere = ~std::size_t{0};
    std::vector<std::size_t> made_in(graph_.size(), kNowhere);
    for (std::size_t part = 0; part < layout_.parts.size(); ++part) {
      // the variables that an expression reads
      const auto read = [&](const auto& self, NodeId id) -> void {
        if (!has_variable_[id]) return for_operands(id, [&](NodeId operand) { self(self, operand); });
        if (made_in[id] != part) layout_.shared[id] = true;
      };
      for (const Paragraph& paragraph : layout_.parts[part])
        for (const Line& line : paragraph.lines) {
          if (line.store != Line::kNoStore) {
            read(read, line.node);
          } else {
            for_operands(line.node, [&](NodeId operand) { read(read, operand); });
            made_in[line.node] = part;
          }
        }
    }
  }

  const ir::Kernel& kernel_;
  const ir::Graph& graph_;
  std::vector<NodeId> order_;
  std::vector<std::uint32_t> paragraph_of_, uses_;
  std::vector<bool> used_elsewhere_, has_variable_;
  std::vector<Paragraph> paragraphs_;
  Layout layout_;
};

}  // namespace

Layout lay_out(const ir::Kernel& kernel) {
  return LayoutBuilder(kernel).build();
}

}  // namespace frix::emit::cpp
