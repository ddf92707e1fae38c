// Interpolation: the segment is found by a binary tree of selections of its constants, so that the formula itself is
// written once.
#include <algorithm>
#include <cmath>

#include "compiler/lower/expressions.h"

namespace frix::lower {

namespace {

// values[k] for the segment k with x[k] <= at < x[k+1]
Scalar pick(const std::vector<double>& x, const std::vector<double>& values, const Scalar& at, std::size_t begin,
            std::size_t end) {
  if (end - begin == 1) return values[begin];
  const std::size_t middle = begin + (end - begin) / 2;
  return select(less(at, x[middle]), pick(x, values, at, begin, middle), pick(x, values, at, middle, end));
}

// y + t (c1 + t (c2 + t c3)) on each segment, t from its beginning
struct Segments {
  std::vector<double> c0, c1, c2, c3;
};

Scalar evaluate(const mechanism::Table& table, const Segments& segments, const Scalar& x) {
  const Scalar at = apply(ir::Op::min, apply(ir::Op::max, x, table.x.front()), table.x.back());
  const auto of = [&](const std::vector<double>& values) { return pick(table.x, values, at, 0, values.size()); };
  const Scalar t = at - of(table.x.size() > 1 ? std::vector<double>(table.x.begin(), table.x.end() - 1) : table.x);
  return of(segments.c0) + t * (of(segments.c1) + t * (of(segments.c2) + t * of(segments.c3)));
}

std::vector<double> slopes_of(const mechanism::Table& table) {
  std::vector<double> slopes;
  for (std::size_t k = 0; k + 1 < table.x.size(); ++k)
    slopes.push_back((table.y[k + 1] - table.y[k]) / (table.x[k + 1] - table.x[k]));
  return slopes;
}

// The derivatives at the knots: means of the neighbouring slopes, zero at extrema, and limited to the circle of radius
// 3 in which the cubic is monotone.
std::vector<double> monotone_derivatives(const std::vector<double>& slopes) {
  const std::size_t n = slopes.size();
  std::vector<double> m(n + 1);
  m.front() = slopes.front();
  m.back() = slopes.back();
  for (std::size_t k = 1; k < n; ++k) m[k] = slopes[k - 1] * slopes[k] <= 0 ? 0 : (slopes[k - 1] + slopes[k]) / 2;
  for (std::size_t k = 0; k < n; ++k) {
    if (slopes[k] == 0) {
      m[k] = m[k + 1] = 0;
      continue;
    }
    const double a = m[k] / slopes[k], b = m[k + 1] / slopes[k];
    const double radius = std::hypot(a, b);
    if (radius <= 3) continue;
    m[k] = 3 / radius * a * slopes[k];
    m[k + 1] = 3 / radius * b * slopes[k];
  }
  return m;
}

}  // namespace

Scalar interpolate_linear(const mechanism::Table& table, const Scalar& x) {
  if (table.x.size() == 1) return table.y.front();
  const std::vector<double> zero(table.x.size() - 1, 0.0);
  return evaluate(table, {{table.y.begin(), table.y.end() - 1}, slopes_of(table), zero, zero}, x);
}

Scalar interpolate_monotone(const mechanism::Table& table, const Scalar& x) {
  if (table.x.size() <= 2) return interpolate_linear(table, x);
  const std::vector<double> slopes = slopes_of(table);
  const std::vector<double> m = monotone_derivatives(slopes);
  Segments segments;
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    const double width = table.x[k + 1] - table.x[k];
    segments.c0.push_back(table.y[k]);
    segments.c1.push_back(m[k]);
    segments.c2.push_back((3 * slopes[k] - 2 * m[k] - m[k + 1]) / width);
    segments.c3.push_back((m[k] + m[k + 1] - 2 * slopes[k]) / (width * width));
  }
  return evaluate(table, segments, x);
}

}  // namespace frix::lower
