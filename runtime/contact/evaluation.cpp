#include "runtime/contact/evaluation.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "runtime/contact/friction_law.h"
#include "runtime/contact/normal_law.h"
#include "runtime/contact/tals.h"

namespace frix::contact {

namespace {

// Motion of a link for the velocities u of its block.
Vector6d motion_of(const Link& link, const double* u) {
  if (link.identity) return Eigen::Map<const Vector6d>(u);
  Vector6d motion = Vector6d::Zero();
  for (std::int32_t i = 0; i < link.columns; ++i) {
    const std::int32_t j = link.column[i];
    motion += Eigen::Map<const Vector6d>(link.screw + 6 * j) * u[j];
  }
  return motion;
}

// Motion of A's link against B's, at the reference point of A's.
Vector6d relative_motion(const Group& group, const std::vector<Vector6d>& motion) {
  Vector6d relative = motion[group.a];
  if (group.b < 0) return relative;
  const Vector6d& other = motion[group.b];
  relative.head<3>() -= other.head<3>();
  relative.tail<3>() -= other.tail<3>() + other.head<3>().cross(group.shift);
  return relative;
}

// The contact's velocities, where it is linearised, and its force. Returns the square of the speed that its changes are
// compared with.
double evaluate_contact(Contact& contact, const Vector3d& velocity, double h, const Linearise& linearise) {
  const Vector3d& n = contact.normal;
  const frix_pair_surface& surface = *contact.surface;
  const double vn = n.dot(velocity), vn_change = vn - contact.vn;
  const Vector3d tangential = velocity - vn * n;
  const Vector3d change = tangential - contact.slip;
  contact.tangential = tangential;
  contact.vn = vn;
  contact.lags = false;
  const double end = tangential.squaredNorm(), disc = surface.stiction_speed * surface.stiction_speed;
  const double size = std::max({disc, end, vn * vn});

  const NormalForce normal = normal_force(surface, contact.depth, h, vn);
  contact.normal_force = normal.force;
  contact.normal_slope = normal.slope;
  if (normal.force == 0) {
    contact.slip = tangential;
    contact.settled = true;
    contact.force.setZero();
    return size;
  }

  const double moved = std::max(change.squaredNorm(), vn_change * vn_change);
  contact.settled = moved <= linearise.tolerance * linearise.tolerance * size;
  // from inside the disc to inside the disc TALS takes the whole change, and that is what most contacts do
  const double start = contact.slip.squaredNorm();
  if (linearise.limited && !(start < disc && end < disc)) {
    const TalsStep step = tals(contact.slip, change, surface.stiction_speed);
    const double alpha = step.which == TalsCase::small_change ? 1 : std::min(step.alpha, linearise.largest_part);
    contact.lags = alpha < 1;
    if (contact.lags) contact.slip += alpha * change;
  }
  if (!contact.lags) contact.slip = tangential;

  const FrictionFactor friction = friction_factor(surface, contact.slip.norm());
  contact.rho = friction.rho;
  contact.eta = friction.eta;
  contact.force = normal.force * (n - friction.rho * contact.slip);
  if (contact.lags) {
    const Vector3d lag = tangential - contact.slip;
    contact.force -= normal.force * (friction.rho * lag + friction.eta * contact.slip.dot(lag) * contact.slip);
  }
  return size;
}

// matrix += X^T u (X^T w)^T
inline void add_product(Matrix6d& matrix, const Vector3d& arm, const Vector3d& u, const Vector3d& w) {
  const Vector3d arm_u = arm.cross(u), arm_w = arm.cross(w);
  const double left[6] = {arm_u[0], arm_u[1], arm_u[2], u[0], u[1], u[2]};
  const double right[6] = {arm_w[0], arm_w[1], arm_w[2], w[0], w[1], w[2]};
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c) matrix(r, c) += left[r] * right[c];
}

void evaluate_scalar(ScalarRow& row, double v, const Linearise& linearise) {
  const double alpha = linearise.limited ? row.law.crossing_limit(row.at, v - row.at) : 1;
  row.lags = alpha < 1;
  row.at = row.lags ? row.at + alpha * (v - row.at) : v;
  const ScalarForce force = row.law.evaluate(row.at);
  row.slope = force.slope;
  row.force = force.force + force.slope * (v - row.at);
}

}  // namespace

void Evaluation::resize(const Problem& problem) {
  residual.resize(problem.momentum.size());
  motion.resize(problem.links.size());
  wrench.resize(problem.links.size());
  link_matrix.resize(problem.links.size());
  group_matrix.resize(problem.groups.size());
}

Norms evaluate(Problem& problem, const Islands& islands, const Island& island, const double* v,
               const Linearise& linearise, Evaluation& evaluation) {
  const double h = problem.h;
  double* residual = evaluation.residual.data();
  Norms norms;

  // motion of the links
  for (std::int32_t i = 0; i < island.links.size(); ++i) {
    const std::int32_t l = islands.links(island)[i];
    const Link& link = problem.links[l];
    evaluation.motion[l] = motion_of(link, v + problem.blocks[link.block].first);
    evaluation.wrench[l].setZero();
  }

  // forces at the contacts, summed up on the links
  for (std::int32_t i = 0; i < island.groups.size(); ++i) {
    const Group& group = problem.groups[islands.groups(island)[i]];
    const Vector6d relative = relative_motion(group, evaluation.motion);
    Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
    double squares = 0, smallest = HUGE_VAL;
    for (std::int32_t c = group.first; c < group.first + group.count; ++c) {
      Contact& contact = problem.contacts[c];
      const Vector3d velocity = relative.tail<3>() + relative.head<3>().cross(contact.arm);
      smallest = std::min(smallest, evaluate_contact(contact, velocity, h, linearise));
      norms.lagging = norms.lagging || contact.lags;
      norms.settled = norms.settled && contact.settled;
      if (contact.normal_force == 0) continue;
      force += contact.force;
      moment += contact.arm.cross(contact.force);
      squares += contact.force.squaredNorm();
    }
    norms.scale += h * h * squares * group.mobility;
    norms.mobility = std::max(norms.mobility, std::sqrt(group.mobility / smallest));
    evaluation.wrench[group.a].head<3>() += moment;
    evaluation.wrench[group.a].tail<3>() += force;
    if (group.b >= 0) {
      evaluation.wrench[group.b].head<3>() -= moment + group.shift.cross(force);
      evaluation.wrench[group.b].tail<3>() -= force;
    }
  }

  // r = A v - p - h S^T wrench
  for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
    const Block& block = problem.blocks[islands.blocks(island)[i]];
    for (std::int32_t r = 0; r < block.size; ++r) {
      double sum = 0;
      for (std::int32_t c = 0; c < block.size; ++c) sum += block.matrix[r * block.size + c] * v[block.first + c];
      const double p = problem.momentum[block.first + r];
      residual[block.first + r] = sum - p;
      norms.scale += (sum * sum + p * p) / block.matrix[r * (block.size + 1)];
    }
  }
  for (std::int32_t i = 0; i < island.links.size(); ++i) {
    const std::int32_t l = islands.links(island)[i];
    const Link& link = problem.links[l];
    double* out = residual + problem.blocks[link.block].first;
    if (link.identity) {
      Eigen::Map<Vector6d>{out} -= h * evaluation.wrench[l];
      continue;
    }
    for (std::int32_t k = 0; k < link.columns; ++k) {
      const std::int32_t j = link.column[k];
      out[j] -= h * Eigen::Map<const Vector6d>(link.screw + 6 * j).dot(evaluation.wrench[l]);
    }
  }

  // laws of single coordinates, and line springs
  for (std::int32_t i = 0; i < island.scalars.size(); ++i) {
    ScalarRow& row = problem.scalars[islands.scalars(island)[i]];
    const Block& block = problem.blocks[row.block];
    evaluate_scalar(row, v[row.dof], linearise);
    norms.lagging = norms.lagging || row.lags;
    const double impulse = h * row.force;
    residual[row.dof] -= impulse;
    norms.scale += impulse * impulse / block.matrix[(row.dof - block.first) * (block.size + 1)];
  }
  for (std::int32_t i = 0; i < island.springs.size(); ++i) {
    const SpringRow& row = problem.springs[islands.springs(island)[i]];
    double u = 0;
    for (std::int32_t k = 0; k < row.count; ++k) u += row.coefficient[k] * v[row.dof[k]];
    for (std::int32_t k = 0; k < row.count; ++k) residual[row.dof[k]] += row.weight * row.coefficient[k] * u;
  }

  for (std::int32_t i = 0; i < island.blocks.size(); ++i) {
    const Block& block = problem.blocks[islands.blocks(island)[i]];
    for (std::int32_t r = 0; r < block.size; ++r) {
      const double value = residual[block.first + r];
      norms.residual += value * value / block.matrix[r * (block.size + 1)];
    }
  }
  return norms;
}

Matrix6d shifted_columns(const Matrix6d& matrix, const Vector3d& shift) {
  // T = [1 0; -[shift] 1]: the rows of K T are (k_w + shift x k_v, k_v)
  Matrix6d out = matrix;
  for (int r = 0; r < 6; ++r) {
    const Vector3d linear = matrix.row(r).tail<3>();
    out.row(r).head<3>() += shift.cross(linear);
  }
  return out;
}

Matrix6d shifted_rows(const Matrix6d& matrix, const Vector3d& shift) {
  Matrix6d out = matrix;
  for (int c = 0; c < 6; ++c) {
    const Vector3d linear = matrix.col(c).tail<3>();
    out.col(c).head<3>() += shift.cross(linear);
  }
  return out;
}

void evaluate_matrices(const Problem& problem, const Islands& islands, const Island& island, Evaluation& evaluation) {
  const double h = problem.h;
  for (std::int32_t i = 0; i < island.links.size(); ++i) evaluation.link_matrix[islands.links(island)[i]].setZero();

  for (std::int32_t i = 0; i < island.groups.size(); ++i) {
    const std::int32_t g = islands.groups(island)[i];
    const Group& group = problem.groups[g];
    // With G = -df/dv_c = pi rho 1 + u n^T + pi eta s s^T,  u = -(pi' + pi rho) n + pi' rho s,  and X = [-[arm], 1]:
    // X^T G X is a sum of the moments of pi rho and of products of vectors w = X^T u = (arm x u, u).
    Matrix6d products = Matrix6d::Zero();
    double grip_sum = 0;
    Vector3d grip_arm = Vector3d::Zero();
    Matrix3d grip_arms = Matrix3d::Zero();
    for (std::int32_t c = group.first; c < group.first + group.count; ++c) {
      const Contact& contact = problem.contacts[c];
      if (contact.normal_force == 0) continue;
      const Vector3d& arm = contact.arm;
      const double grip = h * contact.normal_force * contact.rho, slope = h * contact.normal_slope;
      const Vector3d grip_of_arm = grip * arm;
      grip_sum += grip;
      grip_arm += grip_of_arm;
      grip_arms += grip_of_arm * arm.transpose();
      add_product(products, arm, (slope * contact.rho) * contact.slip - (slope + grip) * contact.normal,
                  contact.normal);
      if (contact.eta != 0)
        add_product(products, arm, (h * contact.normal_force * contact.eta) * contact.slip, contact.slip);
    }
    // X^T X = [-[arm][arm], [arm]; -[arm], 1],  -[arm][arm] = arm.arm 1 - arm arm^T
    Matrix6d& sum = evaluation.group_matrix[g];
    sum = products;
    sum.topLeftCorner<3, 3>() -= grip_arms;
    const double square = grip_arms.trace();
    for (int k = 0; k < 3; ++k) sum(k, k) += square, sum(3 + k, 3 + k) += grip_sum;
    const int next[] = {1, 2, 0};
    for (int k = 0; k < 3; ++k) {
      const int i = next[k], j = next[i];  // [arm](j, i) = arm(k) = -[arm](i, j)
      sum(j, 3 + i) += grip_arm[k], sum(i, 3 + j) -= grip_arm[k];
      sum(3 + i, j) += grip_arm[k], sum(3 + j, i) -= grip_arm[k];
    }
    evaluation.link_matrix[group.a] += sum;
    if (group.b >= 0) evaluation.link_matrix[group.b] += shifted_rows(shifted_columns(sum, group.shift), group.shift);
  }
}

void add_projected(const Link& row, const Link& column, const Matrix6d& matrix, double* out, std::int32_t stride) {
  if (row.identity && column.identity) {
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < 6; ++c) out[r * stride + c] += matrix(r, c);
    return;
  }
  if (column.identity) {
    for (std::int32_t i = 0; i < row.columns; ++i) {
      const std::int32_t r = row.column[i];
      const Eigen::Matrix<double, 1, 6> values = Eigen::Map<const Vector6d>(row.screw + 6 * r).transpose() * matrix;
      for (int c = 0; c < 6; ++c) out[r * stride + c] += values[c];
    }
    return;
  }
  for (std::int32_t i = 0; i < column.columns; ++i) {
    const std::int32_t c = column.column[i];
    const Vector6d values = matrix * Eigen::Map<const Vector6d>(column.screw + 6 * c);
    if (row.identity) {
      for (int r = 0; r < 6; ++r) out[r * stride + c] += values[r];
      continue;
    }
    for (std::int32_t k = 0; k < row.columns; ++k) {
      const std::int32_t r = row.column[k];
      out[r * stride + c] += Eigen::Map<const Vector6d>(row.screw + 6 * r).dot(values);
    }
  }
}

}  // namespace frix::contact
