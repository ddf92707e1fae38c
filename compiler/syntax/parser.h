// Text → AST. ANTLR stays behind this wall: no exception and no type of it leaves.
#pragma once

#include "compiler/source/diagnostics.h"
#include "compiler/source/source_file.h"
#include "compiler/syntax/ast.h"

namespace frix::syntax {

// Parses one file of `sources`. What is wrong goes to `diagnostics`; the tree then holds what could be recovered.
File parse(const Sources& sources, FileId file, Diagnostics& diagnostics);

// Parses a file that is one expression (a value of --set, a line of the REPL). Null when it is none.
ExprPtr parse_expression(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace frix::syntax
