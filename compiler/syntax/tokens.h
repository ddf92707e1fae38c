// Text → the list of tokens that the generated parser reads, in five steps:
//   lex             the generated lexer                                                      lexing.cpp
//   mend_strays     what is no token is reported, and taken out or taken as what was meant   stray_text.cpp
//   rename_keywords keywords that stand where only a name can become names                   lexing.cpp
//   join_units      the tokens of a unit expression become one                               unit_tokens.cpp
//   balance         every bracket gets its partner, nesting is limited                       brackets.cpp
// After them brackets are balanced, so that the parser never loses its way between statements.
#pragma once

#include <antlr4-runtime.h>

#include <memory>
#include <string_view>
#include <vector>

#include "compiler/source/diagnostics.h"

namespace frix::syntax {

using Token = antlr4::CommonToken;

// Tokens in the order of the text, the last one is the end of the file. Their start and stop indices are *bytes* of the
// file, half open. A token of no width (other than the end) was put in by `balance`.
struct TokenList {
  FileId file = kNoFile;
  std::string_view text;
  std::vector<std::unique_ptr<antlr4::Token>> tokens;
  // where something was reported and mended: what follows in that statement is silent
  std::vector<std::uint32_t> damage;
  bool cut_short = false;  // a comment that is not closed has taken the rest

  Token& operator[](std::size_t i) const { return static_cast<Token&>(*tokens[i]); }
  std::size_t size() const { return tokens.size(); }
};

inline std::uint32_t begin_of(const antlr4::Token& token) {
  return static_cast<std::uint32_t>(token.getStartIndex());
}
inline std::uint32_t end_of(const antlr4::Token& token) {
  return static_cast<std::uint32_t>(token.getStopIndex());
}
inline bool adjacent(const antlr4::Token& left, const antlr4::Token& right) {
  return end_of(left) == begin_of(right);
}
// `:=`, which other languages write for `=`: here two tokens that are one mistake.
bool is_colon_equal(const antlr4::Token& left, const antlr4::Token& right);

// Words that begin a declaration (`body`, `let`, …, also those that are reserved for later versions), and all keywords.
bool begins_declaration(std::size_t type);
bool is_keyword(std::size_t type);

// False when the text is not UTF-8: then there are no tokens.
bool lex(TokenList& list, Diagnostics& diagnostics);
void mend_strays(TokenList& list, Diagnostics& diagnostics);
void rename_keywords(TokenList& list);
void join_units(TokenList& list);
// False when something is nested too deeply to be parsed.
bool balance(TokenList& list, Diagnostics& diagnostics);

}  // namespace frix::syntax
