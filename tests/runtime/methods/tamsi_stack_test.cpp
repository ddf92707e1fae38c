// Stacks: many contacts in a row, mass ratios, and no allocation while they are solved.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include "runtime/methods/tamsi_step.h"
#include "tests/runtime/support/hand_model.h"

namespace {
std::atomic<long> allocations{0};
}

// all of this program's allocations are counted
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace {

using namespace frix;
using Eigen::Vector3d;
using test::FreeBody;
using test::HandModel;

constexpr double kSide = 0.2;

// Cubes on top of each other, each standing on the four corners of its lower face; the top one bears a weight.
struct Stack {
  HandModel hand;
  std::unique_ptr<methods::Method> method;
  std::vector<double> q, v;
  int count;

  static inline double weight = 0;
  static void push_down(const double* const*, double* const* out, std::int64_t, std::int64_t) { out[0][0] = -weight; }

  Stack(int n, double mass, double stiffness, double top_weight = 0)
      : hand(HandModel::of<FreeBody>(mass, n)), count(n) {
    hand.shapes = {HandModel::shape("cube", FRIX_BOX, kSide, kSide, kSide)};
    hand.world_shapes = {HandModel::shape("floor", FRIX_HALFSPACE)};
    hand.gravity(0, 0, -9.81);
    const double inertia = mass * kSide * kSide / 6;
    hand.inertia(inertia, inertia, inertia);
    hand.surfaces[0] = {0.5, 1e-4, stiffness, 1, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY};
    weight = top_weight;
    hand.load_dof = {6 * (n - 1) + 2};
    hand.loads = push_down;
    for (int k = 0; k < n; ++k) {
      q.insert(q.end(), {0, 0, kSide * (k + 0.5), 1, 0, 0, 0});
      v.insert(v.end(), 6, 0.0);
    }
    const auto find = [n](const double* poses, std::vector<geometry::ContactPoint>& contacts) {
      for (int k = 0; k < n; ++k)
        for (int corner = 0; corner < 4; ++corner) {
          const double* pose = poses + 12 * k;
          const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> r(pose + 3);
          const Vector3d local(corner & 1 ? kSide / 2 : -kSide / 2, corner & 2 ? kSide / 2 : -kSide / 2, -kSide / 2);
          const Vector3d p = Eigen::Map<const Vector3d>(pose) + r * local;
          const double top = k == 0 ? 0 : poses[12 * (k - 1) + 2] + kSide / 2;
          geometry::ContactPoint point;
          point.point = p, point.depth = top - p.z();
          // the lower index is A, and the normal points into A
          point.shape_a = k == 0 ? 0 : k - 1, point.shape_b = k == 0 ? n : k;
          point.normal = Vector3d(0, 0, k == 0 ? 1 : -1);
          point.feature = corner;
          contacts.push_back(point);
        }
    };
    method = methods::make_tamsi(hand.table(), {}, std::make_unique<test::Contacts>(find));
  }

  void run(int steps, double h) {
    for (int i = 0; i < steps; ++i) {
      const auto& report = method->step(i * h, h, q.data(), v.data());
      REQUIRE_MESSAGE(report.ok, report.reason);
      REQUIRE(report.substeps == 1);
    }
  }
};

TEST_CASE("a stack comes to rest with the depths of its weights, for every size of its solver") {
  for (const int n : {2, 10, 60}) {  // dense, sparse, nearly a tree
    CAPTURE(n);
    const double stiffness = 1e6;
    Stack stack(n, 1, stiffness);
    stack.run(1500, 5e-3);
    for (int k = 0; k < n; ++k) {
      const double below = k == 0 ? 0 : stack.q[static_cast<std::size_t>(7 * (k - 1) + 2)] + kSide / 2;
      const double depth = below - (stack.q[static_cast<std::size_t>(7 * k + 2)] - kSide / 2);
      CHECK(depth == doctest::Approx((n - k) * 9.81 / (4 * stiffness)).epsilon(1e-4));
    }
    double force = 0;
    for (const auto& contact : stack.method->contact_forces())
      if (contact.where.shape_b == n) force += contact.force.z();
    CHECK(force == doctest::Approx(n * 9.81).epsilon(1e-6));
  }
}

TEST_CASE("a light cube bears a hundred thousand times its weight, stiff or soft, without chatter") {
  for (const double stiffness : {1e6, 1e9}) {
    CAPTURE(stiffness);
    Stack stack(2, 0.01, stiffness, 1e4);
    const double h = 1e-3;
    stack.run(400, h);
    double low = HUGE_VAL, high = 0;
    for (int i = 0; i < 50; ++i) {
      stack.run(1, h);
      double force = 0;
      for (const auto& contact : stack.method->contact_forces())
        if (contact.where.shape_b == 2) force += contact.normal_force;
      low = std::min(low, force), high = std::max(high, force);
    }
    CHECK(high - low < 1e-6 * high);
    CHECK(high == doctest::Approx(1e4 + 2 * 0.01 * 9.81).epsilon(1e-6));
  }
}

TEST_CASE("a resting stack neither slides nor turns") {
  Stack stack(5, 1, 1e6);
  stack.run(2000, 1e-2);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(std::abs(stack.q[7 * k]) < 1e-6);
    CHECK(std::abs(stack.q[7 * k + 1]) < 1e-6);
    CHECK(std::abs(stack.q[7 * k + 6]) < 1e-9);
  }
}

TEST_CASE("no allocation in a step once the buffers have grown") {
  for (const int n : {1, 2, 12}) {
    CAPTURE(n);
    Stack stack(n, 1, 1e6);
    stack.run(100, 5e-3);
    const long before = allocations;
    for (int i = 0; i < 20; ++i) stack.method->step(0, 5e-3, stack.q.data(), stack.v.data());
    CHECK(allocations == before);
  }
}

}  // namespace
