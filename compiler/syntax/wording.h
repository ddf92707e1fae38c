// Syntax errors in the words of those who write models.
#pragma once

#include <antlr4-runtime.h>

#include <optional>
#include <string>

#include "compiler/source/diagnostics.h"
#include "compiler/syntax/tokens.h"

namespace frix::syntax {

class Wording {
 public:
  Wording(const TokenList& list, Diagnostics& diagnostics)
      : file_(list.file), text_(list.text), diagnostics_(diagnostics) {}

  // The current token is not what the rule at work needs there.
  void report(antlr4::Parser& parser);
  // The current token begins no statement of the block at work.
  void report_stray_statement(antlr4::Parser& parser);
  // `shpe hull : …` in a body: read as a property that lacks its `=`, but the word is nearly a declaration's.
  bool is_misspelt_declaration(antlr4::Parser& parser) const;

 private:
  struct Place;
  // The messages for one kind of missing thing each.
  void value_missing(const Place& at);
  void end_missing(const Place& at);
  void sign_missing(const Place& at, const char* sign);
  void name_missing(const Place& at);
  void closer_missing(const Place& at);
  void block_missing(const Place& at);
  void word_missing(const Place& at, const std::string& wanted);
  // What goes wrong at a token behind a complete value, whatever was expected there; false if it is nothing of these.
  bool misplaced_after_value(const Place& at);

  // The word that a statement in a body nearly begins with.
  std::optional<std::string> misspelt_declaration(const Place& at) const;

  std::string text(const antlr4::Token& token) const;
  std::string describe(const antlr4::Token& token) const;
  std::string statement_words(const Place& at) const;
  std::string value_words(const Place& at) const;
  Span span(const antlr4::Token& token) const { return {file_, begin_of(token), end_of(token)}; }
  Span behind(const antlr4::Token& token) const { return {file_, end_of(token), end_of(token)}; }
  Diagnostic& say(Span where, std::string message);

  FileId file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
};

}  // namespace frix::syntax
