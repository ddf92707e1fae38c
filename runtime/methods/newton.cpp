#include "runtime/methods/newton.h"

#include <algorithm>
#include <cmath>

#include "runtime/methods/tals.h"

namespace frix::methods {

namespace {

using contact::Contact;
using contact::Evaluation;
using contact::Group;
using contact::Island;
using contact::Islands;
using contact::Norms;
using contact::Problem;

// A velocity change that is known only through the momentum residual counts a hundred times stricter than one that was
// seen, if that costs nothing because the linear systems are solved exactly: the residual bounds it in the norm of the
// diagonal of the mass matrix only.
constexpr double kUnseenChange = 1e-2;
// After so many iterations a step must reduce the residual.
constexpr int kFreeIterations = 25;
constexpr int kMaxBacktracks = 8;

template <class Visit>
void for_each_contact(const Problem& problem, const Islands& islands, const Island& island, Visit visit) {
  for (std::int32_t i = 0; i < island.groups.size(); ++i) {
    const Group& group = problem.groups[islands.groups(island)[i]];
    for (std::int32_t c = group.first; c < group.first + group.count; ++c) visit(group, problem.contacts[c]);
  }
}

// Are the slip and separation velocities settled? The last full Newton change of each contact, or the bound that the
// residual gives for the next one, must be small against v_s and the velocity itself.
bool velocities_settled(const Problem& problem, const Islands& islands, const Island& island, double tolerance,
                        double unseen_tolerance, double residual, bool have_change) {
  bool settled = true;
  for_each_contact(problem, islands, island, [&](const Group& group, const Contact& contact) {
    const double size =
        std::max(contact.surface->stiction_speed, std::max(contact.tangential.norm(), std::abs(contact.vn)));
    const bool unseen = residual * std::sqrt(group.mobility) <= unseen_tolerance * size;
    const bool seen =
        have_change && std::max(contact.tangential_change.norm(), std::abs(contact.vn_change)) <= tolerance * size;
    settled = settled && (unseen || seen);
  });
  return settled;
}

double step_limit(const Problem& problem, const Islands& islands, const Island& island, const double* v,
                  const double* change) {
  double alpha = 1;
  for_each_contact(problem, islands, island, [&](const Group&, const Contact& contact) {
    alpha = std::min(alpha, tals(contact.tangential, contact.tangential_change, contact.surface->stiction_speed).alpha);
  });
  for (std::int32_t i = 0; i < island.scalars.size(); ++i) {
    const contact::ScalarRow& row = problem.scalars[islands.scalars(island)[i]];
    alpha = std::min(alpha, row.law.crossing_limit(v[row.dof], change[row.dof]));
  }
  return alpha;
}

template <class Visit>
void for_each_dof(const Problem& problem, const Islands& islands, const Island& island, Visit visit) {
  std::int32_t local = 0;
  for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
    const contact::Block& block = problem.blocks[islands.blocks(island)[i]];
    for (std::int32_t k = 0; k < block.size; ++k) visit(local++, block.first + k);
  }
}

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

  Norms norms = evaluate(problem, islands, island, v, evaluation);
  for (;;) {
    // done?
    const double residual = std::sqrt(norms.residual), scale = std::sqrt(norms.scale);
    result.residual = scale > 0 ? residual / scale : 0;
    if (!std::isfinite(residual) || !std::isfinite(scale)) {
      result.finite = false;
      return result;
    }
    if (residual <= options.tolerance * scale &&
        velocities_settled(problem, islands, island, options.tolerance,
                           options.tolerance * (workspace.solver.direct() ? kUnseenChange : 1), residual,
                           result.iterations > 0)) {
      result.converged = true;
      return result;
    }
    if (result.iterations == options.max_iterations) return result;

    // the full Newton change, and how much of it may be taken
    ++result.iterations;
    ++result.factorisations;
    contact::evaluate_matrices(problem, islands, island, evaluation);
    const double accuracy = linear_accuracy(residual, last_residual, options.tolerance * scale);
    last_residual = residual;
    if (!workspace.solver.solve(problem, islands, island, v, evaluation, accuracy, change)) {
      result.singular = true;
      return result;
    }
    contact::evaluate_change(problem, islands, island, change, evaluation);
    double alpha = options.line_search ? step_limit(problem, islands, island, v, change) : 1;
    for_each_dof(problem, islands, island, [&](std::int32_t, std::int32_t j) { v[j] += alpha * change[j]; });
    norms = evaluate(problem, islands, island, v, evaluation);

    // what still has not converged is helped by a descent of the residual: contacts that open and close in turn
    if (options.line_search && result.iterations > kFreeIterations) {
      for (int k = 0; k < kMaxBacktracks && !(norms.residual < residual * residual); ++k) {
        alpha /= 2;
        for_each_dof(problem, islands, island, [&](std::int32_t, std::int32_t j) { v[j] -= alpha * change[j]; });
        norms = evaluate(problem, islands, island, v, evaluation);
      }
    }
    if (alpha < 1) ++result.cuts;
  }
}

}  // namespace frix::methods
