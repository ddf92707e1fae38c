#include "compiler/lower/factor.h"

namespace frix::lower {

using ir::Scalar;

std::vector<Scalar> solve_tree(const std::vector<int>& parent, std::vector<Scalar> a, std::vector<Scalar> b) {
  const int n = static_cast<int>(parent.size());
  const auto at = [&](int row, int column) -> Scalar& { return a[row * n + column]; };

  // factor in place: row k below the diagonal becomes that of L
  std::vector<Scalar> reciprocal(n);
  for (int k = n - 1; k >= 0; --k) {
    reciprocal[k] = Scalar(1.0) / at(k, k);
    for (int i = parent[k]; i >= 0; i = parent[i]) {
      const Scalar factor = at(k, i) * reciprocal[k];
      for (int j = i; j >= 0; j = parent[j]) at(i, j) -= factor * at(k, j);
      at(k, i) = factor;
    }
  }

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
