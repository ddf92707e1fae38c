#include "compiler/sema/session.h"

#include <cstdio>

#include "compiler/sema/builtins.h"
#include "compiler/source/suggest.h"

namespace frix::sema {

Session::Session(mechanism::Mechanism& mechanism, Diagnostics& diagnostics)
    : mechanism(mechanism), diagnostics(&diagnostics), loud(&diagnostics), build(mechanism.expressions) {}

Diagnostic& Session::error(Code code, const Span& span, std::string message) {
  return diagnostics->report(code, span, std::move(message));
}

Symbol* Session::find(std::string_view name) {
  const auto found = symbols.find(name);
  return found == symbols.end() ? nullptr : &found->second;
}

std::vector<std::string> Session::visible_names() const {
  std::vector<std::string> names = builtin_names();
  for (const Local& local : locals) names.push_back(local.name);
  for (const auto& [name, symbol] : symbols) names.push_back(name);
  return names;
}

std::string enumerate(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void suggest(Diagnostic& diagnostic, const Span& span, std::string_view name,
             const std::vector<std::string>& candidates, const std::string& list) {
  if (const auto near = nearest(name, candidates)) {
    diagnostic.help = "did you mean `" + *near + "`?";
    diagnostic.fix = {span, *near};
  } else if (!list.empty()) {
    diagnostic.help = list + ": " + enumerate(candidates);
  }
}

std::string quantity_text(double value, const Dimension& dimension) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", value);
  const std::string unit = units::unit_text(dimension);
  return unit.empty() ? number : std::string(number) + " " + unit;
}

WithIndex::WithIndex(Session& session, const syntax::DeclaredName& name, int element) : session_(session) {
  if (!name.index) return;
  session.build.at(name.index->span);
  const ExprId number = session.build.constant(element);
  session.locals.push_back({name.index->text, Value::scalar(number, {}, name.index->span)});
  bound_ = true;
}

WithIndex::~WithIndex() {
  if (bound_) session_.locals.pop_back();
}

}  // namespace frix::sema
