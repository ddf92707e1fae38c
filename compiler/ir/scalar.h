// A symbolic scalar with the operators of a number, so that an algorithm written once runs over numbers or over a
// graph.
#pragma once

#include "compiler/ir/graph.h"

namespace frix::ir {

// Without a graph it is a plain constant; it takes the graph of what it is combined with.
class Scalar {
 public:
  Scalar() = default;
  Scalar(double value) : value_(value) {}  // NOLINT(google-explicit-constructor): numbers are scalars
  Scalar(Graph& graph, NodeId id) : graph_(&graph), id_(id) {}

  bool is_constant() const { return graph_ == nullptr || graph_->is_constant(id_); }
  bool is_constant(double value) const { return is_constant() && constant_value() == value; }
  double constant_value() const { return graph_ == nullptr ? value_ : graph_->node(id_).value; }
  NodeId id_in(Graph& graph) const { return graph_ == nullptr ? graph.constant(value_) : id_; }
  Graph* graph() const { return graph_; }

  friend Scalar apply(Op op, const Scalar& a);
  friend Scalar apply(Op op, const Scalar& a, const Scalar& b);
  friend Scalar apply(Op op, const Scalar& a, const Scalar& b, const Scalar& c);

 private:
  Graph* graph_ = nullptr;
  NodeId id_ = 0;
  double value_ = 0;
};

Scalar apply(Op op, const Scalar& a);
Scalar apply(Op op, const Scalar& a, const Scalar& b);
Scalar apply(Op op, const Scalar& a, const Scalar& b, const Scalar& c);

inline Scalar operator-(const Scalar& a) {
  return apply(Op::negate, a);
}
inline Scalar operator+(const Scalar& a, const Scalar& b) {
  return apply(Op::add, a, b);
}
inline Scalar operator-(const Scalar& a, const Scalar& b) {
  return apply(Op::subtract, a, b);
}
inline Scalar operator*(const Scalar& a, const Scalar& b) {
  return apply(Op::multiply, a, b);
}
inline Scalar operator/(const Scalar& a, const Scalar& b) {
  return apply(Op::divide, a, b);
}
inline Scalar& operator+=(Scalar& a, const Scalar& b) {
  return a = a + b;
}
inline Scalar& operator-=(Scalar& a, const Scalar& b) {
  return a = a - b;
}
inline Scalar& operator*=(Scalar& a, const Scalar& b) {
  return a = a * b;
}
inline Scalar sqrt(const Scalar& a) {
  return apply(Op::sqrt, a);
}
inline Scalar sin(const Scalar& a) {
  return apply(Op::sin, a);
}
inline Scalar cos(const Scalar& a) {
  return apply(Op::cos, a);
}
inline Scalar select(const Scalar& c, const Scalar& a, const Scalar& b) {
  return apply(Op::select, c, a, b);
}
inline Scalar less(const Scalar& a, const Scalar& b) {
  return apply(Op::less, a, b);
}

}  // namespace frix::ir
