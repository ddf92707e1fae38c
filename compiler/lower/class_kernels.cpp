#include "compiler/lower/class_kernels.h"

#include <algorithm>

#include "compiler/lower/factor.h"
#include "compiler/lower/kernel_builder.h"
#include "compiler/lower/recursion.h"

namespace frix::lower {

namespace {

// The inputs q, v, env of most kernels, and the joints as they stand.
struct State {
  std::vector<Scalar> q, v;
  std::vector<JointTransform> joints;

  State(KernelBuilder& kernel, const Tree& tree, int env_size)
      : q(kernel.input("q", tree.nq).all()), v(kernel.input("v", tree.nv).all()), joints(joint_transforms(tree, q)) {
    kernel.input("env", env_size, true);
  }
};

void write_dynamics(KernelBuilder& kernel, const Tree& tree, const State& state, const Vector3d& gravity) {
  {
    const auto purpose = kernel.origin("mass matrix");
    kernel.output("mass", mass_matrix(tree, state.joints));
  }
  const auto purpose = kernel.origin("forces");
  kernel.output("force",
                gravity_and_bias(tree, state.joints, tree.single_rotor ? std::vector<Scalar>{} : state.v, gravity));
}

// The link whose origin the screws refer to: the last one of the root body's joint, so that nearby coordinates have
// small arms and a free body's are its unit vectors.
int reference_link(const Tree& tree) {
  return std::max(0, tree.bodies.front().link);
}

}  // namespace

ir::Kernel evaluate_kernel(const std::string& name, const ClassModel& model, const Vector3d& gravity, int env_size) {
  const Tree& tree = model.tree;
  KernelBuilder kernel(name,
                       "poses of the shapes, screws of the joints, mass matrix and forces at the start of a step");
  const State state(kernel, tree, env_size);
  const std::vector<LinkPose> poses = link_poses(tree, state.joints);

  const std::uint16_t pose = kernel.output("pose", 12 * model.shapes.size());
  for (std::size_t s = 0; s < model.shapes.size(); ++s) {
    const MovingShape& shape = model.shapes[s];
    const auto purpose = kernel.origin("shape", shape.name, shape.span);
    const LinkPose& link = poses[shape.link];
    kernel.store(pose, 12 * s, link.position + link.rotation * Vector(shape.pose.position));
    if (shape.is_sphere) continue;
    const Matrix rotation = link.rotation * Matrix(shape.pose.rotation);
    for (int i = 0; i < 9; ++i) kernel.store(pose, 12 * s + 3 + i, rotation(i / 3, i % 3));
  }

  const auto reference_purpose = kernel.origin("reference point of the screws");
  const Vector& reference = poses[reference_link(tree)].position;
  kernel.store(kernel.output("reference", 3), 0, reference);
  const std::uint16_t screws = kernel.output("screw", 6 * tree.nv);
  for (int j = 0; j < tree.nv; ++j) {
    const Link& moved = tree.links[tree.link_of[j]];
    const auto purpose = kernel.origin("screw", moved.joint, moved.span);
    const Screw screw = screw_at(tree, poses, j, reference);
    kernel.store(screws, 6 * j, screw.angular);
    kernel.store(screws, 6 * j + 3, screw.linear);
  }
  write_dynamics(kernel, tree, state, gravity);
  return kernel.take();
}

ir::Kernel dynamics_kernel(const std::string& name, const Tree& tree, const Vector3d& gravity, int env_size) {
  KernelBuilder kernel(name, "mass matrix and forces");
  const State state(kernel, tree, env_size);
  write_dynamics(kernel, tree, state, gravity);
  return kernel.take();
}

ir::Kernel solve_kernel(const std::string& name, const Tree& tree) {
  KernelBuilder kernel(name, "solves A x = b by A = L^T D L, with the sparsity of the mass matrix");
  const std::vector<Scalar> a = kernel.input("A", static_cast<std::size_t>(tree.nv) * tree.nv).all();
  const std::vector<Scalar> b = kernel.input("b", tree.nv).all();
  kernel.output("x", solve_tree(tree.parent, a, b));
  return kernel.take();
}

ir::Kernel energy_kernel(const std::string& name, const Tree& tree, const Vector3d& gravity, int env_size) {
  KernelBuilder kernel(name, "energy, momentum and centre of mass");
  const State state(kernel, tree, env_size);
  const std::vector<LinkPose> poses = link_poses(tree, state.joints);
  const std::vector<LinkVelocity> velocities = link_velocities(tree, state.joints, state.v);

  Scalar kinetic;
  Vector momentum, angular_momentum, moment_of_mass;
  double mass = 0;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const auto purpose = kernel.origin("energy and momentum", tree.links[i].name, tree.links[i].span);
    const RigidInertia& inertia = tree.links[i].inertia;
    const LinkVelocity& velocity = velocities[i];
    const Vector first(inertia.first);
    // momentum of the link, and its moment about the link's origin, in the link's axes
    const Vector p = Scalar(inertia.mass) * velocity.linear + cross(velocity.angular, first);
    const Vector l = Symmetric(inertia.second) * velocity.angular + cross(first, velocity.linear);
    kinetic += Scalar(0.5) * (dot(velocity.linear, p) + dot(velocity.angular, l));
    const Vector p_world = poses[i].rotation * p;
    momentum = momentum + p_world;
    angular_momentum = angular_momentum + poses[i].rotation * l + cross(poses[i].position, p_world);
    moment_of_mass = moment_of_mass + Scalar(inertia.mass) * poses[i].position + poses[i].rotation * first;
    mass += inertia.mass;
  }
  const auto purpose = kernel.origin("energy and momentum of all");
  for (int j = 0; j < tree.nv; ++j) kinetic += Scalar(0.5 * tree.armature[j]) * (state.v[j] * state.v[j]);

  const std::uint16_t out = kernel.output("energy", 12);
  kernel.store(out, 0, kinetic);
  kernel.store(out, 1, -dot(Vector(gravity), moment_of_mass));
  kernel.store(out, 2, momentum);
  kernel.store(out, 5, angular_momentum);
  kernel.store(out, 8, Scalar(mass));
  kernel.store(out, 9, moment_of_mass);
  return kernel.take();
}

}  // namespace frix::lower
