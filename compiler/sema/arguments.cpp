#include "compiler/sema/arguments.h"

namespace frix::sema {

namespace {

std::string count_text(std::size_t count) {
  return count == 0 ? "no arguments" : count == 1 ? "1 argument" : std::to_string(count) + " arguments";
}

}  // namespace

std::optional<std::vector<const syntax::Expr*>> match_arguments(Session& session, const syntax::Call& call,
                                                                const Span& span,
                                                                const std::vector<Parameter>& parameters) {
  const std::string callee = "`" + call.callee.text + "`";
  std::vector<const syntax::Expr*> matched(parameters.size(), nullptr);
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);

  std::size_t position = 0;
  bool named_before = false;
  for (const syntax::Argument& argument : call.arguments) {
    std::size_t index = position;
    if (argument.name) {
      named_before = true;
      index = 0;
      while (index < names.size() && names[index] != argument.name->text) ++index;
      if (index == names.size()) {
        Diagnostic& diagnostic = session.error(Code::wrong_arguments, argument.name->span,
                                               callee + " has no argument `" + argument.name->text + "`");
        suggest(diagnostic, argument.name->span, argument.name->text, names, "its arguments are");
        return std::nullopt;
      }
    } else if (named_before) {
      session.error(Code::wrong_arguments, argument.value->span,
                    "an argument without a name cannot follow one with a name");
      return std::nullopt;
    } else if (position >= parameters.size()) {
      Diagnostic& diagnostic = session.error(Code::wrong_arguments, argument.value->span,
                                             callee + " takes " + count_text(parameters.size()) + ", but there are " +
                                                 std::to_string(call.arguments.size()));
      if (!names.empty()) diagnostic.help = "its arguments are: " + enumerate(names);
      return std::nullopt;
    } else {
      ++position;
    }
    if (matched[index] != nullptr) {
      Diagnostic& diagnostic = session.error(Code::wrong_arguments, argument.value->span,
                                             "the argument `" + names[index] + "` of " + callee + " is given twice");
      diagnostic.labels = {{matched[index]->span, "first given here"}};
      return std::nullopt;
    }
    matched[index] = argument.value.get();
  }

  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (matched[i] != nullptr || !parameters[i].required) continue;
    Diagnostic& diagnostic =
        session.error(Code::wrong_arguments, span, callee + " needs the argument `" + parameters[i].name + "`");
    diagnostic.help = "its arguments are: " + enumerate(names);
    return std::nullopt;
  }
  return matched;
}

}  // namespace frix::sema
