// The arguments of a call, by position and by name, matched with the names that the called thing gives them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/session.h"

namespace frix::sema {

struct Parameter {
  std::string name;
  bool required = true;
};

// The expression for each parameter, null where there is none. Empty when the call does not fit (reported).
std::optional<std::vector<const syntax::Expr*>> match_arguments(Session& session, const syntax::Call& call,
                                                                const Span& span,
                                                                const std::vector<Parameter>& parameters);

}  // namespace frix::sema
