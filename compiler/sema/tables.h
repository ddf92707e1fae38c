// Tables of pairs: `table(x, [[x0, y0], …])` and `spline(x, …)`.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

// `op` is ExprOp::table or ExprOp::spline.
Value table_value(Session& session, ExprOp op, Value argument, const Value& points, const Span& span);

}  // namespace frix::sema
