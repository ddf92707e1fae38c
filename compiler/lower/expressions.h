// Expressions of a mechanism → scalars of a kernel.
#pragma once

#include <vector>

#include "compiler/lower/whole_state.h"

namespace frix::lower {

class Expressions {
 public:
  explicit Expressions(WholeState& state);

  // Throws std::logic_error when the expression asks for what the kernel is not given: sema does not let that happen.
  Scalar value(mechanism::ExprId id);
  Vector value(const mechanism::VectorExpr& ids);

 private:
  Scalar compute(const mechanism::Expression& expression);
  Scalar quantity(const mechanism::Quantity& quantity);

  WholeState& state_;
  std::vector<Scalar> values_;
  std::vector<char> known_;
};

// Interpolation in a table, constant beyond its ends: piecewise linear, or the monotone cubic of Fritsch and Carlson
// (1980), which does not overshoot.
Scalar interpolate_linear(const mechanism::Table& table, const Scalar& x);
Scalar interpolate_monotone(const mechanism::Table& table, const Scalar& x);

}  // namespace frix::lower
