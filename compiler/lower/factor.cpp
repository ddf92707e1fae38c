#include "compiler/lower/factor.h"

#include <fmt/format.h>

#include "compiler/lower/purpose.h"

namespace frix::lower {

using ir::Scalar;

std::vector<Scalar> solve_tree(const std::vector<int>& parent, std::vector<Scalar> a, std::vector<Scalar> b) {
  const int n = static_cast<int>(parent.size());
  const auto at = [&](int row, int column) -> Scalar& { return a[row * n + column]; };

  // factor in place: row k below the diagonal becomes that of L
  const ir::OriginScope factor_purpose(graph_of(a), {"factors L and D", "", {}});
  std::vector<Scalar> reciprocal(n);
  for (int k = n - 1; k >= 0; --k) {
    reciprocal[k] = Scalar(1.0) / at(k, k);
    call(reciprocal[k], fmt::format("inverse_d{}", k));
    for (int i = parent[k]; i >= 0; i = parent[i]) {
      const Scalar factor = at(k, i) * reciprocal[k];
      for (int j = i; j >= 0; j = parent[j]) at(i, j) -= factor * at(k, j);
      at(k, i) = factor;
      call(factor, fmt::format("l{}_{}", k, i));
    }
  }

  const ir::OriginScope purpose(graph_of(a), {"substitution", "", {}});
  // L^T y = b, z = y / D, L x = z
  for (int k = n - 1; k >= 0; --k)
    for (int i = parent[k]; i >= 0; i = parent[i]) b[i] -= at(k, i) * b[k];
  for (int k = 0; k < n; ++k) {
    b[k] *= reciprocal[k];
    for (int i = parent[k]; i >= 0; i = parent[i]) b[k] -= at(k, i) * b[i];
  }
  return b;
}

}  // namespace frix::lower
