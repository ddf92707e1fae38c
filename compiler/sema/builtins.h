// Names and functions that every model has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/session.h"

namespace frix::sema {

// `time`, `pi`, `x`, `y`, `z`, `world`, `system`.
std::vector<std::string> builtin_names();
std::vector<std::string> builtin_functions();
bool is_unit_vector(std::string_view name);

// Invalid when there is no such name (not reported).
Value builtin_value(Session& session, std::string_view name, const Span& span);

// True when `name` is a function of the language; `result` is then its value.
bool call_builtin(Session& session, const syntax::Call& call, const Span& span, Value& result);

// Rotation matrices of expressions, row-major.
std::array<ExprId, 9> quaternion_matrix(Session& session, const std::array<ExprId, 4>& wxyz);
std::array<ExprId, 9> rotation_product(Session& session, const std::array<ExprId, 9>& a,
                                       const std::array<ExprId, 9>& b);
VectorExpr rotated(Session& session, const std::array<ExprId, 9>& rotation, const VectorExpr& v);

}  // namespace frix::sema
