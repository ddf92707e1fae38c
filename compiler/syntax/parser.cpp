#include "compiler/syntax/parser.h"

#include <antlr4-runtime.h>

#include "compiler/syntax/builder.h"
#include "compiler/syntax/error_strategy.h"
#include "compiler/syntax/tokens.h"

namespace frix::syntax {

namespace {

// Prepares the tokens and runs `rule` of the generated parser and then `build` on its tree. Every decision of the
// grammar takes one token, so the parser never predicts, and there is no faster or more thorough mode to choose
// between.
template <class Rule, class Build>
auto run(const Sources& sources, FileId file, Diagnostics& diagnostics, Rule rule, Build build)
    -> decltype(build(*rule(std::declval<grammar::FrixParser&>()), std::declval<Builder&>())) {
  TokenList list;
  list.file = file;
  list.text = sources.file(file).text();
  if (!lex(list, diagnostics)) return {};
  mend_strays(list, diagnostics);
  rename_keywords(list);
  join_units(list);
  if (!balance(list, diagnostics)) return {};

  const auto strategy = std::make_shared<ErrorStrategy>(list, diagnostics);
  antlr4::ListTokenSource source(std::move(list.tokens));
  antlr4::CommonTokenStream stream(&source);
  grammar::FrixParser parser(&stream);
  parser.removeErrorListeners();  // the strategy does the talking
  parser.setErrorHandler(strategy);
  parser.setBuildParseTree(false);  // the labels of the grammar are all that the builder needs
  auto* tree = rule(parser);
  Builder builder(file, list.text, diagnostics);
  return build(*tree, builder);
}

}  // namespace

File parse(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  using Tree = grammar::FrixParser::FileContext;
  Diagnostics said;
  File result = run(
      sources, file, said, [](grammar::FrixParser& parser) { return parser.file(); },
      [](const Tree& tree, Builder& builder) { return builder.file(tree); });
  result.id = file;
  diagnostics.merge(std::move(said));
  return result;
}

ExprPtr parse_expression(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  using Tree = grammar::FrixParser::ExpressionContext;
  Diagnostics said;
  ExprPtr result = run(
      sources, file, said, [](grammar::FrixParser& parser) { return parser.expression(); },
      [](const Tree& tree, Builder& builder) { return tree.exception ? ExprPtr{} : builder.expr(*tree.value); });
  if (said.has_errors()) result = nullptr;
  diagnostics.merge(std::move(said));
  return result;
}

}  // namespace frix::syntax
