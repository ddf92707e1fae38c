#include "compiler/ir/scalar.h"

#include "compiler/ir/evaluate.h"

namespace frix::ir {

Scalar apply(Op op, const Scalar& a) {
  if (a.graph_ == nullptr) return {evaluate(op, a.value_, 0, 0)};
  return {*a.graph_, a.graph_->apply(op, a.id_)};
}

Scalar apply(Op op, const Scalar& a, const Scalar& b) {
  Graph* graph = a.graph_ != nullptr ? a.graph_ : b.graph_;
  if (graph == nullptr) return {evaluate(op, a.value_, b.value_, 0)};
  const NodeId first = a.id_in(*graph);
  return {*graph, graph->apply(op, first, b.id_in(*graph))};
}

Scalar apply(Op op, const Scalar& a, const Scalar& b, const Scalar& c) {
  Graph* graph = a.graph_ != nullptr ? a.graph_ : b.graph_ != nullptr ? b.graph_ : c.graph_;
  if (graph == nullptr) return {evaluate(op, a.value_, b.value_, c.value_)};
  const NodeId first = a.id_in(*graph);
  const NodeId second = b.id_in(*graph);
  return {*graph, graph->apply(op, first, second, c.id_in(*graph))};
}

}  // namespace frix::ir
