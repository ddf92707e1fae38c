// Models written by hand, with kernels that are plain C++ functions: what the runtime sees of a compiled model.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/methods/contact_source.h"
#include "runtime/model/model.h"

namespace frix::test {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

// Parameters of the kernels below, in the environment from FRIX_ENV_TUNABLES on.
enum Parameter { kGravityX, kGravityY, kGravityZ, kMass, kInertiaX, kInertiaY, kInertiaZ, kParameters };

inline const double* parameters(const double* const* in) {
  return in[2] + FRIX_ENV_TUNABLES;
}

template <int n>
void solve_kernel(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t k = begin; k < end; ++k) {
    const Eigen::Map<const Eigen::Matrix<double, n, n>> a(in[0] + k * n * n);
    const Eigen::Map<const Eigen::Matrix<double, n, 1>> b(in[1] + k * n);
    Eigen::Map<Eigen::Matrix<double, n, 1>>(out[0] + k * n) = a.llt().solve(b);
  }
}

// A body that slides along x: one coordinate.
struct Slider {
  static constexpr int nq = 1, nv = 1;
  static void evaluate(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end) {
    const double* p = parameters(in);
    for (std::int64_t k = begin; k < end; ++k) {
      const double q = in[0][k];
      const double pose[12] = {q, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
      std::copy(pose, pose + 12, out[0] + 12 * k);
      std::fill(out[1] + 3 * k, out[1] + 3 * k + 3, 0.0);
      const double screw[6] = {0, 0, 0, 1, 0, 0};
      std::copy(screw, screw + 6, out[2] + 6 * k);
      out[3][k] = p[kMass];
      out[4][k] = p[kMass] * p[kGravityX];
    }
  }
  static void advance(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      out[0][k] = in[0][k] + in[2][FRIX_ENV_STEP] * in[1][k];
      out[1][k] = in[1][k];
    }
  }
};

// A free body: q = centre of mass, quaternion w x y z; v = velocity of the centre of mass, angular velocity in body
// axes.
struct FreeBody {
  static constexpr int nq = 7, nv = 6;
  static Quaterniond rotation(const double* q) { return Quaterniond(q[3], q[4], q[5], q[6]); }
  static void evaluate(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end) {
    const double* p = parameters(in);
    for (std::int64_t k = begin; k < end; ++k) {
      const double* q = in[0] + 7 * k;
      const Matrix3d r = rotation(q).toRotationMatrix();
      std::copy(q, q + 3, out[0] + 12 * k);
      Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(out[0] + 12 * k + 3) = r;
      std::copy(q, q + 3, out[1] + 3 * k);
      Eigen::Map<Eigen::Matrix<double, 6, 6>> screws(out[2] + 36 * k);
      screws.setZero();
      screws.block<3, 3>(3, 0).setIdentity();
      screws.block<3, 3>(0, 3) = r;
      Eigen::Map<Eigen::Matrix<double, 6, 6>> mass(out[3] + 36 * k);
      mass.setZero();
      for (int i = 0; i < 3; ++i) mass(i, i) = p[kMass], mass(3 + i, 3 + i) = p[kInertiaX + i];
      for (int i = 0; i < 3; ++i) out[4][6 * k + i] = p[kMass] * p[kGravityX + i], out[4][6 * k + 3 + i] = 0;
    }
  }
  static void advance(const double* const* in, double* const* out, std::int64_t begin, std::int64_t end) {
    const double h = in[2][FRIX_ENV_STEP];
    const double* p = parameters(in);
    const Vector3d inertia(p[kInertiaX], p[kInertiaY], p[kInertiaZ]);
    for (std::int64_t k = begin; k < end; ++k) {
      const double *q = in[0] + 7 * k, *v = in[1] + 6 * k;
      const Vector3d w(v[3], v[4], v[5]);
      const double angle = h * w.norm();
      const Quaterniond turn =
          angle > 0 ? Quaterniond(Eigen::AngleAxisd(angle, w.normalized())) : Quaterniond(1, 0, 0, 0);
      const Quaterniond r = (rotation(q) * turn).normalized();
      double* q1 = out[0] + 7 * k;
      for (int i = 0; i < 3; ++i) q1[i] = q[i] + h * v[i];
      q1[3] = r.w(), q1[4] = r.x(), q1[5] = r.y(), q1[6] = r.z();
      const Vector3d w1 = (turn.inverse() * inertia.cwiseProduct(w)).cwiseQuotient(inertia);
      for (int i = 0; i < 3; ++i) out[1][6 * k + i] = v[i], out[1][6 * k + 3 + i] = w1[i];
    }
  }
};

// Contacts that a test makes from the poses of the moving shapes.
class Contacts final : public methods::ContactSource {
 public:
  using Find = std::function<void(const double* poses, std::vector<geometry::ContactPoint>& contacts)>;
  explicit Contacts(Find find) : find_(std::move(find)) {}
  void find(const double* poses, const double*, std::vector<geometry::ContactPoint>& contacts) override {
    find_(poses, contacts);
  }

 private:
  Find find_;
};

// A model of one class. Change what the test needs, then call table().
struct HandModel {
  std::vector<double> parameter = std::vector<double>(kParameters, 0.0);
  std::vector<frix_shape> shapes;  // the moving ones of one instance; copied for each
  std::vector<frix_shape> world_shapes;
  std::vector<frix_pair_surface> surfaces = {
      {0.5, 1e-4, 1e4, 10, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY}};
  std::vector<frix_coordinate> coordinates;
  std::vector<std::int32_t> load_dof;
  std::int32_t nefforts = 0;  // of the loads, these first ones are motors
  frix_kernel loads = nullptr;
  frix_class own{};

  template <class Kind>
  static HandModel of(double mass, int instances = 1) {
    HandModel result;
    result.own.name = "body";
    result.own.nq = Kind::nq, result.own.nv = Kind::nv, result.own.nbodies = 1;
    result.own.instances = instances;
    result.own.evaluate = Kind::evaluate, result.own.advance = Kind::advance;
    result.own.solve = solve_kernel<Kind::nv>;
    result.parameter[kMass] = mass;
    for (int i = kInertiaX; i <= kInertiaZ; ++i) result.parameter[static_cast<std::size_t>(i)] = 1;
    return result;
  }

  void gravity(double x, double y, double z) {
    parameter[kGravityX] = x, parameter[kGravityY] = y, parameter[kGravityZ] = z;
  }
  void inertia(double x, double y, double z) {
    parameter[kInertiaX] = x, parameter[kInertiaY] = y, parameter[kInertiaZ] = z;
  }

  static frix_shape shape(const char* name, frix_shape_kind kind, double x = 0, double y = 0, double z = 0) {
    frix_shape result{};
    result.name = name, result.location = "test.frix:1", result.kind = kind;
    result.size[0] = x, result.size[1] = y, result.size[2] = z;
    result.class_index = -1, result.body = -1;
    result.pose[3] = result.pose[7] = result.pose[11] = 1;
    return result;
  }

  // A coordinate's laws, all absent.
  static frix_coordinate coordinate(std::int32_t dof, bool has_position = true) {
    frix_coordinate result{};
    result.name = "joint", result.location = "test.frix:2";
    result.q_index = has_position ? dof : -1, result.v_index = dof;
    result.lower = -std::numeric_limits<double>::infinity(), result.upper = std::numeric_limits<double>::infinity();
    result.effort_limit = std::numeric_limits<double>::infinity(), result.target = -1;
    return result;
  }

  // The model; valid as long as this object is neither changed nor moved.
  const frix_model& table() {
    all_shapes_.clear();
    for (std::int32_t k = 0; k < own.instances; ++k)
      for (frix_shape shape : shapes) {
        shape.class_index = 0, shape.instance = k, shape.body = k;
        all_shapes_.push_back(shape);
      }
    own.nshapes = static_cast<std::int32_t>(shapes.size());
    moves_.assign(static_cast<std::size_t>(own.nshapes * own.nv), 1);
    own.moves = moves_.data();
    model_ = {};
    model_.abi = FRIX_MODEL_ABI, model_.name = "hand";
    model_.nq = own.nq * own.instances, model_.nv = own.nv * own.instances;
    model_.nclasses = 1, model_.classes = &own;
    model_.nmoving_shapes = static_cast<std::int32_t>(all_shapes_.size());
    all_shapes_.insert(all_shapes_.end(), world_shapes.begin(), world_shapes.end());
    model_.nshapes = static_cast<std::int32_t>(all_shapes_.size()), model_.shapes = all_shapes_.data();
    model_.nsurfaces = 1, model_.pair_surfaces = surfaces.data();
    model_.ncoordinates = static_cast<std::int32_t>(coordinates.size()), model_.coordinates = coordinates.data();
    tunables_.clear();
    for (const double value : parameter) tunables_.push_back({"parameter", "", value, 0});
    model_.ntunables = kParameters, model_.tunables = tunables_.data();
    model_.nefforts = nefforts;
    model_.loads = loads, model_.nloads = static_cast<std::int32_t>(load_dof.size()), model_.load_dof = load_dof.data();
    return model_;
  }

 private:
  std::vector<frix_shape> all_shapes_;
  std::vector<std::uint8_t> moves_;
  std::vector<frix_tunable> tunables_;
  frix_model model_{};
};

}  // namespace frix::test
