#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/ir/scalar.h"

using namespace frix::ir;

namespace {

double value_of(const std::shared_ptr<Graph>& graph, NodeId node, const std::vector<double>& x) {
  const Kernel kernel{"f", {{"x", static_cast<std::uint32_t>(x.size())}}, {{"y", 1}}, {{0, 0, node}}, graph};
  double y = 0;
  const double* in[] = {x.data()};
  double* out[] = {&y};
  interpret(kernel, in, out, 0, 1);
  return y;
}

// Central difference of fourth order: error about h^4 plus rounding 1e-16/h, so 1e-11 relative at h = 1e-3 for
// functions whose derivatives are of order one.
double difference(const std::shared_ptr<Graph>& graph, NodeId node, std::vector<double> x, std::size_t variable) {
  const double h = 1e-3, at = x[variable];
  const auto f = [&](double offset) {
    x[variable] = at + offset;
    return value_of(graph, node, x);
  };
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

}  // namespace

TEST_CASE("derivatives of every operation agree with differences") {
  const auto graph = std::make_shared<Graph>();
  const NodeId a = graph->input(0, 0), b = graph->input(0, 1), c = graph->input(0, 2);
  const std::vector<std::vector<double>> points = {{0.3, 0.7, -0.4}, {0.8, 0.35, 0.6}};
  for (int op = static_cast<int>(Op::negate); op <= static_cast<int>(Op::power); ++op) {
    const NodeId node = graph->apply(static_cast<Op>(op), a, b, c);
    const std::vector<NodeId> derivatives = differentiate(*graph, node, {a, b, c});
    for (const std::vector<double>& x : points) {
      for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(name(static_cast<Op>(op)));
        CAPTURE(i);
        const double expected = difference(graph, node, x, i);
        CHECK(std::fabs(value_of(graph, derivatives[i], x) - expected) < 1e-9 * (1 + std::fabs(expected)));
      }
    }
  }
}

TEST_CASE("derivatives of random compositions agree with differences") {
  std::mt19937 random(5);
  const Op smooth[] = {Op::add, Op::subtract, Op::multiply, Op::sin, Op::cos, Op::atan, Op::tanh, Op::negate};
  for (int trial = 0; trial < 50; ++trial) {
    const auto graph = std::make_shared<Graph>();
    std::vector<NodeId> nodes = {graph->input(0, 0), graph->input(0, 1), graph->constant(0.75)};
    for (int i = 0; i < 12; ++i) {
      const NodeId a = nodes[random() % nodes.size()], b = nodes[random() % nodes.size()];
      nodes.push_back(graph->apply(smooth[random() % std::size(smooth)], a, b));
    }
    const NodeId node = graph->apply(Op::tanh, nodes.back());  // keeps derivatives of all orders moderate
    const std::vector<NodeId> derivatives = differentiate(*graph, node, {nodes[0], nodes[1]});
    const std::vector<double> x = {0.4, -0.3};
    for (std::size_t i = 0; i < 2; ++i) {
      const double expected = difference(graph, node, x, i);
      CAPTURE(trial);
      CHECK(std::fabs(value_of(graph, derivatives[i], x) - expected) < 1e-8 * (1 + std::fabs(expected)));
    }
  }
}

TEST_CASE("derivatives are the formulas one would write") {
  Graph graph;
  const Scalar x(graph, graph.input(0, 0)), y(graph, graph.input(0, 1));
  const auto d = [&](const Scalar& f, const Scalar& variable) {
    return differentiate(graph, f.id_in(graph), {variable.id_in(graph)})[0];
  };
  CHECK(d(x * y, x) == y.id_in(graph));
  CHECK(d(x * y + x, x) == (y + 1.0).id_in(graph));
  CHECK(d(sin(x), x) == cos(x).id_in(graph));
  CHECK(d(cos(x), x) == (-sin(x)).id_in(graph));
  CHECK(d(y, x) == graph.constant(0));
  CHECK(d(x, x) == graph.constant(1));
  const Scalar e = apply(Op::exp, 2.0 * x);
  CHECK(d(e, x) == (e * 2.0).id_in(graph));
}

TEST_CASE("any nodes can be the variables") {
  Graph graph;
  const Scalar x(graph, graph.input(0, 0));
  const Scalar s = sin(x);
  const Scalar f = s * s * x;
  // s and x count as independent: df/ds = 2 s x, df/dx = s^2
  const std::vector<NodeId> derivatives = differentiate(graph, f.id_in(graph), {s.id_in(graph), x.id_in(graph)});
  CHECK(derivatives[0] == ((s + s) * x).id_in(graph));
  CHECK(derivatives[1] == (s * s).id_in(graph));
  // and a variable is not differentiated further
  CHECK(differentiate(graph, s.id_in(graph), {s.id_in(graph), x.id_in(graph)})[1] == graph.constant(0));
}

TEST_CASE("piecewise functions follow the branch of their value") {
  const auto graph = std::make_shared<Graph>();
  const Scalar x(*graph, graph->input(0, 0)), y(*graph, graph->input(0, 1));
  const auto slope = [&](const Scalar& f, double at_x, double at_y) {
    return value_of(graph, differentiate(*graph, f.id_in(*graph), {x.id_in(*graph)})[0], {at_x, at_y});
  };
  CHECK(slope(apply(Op::min, x, y), 1, 2) == 1);
  CHECK(slope(apply(Op::min, x, y), 2, 1) == 0);
  CHECK(slope(apply(Op::min, x, y), 1, 1) == 1);  // the value is x there
  CHECK(slope(apply(Op::max, x, y), 2, 1) == 1);
  CHECK(slope(apply(Op::abs, x), -3, 0) == -1);
  CHECK(slope(apply(Op::floor, x), 0.5, 0) == 0);
  CHECK(slope(select(less(x, y), 2.0 * x, 5.0 * x), 0, 1) == 2);
  CHECK(slope(select(less(x, y), 2.0 * x, 5.0 * x), 2, 1) == 5);
}
