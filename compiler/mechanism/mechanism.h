// The second representation: the elaborated system as plain data.
//
// Contract: names are resolved to indices, dimensions are checked, every number is in SI units, constants are folded.
// Every element keeps its span, so that a failure at run time can point to its line. Arrays are written out as elements
// that differ only in numbers; `articulate` finds the trees that are equal and makes them classes × instances.
// `verify` states the invariants; a Mechanism that sema returns without errors satisfies them.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "compiler/mechanism/expression.h"
#include "compiler/source/span.h"

namespace frix::mechanism {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A frame B in a frame A: p_A = rotation * p_B + position.
struct Pose {
  Matrix3d rotation = Matrix3d::Identity();
  Vector3d position = Vector3d::Zero();
};

inline constexpr int kWorld = -1;  // the body index of the world

struct Body {
  std::string name;  // "box", "ball[3]"
  Span span;
  double mass = 0;
  Vector3d com = Vector3d::Zero();      // in the body's frame
  Matrix3d inertia = Matrix3d::Zero();  // about the centre of mass, axes of the body's frame
  int joint = -1;                       // the joint whose child it is; every body has exactly one
  bool mass_from_shapes = false;
};

enum class JointType { fixed, revolute, prismatic, screw, cylindrical, universal, ball, planar, free };

// Positions q and velocities v of a joint, in this order (F: frame on the parent, M: frame on the child, X_FM(q)):
//   fixed        -                                       -
//   revolute     angle about axis                        its rate
//   prismatic    displacement along axis                 its rate
//   screw        angle (displacement = pitch·angle/2π)   its rate
//   cylindrical  displacement, angle                     their rates
//   universal    angle about axis, then about axis2 (fixed in M)    their rates
//   ball         quaternion w x y z of M in F            angular velocity of M in F, axes of M
//   planar       displacements along plane_x, plane_y, turn about the normal    their rates
//   free         position of the child's *centre of mass* in F, quaternion w x y z of M in F
//                                                        velocity of the centre of mass in F, angular velocity in axes
//                                                        of M
int position_count(JointType type);
int velocity_count(JointType type);
const char* name(JointType type);

// The implicit law of one velocity coordinate. Angles in rad, so stiffness is N/m or N*m/rad and so on.
struct Coordinate {
  double damping = 0;
  double stiffness = 0;
  double rest = 0;
  double lower = -HUGE_VAL;  // limits of the position
  double upper = HUGE_VAL;
  double friction = 0;  // dry: N or N*m
  double armature = 0;  // kg or kg*m^2, added to the mass matrix
};

struct Joint {
  std::string name;  // "" for the implicit free joint of a body that no joint names
  Span span;
  JointType type = JointType::free;
  int parent = kWorld;
  int child = 0;
  Pose parent_frame;                     // F in the parent's body frame
  Pose child_frame;                      // M in the child's body frame
  Vector3d axis = Vector3d::UnitZ();     // in F (unit); normal of a planar joint; first axis of a universal one
  Vector3d axis2 = Vector3d::UnitX();    // universal: second axis, in F at q = 0
  Vector3d plane_x = Vector3d::UnitX();  // planar: the two directions, in F
  Vector3d plane_y = Vector3d::UnitY();
  double pitch = 0;                          // screw: m per turn
  std::array<Coordinate, 6> coordinate{};    // one for each velocity
  std::array<double, 7> initial_position{};  // position_count(type) of them; a quaternion is of unit length
  std::array<double, 6> initial_velocity{};
};

enum class ShapeKind { sphere, box, capsule, cylinder, ellipsoid, halfspace, points };

struct Shape {
  std::string name;  // "box.hull", "floor"
  Span span;
  int body = kWorld;
  Pose pose;  // of the shape in the body's frame; capsules and cylinders lie along z;
              // a halfspace is z <= 0
  ShapeKind kind = ShapeKind::sphere;
  Vector3d size =
      Vector3d::Zero();          // sphere: radius; box: full sizes; capsule, cylinder: radius, length; ellipsoid: radii
  std::vector<Vector3d> points;  // points
  int surface = 0;               // index in Mechanism::surfaces
  bool collide = true;
};

struct Frame {
  std::string name;
  Span span;
  int body = kWorld;
  Pose pose;
};

enum class FrictionLaw { none, coulomb };
// How the regularised coefficient rises with s = slip speed / stiction_speed: μ min(s, 1), or μ s(2 - s).
enum class StictionShape { linear, quadratic };
enum class NormalLaw { rigid, hunt_crossley, linear };
enum class Combine {
  min,
  mean,
  product,
  geometric,
  max,
  harmonic
};  // stricter first; harmonic (2ab/(a+b)) is the default

struct Surface {
  std::string name;
  Span span;
  FrictionLaw friction = FrictionLaw::coulomb;
  double mu = 0;
  double mu_static = 0;
  double stiction_speed = 1e-4;  // m/s
  StictionShape shape = StictionShape::linear;
  NormalLaw normal = NormalLaw::hunt_crossley;
  double stiffness = 1e5;  // N/m
  double dissipation = 0;  // hunt_crossley: s/m
  double damping = 0;      // linear: N*s/m
  double restitution = 0;
  Combine combine = Combine::harmonic;
};

// What a `contact` or `no contact` declaration says of pairs of shapes.
struct PairRule {
  Span span;
  std::vector<int> first, second;  // shapes
  int surface = -1;                // the pair's values outright (index in surfaces), or -1: no contact
};

struct Load {
  std::string name;
  Span span;
  bool is_torque = false;
  int body = 0;
  VectorExpr point = kNoVector;  // in the body's frame; kNoVector: the centre of mass
  VectorExpr value = kNoVector;  // N or N*m
  int frame_body = kWorld;       // whose axes `value` is in: kWorld, or a body, turned by frame_rotation
  Matrix3d frame_rotation = Matrix3d::Identity();
};

struct Spring {
  std::string name;
  Span span;
  int body_a = kWorld, body_b = kWorld;
  Vector3d point_a = Vector3d::Zero(), point_b = Vector3d::Zero();  // in the bodies' frames
  double stiffness = 0, damping = 0, length = 0;
};

enum class MotorKind { effort, servo };
struct Motor {
  std::string name;
  Span span;
  int joint = 0;
  int coordinate = 0;
  MotorKind kind = MotorKind::effort;
  ExprId value = kNoExpr;  // effort, or the position to reach
  double kp = 0, kd = 0;   // servo: effort = kp (position - q) - kd v, within ±effort_limit
  double effort_limit = HUGE_VAL;
};

struct Output {
  std::string name;
  std::string unit;    // of the column: "m/s", "" for a number
  double scale = 1;    // column = SI value / scale
  int components = 1;  // 1, or 3 for a vector
  VectorExpr value = kNoVector;
  Span span;
};

// The value of `contact(a, b)` in an expression: all contacts between two groups of shapes.
struct ContactQuery {
  std::vector<int> first, second;
  Span span;
};

struct Tunable {
  std::string name;
  std::string unit;
  double value = 0;
  Span span;
  bool is_input = false;  // set anew while the model runs
};

struct Table {
  std::vector<double> x, y;
  Span span;
};

struct MethodOption {
  std::string name;
  std::string word;   // `newton = full`
  double number = 0;  // or a number
  bool is_word = false;
  Span span;
};

struct Simulate {
  std::string name;
  Span span;
  std::string method = "tamsi";
  Span method_span;
  double step = 1e-3;   // s
  double duration = 1;  // s
  double record = 0;    // s; 0: every step
  std::vector<MethodOption> options;
};

// One class of equal trees. Instance k of body `b` of the class is body instances[k][b] of the mechanism.
// Bodies come parents first; body b of the class hangs on its joint (Body::joint of the prototype instances[0][b]).
struct ArticulationClass {
  std::string name;
  std::vector<std::vector<int>> instances;
  int position_count = 0;
  int velocity_count = 0;
  int first_position = 0;  // of instance 0 in the state; instance k adds k * position_count
  int first_velocity = 0;
  std::vector<int> position_offset;  // of each body's joint within the instance
  std::vector<int> velocity_offset;
};

// Where a body stands: in which class, which instance, which body of it. A body that only fixed joints hold to the
// world is part of the static world: it keeps the -1s.
struct Place {
  int articulation = -1;
  int instance = -1;
  int body = -1;
};

struct Mechanism {
  std::string name;
  std::string doc;
  Span span;
  Vector3d gravity = {0, 0, -9.80665};  // m/s^2
  std::vector<Expression> expressions;
  std::vector<Table> tables;
  std::vector<Tunable> tunables;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Shape> shapes;
  std::vector<Frame> frames;
  std::vector<Surface> surfaces;
  std::vector<PairRule> pair_rules;
  std::vector<Load> loads;
  std::vector<Spring> springs;
  std::vector<Motor> motors;
  std::vector<Output> outputs;
  std::vector<ContactQuery> contact_queries;
  std::vector<Simulate> simulations;

  // Filled by articulate().
  std::vector<ArticulationClass> articulations;
  std::vector<Place> places;  // of each body
};

// Groups the bodies into articulations (trees that hang on the static world), equal ones into classes, and lays out
// the state.
// Two trees are equal when all that goes into their kernels is: masses, joints, frames, shapes (kinds, poses, sizes).
// Initial values and surfaces may differ. The order is that of the first body of each class; instances follow the order
// of the bodies.
void articulate(Mechanism& mechanism);

// The invariants in words; empty when all hold. A violation is a defect of the compiler, not of the user.
std::vector<std::string> verify(const Mechanism& mechanism);

// A readable listing, for --emit=mechanism.
std::string print(const Mechanism& mechanism);

}  // namespace frix::mechanism
