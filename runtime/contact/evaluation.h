// The residual of one island, r(v), and its exact derivative.
#pragma once

#include <vector>

#include "runtime/contact/islands.h"
#include "runtime/contact/problem.h"

namespace frix::contact {

// Arrays over the whole problem in which each island writes its own part: islands may be evaluated by several threads.
struct Evaluation {
  std::vector<double> residual;        // [nv]
  std::vector<Vector6d> motion;        // of each link
  std::vector<Vector6d> wrench;        // on each link: moment about its reference point, force
  std::vector<Matrix6d> link_matrix;   // derivative of -h wrench with respect to the link's own motion
  std::vector<Matrix6d> group_matrix;  // the same of a group, with respect to the relative motion

  void resize(const Problem& problem);
};

// Squares of norms in which each entry is weighed by the inverse of its inertia, 1/A_jj: so momentum and angular
// momentum, large bodies and small ones can be added. Unit: kg m^2/s^2. And what decides on convergence.
struct Norms {
  double residual = 0;
  double scale = 0;     // of the terms that the residual is the sum of
  bool settled = true;  // no contact changed its velocity by more than the tolerance
  double mobility =
      0;  // the largest square root of mobility / (v_s or velocity of the contact): bounds the next change
  bool lagging = false;  // some law is not linearised at v
};

// Where the laws are linearised. TALS limits the change of a contact's slip velocity from one iterate to the next. Here
// each contact has a slip velocity of its own, s, that follows that of the bodies, v_t, with its own limit:
//     f(v) ~ f(s) + f'(s) (v_t - s),   s <- s + alpha (v_t - s)
// so the bodies take full Newton steps, and a contact in transition does not hold up the others, as it does where the
// whole step is cut by the smallest alpha. For one contact both are the same iteration. Saturated laws of joints are
// treated alike. At convergence s = v_t everywhere.
struct Linearise {
  bool limited = false;     // false for the first iterate: at v itself
  double largest_part = 1;  // of a contact's change that may be taken at once, unless it is small against v_s
  double tolerance = 1e-8;  // of `settled`, relative to v_s or the velocity itself
};

// Evaluates all contacts and laws of the island at v (they keep what they found) and the residual.
Norms evaluate(Problem& problem, const Islands& islands, const Island& island, const double* v,
               const Linearise& linearise, Evaluation& evaluation);

// The matrices of the island's groups and links at the velocity of the last `evaluate`.
void evaluate_matrices(const Problem& problem, const Islands& islands, const Island& island, Evaluation& evaluation);

// out(i, j) += S_row^T K S_column for the columns of two links; `out` is the block's first entry.
void add_projected(const Link& row, const Link& column, const Matrix6d& matrix, double* out, std::int32_t stride);

// T of a group: the motion of B's link, at the reference point of A's.
Matrix6d shifted_columns(const Matrix6d& matrix, const Vector3d& shift);  // K T
Matrix6d shifted_rows(const Matrix6d& matrix, const Vector3d& shift);     // T^T K

// Adds the derivative of the island's residual. `block(row, column)` gives the first entry of a block of the matrix,
// `stride(column)` the distance between its rows.
template <class BlockAt, class Stride>
void add_derivative(const Problem& problem, const Islands& islands, const Island& island, const Evaluation& evaluation,
                    BlockAt block, Stride stride) {
  // articulations
  for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
    const std::int32_t b = islands.blocks(island)[i];
    const Block& own = problem.blocks[b];
    double* out = block(b, b);
    const std::int32_t step = stride(b);
    for (std::int32_t r = 0; r < own.size; ++r)
      for (std::int32_t c = 0; c < own.size; ++c) out[r * step + c] += own.matrix[r * own.size + c];
  }

  // contacts: first what each link feels of its own motion, then what the links of a group feel of each other's
  for (std::int32_t i = 0; i < island.links.size(); ++i) {
    const std::int32_t l = islands.links(island)[i];
    const Link& link = problem.links[l];
    add_projected(link, link, evaluation.link_matrix[l], block(link.block, link.block), stride(link.block));
  }
  for (std::int32_t i = 0; i < island.groups.size(); ++i) {
    const std::int32_t g = islands.groups(island)[i];
    const Group& group = problem.groups[g];
    if (group.b < 0) continue;
    const Link &a = problem.links[group.a], &b = problem.links[group.b];
    const Matrix6d& own = evaluation.group_matrix[g];
    add_projected(a, b, -shifted_columns(own, group.shift), block(a.block, b.block), stride(b.block));
    add_projected(b, a, -shifted_rows(own, group.shift), block(b.block, a.block), stride(a.block));
  }

  // laws of single coordinates
  for (std::int32_t i = 0; i < island.scalars.size(); ++i) {
    const ScalarRow& row = problem.scalars[islands.scalars(island)[i]];
    const std::int32_t j = row.dof - problem.blocks[row.block].first;
    block(row.block, row.block)[j * (stride(row.block) + 1)] -= problem.h * row.slope;
  }

  // line springs
  for (std::int32_t i = 0; i < island.springs.size(); ++i) {
    const SpringRow& row = problem.springs[islands.springs(island)[i]];
    const auto block_of = [&](std::int32_t dof) {
      const Block& first = problem.blocks[row.block_a];
      return dof >= first.first && dof < first.first + first.size ? row.block_a : row.block_b;
    };
    for (std::int32_t r = 0; r < row.count; ++r) {
      const std::int32_t rb = block_of(row.dof[r]);
      for (std::int32_t c = 0; c < row.count; ++c) {
        const std::int32_t cb = block_of(row.dof[c]);
        block(rb, cb)[(row.dof[r] - problem.blocks[rb].first) * stride(cb) + row.dof[c] - problem.blocks[cb].first] +=
            row.weight * row.coefficient[r] * row.coefficient[c];
      }
    }
  }
}

}  // namespace frix::contact
