#include "runtime/contact/island_solver.h"

#include <algorithm>

#include "runtime/contact/dense_lu.h"

namespace frix::contact {

namespace {

constexpr std::int32_t kDenseLimit = 24;
constexpr std::int32_t kSparseLimit = 1200;
constexpr double kHelps = 0.1;

template <class Visit>
void for_each_dof(const Problem& problem, const Islands& islands, const Island& island, Visit visit) {
  std::int32_t local = 0;
  for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
    const Block& block = problem.blocks[islands.blocks(island)[i]];
    for (std::int32_t k = 0; k < block.size; ++k) visit(local++, block.first + k);
  }
}

}  // namespace

void IslandSolver::start(const Problem& problem, const Islands& islands, const Island& island) {
  local_.resize(island.size);
  choice_ = Choice::dense;
  if (island.size <= kDenseLimit || island.blocks.size() == 1) return;

  // the graph
  node_.resize(problem.blocks.size());
  sizes_.clear(), edges_.clear();
  for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
    const std::int32_t b = islands.blocks(island)[i];
    node_[b] = i;
    sizes_.push_back(problem.blocks[b].size);
  }
  const auto tie = [&](std::int32_t a, std::int32_t b) {
    if (a != b) edges_.emplace_back(std::min(node_[a], node_[b]), std::max(node_[a], node_[b]));
  };
  for (std::int32_t i = 0; i < island.groups.size(); ++i) {
    const Group& group = problem.groups[islands.groups(island)[i]];
    if (group.b >= 0) tie(problem.links[group.a].block, problem.links[group.b].block);
  }
  for (std::int32_t i = 0; i < island.springs.size(); ++i) {
    const SpringRow& spring = problem.springs[islands.springs(island)[i]];
    if (spring.block_b >= 0) tie(spring.block_a, spring.block_b);
  }
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());

  // how far is it from a tree?
  const auto nodes = static_cast<std::int32_t>(sizes_.size());
  const std::int32_t cycles = static_cast<std::int32_t>(edges_.size()) - (nodes - 1);
  choice_ = island.size <= kSparseLimit || 4 * cycles <= nodes ? Choice::sparse : Choice::sweeps;
}

template <class Solver>
void IslandSolver::assemble(const Problem& problem, const Islands& islands, const Island& island,
                            const Evaluation& evaluation, Solver& solver) {
  solver.start(sizes_, edges_);
  add_derivative(
      problem, islands, island, evaluation,
      [&](std::int32_t row, std::int32_t column) { return solver.block(node_[row], node_[column]); },
      [&](std::int32_t column) { return problem.blocks[column].size; });
}

bool IslandSolver::solve(const Problem& problem, const Islands& islands, const Island& island,
                         const Evaluation& evaluation, double accuracy, double* change) {
  const auto take_residual = [&] {
    for_each_dof(problem, islands, island,
                 [&](std::int32_t local, std::int32_t j) { local_[local] = -evaluation.residual[j]; });
  };
  take_residual();
  if (choice_ == Choice::dense) {
    const std::int32_t n = island.size;
    matrix_.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
    pivot_.resize(n);
    add_derivative(
        problem, islands, island, evaluation,
        [&](std::int32_t row, std::int32_t column) {
          return matrix_.data() + islands.offset(row) * n + islands.offset(column);
        },
        [n](std::int32_t) { return n; });
    if (!factor_dense(matrix_.data(), n, pivot_.data())) return false;
    solve_dense(matrix_.data(), n, pivot_.data(), local_.data());
  }
  if (choice_ == Choice::sweeps) {
    assemble(problem, islands, island, evaluation, sweeps_);
    if (!sweeps_.prepare()) return false;
    // a solution that is not as good as wished for, but helps, costs less than factors
    if (!(sweeps_.solve(local_.data(), accuracy) <= std::max(accuracy, kHelps))) {
      choice_ = Choice::sparse;
      take_residual();
    }
  }
  if (choice_ == Choice::sparse) {
    assemble(problem, islands, island, evaluation, sparse_);
    if (!sparse_.factor()) return false;
    sparse_.solve(local_.data());
  }
  for_each_dof(problem, islands, island, [&](std::int32_t local, std::int32_t j) { change[j] = local_[local]; });
  return true;
}

}  // namespace frix::contact
