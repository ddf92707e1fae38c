// AST → Mechanism: names, types, dimensions, constants; everything that a model can get wrong is found here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/mechanism/mechanism.h"
#include "compiler/source/diagnostics.h"
#include "compiler/source/source_file.h"
#include "compiler/syntax/ast.h"

namespace frix::sema {

// A parameter set from outside (`--set amplitude=5N`): the value is an expression of the language, parsed from a source
// file of its own, so that its errors have a place too.
struct Override {
  std::string name;
  syntax::ExprPtr value;
  Span span;
};

// The elaborated model: the one named, or the last one of the file when `model_name` is empty.
// Empty when there were errors. The result satisfies mechanism::verify and is articulated.
std::optional<mechanism::Mechanism> elaborate(const syntax::File& file, const std::string& model_name,
                                              const std::vector<Override>& overrides, Diagnostics& diagnostics);

}  // namespace frix::sema
