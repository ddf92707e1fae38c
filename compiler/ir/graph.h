// The third representation, part one: a hash-consed graph of scalar operations.
//
// Semantics: values are IEEE doubles; a comparison gives 1 or 0; `select(c, a, b)` is a where c != 0, else b, and both
// sides are always computed. Nodes are pure, so equal nodes are one node, and an operand is always older than its user.
// Building simplifies: constants are folded (with the C math library of this process), x+0, x*1, x*0, x-x and the like
// vanish. The rewrites assume that values are finite and may change the sign of a zero; otherwise they are exact, but
// for small constant powers, which become products and square roots. Both emitters see the simplified graph and compute
// the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/source/span.h"

namespace frix::ir {

enum class Op : std::uint8_t {
  constant,
  input,  // buffer and index of the kernel
  negate,
  add,
  subtract,
  multiply,
  divide,
  less,
  less_equal,
  equal,
  logical_not,
  logical_and,
  logical_or,
  select,
  sqrt,
  abs,
  min,
  max,
  floor,  // exact
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  power,  // of the math library
};
int operand_count(Op op);
const char* name(Op op);

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

struct Node {
  Op op = Op::constant;
  std::uint16_t buffer = 0;  // input: which buffer
  std::uint32_t index = 0;   // input: which element of it
  double value = 0;          // constant
  NodeId operand[3] = {kNoNode, kNoNode, kNoNode};
};

// Why nodes were made, for readable code and for the question which line of a model a line of code comes from.
struct Origin {
  std::string step;     // of the lowering: "mass matrix"
  std::string subject;  // what of the model: "elbow"; may be empty
  Span span;            // where that is declared, if it is known

  friend bool operator==(const Origin& a, const Origin& b) = default;
};

class Graph {
 public:
  NodeId constant(double value);
  NodeId input(std::uint16_t buffer, std::uint32_t index);
  // Any other operation; simplifies, then finds or makes the node.
  NodeId apply(Op op, NodeId a, NodeId b = kNoNode, NodeId c = kNoNode);

  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  // The operation on these operands if it is already there, else kNoNode.
  NodeId find(Op op, NodeId a, NodeId b) const;
  bool is_constant(NodeId id) const { return nodes_[id].op == Op::constant; }
  bool is_constant(NodeId id, double value) const { return is_constant(id) && nodes_[id].value == value; }

  // Nodes made from now on have this origin; a node keeps the one it was first made for. Gives the one before.
  std::uint32_t set_origin(Origin origin);
  void restore_origin(std::uint32_t index) { current_origin_ = index; }
  std::uint32_t current_origin() const { return current_origin_; }
  std::uint32_t origin_of(NodeId id) const { return origin_of_[id]; }
  const Origin& origin(std::uint32_t index) const { return origins_[index]; }
  // What to call a value in readable code ("sin_elbow"); the first name stays. Constants and inputs have their own.
  void suggest_name(NodeId id, const std::string& name);
  const std::string* suggested_name(NodeId id) const;

 private:
  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  struct Same {
    bool operator()(const Node& a, const Node& b) const;
  };
  NodeId intern(const Node& node);
  NodeId simplify(Op op, NodeId a, NodeId b, NodeId c);  // kNoNode when there is nothing to simplify

  std::vector<Node> nodes_;
  std::unordered_map<Node, NodeId, Hash, Same> known_;
  std::vector<Origin> origins_ = {{}};
  std::vector<std::uint32_t> origin_of_;  // of each node
  std::uint32_t current_origin_ = 0;
  std::unordered_map<NodeId, std::string> names_;
};

// The origin of what is made while this lives. Without a graph it does nothing.
class OriginScope {
 public:
  OriginScope(Graph* graph, Origin origin) : graph_(graph) {
    if (graph_ != nullptr) before_ = graph_->set_origin(std::move(origin));
  }
  ~OriginScope() {
    if (graph_ != nullptr) graph_->restore_origin(before_);
  }
  OriginScope(const OriginScope&) = delete;
  OriginScope& operator=(const OriginScope&) = delete;

 private:
  Graph* graph_;
  std::uint32_t before_ = 0;
};

// d node / d variable for each of `variables` (inputs or any other nodes, taken as independent). Forward over the
// graph, shared subexpressions once. min, max, abs, floor and select are differentiated branch by branch.
std::vector<NodeId> differentiate(Graph& graph, NodeId node, const std::vector<NodeId>& variables);

}  // namespace frix::ir
