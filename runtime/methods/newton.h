// Newton's method with TALS on the equations of one island.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/contact/evaluation.h"
#include "runtime/contact/island_solver.h"
#include "runtime/contact/islands.h"
#include "runtime/contact/problem.h"

namespace frix::methods {

struct NewtonOptions {
  bool line_search = true;
  int max_iterations = 50;
  double tolerance = 1e-8;
};

struct NewtonResult {
  bool converged = false;
  bool finite = true;     // false: the island's data or an iterate is not a number
  bool singular = false;  // the matrix could not be factored
  int iterations = 0;
  int factorisations = 0;
  int cuts = 0;         // iterations in which the line search held back a contact or a joint
  double residual = 0;  // relative, at the last iterate
};

// What one thread needs to solve islands one after the other.
struct NewtonWorkspace {
  contact::IslandSolver solver;
  std::vector<double> change;  // [nv]
};

// Solves the island; v holds the initial guess and gets the solution.
NewtonResult solve_island(contact::Problem& problem, const contact::Islands& islands, const contact::Island& island,
                          const NewtonOptions& options, double* v, contact::Evaluation& evaluation,
                          NewtonWorkspace& workspace);

}  // namespace frix::methods
