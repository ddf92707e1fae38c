// Bullet (Debian's, double precision) on the ball pit of scenes.h. Arguments: the names of the benches; none: all.
// Sequential impulses with 10 sweeps (Bullet's default, not converged) and with 100.
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <memory>

#include "tests/bench/measure.h"
#include "tests/bench/scenes.h"

namespace frix::bench {

namespace {

class World {
 public:
  World(const Pit& pit, int sweeps) : world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity({0, 0, -pit.gravity});
    world_.getSolverInfo().m_numIterations = sweeps;
    const double side = pit.side();
    // thick boxes: against btStaticPlaneShape, whose bounds are infinite, every ball is a pair
    constexpr double kHalf = 5;
    auto* wall = shapes_.emplace_back(std::make_unique<btBoxShape>(btVector3(kHalf, kHalf, kHalf))).get();
    for (const btVector3& place : {btVector3(0, 0, -kHalf), btVector3(-kHalf, 0, 0), btVector3(side + kHalf, 0, 0),
                                   btVector3(0, -kHalf, 0), btVector3(0, side + kHalf, 0)})
      add(wall, 0, place, pit);
    auto* ball = shapes_.emplace_back(std::make_unique<btSphereShape>(pit.radius)).get();
    for (int i = 0; i < pit.balls; ++i) {
      const auto p = pit.position(i);
      add(ball, pit.mass(), {p[0], p[1], p[2]}, pit);
    }
  }
  ~World() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() { world_.stepSimulation(kPitStep, 0); }

  nlohmann::json state() const {
    double depth = 0, energy = 0, height = 0;
    int contacts = 0, balls = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      const btPersistentManifold* manifold =
          const_cast<btCollisionDispatcher&>(dispatcher_).getManifoldByIndexInternal(i);
      for (int k = 0; k < manifold->getNumContacts(); ++k) {
        const double distance = manifold->getContactPoint(k).getDistance();
        if (distance > 0) continue;
        depth -= distance;
        ++contacts;
      }
    }
    for (const auto& body : bodies_) {
      if (body->getInvMass() == 0) continue;
      energy += 0.5 * body->getLinearVelocity().length2() / body->getInvMass();
      height += body->getWorldTransform().getOrigin().z();
      ++balls;
    }
    return {{"contacts", contacts},
            {"penetration_um", contacts > 0 ? 1e6 * depth / contacts : 0},
            {"kinetic_energy_J", energy},
            {"height_m", height / balls}};
  }

 private:
  void add(btCollisionShape* shape, double mass, const btVector3& position, const Pit& pit) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_startWorldTransform = btTransform(btQuaternion::getIdentity(), position);
    info.m_friction = std::sqrt(pit.mu);  // Bullet multiplies the two
    auto& body = bodies_.emplace_back(std::make_unique<btRigidBody>(info));
    body->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(body.get());
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

void ball_pit(int balls, int sweeps) {
  World world(pit(balls), sweeps);
  for (int i = 0; i < std::lround(pit(balls).settling() / kPitStep); ++i) world.step();
  std::vector<double> times;
  for (int i = 0; i < pit(balls).timed_steps(); ++i) {
    const double start = seconds_now();
    world.step();
    times.push_back(seconds_now() - start);
  }
  print_row("ball_pit_" + std::to_string(balls), "bullet", std::to_string(sweeps) + " sweeps", 1e9 * median(times),
            world.state());
}

}  // namespace

}  // namespace frix::bench

int main(int argc, char** argv) {
  using namespace frix::bench;
  gDbvtMargin = 0.1 * pit(1).radius;  // 5 cm by default, which makes hundreds of pairs of each small ball
  const std::vector<std::string> names(argv + 1, argv + argc);
  for (const int balls : {10, 100, 1000}) {
    const std::string name = "ball_pit_" + std::to_string(balls);
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) continue;
    ball_pit(balls, 10);
    ball_pit(balls, 100);
  }
}
