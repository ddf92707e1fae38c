/* The only thing that compiled code and the runtime share: a table of kernels, sizes and names, in plain C.
 *
 * A system is a set of articulations: trees of joints that hang on the world. Equal articulations form a class; each
 * class has its kernels once, and they run over its instances. The state is two arrays: positions q, velocities v.
 * Class c has its instances one after the other: instance k has the positions q[first_q + k*nq .. + nq).
 *
 * A kernel is a pure function over arrays of doubles. `in` and `out` point to the arrays that the kernel's comment
 * lists, in that order, each at instance 0 of the class; an array marked [shared] is the same for all instances. The
 * kernel handles the instances begin <= k < end. Inputs and outputs may not overlap unless the comment says so.
 * Matrices are row-major. SI units; vectors in world axes unless said otherwise.
 */
#ifndef FRIX_RUNTIME_MODEL_H
#define FRIX_RUNTIME_MODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FRIX_MODEL_ABI 2

typedef void (*frix_kernel)(const double* const* in, double* const* out, int64_t begin, int64_t end);

/* The environment of a kernel: env[0] = time at which explicit forces are taken, env[1] = step h, env[2 ...] =
 * tunables. */
enum { FRIX_ENV_TIME = 0, FRIX_ENV_STEP = 1, FRIX_ENV_TUNABLES = 2 };

/* One class of articulations. A null kernel means that there is nothing to do. */
typedef struct frix_class {
  const char* name;
  int32_t nq, nv; /* of one instance */
  int32_t nbodies;
  int32_t nshapes; /* moving collision shapes of one instance */
  int32_t instances;
  int32_t first_q, first_v;
  int32_t first_shape;   /* instance k has the shapes first_shape + k*nshapes .. + nshapes in frix_model.shapes */
  const uint8_t* moves;  /* [nshapes*nv]: 1 where velocity coordinate j moves shape s */
  const int32_t* parent; /* [nv]: the velocity coordinate before j on the way to the root, or -1: the sparsity of M */

  /* Everything that depends on the state at the start of a step.
   * in:  q[nq], v[nv], env[shared]
   * out: pose[12*nshapes]  per shape: position (3), rotation R_WS (9). A sphere's rotation is not written;
   *      reference[3]      the point r that `screw` refers to (world);
   *      screw[6*nv]       per coordinate j: angular velocity (3) and velocity at r (3) for v_j = 1. The velocity of a
   *                        point p of a shape that j moves is  velocity + angular x (p - r);
   *      mass[nv*nv]       the mass matrix, with armatures;
   *      force[nv]         generalised forces: gravity and minus the velocity-dependent bias. For an articulation that
   * is one free or ball-jointed body, the gyroscopic term is left to `advance` (see there). */
  frix_kernel evaluate;

  /* The same without geometry. in: q[nq], v[nv], env[shared]   out: mass[nv*nv], force[nv] */
  frix_kernel dynamics;

  /* Solves A x = b for a symmetric positive definite A with the sparsity of the mass matrix.
   * in: A[nv*nv], b[nv]   out: x[nv] */
  frix_kernel solve;

  /* The end of a step: q' = q (+) h N(q) v with unit quaternions (exponential map), v' = v. For an articulation that
   * is one free or ball-jointed body, the turning part is one step of the free body instead (order 2, symplectic), at
   * exactly constant angular momentum in the world: this is the gyroscopic term, bounded at any step. To first order it
   * is the same, I w' = exp(-h w) I w; for equal moments it is exactly the same.
   * in: q[nq], v[nv], env[shared]   out: q'[nq], v'[nv]   (q' may be q, v' may be v) */
  frix_kernel advance;

  /* in: q[nq], v[nv], env[shared]
   * out: [12] kinetic energy, potential energy of gravity, momentum (3), angular momentum about the world's origin (3),
   *      mass, mass * centre of mass (3) */
  frix_kernel energy;
} frix_class;

typedef enum frix_shape_kind {
  FRIX_SPHERE,    /* size: radius */
  FRIX_BOX,       /* size: full sizes */
  FRIX_CAPSULE,   /* size: radius, length of the cylindrical part, along z */
  FRIX_CYLINDER,  /* size: radius, length, along z */
  FRIX_ELLIPSOID, /* size: radii */
  FRIX_HALFSPACE, /* z <= 0 is solid */
  FRIX_POINTS     /* points */
} frix_shape_kind;

/* Collision shapes: first the moving ones, class by class and instance by instance, then those of the world. */
typedef struct frix_shape {
  const char* name;     /* "ball[3].hull" */
  const char* location; /* "model.frix:12" */
  frix_shape_kind kind;
  double size[3];
  int32_t npoints;
  const double* points; /* [3*npoints] in the shape's frame */
  int32_t surface;
  int32_t class_index; /* -1: world */
  int32_t instance;
  int32_t body;    /* number of its body; shapes of one body never touch each other; -1: world */
  double pose[12]; /* of a world shape; where a moving one starts is computed */
} frix_shape;

typedef enum frix_stiction_shape { FRIX_STICTION_LINEAR, FRIX_STICTION_QUADRATIC } frix_stiction_shape;
typedef enum frix_normal_law { FRIX_NORMAL_RIGID, FRIX_NORMAL_HUNT_CROSSLEY, FRIX_NORMAL_LINEAR } frix_normal_law;

/* What two surfaces make together (combined by the compiler). */
typedef struct frix_pair_surface {
  double mu, stiction_speed;     /* -, m/s */
  double stiffness, dissipation; /* N/m, s/m (Hunt-Crossley) */
  double damping;                /* N*s/m (linear) */
  double restitution;
  int32_t stiction_shape; /* frix_stiction_shape */
  int32_t normal_law;     /* frix_normal_law */
} frix_pair_surface;

/* An exception to "all shapes of different bodies can touch": shape indices a < b. */
typedef struct frix_pair_rule {
  int32_t a, b;
  int32_t surface; /* index in pair_surfaces, or -1: no contact */
} frix_pair_rule;

/* The implicit laws of one velocity coordinate (those that have any). Its position is q[q_index]; -1 where there is
 * none (then stiffness and limits are absent). */
typedef struct frix_coordinate {
  const char* name; /* "elbow" */
  const char* location;
  int32_t class_index, instance;
  int32_t q_index, v_index; /* in the whole state */
  double damping, stiffness, rest, lower, upper, friction;
  double kp, kd, effort_limit; /* servo: effort = clamp(kp (target - q) - kd v) */
  int32_t target;              /* index into the output of `loads`: the servo's target; -1: none */
} frix_coordinate;

/* A line spring-damper between two points; its direction and length come from the kernel `springs`. Row s has
 * `count` coefficients: the derivative of its length with respect to v[dof[i]]. */
typedef struct frix_spring {
  const char* name;
  const char* location;
  double stiffness, damping, length;
  int32_t count;
  const int32_t* dof; /* [count] in the whole state; those of one articulation are consecutive */
  int32_t value;      /* output `springs`[value] = current length, [value+1 ...] = the coefficients */
} frix_spring;

/* A group of contacts that an expression asks for: contact(a, b). */
typedef struct frix_contact_query {
  int32_t nfirst, nsecond;
  const int32_t* first; /* shapes */
  const int32_t* second;
} frix_contact_query;
enum { /* layout of one query's value */
       FRIX_QUERY_ACTIVE = 0,
       FRIX_QUERY_DEPTH = 1,
       FRIX_QUERY_NORMAL = 2,
       FRIX_QUERY_NORMAL_FORCE = 5,
       FRIX_QUERY_FRICTION_FORCE = 6,
       FRIX_QUERY_SLIP_SPEED = 9,
       FRIX_QUERY_FORCE = 10,
       FRIX_QUERY_SIZE = 13
};
enum { /* layout of the system's values */
       FRIX_SYSTEM_KINETIC = 0,
       FRIX_SYSTEM_POTENTIAL = 1,
       FRIX_SYSTEM_MOMENTUM = 2,
       FRIX_SYSTEM_ANGULAR_MOMENTUM = 5,
       FRIX_SYSTEM_COM = 8,
       FRIX_SYSTEM_CONTACTS = 11,
       FRIX_SYSTEM_SIZE = 12
};

typedef struct frix_output {
  const char* name; /* "speed", "position.x" */
  const char* unit; /* "m/s", "" */
} frix_output;

/* A number that stays open in compiled code: a parameter, or an input, which a host sets anew while it steps. */
typedef struct frix_tunable {
  const char* name;
  const char* unit; /* of the SI, as all numbers here: "N" */
  double value;
  int32_t is_input;
} frix_tunable;

/* One option of the method: a word ("none"), or where that is empty a number. */
typedef struct frix_method_option {
  const char* name;
  const char* word;
  double number;
} frix_method_option;

/* The run that the model describes. */
typedef struct frix_defaults {
  double step, duration, record; /* s; record is the time between rows, 0: a row after every step */
  const char* method;            /* "tamsi" */
  int32_t noptions;              /* those that the model gives; the others are the method's own */
  const frix_method_option* options;
} frix_defaults;

typedef struct frix_model {
  int32_t abi; /* FRIX_MODEL_ABI */
  const char* name;
  int32_t nq, nv;
  int32_t nclasses;
  const frix_class* classes;
  int32_t nshapes, nmoving_shapes;
  const frix_shape* shapes;
  int32_t nsurfaces; /* pair_surfaces[a*nsurfaces + b] for shapes of surfaces a and b; those that */
  const frix_pair_surface* pair_surfaces; /* rules name follow from nsurfaces*nsurfaces on */
  int32_t npair_rules;
  const frix_pair_rule* pair_rules;
  int32_t nforbidden_bodies; /* pairs of bodies that are joined: no contact; [2*n], a < b, world = -1 */
  const int32_t* forbidden_bodies;
  int32_t ncoordinates;
  const frix_coordinate* coordinates;
  int32_t nsprings;
  const frix_spring* springs;
  int32_t nqueries;
  const frix_contact_query* queries;
  int32_t noutputs;
  const frix_output* outputs;
  int32_t ntunables;
  const frix_tunable* tunables;

  /* Applied loads and motors. in: q, v (whole state), env   out: value[nloads].
   * value[i] is added to the generalised force of v[load_dof[i]]; where load_dof[i] is -1 it is a servo's target.
   * The first nefforts values are those of motors, which count as joint effort; then come forces and torques on bodies.
   */
  frix_kernel loads;
  int32_t nloads, nefforts;
  const int32_t* load_dof;

  /* in: q (whole state)   out: value[nspring_values] */
  frix_kernel springs_kernel;
  int32_t nspring_values;

  /* in: q, v, acceleration (nv), effort (nv), queries (nqueries*FRIX_QUERY_SIZE), system (FRIX_SYSTEM_SIZE), env
   * out: value[noutputs]. Acceleration, effort and contacts are those of the last step. */
  frix_kernel signals;

  const double* initial_q; /* [nq] */
  const double* initial_v; /* [nv] */
  const frix_defaults* defaults;
} frix_model;

/* A model that is linked into a program: compiled and emitted code defines this. */
const frix_model* frix_model_table(void);

#ifdef __cplusplus
}
#endif
#endif
