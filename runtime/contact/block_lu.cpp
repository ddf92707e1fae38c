#include "runtime/contact/block_lu.h"

#include <algorithm>

#include "runtime/contact/dense_lu.h"

namespace frix::contact {

namespace {

// c (rows x columns) -= a (rows x inner) b (inner x columns); a fixed size n x n if n > 0.
template <int n>
inline void subtract_product(double* __restrict c, const double* __restrict a, const double* __restrict b,
                             std::int32_t rows, std::int32_t inner, std::int32_t columns) {
  if constexpr (n > 0) {
    for (int i = 0; i < n; ++i) {
      double row[n];
      for (int j = 0; j < n; ++j) row[j] = c[i * n + j];
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j) row[j] -= a[i * n + k] * b[k * n + j];
      for (int j = 0; j < n; ++j) c[i * n + j] = row[j];
    }
  } else {
    for (std::int32_t i = 0; i < rows; ++i)
      for (std::int32_t k = 0; k < inner; ++k)
        for (std::int32_t j = 0; j < columns; ++j) c[i * columns + j] -= a[i * inner + k] * b[k * columns + j];
  }
}

// Nodes in the order of elimination, and for each the nodes that it is tied to when it is eliminated. The node of the
// smallest degree comes first; of equals, the one with the smallest number.
void minimum_degree(std::vector<std::vector<std::int32_t>>& neighbours, std::vector<std::int32_t>& order) {
  const auto nodes = neighbours.size();
  std::vector<char> eliminated(nodes, 0);
  std::vector<std::vector<std::int32_t>> by_degree(nodes + 1);  // nodes, some of them with an old degree
  for (std::size_t i = nodes; i-- > 0;) by_degree[neighbours[i].size()].push_back(static_cast<std::int32_t>(i));
  std::vector<std::int32_t> merged;
  std::size_t degree = 0;
  while (order.size() < nodes) {
    while (by_degree[degree].empty()) ++degree;
    const std::int32_t node = by_degree[degree].back();
    by_degree[degree].pop_back();
    const std::vector<std::int32_t>& tied = neighbours[static_cast<std::size_t>(node)];
    if (eliminated[static_cast<std::size_t>(node)] || tied.size() != degree) continue;
    eliminated[static_cast<std::size_t>(node)] = 1;
    order.push_back(node);
    // its neighbours become neighbours of each other
    for (const std::int32_t other : tied) {
      std::vector<std::int32_t>& own = neighbours[static_cast<std::size_t>(other)];
      merged.clear();
      std::set_union(own.begin(), own.end(), tied.begin(), tied.end(), std::back_inserter(merged));
      merged.erase(
          std::remove_if(merged.begin(), merged.end(), [&](std::int32_t n) { return n == other || n == node; }),
          merged.end());
      own = merged;
      by_degree[own.size()].push_back(other);
      degree = std::min(degree, own.size());
    }
  }
}

}  // namespace

void BlockLU::start(const std::vector<std::int32_t>& sizes, const std::vector<Edge>& edges) {
  if (sizes != sizes_ || edges != edges_) {
    sizes_ = sizes;
    edges_ = edges;
    analyse();
  }
  std::fill(values_.begin(), values_.end(), 0.0);
}

void BlockLU::analyse() {
  const std::size_t nodes = sizes_.size();
  std::vector<std::vector<std::int32_t>> neighbours(nodes);
  for (const Edge& edge : edges_) {
    neighbours[static_cast<std::size_t>(edge.first)].push_back(edge.second);
    neighbours[static_cast<std::size_t>(edge.second)].push_back(edge.first);
  }
  for (auto& list : neighbours) std::sort(list.begin(), list.end());
  order_.clear();
  minimum_degree(neighbours, order_);

  rank_.resize(nodes);
  for (std::size_t k = 0; k < nodes; ++k) rank_[static_cast<std::size_t>(order_[k])] = static_cast<std::int32_t>(k);
  offset_.assign(1, 0);
  for (const std::int32_t size : sizes_) offset_.push_back(offset_.back() + size);

  first_later_.assign(1, 0);
  later_.clear(), diagonal_.clear(), upper_.clear(), lower_.clear();
  std::size_t next = 0;
  const auto size_of = [&](std::int32_t rank) { return static_cast<std::size_t>(sizes_[order_[rank]]); };
  for (std::size_t k = 0; k < nodes; ++k) {
    const auto rank = static_cast<std::int32_t>(k);
    diagonal_.push_back(next);
    next += size_of(rank) * size_of(rank);
    const auto begin = later_.size();
    for (const std::int32_t node : neighbours[static_cast<std::size_t>(order_[k])]) later_.push_back(rank_[node]);
    std::sort(later_.begin() + static_cast<std::ptrdiff_t>(begin), later_.end());
    first_later_.push_back(static_cast<std::int32_t>(later_.size()));
    for (std::size_t i = begin; i < later_.size(); ++i) {
      upper_.push_back(next);
      next += size_of(rank) * size_of(later_[i]);
      lower_.push_back(next);
      next += size_of(rank) * size_of(later_[i]);
    }
  }
  values_.resize(next);
  all_six_ = std::all_of(sizes_.begin(), sizes_.end(), [](std::int32_t n) { return n == 6; });
  position_.resize(nodes);
}

std::int32_t BlockLU::find(std::int32_t rank, std::int32_t later) const {
  const auto begin = later_.begin() + first_later_[rank], end = later_.begin() + first_later_[rank + 1];
  return static_cast<std::int32_t>(std::lower_bound(begin, end, later) - later_.begin());
}

double* BlockLU::block(std::int32_t row, std::int32_t column) {
  const std::int32_t r = rank_[row], c = rank_[column];
  if (r == c) return values_.data() + diagonal_[r];
  return values_.data() + (r < c ? upper_[find(r, c)] : lower_[find(c, r)]);
}

bool BlockLU::factor() {
  return all_six_ ? factor_blocks<6>() : factor_blocks<kAnySize>();
}

bool BlockLU::invert(double* matrix, std::int32_t n) {
  const auto size = static_cast<std::size_t>(n);
  scratch_.assign(matrix, matrix + size * size);
  pivot_.resize(size);
  if (!factor_dense(scratch_.data(), n, pivot_.data())) return false;
  std::fill_n(matrix, size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i) matrix[i * (size + 1)] = 1;
  solve_dense(scratch_.data(), n, pivot_.data(), matrix, n);
  return true;
}

template <int n>
bool BlockLU::factor_blocks() {
  const auto nodes = static_cast<std::int32_t>(sizes_.size());
  double* values = values_.data();
  for (std::int32_t k = 0; k < nodes; ++k) {
    const std::int32_t size = sizes_[order_[k]];
    if (!invert(values + diagonal_[k], size)) return false;

    // U_kj = D_k^-1 A_kj
    const std::int32_t begin = first_later_[k], end = first_later_[k + 1];
    for (std::int32_t e = begin; e < end; ++e) {
      const std::int32_t columns = sizes_[order_[later_[e]]];
      double* upper = values + upper_[e];
      scratch_.assign(upper, upper + size * columns);
      for (double& value : scratch_) value = -value;
      std::fill_n(upper, size * columns, 0.0);
      subtract_product<n>(upper, values + diagonal_[k], scratch_.data(), size, size, columns);
    }

    // A_ij -= L_ik U_kj for all pairs of later nodes
    for (std::int32_t e = begin; e < end; ++e) {
      const std::int32_t i = later_[e], rows = sizes_[order_[i]];
      for (std::int32_t f = first_later_[i]; f < first_later_[i + 1]; ++f) position_[later_[f]] = f;
      subtract_product<n>(values + diagonal_[i], values + lower_[e], values + upper_[e], rows, size, rows);
      for (std::int32_t f = e + 1; f < end; ++f) {
        const std::int32_t columns = sizes_[order_[later_[f]]];
        const std::int32_t target = position_[later_[f]];
        subtract_product<n>(values + upper_[target], values + lower_[e], values + upper_[f], rows, size, columns);
        subtract_product<n>(values + lower_[target], values + lower_[f], values + upper_[e], columns, size, rows);
      }
    }
  }
  return true;
}

void BlockLU::solve(double* b) {
  const auto nodes = static_cast<std::int32_t>(sizes_.size());
  const double* values = values_.data();
  const auto subtract = [](double* out, const double* matrix, const double* in, std::int32_t rows,
                           std::int32_t columns) {
    for (std::int32_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (std::int32_t j = 0; j < columns; ++j) sum += matrix[i * columns + j] * in[j];
      out[i] -= sum;
    }
  };
  for (std::int32_t k = 0; k < nodes; ++k) {
    const std::int32_t node = order_[k], size = sizes_[node];
    double* own = b + offset_[node];
    scratch_.resize(static_cast<std::size_t>(size));
    for (std::int32_t i = 0; i < size; ++i) scratch_[i] = -own[i], own[i] = 0;
    subtract(own, values + diagonal_[k], scratch_.data(), size, size);
    for (std::int32_t e = first_later_[k]; e < first_later_[k + 1]; ++e) {
      const std::int32_t other = order_[later_[e]];
      subtract(b + offset_[other], values + lower_[e], own, sizes_[other], size);
    }
  }
  for (std::int32_t k = nodes - 1; k >= 0; --k) {
    const std::int32_t node = order_[k];
    for (std::int32_t e = first_later_[k]; e < first_later_[k + 1]; ++e) {
      const std::int32_t other = order_[later_[e]];
      subtract(b + offset_[node], values + upper_[e], b + offset_[other], sizes_[node], sizes_[other]);
    }
  }
}

}  // namespace frix::contact
