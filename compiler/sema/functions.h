// The table of the language's functions: each has a name, its parameters, and what it makes of their values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/sema/session.h"

namespace frix::sema {

// A call of a function of the language.
struct Invocation {
  Session& session;
  const syntax::Call& call;
  const Span& span;
  std::vector<Value> arguments;  // all valid, one for each parameter

  ExpressionBuilder& build() { return session.build; }
};

struct Function {
  const char* name;
  std::vector<const char*> parameters;
  std::function<Value(Invocation&)> evaluate;
};

// "`axis` of `axis_angle`", for messages.
std::string argument_name(const Invocation& in, const char* parameter);

std::vector<Function> scalar_functions();
std::vector<Function> vector_functions();

}  // namespace frix::sema
