// Forward differentiation of a graph by the table of elementary derivatives. Piecewise functions take the derivative of
// the branch that their value comes from, chosen by the same comparison, so that value and derivative always agree.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/ir/graph.h"
#include "compiler/ir/scalar.h"

namespace frix::ir {
namespace {

// Derivative of the operation `y` = op(a, b, c) given those of its operands.
Scalar tangent(Op op, const Scalar& y, const Scalar* x, const Scalar* dx) {
  const Scalar &a = x[0], &b = x[1], &da = dx[0], &db = dx[1], &dc = dx[2];
  switch (op) {
    case Op::negate:
      return -da;
    case Op::add:
      return da + db;
    case Op::subtract:
      return da - db;
    case Op::multiply:
      return da * b + a * db;
    case Op::divide:
      return (da - y * db) / b;
    case Op::select:
      return select(a, db, dc);
    case Op::sqrt:
      return 0.5 * da / y;
    case Op::abs:
      return select(less(a, 0.0), -da, da);
    case Op::min:
      return select(less(b, a), db, da);
    case Op::max:
      return select(less(a, b), db, da);
    case Op::sin:
      return cos(a) * da;
    case Op::cos:
      return -(sin(a) * da);
    case Op::tan:
      return (1.0 + y * y) * da;
    case Op::asin:
      return da / sqrt(1.0 - a * a);
    case Op::acos:
      return -(da / sqrt(1.0 - a * a));
    case Op::atan:
      return da / (1.0 + a * a);
    case Op::atan2:  // of (a, b): the angle of the point (b, a)
      return (b * da - a * db) / (a * a + b * b);
    case Op::sinh:
      return apply(Op::cosh, a) * da;
    case Op::cosh:
      return apply(Op::sinh, a) * da;
    case Op::tanh:
      return (1.0 - y * y) * da;
    case Op::exp:
      return y * da;
    case Op::log:
      return da / a;
    case Op::power: {
      Scalar sum = 0.0;  // each part only where it is needed: log(a) exists for a > 0 alone
      if (!da.is_constant(0)) sum += b * apply(Op::power, a, b - 1.0) * da;
      if (!db.is_constant(0)) sum += y * apply(Op::log, a) * db;
      return sum;
    }
    default:  // constants, truth values and floor are constant almost everywhere
      return 0.0;
  }
}

}  // namespace

std::vector<NodeId> differentiate(Graph& graph, NodeId node, const std::vector<NodeId>& variables) {
  // what `node` needs down to the variables, oldest first: operands are older than their users
  const std::unordered_set<NodeId> independent(variables.begin(), variables.end());
  std::vector<NodeId> order;
  std::vector<NodeId> pending = {node};
  std::unordered_map<NodeId, std::size_t> place;
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (!place.try_emplace(id, 0).second) continue;
    order.push_back(id);
    if (independent.count(id) > 0) continue;
    const Node& visited = graph.node(id);
    for (int i = 0; i < operand_count(visited.op); ++i) pending.push_back(visited.operand[i]);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;

  std::vector<NodeId> result;
  std::vector<Scalar> derivative(order.size());
  for (const NodeId variable : variables) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      derivative[i] = order[i] == variable ? 1.0 : 0.0;
      if (independent.count(order[i]) > 0) continue;

      const Node visited = graph.node(order[i]);
      Scalar x[3], dx[3];
      bool depends = false;
      for (int k = 0; k < operand_count(visited.op); ++k) {
        x[k] = Scalar(graph, visited.operand[k]);
        dx[k] = derivative[place[visited.operand[k]]];
        depends = depends || !dx[k].is_constant(0);
      }
      if (depends) derivative[i] = tangent(visited.op, Scalar(graph, order[i]), x, dx);
    }
    result.push_back(derivative.back().id_in(graph));
  }
  return result;
}

}  // namespace frix::ir
