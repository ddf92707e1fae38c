// The rewrites that building a graph applies. They never reorder sums or products of variables, so a result keeps the
// rounding of the formula that was written. What they may change: the sign of a zero, and results for infinite or
// not-a-number operands.
//
// Signs travel outwards: (-a)*b, a*(-b) and -(a*b) are one node, sums absorb them as differences, and of a-b and b-a
// only the one that was built first exists. This shares most of what vector algebra computes twice.
#include <cmath>
#include <utility>

#include "compiler/ir/graph.h"

namespace frix::ir {
namespace {

// Beyond this exponent the math library's power is more accurate than repeated products and hardly slower.
constexpr double kMaxProductExponent = 8;

bool is_power_of_two(double value) {
  int exponent = 0;
  const double reciprocal = 1 / value;
  return std::fabs(std::frexp(value, &exponent)) == 0.5 && std::isnormal(value) && std::isnormal(reciprocal);
}

// The node is known to be 0 or 1.
bool is_truth_value(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  switch (node.op) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
      return true;
    case Op::constant:
      return node.value == 0 || node.value == 1;
    default:
      return false;
  }
}

// Whether `id` is minus something simpler, which then takes its place. Negative constants count only where the caller
// says so: in sums they are summands like others.
bool take_sign(Graph& graph, NodeId& id, bool constants) {
  const Node node = graph.node(id);
  if (node.op == Op::negate) {
    id = node.operand[0];
    return true;
  }
  if (constants && node.op == Op::constant && std::signbit(node.value) && !std::isnan(node.value)) {
    id = graph.constant(-node.value);
    return true;
  }
  return false;
}

NodeId add(Graph& graph, NodeId a, NodeId b) {
  if (graph.is_constant(a)) std::swap(a, b);
  if (graph.is_constant(b, 0)) return a;
  const bool minus_a = take_sign(graph, a, false);
  const bool minus_b = take_sign(graph, b, false);
  if (minus_a && minus_b) return graph.apply(Op::negate, graph.apply(Op::add, a, b));
  if (minus_a) return graph.apply(Op::subtract, b, a);
  if (minus_b) return graph.apply(Op::subtract, a, b);
  return kNoNode;
}

NodeId subtract(Graph& graph, NodeId a, NodeId b) {
  if (a == b) return graph.constant(0);
  if (graph.is_constant(b)) return graph.apply(Op::add, a, graph.constant(-graph.node(b).value));
  if (graph.is_constant(a, 0)) return graph.apply(Op::negate, b);
  const bool minus_a = take_sign(graph, a, false);
  const bool minus_b = take_sign(graph, b, false);
  if (minus_a && minus_b) return graph.apply(Op::subtract, b, a);
  if (minus_a) return graph.apply(Op::negate, graph.apply(Op::add, a, b));
  if (minus_b) return graph.apply(Op::add, a, b);
  const NodeId opposite = graph.find(Op::subtract, b, a);
  return opposite == kNoNode ? kNoNode : graph.apply(Op::negate, opposite);
}

NodeId multiply(Graph& graph, NodeId a, NodeId b) {
  if (graph.is_constant(a)) std::swap(a, b);
  if (graph.is_constant(b, 0)) return graph.constant(0);
  if (graph.is_constant(b, 1)) return a;
  const bool minus_a = take_sign(graph, a, true);
  const bool minus_b = take_sign(graph, b, true);
  if (minus_a != minus_b) return graph.apply(Op::negate, graph.apply(Op::multiply, a, b));
  if (minus_a) return graph.apply(Op::multiply, a, b);

  // c*(d*x) = (c*d)*x is exact when c or d is a power of two
  const Node product = graph.node(a);
  if (graph.is_constant(b) && product.op == Op::multiply) {
    const double c = graph.node(b).value;
    for (int i = 0; i < 2; ++i) {
      if (!graph.is_constant(product.operand[i])) continue;
      const double d = graph.node(product.operand[i]).value;
      if (std::isnormal(c * d) && (is_power_of_two(c) || is_power_of_two(d)))
        return graph.apply(Op::multiply, product.operand[1 - i], graph.constant(c * d));
    }
  }
  return kNoNode;
}

NodeId divide(Graph& graph, NodeId a, NodeId b) {
  if (graph.is_constant(a, 0)) return graph.constant(0);
  if (graph.is_constant(b, 1)) return a;
  const bool minus_a = take_sign(graph, a, true);
  const bool minus_b = take_sign(graph, b, true);
  if (minus_a != minus_b) return graph.apply(Op::negate, graph.apply(Op::divide, a, b));
  if (minus_a) return graph.apply(Op::divide, a, b);
  if (graph.is_constant(b) && is_power_of_two(graph.node(b).value))
    return graph.apply(Op::multiply, a, graph.constant(1 / graph.node(b).value));
  return kNoNode;
}

NodeId logical(Graph& graph, Op op, NodeId a, NodeId b) {
  if (graph.is_constant(a)) std::swap(a, b);
  const double absorbing = op == Op::logical_and ? 0 : 1;
  if (graph.is_constant(b)) {
    const double truth = graph.node(b).value != 0 ? 1 : 0;
    if (truth == absorbing) return graph.constant(absorbing);
    if (is_truth_value(graph, a)) return a;
  }
  return a == b && is_truth_value(graph, a) ? a : kNoNode;
}

NodeId select(Graph& graph, NodeId condition, NodeId a, NodeId b) {
  if (graph.is_constant(condition)) return graph.node(condition).value != 0 ? a : b;
  if (a == b) return a;
  if (graph.node(condition).op == Op::logical_not)
    return graph.apply(Op::select, graph.node(condition).operand[0], b, a);
  if (graph.is_constant(a, 1) && graph.is_constant(b, 0) && is_truth_value(graph, condition)) return condition;
  return kNoNode;
}

// x^n by repeated squaring, n > 0
NodeId product_power(Graph& graph, NodeId x, int n) {
  if (n == 1) return x;
  const NodeId half = product_power(graph, x, n / 2);
  const NodeId square = graph.apply(Op::multiply, half, half);
  return n % 2 == 0 ? square : graph.apply(Op::multiply, square, x);
}

NodeId power(Graph& graph, NodeId x, NodeId exponent) {
  if (!graph.is_constant(exponent)) return kNoNode;
  const double n = graph.node(exponent).value;
  if (n == 0) return graph.constant(1);
  if (n < 0 && n >= -kMaxProductExponent && (n == std::floor(n) || n == -0.5))
    return graph.apply(Op::divide, graph.constant(1), graph.apply(Op::power, x, graph.constant(-n)));
  if (n == 0.5) return graph.apply(Op::sqrt, x);
  if (n == 1.5) return graph.apply(Op::multiply, x, graph.apply(Op::sqrt, x));
  if (n > 0 && n == std::floor(n) && n <= kMaxProductExponent) return product_power(graph, x, static_cast<int>(n));
  return kNoNode;
}

}  // namespace

NodeId Graph::simplify(Op op, NodeId a, NodeId b, NodeId c) {
  switch (op) {
    case Op::negate:
      return nodes_[a].op == Op::negate ? nodes_[a].operand[0] : kNoNode;
    case Op::add:
      return add(*this, a, b);
    case Op::subtract:
      return subtract(*this, a, b);
    case Op::multiply:
      return multiply(*this, a, b);
    case Op::divide:
      return divide(*this, a, b);
    case Op::less:
      return a == b ? constant(0) : kNoNode;
    case Op::less_equal:
    case Op::equal:
      return a == b ? constant(1) : kNoNode;
    case Op::logical_not:
      return nodes_[a].op == Op::logical_not && is_truth_value(*this, nodes_[a].operand[0]) ? nodes_[a].operand[0]
                                                                                            : kNoNode;
    case Op::logical_and:
    case Op::logical_or:
      return logical(*this, op, a, b);
    case Op::select:
      return select(*this, a, b, c);
    case Op::min:
    case Op::max:
      return a == b ? a : kNoNode;
    case Op::abs:
      if (nodes_[a].op == Op::abs || nodes_[a].op == Op::sqrt) return a;
      return take_sign(*this, a, false) ? apply(op, a) : kNoNode;
    case Op::cos:
    case Op::cosh:  // even
      return take_sign(*this, a, false) ? apply(op, a) : kNoNode;
    case Op::sin:
    case Op::tan:
    case Op::asin:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:  // odd
      return take_sign(*this, a, false) ? apply(Op::negate, apply(op, a)) : kNoNode;
    case Op::power:
      return power(*this, a, b);
    default:
      return kNoNode;
  }
}

}  // namespace frix::ir
