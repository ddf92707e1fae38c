// Builds the scalar expressions of a mechanism. Constants fold here and the identities that hold for all numbers
// (x + 0, 1 * x, 0 * x …) are applied; everything else is left to the kernels.
#pragma once

#include <optional>
#include <vector>

#include "compiler/mechanism/expression.h"

namespace frix::sema {

using mechanism::ExprId;
using mechanism::ExprOp;
using mechanism::Quantity;
using mechanism::QuantityKind;
using mechanism::VectorExpr;

class ExpressionBuilder {
 public:
  explicit ExpressionBuilder(std::vector<mechanism::Expression>& pool) : pool_(pool) {}

  // Where the expressions built from now on were written.
  void at(const Span& span) { span_ = span; }

  ExprId constant(double value);
  ExprId quantity(QuantityKind kind, int element = 0, int component = 0);
  ExprId table(ExprOp op, int table, ExprId argument);
  ExprId apply(ExprOp op, ExprId a, ExprId b = mechanism::kNoExpr, ExprId c = mechanism::kNoExpr);

  ExprId add(ExprId a, ExprId b) { return apply(ExprOp::add, a, b); }
  ExprId subtract(ExprId a, ExprId b) { return apply(ExprOp::subtract, a, b); }
  ExprId multiply(ExprId a, ExprId b) { return apply(ExprOp::multiply, a, b); }
  ExprId divide(ExprId a, ExprId b) { return apply(ExprOp::divide, a, b); }
  ExprId negate(ExprId a) { return apply(ExprOp::negate, a); }

  // The number, if it is known before the run.
  std::optional<double> value(ExprId id) const;

  // The first quantity for which `wanted` is true among those that an expression depends on, or kNoExpr.
  template <class Predicate>
  ExprId find_quantity(ExprId root, Predicate wanted) const;

  const mechanism::Expression& at(ExprId id) const { return pool_[static_cast<std::size_t>(id)]; }

 private:
  ExprId push(mechanism::Expression expression);
  bool is(ExprId id, double number) const { return value(id) == number; }
  ExprId simplified(ExprOp op, ExprId a, ExprId b, ExprId c) const;

  std::vector<mechanism::Expression>& pool_;
  Span span_;
};

template <class Predicate>
ExprId ExpressionBuilder::find_quantity(ExprId root, Predicate wanted) const {
  if (root == mechanism::kNoExpr) return root;
  std::vector<bool> seen(static_cast<std::size_t>(root) + 1);
  std::vector<ExprId> open = {root};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (seen[static_cast<std::size_t>(id)]) continue;
    seen[static_cast<std::size_t>(id)] = true;
    const mechanism::Expression& expression = at(id);
    if (expression.op == ExprOp::quantity && wanted(expression.quantity)) return id;
    for (const ExprId operand : expression.operand)
      if (operand != mechanism::kNoExpr) open.push_back(operand);
  }
  return mechanism::kNoExpr;
}

}  // namespace frix::sema
