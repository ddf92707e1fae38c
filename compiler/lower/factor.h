// Sparse factorisation of a tree's matrices.
#pragma once

#include <vector>

#include "compiler/ir/scalar.h"

namespace frix::lower {

// Solves A x = b for a symmetric positive definite A (row-major, [n*n]) that has the sparsity of a tree's mass matrix:
// A_ij may be nonzero only if i is on the way from j to the root or the other way round (`parent` gives the way).
//
// A = L^T D L without fill-in (Featherstone 2008, section 6.5): eliminating from the leaves touches only ancestors.
// One reciprocal for each coordinate.
std::vector<ir::Scalar> solve_tree(const std::vector<int>& parent, std::vector<ir::Scalar> a,
                                   std::vector<ir::Scalar> b);

}  // namespace frix::lower
