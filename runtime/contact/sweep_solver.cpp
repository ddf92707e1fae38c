#include "runtime/contact/sweep_solver.h"

#include <algorithm>
#include <cmath>

#include "runtime/contact/dense_lu.h"

namespace frix::contact {

namespace {

// out (rows) -= matrix (rows x columns) in
inline void subtract_product(double* out, const double* matrix, const double* in, std::int32_t rows,
                             std::int32_t columns) {
  if (rows == 6 && columns == 6) {
    for (int i = 0; i < 6; ++i) {
      const double* row = matrix + 6 * i;
      out[i] -=
          (row[0] * in[0] + row[1] * in[1]) + (row[2] * in[2] + row[3] * in[3]) + (row[4] * in[4] + row[5] * in[5]);
    }
    return;
  }
  for (std::int32_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::int32_t j = 0; j < columns; ++j) sum += matrix[i * columns + j] * in[j];
    out[i] -= sum;
  }
}

inline void product(double* out, const double* matrix, const double* in, std::int32_t size) {
  for (std::int32_t i = 0; i < size; ++i) {
    double sum = 0;
    for (std::int32_t j = 0; j < size; ++j) sum += matrix[i * size + j] * in[j];
    out[i] = sum;
  }
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  // four sums, in a fixed order, so that the additions overlap
  double sum[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) sum[k] += a[i + k] * b[i + k];
  for (; i < a.size(); ++i) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void add_multiple(std::vector<double>& a, double factor, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}

}  // namespace

void SweepSolver::start(const std::vector<std::int32_t>& sizes, const std::vector<Edge>& edges) {
  if (sizes != sizes_ || edges != edges_) {
    sizes_ = sizes;
    edges_ = edges;
    const std::size_t nodes = sizes.size();
    offset_.assign(1, 0);
    diagonal_.clear();
    std::size_t next = 0;
    for (const std::int32_t size : sizes) {
      offset_.push_back(offset_.back() + size);
      diagonal_.push_back(next);
      next += static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    }
    inverse_.resize(next);
    upper_.clear(), lower_.clear();
    first_upper_.assign(nodes + 1, 0), first_lower_.assign(nodes + 1, 0);
    for (const Edge& edge : edges) {
      const std::size_t size =
          static_cast<std::size_t>(sizes[edge.first]) * static_cast<std::size_t>(sizes[edge.second]);
      upper_.push_back(next);
      lower_.push_back(next + size);
      next += 2 * size;
      ++first_upper_[edge.first + 1];
      ++first_lower_[edge.second + 1];
    }
    values_.resize(next);
    for (std::size_t i = 0; i < nodes; ++i) {
      first_upper_[i + 1] += first_upper_[i];
      first_lower_[i + 1] += first_lower_[i];
    }
    lower_edge_.resize(edges.size());
    pivot_.assign(first_lower_.begin(), first_lower_.end());
    for (std::size_t e = 0; e < edges.size(); ++e)
      lower_edge_[pivot_[edges[e].second]++] = static_cast<std::int32_t>(e);
    const auto size = static_cast<std::size_t>(offset_.back());
    residual_.resize(size), work_.resize(size), scaled_.resize(size);
    for (int k = 0; k < kDirections; ++k) direction_[k].resize(size), image_[k].resize(size), dual_[k].resize(size);
  }
  std::fill(values_.begin(), values_.end(), 0.0);
}

double* SweepSolver::block(std::int32_t row, std::int32_t column) {
  if (row == column) return values_.data() + diagonal_[row];
  const Edge edge{std::min(row, column), std::max(row, column)};
  const auto begin = edges_.begin() + first_upper_[edge.first], end = edges_.begin() + first_upper_[edge.first + 1];
  const auto e = std::lower_bound(begin, end, edge) - edges_.begin();
  return values_.data() + (row < column ? upper_[e] : lower_[e]);
}

bool SweepSolver::prepare() {
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const std::int32_t n = sizes_[i];
    const auto size = static_cast<std::size_t>(n);
    factor_.assign(values_.begin() + diagonal_[i], values_.begin() + diagonal_[i] + n * n);
    pivot_.resize(std::max(pivot_.size(), size));
    if (!factor_dense(factor_.data(), n, pivot_.data())) return false;
    scaled_.resize(std::max(scaled_.size(), size));
    for (std::int32_t c = 0; c < n; ++c) {
      std::fill_n(scaled_.begin(), n, 0.0);
      scaled_[c] = 1;
      solve_dense(factor_.data(), n, pivot_.data(), scaled_.data());
      for (std::int32_t r = 0; r < n; ++r) inverse_[diagonal_[i] + r * n + c] = scaled_[r];
    }
  }
  return true;
}

void SweepSolver::backward(const double* b, double* x) {
  for (auto i = static_cast<std::int32_t>(sizes_.size()) - 1; i >= 0; --i) {
    const std::int32_t n = sizes_[i];
    double* own = x + offset_[i];
    double* sum = work_.data() + offset_[i];
    std::copy_n(b + offset_[i], n, sum);
    for (std::int32_t e = first_upper_[i]; e < first_upper_[i + 1]; ++e) {
      const std::int32_t j = edges_[e].second;
      subtract_product(sum, values_.data() + upper_[e], x + offset_[j], n, sizes_[j]);
    }
    product(own, inverse_.data() + diagonal_[i], sum, n);
  }
}

void SweepSolver::forward(const double* b, double* x) {
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(sizes_.size()); ++i) {
    const std::int32_t n = sizes_[i];
    double* sum = work_.data() + offset_[i];
    std::copy_n(b + offset_[i], n, sum);
    for (std::int32_t k = first_lower_[i]; k < first_lower_[i + 1]; ++k) {
      const std::int32_t e = lower_edge_[k], j = edges_[e].first;
      subtract_product(sum, values_.data() + lower_[e], x + offset_[j], n, sizes_[j]);
    }
    product(x + offset_[i], inverse_.data() + diagonal_[i], sum, n);
  }
}

void SweepSolver::multiply_diagonal(const double* x, double* y) const {
  for (std::size_t i = 0; i < sizes_.size(); ++i)
    product(y + offset_[i], values_.data() + diagonal_[i], x + offset_[i], sizes_[i]);
}

SweepSolver::Result SweepSolver::solve(double* b, double reduction, int max_iterations) {
  const auto size = static_cast<std::size_t>(offset_.back());
  Result result;

  // the unknown is y with x = (D + U)^-1 D y; r = (D + L)^-1 b - operator y
  std::vector<double>& solution = scaled_;  // of y
  forward(b, residual_.data());
  std::fill(solution.begin(), solution.end(), 0.0);
  multiply_diagonal(residual_.data(), work_.data());
  double norm = std::sqrt(std::abs(dot(residual_, work_)));
  const double start = norm;
  if (start == 0) {
    std::fill_n(b, size, 0.0);
    return {0, 0};
  }

  double square[kDirections] = {};
  for (; result.iterations < max_iterations && norm > reduction * start; ++result.iterations) {
    const int own = result.iterations % kDirections, used = std::min(result.iterations, kDirections - 1);
    std::vector<double>&p = direction_[own], &image = image_[own], &dual = dual_[own];

    // direction r, its image t + (D + L)^-1 (D r - D t)
    p = residual_;
    multiply_diagonal(p.data(), dual.data());
    backward(dual.data(), image.data());
    multiply_diagonal(image.data(), work_.data());
    for (std::size_t i = 0; i < size; ++i) dual[i] -= work_[i];
    forward(dual.data(), dual.data());
    for (std::size_t i = 0; i < size; ++i) image[i] += dual[i];

    // against the last directions
    multiply_diagonal(image.data(), dual.data());
    for (int k = 1; k <= used; ++k) {
      const int other = (result.iterations - k) % kDirections;
      const double factor = -dot(image, dual_[other]) / square[other];
      add_multiple(p, factor, direction_[other]);
      add_multiple(image, factor, image_[other]);
      add_multiple(dual, factor, dual_[other]);
    }
    square[own] = dot(image, dual);
    if (!(square[own] > 0)) break;
    const double step = dot(residual_, dual) / square[own];
    add_multiple(solution, step, p);
    add_multiple(residual_, -step, image);
    multiply_diagonal(residual_.data(), work_.data());
    norm = std::sqrt(std::abs(dot(residual_, work_)));
  }
  result.reduction = norm / start;
  multiply_diagonal(solution.data(), residual_.data());
  backward(residual_.data(), b);
  return result;
}

}  // namespace frix::contact
