// The values of literals: numbers, unit expressions, strings. Independent of the locale.
#pragma once

#include <string>
#include <string_view>

#include "compiler/source/diagnostics.h"
#include "compiler/syntax/ast.h"

namespace frix::syntax {

// Each takes the text of one token and its place, and reports what cannot be represented.
double number_value(std::string_view text, Span span, Diagnostics& diagnostics);
UnitExpr unit_value(std::string_view text, Span span, Diagnostics& diagnostics);
std::string string_value(std::string_view text, Span span, Diagnostics& diagnostics);

}  // namespace frix::syntax
