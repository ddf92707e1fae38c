#include "compiler/ir/graph.h"

#include <bit>
#include <utility>

#include "compiler/ir/evaluate.h"

namespace frix::ir {
namespace {

struct OpInfo {
  const char* name;
  int operands;
};

// in the order of Op
constexpr OpInfo kOps[] = {
    {"constant", 0}, {"input", 0}, {"negate", 1}, {"add", 2},   {"subtract", 2}, {"multiply", 2}, {"divide", 2},
    {"less", 2},     {"le", 2},    {"equal", 2},  {"not", 1},   {"and", 2},      {"or", 2},       {"select", 3},
    {"sqrt", 1},     {"abs", 1},   {"min", 2},    {"max", 2},   {"floor", 1},    {"sin", 1},      {"cos", 1},
    {"tan", 1},      {"asin", 1},  {"acos", 1},   {"atan", 1},  {"atan2", 2},    {"sinh", 1},     {"cosh", 1},
    {"tanh", 1},     {"exp", 1},   {"log", 1},    {"power", 2},
};
static_assert(std::size(kOps) == static_cast<std::size_t>(Op::power) + 1);

bool is_commutative(Op op) {
  return op == Op::add || op == Op::multiply || op == Op::equal || op == Op::logical_and || op == Op::logical_or;
}

}  // namespace

int operand_count(Op op) {
  return kOps[static_cast<std::size_t>(op)].operands;
}

const char* name(Op op) {
  return kOps[static_cast<std::size_t>(op)].name;
}

std::size_t Graph::Hash::operator()(const Node& node) const {
  std::uint64_t hash = static_cast<std::uint64_t>(node.op);
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  };
  mix((std::uint64_t{node.buffer} << 32) | node.index);
  mix(std::bit_cast<std::uint64_t>(node.value));
  mix((std::uint64_t{node.operand[0]} << 32) | node.operand[1]);
  mix(node.operand[2]);
  return hash;
}

// Constants are the same when their bits are: 0 is not -0.
bool Graph::Same::operator()(const Node& a, const Node& b) const {
  return a.op == b.op && a.buffer == b.buffer && a.index == b.index &&
         std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value) &&
         a.operand[0] == b.operand[0] && a.operand[1] == b.operand[1] && a.operand[2] == b.operand[2];
}

NodeId Graph::intern(const Node& node) {
  const auto [entry, is_new] = known_.try_emplace(node, static_cast<NodeId>(nodes_.size()));
  if (is_new) {
    nodes_.push_back(node);
    origin_of_.push_back(current_origin_);
  }
  return entry->second;
}

std::uint32_t Graph::set_origin(Origin origin) {
  const std::uint32_t before = current_origin_;
  current_origin_ = static_cast<std::uint32_t>(origins_.size());
  origins_.push_back(std::move(origin));
  return before;
}

void Graph::suggest_name(NodeId id, const std::string& name) {
  if (operand_count(nodes_[id].op) > 0) names_.try_emplace(id, name);
}

const std::string* Graph::suggested_name(NodeId id) const {
  const auto entry = names_.find(id);
  return entry == names_.end() ? nullptr : &entry->second;
}

NodeId Graph::find(Op op, NodeId a, NodeId b) const {
  Node node;
  node.op = op;
  node.operand[0] = a;
  node.operand[1] = b;
  const auto entry = known_.find(node);
  return entry == known_.end() ? kNoNode : entry->second;
}

NodeId Graph::constant(double value) {
  Node node;
  node.value = value;
  return intern(node);
}

NodeId Graph::input(std::uint16_t buffer, std::uint32_t index) {
  Node node;
  node.op = Op::input;
  node.buffer = buffer;
  node.index = index;
  return intern(node);
}

NodeId Graph::apply(Op op, NodeId a, NodeId b, NodeId c) {
  // constants only: a constant
  const int count = operand_count(op);
  const NodeId operands[3] = {a, b, c};
  double values[3] = {0, 0, 0};
  bool constant_operands = true;
  for (int i = 0; i < count; ++i) {
    constant_operands = constant_operands && is_constant(operands[i]);
    values[i] = nodes_[operands[i]].value;
  }
  if (constant_operands) return constant(evaluate(op, values[0], values[1], values[2]));

  const NodeId simpler = simplify(op, a, b, c);
  if (simpler != kNoNode) return simpler;

  // operands of commutative operations by age, so that a+b and b+a are one node
  if (is_commutative(op) && b < a) std::swap(a, b);
  Node node;
  node.op = op;
  node.operand[0] = a;
  node.operand[1] = b;
  node.operand[2] = c;
  return intern(node);
}

}  // namespace frix::ir
