#include "runtime/methods/newton.h"

#include <algorithm>
#include <cmath>

namespace frix::methods {

namespace {

using contact::Evaluation;
using contact::Island;
using contact::Islands;
using contact::Norms;
using contact::Problem;

// A velocity change that is known only through the momentum residual counts a hundred times stricter than one that was
// seen where that costs nothing, in dense islands: the residual bounds it in the norm of the diagonal of the mass
// matrix only. In large islands it counts a hundred times less: there the bound is that of one contact with the
// residual of all.
constexpr double kUnseenInDense = 1e-2, kUnseenInLarge = 1e2;

// Single contacts may cycle between three or four states. So after some iterations they follow more slowly in every
// second one. The numbers are those that needed the fewest iterations in a falling pile of 300 balls.
constexpr int kFreeIterations = 8;
constexpr double kDampedPart = 0.4;

// How far an iterative solution should reduce the linear residual: as far as the step is expected to be right, by the
// progress of the last one, and not much below the goal (Eisenstat and Walker 1996).
double linear_accuracy(double residual, double last_residual, double goal) {
  constexpr double kFirst = 1e-2, kBest = 1e-6;
  const double progress = last_residual > 0 ? residual / last_residual : 1;
  const double wanted = std::min(kFirst, 0.5 * progress * progress);
  return std::clamp(wanted, std::min(kFirst, std::max(kBest, 0.3 * goal / residual)), kFirst);
}

}  // namespace

NewtonResult solve_island(Problem& problem, const Islands& islands, const Island& island, const NewtonOptions& options,
                          double* v, Evaluation& evaluation, NewtonWorkspace& workspace) {
  NewtonResult result;
  workspace.change.resize(problem.momentum.size());
  double* change = workspace.change.data();
  workspace.solver.start(problem, islands, island);
  double last_residual = 0;

  Norms norms = evaluate(problem, islands, island, v, {false, 1, options.tolerance}, evaluation);
  for (;;) {
    // done? The momentum must balance, and the last or the next change of the velocities be small.
    const double residual = std::sqrt(norms.residual), scale = std::sqrt(norms.scale);
    result.residual = scale > 0 ? residual / scale : 0;
    if (!std::isfinite(residual) || !std::isfinite(scale)) {
      result.finite = false;
      return result;
    }
    const double unseen = options.tolerance * (workspace.solver.dense() ? kUnseenInDense : kUnseenInLarge);
    const bool settled = (result.iterations > 0 && norms.settled) || residual * norms.mobility <= unseen;
    if (residual <= options.tolerance * scale && settled && !norms.lagging) {
      result.converged = true;
      return result;
    }
    if (result.iterations == options.max_iterations) return result;

    // the Newton step
    ++result.iterations;
    ++result.factorisations;
    contact::evaluate_matrices(problem, islands, island, evaluation);
    const double accuracy = linear_accuracy(residual, last_residual, options.tolerance * scale);
    last_residual = residual;
    if (!workspace.solver.solve(problem, islands, island, evaluation, accuracy, change)) {
      result.singular = true;
      return result;
    }
    for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
      const contact::Block& block = problem.blocks[islands.blocks(island)[i]];
      for (std::int32_t k = block.first; k < block.first + block.size; ++k) v[k] += change[k];
    }
    const bool damped = result.iterations >= kFreeIterations && result.iterations % 2 == 0;
    const double part = damped ? kDampedPart : 1;
    norms = evaluate(problem, islands, island, v, {options.line_search, part, options.tolerance}, evaluation);
    if (norms.lagging) ++result.cuts;
  }
}

}  // namespace frix::methods
