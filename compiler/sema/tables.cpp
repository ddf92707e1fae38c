#include "compiler/sema/tables.h"

#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"

namespace frix::sema {

Value table_value(Session& session, ExprOp op, Value argument, const Value& points, const Span& span) {
  if (!require(session, argument, ValueKind::scalar, argument.dimension, "`x` of a table")) return {};
  const std::vector<Value> rows = elements_of(points);
  if (rows.size() < 2) {
    Diagnostic& diagnostic = session.error(
        Code::type_mismatch, points.span, "a table needs a list of two or more pairs, but this is " + describe(points));
    diagnostic.help = "write it as `[[0 s, 0 N], [1 s, 5 N]]`";
    return {};
  }

  mechanism::Table table;
  table.span = points.span;
  Dimension x_dimension, y_dimension;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<Value> pair = elements_of(rows[i]);
    if (pair.size() != 2) {
      session.error(Code::type_mismatch, rows[i].span, "a row of a table is a pair, but this is " + describe(rows[i]));
      return {};
    }
    if (i == 0) {
      x_dimension = pair[0].plain_zero ? argument.dimension : pair[0].dimension;
      y_dimension = pair[1].dimension;
      // a plain zero in the first row takes the dimension of the others
      for (const Value& row : rows) {
        const std::vector<Value> other = elements_of(row);
        if (pair[1].plain_zero && other.size() == 2 && !other[1].plain_zero) {
          y_dimension = other[1].dimension;
          break;
        }
      }
    }
    const auto x = constant_number(session, pair[0], x_dimension, Range::any, "the first column of the table");
    const auto y =
        x ? constant_number(session, pair[1], y_dimension, Range::any, "the second column of the table") : std::nullopt;
    if (!y) return {};
    if (!table.x.empty() && *x <= table.x.back()) {
      session.error(Code::value_out_of_range, pair[0].span,
                    "the first column of a table must rise, but " + quantity_text(*x, x_dimension) + " follows " +
                        quantity_text(table.x.back(), x_dimension));
      return {};
    }
    table.x.push_back(*x);
    table.y.push_back(*y);
  }
  if (!require(session, argument, ValueKind::scalar, x_dimension, "`x` of this table")) return {};
  const int index = static_cast<int>(session.mechanism.tables.size());
  session.mechanism.tables.push_back(std::move(table));
  session.build.at(span);
  return Value::scalar(session.build.table(op, index, argument.part[0]), y_dimension, span);
}

}  // namespace frix::sema
