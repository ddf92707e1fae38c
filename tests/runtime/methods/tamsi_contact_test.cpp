// TAMSI on problems with known answers: friction, creep, restitution, redundant contacts, islands, sub-steps, failures.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "runtime/methods/tamsi_step.h"
#include "tests/runtime/support/hand_model.h"

namespace {

using namespace frix;
using Eigen::Vector3d;
using test::FreeBody;
using test::HandModel;

geometry::ContactPoint contact_with_world(const Vector3d& point, const Vector3d& normal, double depth, int shape,
                                          int world_shape) {
  geometry::ContactPoint result;
  result.point = point, result.normal = normal, result.depth = depth;
  result.shape_a = shape, result.shape_b = world_shape;
  return result;
}

// A free body on a floor z = 0 that it touches at the given points of its frame, each counted `copies` times.
struct Scene {
  HandModel hand;
  std::unique_ptr<methods::Method> method;
  std::vector<double> q, v;

  Scene(double mass, int instances = 1) : hand(HandModel::of<FreeBody>(mass, instances)) {
    hand.shapes = {HandModel::shape("hull", FRIX_POINTS)};
    hand.world_shapes = {HandModel::shape("floor", FRIX_HALFSPACE)};
    for (int k = 0; k < instances; ++k) {
      q.insert(q.end(), {0, 0, 0, 1, 0, 0, 0});
      v.insert(v.end(), 6, 0.0);
    }
  }

  void start(std::vector<Vector3d> points, const methods::TamsiOptions& options = {}, int copies = 1) {
    const int instances = hand.own.instances;
    start_with(
        [=](const double* poses, auto& contacts) {
          for (int k = 0; k < instances; ++k)
            for (const Vector3d& local : points) {
              const double* pose = poses + 12 * k;
              const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> r(pose + 3);
              const Vector3d p = Eigen::Map<const Vector3d>(pose) + r * local;
              for (int i = 0; i < copies; ++i)
                contacts.push_back(contact_with_world(p, {0, 0, 1}, -p.z(), k, instances));
            }
        },
        options);
  }
  void start_with(test::Contacts::Find find, const methods::TamsiOptions& options = {}) {
    method = methods::make_tamsi(hand.table(), options, std::make_unique<test::Contacts>(std::move(find)));
  }

  const methods::StepReport& step(double time, double h) { return method->step(time, h, q.data(), v.data()); }
  void run(double duration, double h) {
    const int steps = static_cast<int>(std::lround(duration / h));
    for (int i = 0; i < steps; ++i) {
      const auto& report = step(i * h, h);
      REQUIRE_MESSAGE(report.ok, report.reason);
    }
  }
};

// A constant force along x and moment about the body's z axis.
double applied_force = 0, applied_moment = 0;
void constant_load(const double* const*, double* const* out, std::int64_t, std::int64_t) {
  out[0][0] = applied_force;
  out[0][1] = applied_moment;
}

TEST_CASE("a disc on three points turns only under more than the friction moment") {
  // mass 1, radius 1, g 10, mu 0.5: the largest friction moment is 5 N m
  for (const double moment : {3.0, 6.0}) {
    Scene scene(1);
    scene.hand.gravity(0, 0, -10);
    scene.hand.surfaces[0] = {0.5, 1e-6, 1e4, 0, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY};
    scene.hand.load_dof = {0, 5};
    scene.hand.loads = constant_load;
    applied_force = 0, applied_moment = moment;
    std::vector<Vector3d> points;
    for (int i = 0; i < 3; ++i) points.emplace_back(std::cos(2 * M_PI * i / 3), std::sin(2 * M_PI * i / 3), 0);
    scene.start(points);
    scene.q[2] = -10.0 / (3 * 1e4);  // in equilibrium
    const double h = 1e-3;
    REQUIRE(scene.step(0, h).ok);
    double friction_moment = 0;
    for (const auto& contact : scene.method->contact_forces())
      friction_moment += contact.where.point.x() * contact.force.y() - contact.where.point.y() * contact.force.x();
    if (moment < 5) {
      CHECK(std::abs(scene.v[5]) < 1e-6);
      CHECK(friction_moment == doctest::Approx(-(3 - scene.v[5] / h)).epsilon(1e-9));
    } else {
      CHECK(scene.v[5] == doctest::Approx(1e-3).epsilon(1e-9));  // (6 - 5) h / I
      CHECK(friction_moment == doctest::Approx(-5).epsilon(1e-13));
    }
  }
}

TEST_CASE("a falling cylinder rolls or slides after the impact, however often its contact is counted") {
  // m = R = I = 1, g 9, mu 0.1; it meets the floor at 3 m/s, so friction can take away 0.3 m/s and give 0.3 rad/s
  for (const int copies : {1, 2, 16, 256})
    for (const double vx : {0.5, 0.7}) {
      CAPTURE(copies);
      CAPTURE(vx);
      Scene scene(1);
      // stiff enough that the impact is plastic and takes one step
      const double k = 1e10 / copies;
      scene.hand.surfaces[0] = {0.1, 1e-6, k, 0, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_LINEAR};
      scene.start_with([copies](const double* poses, auto& contacts) {
        for (int i = 0; i < copies; ++i)
          contacts.push_back(contact_with_world({poses[0], poses[1], poses[2] - 1}, {0, 0, 1}, 1 - poses[2], 0, 1));
      });
      const double h = 1e-3;
      scene.q[2] = 1;
      scene.v[0] = vx, scene.v[2] = -3;
      const auto& report = scene.step(0, h);
      REQUIRE(report.ok);
      CHECK(std::abs(scene.v[2]) < 1e-3);
      // v_x + omega_y R = 0 when it rolls: omega_y is positive for rolling along +x
      const double slip = scene.v[0] - scene.v[4];
      const double impulse = 3 + scene.v[2];
      if (vx < 0.6) {
        CHECK(std::abs(slip) < 1e-6);
        CHECK(scene.v[0] == doctest::Approx(0.25).epsilon(1e-5));
        CHECK(scene.v[4] == doctest::Approx(0.25).epsilon(1e-5));
      } else {
        CHECK(scene.v[0] == doctest::Approx(0.7 - 0.1 * impulse).epsilon(1e-9));
        CHECK(scene.v[4] == doctest::Approx(0.1 * impulse).epsilon(1e-9));
        CHECK(scene.v[0] == doctest::Approx(0.4).epsilon(1e-3));
      }
      CHECK(report.newton_iterations <= 12);
    }
}

TEST_CASE("a held load creeps at v_s T / (mu N), quadratic: v_s (1 - sqrt(1 - T/(mu N)))") {
  for (const frix_stiction_shape shape : {FRIX_STICTION_LINEAR, FRIX_STICTION_QUADRATIC})
    for (const double load : {0.01, 1.0, 4.5}) {
      Scene scene(1);
      scene.hand.gravity(0, 0, -10);
      scene.hand.surfaces[0] = {0.5, 1e-4, 1e4, 2, 0, 0, shape, FRIX_NORMAL_HUNT_CROSSLEY};
      scene.hand.load_dof = {0, 5};
      scene.hand.loads = constant_load;
      applied_force = load, applied_moment = 0;
      scene.start({Vector3d(0, 0, 0)});  // the contact is under the centre of mass: no moment
      scene.q[2] = -1e-3;
      scene.run(0.5, 5e-3);
      const double s = load / 5;
      const double creep = 1e-4 * (shape == FRIX_STICTION_LINEAR ? s : 1 - std::sqrt(1 - s));
      CHECK(scene.v[0] == doctest::Approx(creep).epsilon(1e-9));
      // the forces that are reported balance the load, and act on the body
      const auto& contact = scene.method->contact_forces()[0];
      CHECK(contact.force.x() == doctest::Approx(-load).epsilon(1e-9));
      CHECK(contact.force.z() == doctest::Approx(10).epsilon(1e-9));
      CHECK(contact.normal_force == doctest::Approx(10).epsilon(1e-9));
      CHECK(contact.force.dot(contact.slip) < 0);
    }
}

TEST_CASE("sliding is isotropic and stops after v^2 / (2 mu g)") {
  for (const double mass : {1.0, 100.0})
    for (const double degrees : {0.0, 30.0, 45.0, 77.0}) {
      Scene scene(mass);
      scene.hand.gravity(0, 0, -9.81);
      scene.hand.surfaces[0] = {0.5, 1e-5, 1e5, 1, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY};
      scene.start({Vector3d(0, 0, 0)});
      scene.q[2] = -mass * 9.81 / 1e5;
      const double angle = degrees * M_PI / 180, h = 2e-4;
      scene.v[0] = 2 * std::cos(angle), scene.v[1] = 2 * std::sin(angle);
      scene.run(0.45, h);
      const double distance = std::hypot(scene.q[0], scene.q[1]);
      // first order: each of the steps is taken with its end velocity, so the distance is short by v h / 2
      CHECK(distance == doctest::Approx(0.407747 - 2 * h / 2).epsilon(1e-4));
      CHECK(std::abs(-scene.q[0] * std::sin(angle) + scene.q[1] * std::cos(angle)) < 1e-9);
      CHECK(std::hypot(scene.v[0], scene.v[1]) < 1e-9);
    }
}

TEST_CASE("restitution of Hunt-Crossley contact") {
  // u = d v: u0 - ln(1 + u0) = -u1 - ln(1 - u1), e = u1 / u0, whatever stiffness and mass
  const struct {
    double dv, e;
  } rows[] = {{0.1, 0.93747558}, {0.5, 0.74843493}, {1, 0.59362426004}, {2, 0.41071969}, {5, 0.19698025}};
  for (const auto& row : rows) {
    // the error is of first order: extrapolate from two steps
    double e[2];
    for (int i = 0; i < 2; ++i) {
      Scene scene(2);
      scene.hand.surfaces[0] = {0, 1e-4, 8e3, row.dv, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY};
      scene.start({Vector3d(0, 0, 0)});
      scene.v[2] = -1;
      const double h = i == 0 ? 2e-5 : 1e-5;
      scene.run(0.3, h);
      e[i] = scene.v[2];
    }
    CAPTURE(row.dv);
    CHECK(std::abs(e[1] - row.e) < 2e-3);
    CHECK(2 * e[1] - e[0] == doctest::Approx(row.e).epsilon(1e-5));
  }
}

TEST_CASE("a stiff impact is plastic, not unstable") {
  Scene scene(1);
  scene.hand.gravity(0, 0, -9.81);
  scene.hand.surfaces[0] = {0.5, 1e-4, 1e9, 0, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY};
  scene.start({Vector3d(0, 0, 0)});
  scene.q[2] = 0.05;
  double highest = 0;
  for (int i = 0; i < 400; ++i) {
    REQUIRE(scene.step(i * 1e-2, 1e-2).ok);
    if (i > 20) highest = std::max(highest, scene.q[2]);
  }
  CHECK(highest < 1e-3);
  CHECK(scene.q[2] == doctest::Approx(-9.81e-9).epsilon(1e-6));  // m g / k, free of damping and step
  CHECK(scene.method->contact_forces()[0].normal_force == doctest::Approx(9.81).epsilon(1e-9));
}

TEST_CASE("islands do not know of each other") {
  // one body sticks and slips, the other one slides far away: what the second one does is the same to the last bit
  const auto run = [](bool with_neighbour) {
    Scene scene(1, with_neighbour ? 2 : 1);
    scene.hand.gravity(0, 0, -9.81);
    scene.start({Vector3d(0.1, 0, 0), Vector3d(-0.1, 0.1, 0), Vector3d(-0.1, -0.1, 0)});
    scene.v[0] = 3;
    scene.q[2] = -1e-4;
    if (with_neighbour) {
      scene.q[7] = 5, scene.q[9] = -1e-3;
      scene.v[6] = 0.2, scene.v[11] = 3;
    }
    for (int i = 0; i < 100; ++i) {
      const auto& report = scene.step(i * 0.01, 0.01);
      REQUIRE(report.ok);
      CHECK(report.islands == (with_neighbour ? 2 : 1));
    }
    return std::vector<double>(scene.q.begin(), scene.q.begin() + 7);
  };
  CHECK(run(false) == run(true));
}

TEST_CASE("two threads give the same bits as one") {
  const auto run = [](int threads) {
    methods::TamsiOptions options;
    options.threads = threads;
    Scene scene(1, 9);
    scene.hand.gravity(0, 0, -9.81);
    scene.start({Vector3d(0.1, 0, 0), Vector3d(-0.1, 0.1, 0), Vector3d(-0.1, -0.1, 0)}, options);
    for (std::size_t k = 0; k < 9; ++k) {
      scene.q[7 * k] = static_cast<double>(k), scene.q[7 * k + 2] = 0.01 * static_cast<double>(k);
      scene.v[6 * k] = 1, scene.v[6 * k + 4] = static_cast<double>(k);
    }
    scene.run(1, 5e-3);
    std::vector<double> all = scene.q;
    all.insert(all.end(), scene.v.begin(), scene.v.end());
    return all;
  };
  CHECK(run(1) == run(2));
}

TEST_CASE("a step that does not converge is done in parts") {
  // without the line search the first sticking step cycles; half of it does not have to
  methods::TamsiOptions options;
  options.line_search = false;
  Scene scene(1);
  scene.hand.gravity(0, 0, -9.81);
  scene.hand.surfaces[0] = {0.5, 1e-3, 1e5, 1, 0, 0, FRIX_STICTION_LINEAR, FRIX_NORMAL_HUNT_CROSSLEY};
  scene.start({Vector3d(0, 0, 0)}, options);
  scene.q[2] = -9.81e-5;
  scene.v[0] = 0.35;
  const double h = 0.02;
  int most = 0;
  double before = 0;
  bool consistent = true;
  for (int i = 0; i < 10; ++i) {
    const double q0 = scene.q[0], v0 = scene.v[0];
    const auto& report = scene.step(i * h, h);
    REQUIRE(report.ok);
    most = std::max(most, report.substeps);
    // the position moved with each part's own velocity: between that of the first and the last part
    const double mean = (scene.q[0] - q0) / h;
    consistent = consistent && mean <= v0 + 1e-12 && mean >= scene.v[0] - 1e-12;
    if (report.substeps > 1) before = mean - scene.v[0];
  }
  CHECK(most > 1);
  CHECK(scene.method->statistics().rejected > 0);
  CHECK(consistent);
  CHECK(before > 0);  // not only the last part's velocity
  CHECK(scene.v[0] == doctest::Approx(0).epsilon(1e-9));
}

TEST_CASE("a failing step says why and leaves the state alone") {
  methods::TamsiOptions options;
  options.max_iterations = 1;
  options.max_substep_depth = 2;
  Scene scene(1);
  scene.hand.gravity(0, 0, -9.81);
  scene.hand.surfaces[0].stiffness = 1e9;
  scene.start({Vector3d(0, 0, 0), Vector3d(0.1, 0, 0)}, options);
  scene.v[2] = -5, scene.v[0] = 1;
  const auto q = scene.q, v = scene.v;
  const auto& report = scene.step(0, 0.01);
  CHECK_FALSE(report.ok);
  CHECK(report.reason == "no convergence in 1 Newton iterations");
  CHECK(report.contacts.size() == 2);
  CHECK(report.residual > 0);
  CHECK(scene.method->statistics().rejected == 2);
  CHECK(scene.q == q);
  CHECK(scene.v == v);
}

TEST_CASE("what is not a number is found before it spreads") {
  Scene scene(1);
  scene.hand.load_dof = {0, 5};
  scene.hand.loads = constant_load;
  applied_force = std::numeric_limits<double>::quiet_NaN(), applied_moment = 0;
  scene.start({Vector3d(0, 0, 0)});
  const auto q = scene.q;
  CHECK(scene.step(0, 0.01).reason == "the force on body is not a number");
  CHECK(scene.q == q);
  applied_force = 0;
  CHECK(scene.step(0, 0.01).ok);
  scene.v[1] = std::numeric_limits<double>::infinity();
  CHECK(scene.step(0, 0.01).reason == "the velocity is not a number");
}

TEST_CASE("a rigid surface is refused in words") {
  HandModel hand = HandModel::of<FreeBody>(1);
  hand.shapes = {HandModel::shape("ball", FRIX_SPHERE, 0.1)};
  hand.world_shapes = {HandModel::shape("floor", FRIX_HALFSPACE)};
  CHECK(methods::unsupported(hand.table()).empty());
  hand.surfaces[0].normal_law = FRIX_NORMAL_RIGID;
  const std::string why = methods::unsupported(hand.table());
  CHECK(why.find("ball (test.frix:1)") != std::string::npos);
  CHECK(why.find("compliant") != std::string::npos);
}

}  // namespace
