// Solves the linear system of a Newton iteration of one island, by the method that its size and its graph call for:
//
//   dense LU            up to kDenseLimit unknowns, or one articulation
//   sparse LU           moderate sizes, and graphs that are nearly trees (stacks, chains): the fill is small
//   iterative sweeps    large piles, where the fill of the factors would be many times the matrix; if they do not
//                       converge, sparse LU
//
// The limits are measured: see the speed table in runtime/README.md.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/contact/block_lu.h"
#include "runtime/contact/evaluation.h"
#include "runtime/contact/islands.h"
#include "runtime/contact/sweep_solver.h"

namespace frix::contact {

class IslandSolver {
 public:
  // Chooses the method.
  void start(const Problem& problem, const Islands& islands, const Island& island);

  bool dense() const { return choice_ == Choice::dense; }

  // change (over the whole state) = -(dr/dv)^-1 r, with the derivative at the last `evaluate`. An
  // iterative solution reduces the linear residual by `accuracy`. False: the matrix is singular.
  bool solve(const Problem& problem, const Islands& islands, const Island& island, const Evaluation& evaluation,
             double accuracy, double* change);

 private:
  enum class Choice { dense, sparse, sweeps };

  template <class Solver>
  void assemble(const Problem& problem, const Islands& islands, const Island& island, const Evaluation& evaluation,
                Solver& solver);

  Choice choice_ = Choice::dense;
  std::vector<double> matrix_, local_;
  std::vector<std::int32_t> pivot_, sizes_, node_;
  std::vector<std::pair<std::int32_t, std::int32_t>> edges_;
  BlockLU sparse_;
  SweepSolver sweeps_;
};

}  // namespace frix::contact
