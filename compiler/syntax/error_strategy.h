// What the generated parser does at an error: says it in our words, once, and goes on behind the statement.
#pragma once

#include <antlr4-runtime.h>

#include <memory>
#include <vector>

#include "compiler/syntax/wording.h"

namespace frix::syntax {

// Statements are where the parser recovers: an error inside of one is reported, the exception rises to the statement,
// and the tokens up to its `;` or behind its block are skipped. What is plainly a missing or a wrong little token
// (`;`, `=`, `:`, a name) is reported and taken as if it were right, so that the statement is kept.
class ErrorStrategy final : public antlr4::ANTLRErrorStrategy {
 public:
  ErrorStrategy(const TokenList& list, Diagnostics& diagnostics) : wording_(list, diagnostics), damage_(list.damage) {}

  void reset(antlr4::Parser*) override {}
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void recover(antlr4::Parser* parser, std::exception_ptr error) override;
  void sync(antlr4::Parser* parser) override;
  bool inErrorRecoveryMode(antlr4::Parser*) override { return recovering_; }
  void reportMatch(antlr4::Parser*) override {}
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;

 private:
  // Was something in this statement, before the token, reported already?
  bool is_silent(antlr4::Parser* parser, const antlr4::Token& found) const;
  void skip_statement(antlr4::Parser* parser);

  Wording wording_;
  std::vector<std::uint32_t> damage_;
  std::vector<std::unique_ptr<Token>> conjured_;
  bool recovering_ = false;  // an exception is on its way to its statement
};

}  // namespace frix::syntax
