#include <doctest/doctest.h>

#include <cmath>

#include "compiler/ir/evaluate.h"
#include "compiler/ir/scalar.h"

using namespace frix::ir;

namespace {

struct Fixture {
  Graph graph;
  NodeId x = graph.input(0, 0), y = graph.input(0, 1), z = graph.input(0, 2);

  NodeId c(double value) { return graph.constant(value); }
  NodeId neg(NodeId a) { return graph.apply(Op::negate, a); }
  NodeId add(NodeId a, NodeId b) { return graph.apply(Op::add, a, b); }
  NodeId sub(NodeId a, NodeId b) { return graph.apply(Op::subtract, a, b); }
  NodeId mul(NodeId a, NodeId b) { return graph.apply(Op::multiply, a, b); }
  NodeId div(NodeId a, NodeId b) { return graph.apply(Op::divide, a, b); }
  NodeId pow(NodeId a, double n) { return graph.apply(Op::power, a, c(n)); }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "equal operations are one node") {
  CHECK(graph.input(0, 0) == x);
  CHECK(graph.input(1, 0) != x);
  CHECK(add(x, y) == add(y, x));
  CHECK(mul(x, y) == mul(y, x));
  CHECK(div(x, y) != div(y, x));
  CHECK(graph.apply(Op::equal, x, y) == graph.apply(Op::equal, y, x));
  CHECK(graph.apply(Op::less, x, y) != graph.apply(Op::less, y, x));
  CHECK(c(0.0) != c(-0.0));
  CHECK(c(1.5) == c(1.5));
  CHECK(graph.find(Op::add, x, z) == kNoNode);
  CHECK(graph.find(Op::add, x, y) == add(x, y));
}

TEST_CASE_FIXTURE(Fixture, "neutral and absorbing operands vanish") {
  CHECK(add(x, c(0)) == x);
  CHECK(add(c(0), x) == x);
  CHECK(add(x, c(-0.0)) == x);
  CHECK(sub(x, c(0)) == x);
  CHECK(sub(c(0), x) == neg(x));
  CHECK(sub(x, x) == c(0));
  CHECK(add(x, neg(x)) == c(0));
  CHECK(mul(x, c(1)) == x);
  CHECK(mul(x, c(-1)) == neg(x));
  CHECK(mul(c(0), x) == c(0));
  CHECK(mul(c(-0.0), x) == c(0));
  CHECK(div(x, c(1)) == x);
  CHECK(div(x, c(-1)) == neg(x));
  CHECK(div(c(0), x) == c(0));
  CHECK(neg(neg(x)) == x);
}

TEST_CASE_FIXTURE(Fixture, "signs travel outwards") {
  CHECK(mul(neg(x), y) == neg(mul(x, y)));
  CHECK(mul(x, neg(y)) == neg(mul(x, y)));
  CHECK(mul(neg(x), neg(y)) == mul(x, y));
  CHECK(mul(x, c(-2)) == neg(mul(x, c(2))));
  CHECK(mul(neg(x), c(-2)) == mul(x, c(2)));
  CHECK(div(neg(x), y) == neg(div(x, y)));
  CHECK(div(x, neg(y)) == neg(div(x, y)));
  CHECK(div(c(-3), y) == neg(div(c(3), y)));
  CHECK(add(x, neg(y)) == sub(x, y));
  CHECK(add(neg(x), y) == sub(y, x));
  CHECK(add(neg(x), neg(y)) == neg(add(x, y)));
  CHECK(sub(x, neg(y)) == add(x, y));
  CHECK(sub(neg(x), y) == neg(add(x, y)));
  CHECK(sub(neg(x), neg(y)) == sub(y, x));
  CHECK(add(x, mul(c(-3), y)) == sub(x, mul(c(3), y)));
  CHECK(graph.apply(Op::cos, neg(x)) == graph.apply(Op::cos, x));
  CHECK(graph.apply(Op::sin, neg(x)) == neg(graph.apply(Op::sin, x)));
  CHECK(graph.apply(Op::abs, neg(x)) == graph.apply(Op::abs, x));
}

TEST_CASE_FIXTURE(Fixture, "of a difference and its opposite the first is kept") {
  const NodeId first = sub(x, z);
  CHECK(sub(z, x) == neg(first));
  CHECK(neg(sub(z, x)) == first);
}

TEST_CASE_FIXTURE(Fixture, "constants fold only where no rounding changes") {
  CHECK(add(c(0.1), c(0.2)) == c(0.1 + 0.2));
  CHECK(mul(c(4), mul(c(0.3), x)) == mul(c(1.2), x));
  CHECK(mul(c(3), mul(c(0.5), x)) == mul(c(1.5), x));
  CHECK(mul(c(0.5), mul(c(2), x)) == x);
  CHECK(graph.node(mul(c(3), mul(c(0.3), x))).operand[0] != x);  // 3*(0.3*x) rounds twice
  CHECK(div(x, c(4)) == mul(x, c(0.25)));
  CHECK(graph.node(div(x, c(3))).op == Op::divide);  // 1/3 is not a double
  CHECK(graph.node(add(add(x, c(0.1)), c(0.2))).op == Op::add);
  CHECK(graph.is_constant(graph.apply(Op::sqrt, c(2)), std::sqrt(2.0)));
  CHECK(graph.is_constant(graph.apply(Op::atan2, c(1), c(-2)), std::atan2(1.0, -2.0)));
}

TEST_CASE_FIXTURE(Fixture, "small constant powers are products and roots") {
  CHECK(pow(x, 0) == c(1));
  CHECK(pow(x, 1) == x);
  CHECK(pow(x, 2) == mul(x, x));
  CHECK(pow(x, 3) == mul(mul(x, x), x));
  CHECK(pow(x, 4) == mul(mul(x, x), mul(x, x)));
  CHECK(pow(x, -1) == div(c(1), x));
  CHECK(pow(x, -2) == div(c(1), mul(x, x)));
  CHECK(pow(x, 0.5) == graph.apply(Op::sqrt, x));
  CHECK(pow(x, -0.5) == div(c(1), graph.apply(Op::sqrt, x)));
  CHECK(pow(x, 1.5) == mul(x, graph.apply(Op::sqrt, x)));
  CHECK(graph.node(pow(x, 9)).op == Op::power);
  CHECK(graph.node(pow(x, 0.3)).op == Op::power);
}

TEST_CASE_FIXTURE(Fixture, "conditions fold") {
  const NodeId less = graph.apply(Op::less, x, y);
  const NodeId negated = graph.apply(Op::logical_not, less);
  CHECK(graph.apply(Op::select, c(1), x, y) == x);
  CHECK(graph.apply(Op::select, c(0), x, y) == y);
  CHECK(graph.apply(Op::select, less, z, z) == z);
  CHECK(graph.apply(Op::select, negated, x, y) == graph.apply(Op::select, less, y, x));
  CHECK(graph.apply(Op::select, less, c(1), c(0)) == less);
  CHECK(graph.apply(Op::logical_not, negated) == less);
  CHECK(graph.apply(Op::logical_not, graph.apply(Op::logical_not, x)) != x);  // x may be 7, which becomes 1
  CHECK(graph.apply(Op::logical_and, less, c(3)) == less);
  CHECK(graph.apply(Op::logical_and, x, c(3)) != x);
  CHECK(graph.apply(Op::logical_and, x, c(0)) == c(0));
  CHECK(graph.apply(Op::logical_or, c(2), x) == c(1));
  CHECK(graph.apply(Op::logical_or, less, c(0)) == less);
  CHECK(graph.apply(Op::logical_or, less, less) == less);
  CHECK(graph.apply(Op::less, x, x) == c(0));
  CHECK(graph.apply(Op::less_equal, x, x) == c(1));
  CHECK(graph.apply(Op::less, c(1), c(2)) == c(1));
  CHECK(graph.apply(Op::min, x, x) == x);
}

TEST_CASE("operations mean what their definition says") {
  const double nan = std::nan("");
  CHECK(evaluate(Op::min, 1, 2, 0) == 1);
  CHECK(evaluate(Op::max, 1, 2, 0) == 2);
  CHECK(std::isnan(evaluate(Op::min, nan, 2, 0)));  // no comparison with it is true: the first operand
  CHECK(evaluate(Op::min, 2, nan, 0) == 2);
  CHECK(std::signbit(evaluate(Op::max, -0.0, 0.0, 0)));
  CHECK(evaluate(Op::select, nan, 1, 2) == 1);
  CHECK(evaluate(Op::select, -0.0, 1, 2) == 2);
  CHECK(evaluate(Op::logical_not, nan, 0, 0) == 0);
  CHECK(evaluate(Op::less_equal, 2, 2, 0) == 1);
  CHECK(evaluate(Op::floor, -0.5, 0, 0) == -1);
  CHECK(evaluate(Op::power, 2, 10, 0) == 1024);
}

TEST_CASE("scalars are numbers without a graph and nodes with one") {
  const Scalar two = 2.0, three = 3.0;
  CHECK((two * three - 1.0).constant_value() == 5);
  CHECK((two * three).graph() == nullptr);
  CHECK(select(less(two, three), 7.0, 8.0).is_constant(7));

  Graph graph;
  const Scalar x(graph, graph.input(0, 0));
  Scalar sum = two;
  sum += x;
  CHECK(sum.graph() == &graph);
  CHECK(sum.id_in(graph) == graph.apply(Op::add, graph.input(0, 0), graph.constant(2)));
  CHECK((x - x).is_constant(0));
  CHECK((0.0 * x).is_constant(0));
  CHECK(select(two, x, three).id_in(graph) == x.id_in(graph));
}
