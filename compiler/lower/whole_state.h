// The mechanism as seen by the kernels of the whole state (loads, springs, signals): any body of any instance, by name.
// What is asked for is computed once; what nobody asks for costs nothing.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "compiler/lower/kernel_builder.h"
#include "compiler/lower/recursion.h"

namespace frix::lower {

// What a kernel is given. Empty where the kernel's contract does not have it.
struct WholeInputs {
  Elements q, v, acceleration, effort, queries, system, env;
};

// One coordinate's share in the motion of a point: d(velocity)/d(v[dof]), world axes.
struct Share {
  int dof = 0;
  Vector direction;
};

class WholeState {
 public:
  WholeState(const Mechanism& mechanism, const std::vector<Tree>& trees, WholeInputs inputs);
  ~WholeState();

  const WholeInputs& inputs() const { return inputs_; }
  const Mechanism& mechanism() const { return mechanism_; }

  // World axes. Points are fixed in the body and given in its frame; kWorld is a body that does not move.
  Matrix rotation(int body);
  Vector position(int body, const Vector& point);
  Vector velocity(int body, const Vector& point);
  Vector angular_velocity(int body);
  Vector acceleration_of_origin(int body);

  // The coordinates that move a body: their shares in the velocity of a point, or in the angular velocity.
  std::vector<Share> point_shares(int body, const Vector& point);
  std::vector<Share> turn_shares(int body);

  int first_position(int body) const;  // of the body's joint, in the whole state
  int first_velocity(int body) const;

 private:
  struct Instance;
  Instance& instance(const mechanism::Place& place);
  const mechanism::Place& place(int body) const { return mechanism_.places[body]; }
  const BodyInLink& in_link(int body) const;
  bool is_static(int body) const;
  Vector point_in_link(int body, const Vector& point) const;

  const Mechanism& mechanism_;
  const std::vector<Tree>& trees_;  // of each class
  WholeInputs inputs_;
  std::map<std::pair<int, int>, std::unique_ptr<Instance>> instances_;
};

}  // namespace frix::lower
