// AST → canonical Frix text: two blanks an indent, one statement a line, no more parentheses than needed. What is
// printed parses to the same tree (spans aside), and prints the same again.
#pragma once

#include <string>

#include "compiler/syntax/ast.h"

namespace frix::syntax {

std::string print(const File& file);
std::string print(const Expr& expr);
std::string print(const UnitExpr& unit);

}  // namespace frix::syntax
