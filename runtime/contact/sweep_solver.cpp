#include "runtime/contact/sweep_solver.h"

#include <algorithm>
#include <cmath>

#include "runtime/contact/dense_lu.h"

namespace frix::contact {

namespace {

// out -= matrix in, the matrix column by column. A fixed number of rows and columns if n > 0.
template <int n>
inline void subtract_product(double* __restrict out, const double* __restrict matrix, const double* __restrict in,
                             std::int32_t rows, std::int32_t columns) {
  if constexpr (n > 0) {
    double sum[n] = {};
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) sum[i] += matrix[j * n + i] * in[j];
    for (int i = 0; i < n; ++i) out[i] -= sum[i];
  } else {
    for (std::int32_t j = 0; j < columns; ++j)
      for (std::int32_t i = 0; i < rows; ++i) out[i] -= matrix[j * rows + i] * in[j];
  }
}

// out = matrix in
template <int n>
inline void product(double* __restrict out, const double* __restrict matrix, const double* __restrict in,
                    std::int32_t size) {
  if constexpr (n > 0) {
    double sum[n] = {};
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) sum[i] += matrix[j * n + i] * in[j];
    for (int i = 0; i < n; ++i) out[i] = sum[i];
  } else {
    std::fill_n(out, size, 0.0);
    for (std::int32_t j = 0; j < size; ++j)
      for (std::int32_t i = 0; i < size; ++i) out[i] += matrix[j * size + i] * in[j];
  }
}

void transpose(double* matrix, std::int32_t rows, std::int32_t columns, std::vector<double>& buffer) {
  buffer.assign(matrix, matrix + rows * columns);
  for (std::int32_t i = 0; i < rows; ++i)
    for (std::int32_t j = 0; j < columns; ++j) matrix[j * rows + i] = buffer[i * columns + j];
}

// The inverse of a matrix with positive definite symmetric part, in place, by Gauss-Jordan elimination without pivots.
bool invert(double* a, std::int32_t n) {
  for (std::int32_t k = 0; k < n; ++k) {
    double* top = a + k * n;
    if (!(std::abs(top[k]) > 0) || !std::isfinite(top[k])) return false;
    const double inverse = 1 / top[k];
    top[k] = 1;
    for (std::int32_t j = 0; j < n; ++j) top[j] *= inverse;
    for (std::int32_t i = 0; i < n; ++i) {
      if (i == k) continue;
      double* row = a + i * n;
      const double factor = row[k];
      row[k] = 0;
      for (std::int32_t j = 0; j < n; ++j) row[j] -= factor * top[j];
    }
  }
  return true;
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
    std::vector<std::int32_t> next_lower(first_lower_.begin(), first_lower_.end());
    for (std::size_t e = 0; e < edges.size(); ++e)
      lower_edge_[next_lower[edges[e].second]++] = static_cast<std::int32_t>(e);
    const auto size = static_cast<std::size_t>(offset_.back());
    for (auto* list : {&residual_, &dual_residual_, &solution_, &work_, &dual_work_}) list->resize(size);
    all_six_ = std::all_of(sizes.begin(), sizes.end(), [](std::int32_t n) { return n == 6; });
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
    double* inverse = inverse_.data() + diagonal_[i];
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(diagonal_[i]), n * n, inverse);
    if (!invert(inverse, n)) return false;
    transpose(inverse, n, n, work_);
  }
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const std::int32_t a = sizes_[edges_[e].first], b = sizes_[edges_[e].second];
    transpose(values_.data() + upper_[e], a, b, work_);
    transpose(values_.data() + lower_[e], b, a, work_);
  }
  work_.resize(residual_.size());
  return true;
}

template <int n>
void SweepSolver::backward_sweep(const double* b, double* x, double* dx) const {
  for (auto i = static_cast<std::int32_t>(sizes_.size()) - 1; i >= 0; --i) {
    const std::int32_t size = n > 0 ? n : sizes_[i];
    double* sum = dx + offset_[i];
    for (std::int32_t k = 0; k < size; ++k) sum[k] = b[offset_[i] + k];
    for (std::int32_t e = first_upper_[i]; e < first_upper_[i + 1]; ++e) {
      const std::int32_t j = edges_[e].second;
      subtract_product<n>(sum, values_.data() + upper_[e], x + offset_[j], size, sizes_[j]);
    }
    product<n>(x + offset_[i], inverse_.data() + diagonal_[i], sum, size);
  }
}

template <int n>
void SweepSolver::forward_sweep(const double* b, double* x, double* dx) const {
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(sizes_.size()); ++i) {
    const std::int32_t size = n > 0 ? n : sizes_[i];
    double* sum = dx + offset_[i];
    for (std::int32_t k = 0; k < size; ++k) sum[k] = b[offset_[i] + k];
    for (std::int32_t k = first_lower_[i]; k < first_lower_[i + 1]; ++k) {
      const std::int32_t e = lower_edge_[k], j = edges_[e].first;
      subtract_product<n>(sum, values_.data() + lower_[e], x + offset_[j], size, sizes_[j]);
    }
    product<n>(x + offset_[i], inverse_.data() + diagonal_[i], sum, size);
  }
}

void SweepSolver::backward(const double* b, double* x, double* dx) const {
  all_six_ ? backward_sweep<6>(b, x, dx) : backward_sweep<kAnySize>(b, x, dx);
}

void SweepSolver::forward(const double* b, double* x, double* dx) const {
  all_six_ ? forward_sweep<6>(b, x, dx) : forward_sweep<kAnySize>(b, x, dx);
}

void SweepSolver::apply(const std::vector<double>& dual, std::vector<double>& image, std::vector<double>& dual_image) {
  // t + (D + L)^-1 (D y - D t) with t = (D + U)^-1 D y
  backward(dual.data(), image.data(), dual_image.data());
  const std::size_t size = image.size();
  for (std::size_t i = 0; i < size; ++i) work_[i] = dual[i] - dual_image[i];
  forward(work_.data(), work_.data(), dual_work_.data());
  for (std::size_t i = 0; i < size; ++i) image[i] += work_[i], dual_image[i] += dual_work_[i];
}

double SweepSolver::conjugate_residuals(double start, double reduction) {
  constexpr int kMaxIterations = 60;
  double norm = start;
  double square[kDirections] = {};
  for (int iteration = 0; iteration < kMaxIterations && norm > reduction * start; ++iteration) {
    const int own = iteration % kDirections, used = std::min(iteration, kDirections - 1);
    std::vector<double>&p = direction_[own], &image = image_[own], &dual = dual_[own];
    p = dual_residual_;
    apply(p, image, dual);
    for (int k = 1; k <= used; ++k) {
      const int other = (iteration - k) % kDirections;
      const double factor = -dot(image, dual_[other]) / square[other];
      add_multiple(p, factor, direction_[other]);
      add_multiple(image, factor, image_[other]);
      add_multiple(dual, factor, dual_[other]);
    }
    square[own] = dot(image, dual);
    const double along = dot(residual_, dual);
    // with a definite operator this direction takes away a part of the residual; where it hardly does, give up
    constexpr double kLeast = 1e-3;
    if (!(square[own] > 0) || !(along * along > kLeast * square[own] * norm * norm)) break;
    const double step = along / square[own];
    add_multiple(solution_, step, p);
    add_multiple(residual_, -step, image);
    add_multiple(dual_residual_, -step, dual);
    const double next = dot(residual_, dual_residual_);
    if (!(next > 0)) break;
    norm = std::sqrt(next);
  }
  return norm / start;
}

double SweepSolver::solve(double* b, double reduction) {
  // the unknown is y with x = (D + U)^-1 D y, the residual r = (D + L)^-1 b - operator y. Vectors come with D times
  // them ("dual"), which the sweeps give for nothing; of the solution, only D y is needed.
  forward(b, residual_.data(), dual_residual_.data());
  std::fill(solution_.begin(), solution_.end(), 0.0);
  const double square = dot(residual_, dual_residual_);
  if (square == 0) return 0;
  if (!(square > 0)) return 1;
  const double achieved = conjugate_residuals(std::sqrt(square), reduction);
  backward(solution_.data(), b, work_.data());
  return achieved;
}

}  // namespace frix::contact
