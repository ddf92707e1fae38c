// The kernels of the whole state, and the rows of the model's tables that say what their values are.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/lower/tree.h"

namespace frix::lower {

struct Sizes {
  int nq = 0;
  int nv = 0;
  int env = 0;
};

// Applied loads and motors. A load on a body of the static world has no effect.
struct Loads {
  std::optional<ir::Kernel> kernel;  // none: nothing acts
  std::vector<int> dof;              // of each value; -1: a servo's target
  std::vector<int> target;           // of each motor: which value; -1: not a servo
  int efforts = 0;                   // how many of the first values are those of motors
};
Loads lower_loads(const Mechanism& mechanism, const std::vector<Tree>& trees, const Sizes& sizes);

// Springs between points of which at least one moves.
struct SpringRow {
  int spring = 0;        // index in Mechanism::springs
  std::vector<int> dof;  // whose coefficients follow the length
  int value = 0;
};
struct Springs {
  std::optional<ir::Kernel> kernel;
  std::vector<SpringRow> rows;
  int values = 0;
};
Springs lower_springs(const Mechanism& mechanism, const std::vector<Tree>& trees, const Sizes& sizes);

// One value a column of the output, in the column's unit.
std::optional<ir::Kernel> lower_signals(const Mechanism& mechanism, const std::vector<Tree>& trees, const Sizes& sizes);

}  // namespace frix::lower
