// The end of a step: positions follow velocities, and a single body turns as a free one.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "compiler/lower/class_kernels.h"
#include "compiler/lower/kernel_builder.h"
#include "compiler/lower/recursion.h"
#include "compiler/lower/rotation.h"
#include "runtime/model/model.h"

namespace frix::lower {

namespace {

// Moments this close (relative) are the same, so that a body that is symmetric but for rounding is symmetric.
constexpr double kSymmetric = 1e-12;

struct Rotor {
  Quaternion<Scalar> orientation;
  Vector omega;  // rad/s, axes of the body
};

// The turn by `angle` about the axis k of the body: the body's angular momentum, fixed in the world, turns the other
// way in the body.
void turn(int k, const Scalar& angle, Quaternion<Scalar>& orientation, Vector& momentum) {
  const Scalar half = Scalar(0.5) * angle;
  const Scalar c = cos(half), s = sin(half);
  Quaternion<Scalar> step = {c, {}};
  step.v[k] = s;
  orientation = orientation * step;
  const Scalar sine = Scalar(2.0) * (s * c), cosine = Scalar(1.0) - Scalar(2.0) * (s * s);
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const Scalar a = momentum[i], b = momentum[j];
  momentum[i] = cosine * a + sine * b;
  momentum[j] = cosine * b - sine * a;
}

// One step of a body that turns freely about its centre, in its principal axes with moments I1 <= I2 <= I3 and angular
// momentum L. The kinetic energy is split as
//   L.L / 2 I2  +  (1/I1 - 1/I2) L1^2 / 2  +  (1/I3 - 1/I2) L3^2 / 2,
// whose parts each move the body exactly: a turn by h L/I2 (L does not change in the body), and turns about the
// principal axes 1 and 3. Their symmetric composition keeps the angular momentum in the world exactly, is of second
// order, symplectic and reversible: the energy of a fast spin stays bounded at any length of run. It is exact for a
// symmetric body, and for a turn about a principal axis, where it is the exponential map q exp(h w).
// (Splitting: McLachlan 1993; Dullweber, Leimkuhler, McLachlan 1997.)
Rotor turned_freely(const Rotor& start, const Matrix3d& inertia, const Scalar& h) {
  Eigen::Vector3d moments = inertia.diagonal();
  Matrix3d axes = Matrix3d::Identity();
  if (!inertia.isDiagonal(1e-14)) {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(inertia);
    moments = principal.eigenvalues();
    axes = principal.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) *= -1;
  }
  // which axis has the smallest, the middle and the largest moment
  std::array<int, 3> order = {0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int a, int b) { return moments[a] < moments[b]; });
  const double middle = moments[order[1]];
  const auto excess = [&](int axis) {
    const double difference = 1 / moments[axis] - 1 / middle;
    return std::abs(difference) < kSymmetric / middle ? 0 : difference;
  };
  const double low = excess(order[0]), high = excess(order[2]);

  if (low == 0 && high == 0) return {normalized(start.orientation * exponential(h * start.omega)), start.omega};

  const Eigen::Quaterniond to_principal(axes);
  const Quaternion<Scalar> p = {to_principal.w(), Vector(Vector3d(to_principal.vec()))};
  const Quaternion<Scalar> p_back = {p.w, -p.v};
  const bool is_principal = axes.isIdentity(0);

  const Vector omega = is_principal ? start.omega : transposed_times(Matrix(axes), start.omega);
  Vector momentum;
  for (int k = 0; k < 3; ++k) momentum[k] = Scalar(moments[k]) * omega[k];
  // the turn by h L/I2 commutes with the others, and is done at the beginning, where L = I w
  Quaternion<Scalar> orientation = is_principal ? start.orientation : start.orientation * p;
  orientation = orientation * exponential((h * Scalar(1 / middle)) * momentum);
  const Scalar half = Scalar(0.5) * h;
  const auto turn_about = [&](int axis, double rate, const Scalar& time) {
    if (rate != 0) turn(axis, (time * Scalar(rate)) * momentum[axis], orientation, momentum);
  };
  if (high == 0) {
    turn_about(order[0], low, h);
  } else {
    turn_about(order[0], low, half);
    turn_about(order[2], high, h);
    turn_about(order[0], low, half);
  }
  Vector turned;
  for (int k = 0; k < 3; ++k) turned[k] = momentum[k] * Scalar(1 / moments[k]);
  if (is_principal) return {normalized(orientation), turned};
  return {normalized(orientation * p_back), Matrix(axes) * turned};
}

}  // namespace

ir::Kernel advance_kernel(const std::string& name, const Tree& tree, int env_size) {
  KernelBuilder kernel(name, "the state at the end of a step of length h");
  const std::vector<Scalar> q = kernel.input("q", tree.nq).all();
  const std::vector<Scalar> v = kernel.input("v", tree.nv).all();
  const Scalar h = kernel.input("env", env_size, true)[FRIX_ENV_STEP];
  std::vector<Scalar> next_q = q;
  std::vector<Scalar> next_v = v;
  for (const Link& link : tree.links) {
    const auto purpose = kernel.origin("end of the step", link.joint, link.span);
    if (link.motion != Motion::ball) {
      next_q[link.q] = q[link.q] + h * v[link.v];
      continue;
    }
    const Rotor start = {{q[link.q], {q[link.q + 1], q[link.q + 2], q[link.q + 3]}},
                         {v[link.v], v[link.v + 1], v[link.v + 2]}};
    Rotor end = {normalized(start.orientation * exponential(h * start.omega)), start.omega};
    if (tree.single_rotor) end = turned_freely(start, link.inertia.second, h);
    next_q[link.q] = end.orientation.w;
    for (int k = 0; k < 3; ++k) {
      next_q[link.q + 1 + k] = end.orientation.v[k];
      next_v[link.v + k] = end.omega[k];
    }
  }
  kernel.output("next_q", next_q);
  kernel.output("next_v", next_v);
  ir::Kernel made = kernel.take();
  made.in_place = true;
  return made;
}

}  // namespace frix::lower
