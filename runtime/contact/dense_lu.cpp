#include "runtime/contact/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace frix::contact {

bool factor_dense(double* a, std::int32_t n, std::int32_t* pivot) {
  for (std::int32_t k = 0; k < n; ++k) {
    std::int32_t best = k;
    for (std::int32_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) best = i;
    pivot[k] = best;
    if (!(std::abs(a[best * n + k]) > 0) || !std::isfinite(a[best * n + k])) return false;
    if (best != k)
      for (std::int32_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[best * n + j]);
    const double* top = a + k * n;
    const double inverse = 1 / top[k];
    for (std::int32_t i = k + 1; i < n; ++i) {
      double* row = a + i * n;
      const double factor = row[k] *= inverse;
      if (factor == 0) continue;
      for (std::int32_t j = k + 1; j < n; ++j) row[j] -= factor * top[j];
    }
  }
  return true;
}

void solve_dense(const double* lu, std::int32_t n, const std::int32_t* pivot, double* b) {
  for (std::int32_t k = 0; k < n; ++k) {
    std::swap(b[k], b[pivot[k]]);
    for (std::int32_t j = 0; j < k; ++j) b[k] -= lu[k * n + j] * b[j];
  }
  for (std::int32_t k = n - 1; k >= 0; --k) {
    for (std::int32_t j = k + 1; j < n; ++j) b[k] -= lu[k * n + j] * b[j];
    b[k] /= lu[k * n + k];
  }
}

void solve_dense(const double* lu, std::int32_t n, const std::int32_t* pivot, double* b, std::int32_t columns) {
  const auto subtract = [&](std::int32_t row, std::int32_t other) {
    const double factor = lu[row * n + other];
    if (factor == 0) return;
    for (std::int32_t c = 0; c < columns; ++c) b[row * columns + c] -= factor * b[other * columns + c];
  };
  for (std::int32_t k = 0; k < n; ++k) {
    if (pivot[k] != k) std::swap_ranges(b + k * columns, b + (k + 1) * columns, b + pivot[k] * columns);
    for (std::int32_t j = 0; j < k; ++j) subtract(k, j);
  }
  for (std::int32_t k = n - 1; k >= 0; --k) {
    for (std::int32_t j = k + 1; j < n; ++j) subtract(k, j);
    const double inverse = 1 / lu[k * n + k];
    for (std::int32_t c = 0; c < columns; ++c) b[k * columns + c] *= inverse;
  }
}

}  // namespace frix::contact
