// The Newton matrix against differences of the residual, and the ways to solve with it against each other.
#include "runtime/contact/evaluation.h"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include "runtime/contact/block_lu.h"
#include "runtime/contact/island_solver.h"
#include "runtime/contact/sweep_solver.h"
#include "tests/runtime/contact/random_problem.h"

namespace {

using namespace frix::contact;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using frix::test::RandomProblem;

// Everything in one island.
RandomProblem connected(unsigned seed) {
  RandomProblem r(seed);
  r.add_block(2, 1.0);
  r.add_free_body(0.3);
  r.add_block(5, 2.0);
  r.add_block(1, 0.5);
  r.add_free_body(4.0);
  r.add_contacts(0, 2, 4);   // half of block 0 with the first free body
  r.add_contacts(1, 4, 1);   // two articulations
  r.add_contacts(2, 7, 2);   // two free bodies
  r.add_contacts(3, -1, 3);  // with the world
  r.add_contacts(3, 4, 2);   // two links of one articulation
  r.add_scalar(2, 1, {ScalarKind::saturated, 0.3, 4, 2});
  r.add_scalar(0, 0, {ScalarKind::push_up, 1, 30, 0});
  r.add_scalar(2, 4, {ScalarKind::push_down, 1, 30, 0});
  r.add_spring(2, 3, 0.7);
  r.add_spring(0, -1, 0.2);
  return r;
}

MatrixXd derivative(RandomProblem& r, const Islands& islands, Evaluation& evaluation) {
  const Island& island = islands.islands()[0];
  evaluate(r.problem, islands, island, r.v.data(), {}, evaluation);
  evaluate_matrices(r.problem, islands, island, evaluation);
  const auto n = static_cast<std::int32_t>(r.v.size());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> matrix(n, n);
  matrix.setZero();
  add_derivative(
      r.problem, islands, island, evaluation,
      [&](std::int32_t row, std::int32_t column) {
        return matrix.data() + islands.offset(row) * n + islands.offset(column);
      },
      [n](std::int32_t) { return n; });
  return matrix;
}

TEST_CASE("the Newton matrix is the derivative of the residual") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    RandomProblem r = connected(seed);
    Islands islands;
    islands.find(r.problem);
    REQUIRE(islands.islands().size() == 1);
    const Island& island = islands.islands()[0];
    REQUIRE(island.size == static_cast<std::int32_t>(r.v.size()));
    Evaluation evaluation;
    evaluation.resize(r.problem);
    const MatrixXd matrix = derivative(r, islands, evaluation);

    // central differences; the laws have corners, so an entry may be missed where one lies within the step
    const double step = 1e-6;
    const auto n = static_cast<Eigen::Index>(r.v.size());
    int wrong = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      VectorXd side[2];
      for (int k = 0; k < 2; ++k) {
        std::vector<double> v = r.v;
        v[static_cast<std::size_t>(j)] += k == 0 ? -step : step;
        evaluate(r.problem, islands, island, v.data(), {}, evaluation);
        side[k] = Eigen::Map<VectorXd>(evaluation.residual.data(), n);
      }
      const VectorXd column = (side[1] - side[0]) / (2 * step);
      if ((column - matrix.col(j)).norm() > 1e-6 * matrix.norm()) ++wrong;
    }
    CAPTURE(seed);
    CHECK(wrong == 0);
  }
}

TEST_CASE("dense, sparse and iterative solutions agree") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    RandomProblem r = connected(seed);
    Islands islands;
    islands.find(r.problem);
    const Island& island = islands.islands()[0];
    Evaluation evaluation;
    evaluation.resize(r.problem);
    const MatrixXd matrix = derivative(r, islands, evaluation);
    const auto n = matrix.rows();
    const VectorXd b = VectorXd::LinSpaced(n, -1, 2);
    const VectorXd exact = matrix.fullPivLu().solve(b);

    const std::vector<std::int32_t> sizes = {2, 6, 5, 1, 6};
    const std::vector<std::pair<std::int32_t, std::int32_t>> edges = {{0, 1}, {0, 2}, {1, 4}, {2, 3}};
    const auto stride = [&](std::int32_t column) { return sizes[static_cast<std::size_t>(column)]; };

    BlockLU sparse;
    for (int repeat = 0; repeat < 2; ++repeat) {  // the second time with the known pattern
      sparse.start(sizes, edges);
      add_derivative(
          r.problem, islands, island, evaluation,
          [&](std::int32_t row, std::int32_t column) { return sparse.block(row, column); }, stride);
      REQUIRE(sparse.factor());
      VectorXd x = b;
      sparse.solve(x.data());
      CHECK((x - exact).norm() < 1e-11 * exact.norm());
    }

    SweepSolver sweeps;
    sweeps.start(sizes, edges);
    add_derivative(
        r.problem, islands, island, evaluation,
        [&](std::int32_t row, std::int32_t column) { return sweeps.block(row, column); }, stride);
    REQUIRE(sweeps.prepare());
    VectorXd x = b;
    CHECK(sweeps.solve(x.data(), 1e-12) <= 1e-12);
    CHECK((x - exact).norm() < 1e-8 * exact.norm());
  }
}

TEST_CASE("a sparse factorisation with fill is exact: a closed ring and a grid of bodies") {
  RandomProblem r(3);
  const std::int32_t side = 5;
  std::vector<std::int32_t> sizes;
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  for (std::int32_t i = 0; i < side * side; ++i) {
    r.add_free_body(1);
    sizes.push_back(6);
  }
  for (std::int32_t i = 0; i < side * side; ++i) {
    for (const std::int32_t other : {i % side == side - 1 ? -1 : i + 1, i + side}) {
      if (other < 0 || other >= side * side) continue;
      r.add_contacts(i, other, 2);
      edges.emplace_back(i, other);
    }
  }
  Islands islands;
  islands.find(r.problem);
  Evaluation evaluation;
  evaluation.resize(r.problem);
  const MatrixXd matrix = derivative(r, islands, evaluation);
  const VectorXd b = VectorXd::LinSpaced(matrix.rows(), -1, 2);
  BlockLU sparse;
  sparse.start(sizes, edges);
  add_derivative(
      r.problem, islands, islands.islands()[0], evaluation,
      [&](std::int32_t row, std::int32_t column) { return sparse.block(row, column); }, [](std::int32_t) { return 6; });
  REQUIRE(sparse.factor());
  CHECK(sparse.upper_blocks() > edges.size());  // there is fill
  VectorXd x = b;
  sparse.solve(x.data());
  CHECK((matrix * x - b).norm() < 1e-11 * b.norm());
}

TEST_CASE("a singular block is reported") {
  BlockLU sparse;
  sparse.start({2, 1}, {{0, 1}});
  sparse.block(1, 1)[0] = 1;
  CHECK_FALSE(sparse.factor());
  SweepSolver sweeps;
  sweeps.start({2, 1}, {{0, 1}});
  CHECK_FALSE(sweeps.prepare());
}

}  // namespace
