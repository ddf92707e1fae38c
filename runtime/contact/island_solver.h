// Solves the linear system of a Newton iteration of one island, by the method that its size and its graph call for:
//
//   dense LU            up to 24 unknowns, or one articulation
//   sparse LU           up to 1,200 unknowns, and graphs that are nearly trees (stacks, chains): the fill is small
//   iterative sweeps    larger piles, where the fill of the factors is many times the matrix; if they do not help,
//                       sparse LU
//
// Measured on piles of balls, a Newton iteration: 8 balls (48 unknowns) 14 us dense, 6 us sparse; 150 balls 220 us by
// sweeps, 200 us sparse; 1,000 balls 7 ms by sweeps, 50 ms sparse.
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
