// Iterative solution of a large sparse system of blocks with a symmetric pattern, by conjugate residuals with
// symmetric Gauss-Seidel as preconditioner.
//
// With A = L + D + U by blocks, the preconditioned operator
//     (D + L)^-1 A (D + U)^-1 D = t + (D + L)^-1 (D y - D t),   t = (D + U)^-1 D y
// needs one backward and one forward sweep over the blocks and no product with A (Eisenstat 1981).
//
// Where contacts stick, A is nearly symmetric positive definite, the operator self-adjoint in the inner product of D,
// and conjugate residuals (Orthomin(k): the residual is minimised over the last few directions) converge fast. Contacts
// that slide couple friction to the normal force one way; where many do, the iteration stagnates or breaks down. Then
// it says so, and a direct solution is needed.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace frix::contact {

class SweepSolver {
 public:
  using Edge = std::pair<std::int32_t, std::int32_t>;  // a < b

  // The pattern: sizes of the nodes' blocks, edges in ascending order without doubles. All values become zero.
  void start(const std::vector<std::int32_t>& sizes, const std::vector<Edge>& edges);

  // The block of a pair of nodes that is in the pattern, row-major.
  double* block(std::int32_t row, std::int32_t column);

  // Inverts the diagonal blocks. False: one of them is singular.
  bool prepare();

  // b becomes an approximate solution. The iteration stops when the residual's norm is reduced by `reduction`, or when
  // that would take too long; the reduction that it achieved is returned.
  double solve(double* b, double reduction);

 private:
  // x = (D + U)^-1 b, x = (D + L)^-1 b; dx becomes D x, which the sweeps find on the way. `b` may be `x` or `dx`.
  void backward(const double* b, double* x, double* dx) const;
  void forward(const double* b, double* x, double* dx) const;
  // image = operator y, dual_image = D image, from dual = D y
  void apply(const std::vector<double>& dual, std::vector<double>& image, std::vector<double>& dual_image);
  double conjugate_residuals(double start, double reduction);

  template <int n>
  void backward_sweep(const double* b, double* x, double* dx) const;
  template <int n>
  void forward_sweep(const double* b, double* x, double* dx) const;

  std::vector<std::int32_t> sizes_, offset_;
  bool all_six_ = false;  // are all blocks 6x6?
  std::vector<Edge> edges_;
  std::vector<std::size_t> diagonal_, upper_, lower_;   // where the blocks begin; upper_ and lower_ by edge
  std::vector<std::int32_t> first_upper_;               // edges of row a, ascending b
  std::vector<std::int32_t> first_lower_, lower_edge_;  // edges of row b, ascending a
  std::vector<double> values_;   // row-major while they are filled; `prepare` transposes them for the sweeps
  std::vector<double> inverse_;  // of the diagonal blocks, transposed

  static constexpr int kDirections = 4;
  std::vector<double> residual_, dual_residual_, solution_, work_, dual_work_;
  std::vector<double> direction_[kDirections], image_[kDirections], dual_[kDirections];
};

}  // namespace frix::contact
