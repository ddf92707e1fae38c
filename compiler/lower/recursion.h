// The recursive algorithms of tree dynamics, run once over a class to write its graph.
//
// References: Featherstone, Rigid Body Dynamics Algorithms (2008): composite rigid bodies (chapter 6), recursive
// Newton-Euler (chapter 5); Khalil and Dombre, Modeling, Identification and Control of Robots (2002), chapter 9, for
// the matrix U = [alpha]x + [omega]x^2 that gives the acceleration of a point and most of the moment at once.
#pragma once

#include <vector>

#include "compiler/lower/algebra.h"
#include "compiler/lower/tree.h"

namespace frix::lower {

using ir::Scalar;
using Vector = Vec<Scalar>;
using Matrix = Mat<Scalar>;
using Symmetric = Sym<Scalar>;

// A link's joint as it stands: the link's frame in its parent's.
class JointTransform {
 public:
  JointTransform(const Link& link, const std::vector<Scalar>& q);

  const Vector& offset() const { return offset_; }  // of the origin, parent's axes
  Vector to_parent(const Vector& v) const;
  Vector to_link(const Vector& v) const;
  Symmetric to_parent(const Symmetric& s) const;
  Matrix after(const Matrix& parent_rotation) const;  // parent_rotation * rotation
  ir::Graph* graph() const { return graph_; }

 private:
  ir::Graph* graph_ = nullptr;
  enum class Kind { constant, about_z, general };
  Kind kind_ = Kind::constant;
  Matrix fixed_;  // the rotation at q = 0, then:
  Scalar sin_, cos_;
  Matrix turn_;
  Vector offset_;
};

// The positions of one instance, link by link.
std::vector<JointTransform> joint_transforms(const Tree& tree, const std::vector<Scalar>& q);

// M(q), row-major, both halves, with armatures. The columns of a coordinate j: the momentum of what j moves for v_j =
// 1, carried down to the root and projected on each axis on the way.
std::vector<Scalar> mass_matrix(const Tree& tree, const std::vector<JointTransform>& joints);

// Gravity minus bias: the generalised forces that give the accelerations M a = force when nothing else acts. Without
// velocities (empty v) it is gravity alone.
std::vector<Scalar> gravity_and_bias(const Tree& tree, const std::vector<JointTransform>& joints,
                                     const std::vector<Scalar>& v, const Vector3d& gravity);

// Where the links are in the world.
struct LinkPose {
  Matrix rotation;
  Vector position;
};
std::vector<LinkPose> link_poses(const Tree& tree, const std::vector<JointTransform>& joints);

// Velocities of the links (link axes): angular, and of the origin.
struct LinkVelocity {
  Vector angular, linear;
};
std::vector<LinkVelocity> link_velocities(const Tree& tree, const std::vector<JointTransform>& joints,
                                          const std::vector<Scalar>& v);

// Accelerations of the links for given velocities and accelerations of the coordinates (link axes): `linear` is the
// classical acceleration of the origin, and a point p of the link has linear + u p.
struct LinkAcceleration {
  Vector linear;
  Matrix u;  // [angular acceleration]x + [angular velocity]x^2
};
std::vector<LinkAcceleration> link_accelerations(const Tree& tree, const std::vector<JointTransform>& joints,
                                                 const std::vector<Scalar>& v, const std::vector<Scalar>& a,
                                                 const Vector& base_acceleration);

// What the coordinate j does to the world when v_j = 1: angular velocity, and the velocity of what it moves at `point`.
struct Screw {
  Vector angular, linear;
};
Screw screw_at(const Tree& tree, const std::vector<LinkPose>& poses, int coordinate, const Vector& point);

}  // namespace frix::lower
