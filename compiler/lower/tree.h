// The numbers of one class of articulations, prepared for the recursive algorithms: a tree of elementary joints.
//
// A joint of several coordinates is a chain of elementary ones with massless links between; bodies that fixed joints
// weld are merged. Each link has a computational frame of its own, chosen so that most entries of what is computed are
// zero: a revolute axis is the frame's z, and the frame's origin slides along that axis to where the offsets between
// the links vanish (as in Denavit and Hartenberg's convention). None of this changes q, v or the results.
#pragma once

#include <string>
#include <vector>

#include "compiler/mechanism/mechanism.h"
#include "compiler/mechanism/weld.h"

namespace frix::lower {

using mechanism::Matrix3d;
using mechanism::Mechanism;
using mechanism::Pose;
using mechanism::Vector3d;

enum class Motion {
  turn,   // about the frame's z
  slide,  // along `axis`; the frame keeps its direction
  screw,  // about and along z
  ball    // any; the link's axes are those of the joint's frame M
};

// A mass distribution seen from a frame: kg, kg*m about the origin, kg*m^2 about the origin.
struct RigidInertia {
  double mass = 0;
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
};
RigidInertia operator+(const RigidInertia& a, const RigidInertia& b);
// What is seen from frame B, given where B is in A, seen from A.
RigidInertia seen_from(const Pose& b_in_a, const RigidInertia& in_b);

struct Link {
  int parent = -1;  // link, or -1: the world
  Motion motion = Motion::turn;
  Pose pose;                          // of this frame in the parent link's at q = 0
  Vector3d axis = Vector3d::UnitZ();  // slide: direction, in this frame
  double lead = 0;                    // screw: m per rad
  std::string name, joint;            // of the body that it carries or is on the way to, and of the joint (for readers)
  Span span;                          // where the joint is written
  int q = 0;                          // first position and velocity within the instance
  int v = 0;
  RigidInertia inertia;  // of the bodies that are this link
  // The same for the equations of motion: what moves with the parent too is counted there (see regroup).
  RigidInertia reduced;

  int velocity_count() const { return motion == Motion::ball ? 3 : 1; }
};

// Where a body's frame is: in which link (-1: the world), and how it lies there.
struct BodyInLink {
  int link = -1;
  Pose pose;
};

struct Tree {
  std::vector<Link> links;         // parents first
  std::vector<BodyInLink> bodies;  // of the class, in its order
  int nq = 0;
  int nv = 0;
  std::vector<double> armature;  // [nv]
  std::vector<int> parent;       // [nv]: the velocity coordinate before, on the way to the root; -1
  std::vector<int> link_of;      // [nv]
  // One free or ball-jointed body: its gyroscopic term, the only one there is, is left to the kernel `advance`.
  bool single_rotor = false;
};

Tree build_tree(const Mechanism& mechanism, const mechanism::ArticulationClass& articulation);

// The link is on the way from `descendant` (or is it) to the root.
bool moves(const Tree& tree, int link, int descendant);

}  // namespace frix::lower
