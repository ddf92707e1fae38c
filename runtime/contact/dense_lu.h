// LU factors with partial pivoting of a small dense matrix, row-major, in place.
#pragma once

#include <cstdint>

namespace frix::contact {

// As a template argument: a block's size that is known only at run time.
constexpr int kAnySize = 0;

// Factors a [n*n]; pivot [n] gets the row that was swapped with row k at step k. False: a pivot is zero or not finite.
bool factor_dense(double* a, std::int32_t n, std::int32_t* pivot);

// b [n] becomes the solution.
void solve_dense(const double* lu, std::int32_t n, const std::int32_t* pivot, double* b);

// B [n*columns], row-major, becomes the solution for all its columns.
void solve_dense(const double* lu, std::int32_t n, const std::int32_t* pivot, double* b, std::int32_t columns);

}  // namespace frix::contact
