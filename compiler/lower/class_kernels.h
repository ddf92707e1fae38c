// The kernels of one class of articulations; what they compute is said in runtime/model/model.h.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/lower/tree.h"

namespace frix::lower {

// A moving collision shape of the class: where it lies in its link.
struct MovingShape {
  int link = 0;
  Pose pose;
  bool is_sphere = false;  // then its rotation is of no interest
  std::string name;        // of the first instance's, for readers
  Span span;
};

struct ClassModel {
  Tree tree;
  std::vector<MovingShape> shapes;
};

ir::Kernel evaluate_kernel(const std::string& name, const ClassModel& model, const Vector3d& gravity, int env_size);
ir::Kernel dynamics_kernel(const std::string& name, const Tree& tree, const Vector3d& gravity, int env_size);
ir::Kernel solve_kernel(const std::string& name, const Tree& tree);
ir::Kernel advance_kernel(const std::string& name, const Tree& tree, int env_size);
ir::Kernel energy_kernel(const std::string& name, const Tree& tree, const Vector3d& gravity, int env_size);

}  // namespace frix::lower
