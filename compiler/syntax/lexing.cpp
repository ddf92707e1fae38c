#include <fmt/format.h>

#include <algorithm>

#include "compiler/source/utf8.h"
#include "compiler/syntax/tokens.h"
#include "grammar/FrixLexer.h"

namespace frix::syntax {

using grammar::FrixLexer;

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Reports the first byte that is not UTF-8; one wrong encoding makes many of them.
bool is_utf8(const TokenList& list, Diagnostics& diagnostics) {
  const std::string_view text = list.text;
  std::uint32_t first = 0;
  std::size_t wrong = 0;
  for (std::uint32_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid && wrong++ == 0) first = at;
    at += point.length;
  }
  if (wrong == 0) return true;
  const unsigned byte = static_cast<unsigned char>(text[first]);
  Diagnostic& said =
      diagnostics.report(Code::bad_character, {list.file, first, first + 1},
                         fmt::format("the byte 0x{:02X} is not UTF-8, the encoding of Frix files", byte));
  if (wrong > 1) said.notes.push_back(fmt::format("{} bytes of this file are not UTF-8", wrong));
  said.help = "save the file with the encoding UTF-8";
  return false;
}

// The byte at which each code point begins, and the end; empty when the two are the same.
std::vector<std::uint32_t> byte_offsets(std::string_view text) {
  std::vector<std::uint32_t> offsets;
  const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), ascii)) return offsets;
  for (std::uint32_t at = 0; at < text.size(); at += decode_utf8(text, at).length) offsets.push_back(at);
  offsets.push_back(static_cast<std::uint32_t>(text.size()));
  return offsets;
}

}  // namespace

bool is_colon_equal(const antlr4::Token& left, const antlr4::Token& right) {
  return left.getType() == FrixLexer::COLON && right.getType() == FrixLexer::ASSIGN && adjacent(left, right);
}

bool begins_declaration(std::size_t type) {
  const bool word = type >= FrixLexer::MODEL && type <= FrixLexer::SIMULATE;
  return word || type == FrixLexer::RESERVED;
}

bool is_keyword(std::size_t type) {
  return type >= FrixLexer::MODEL && type <= FrixLexer::RESERVED;
}

bool lex(TokenList& list, Diagnostics& diagnostics) {
  if (!is_utf8(list, diagnostics)) return false;
  const std::uint32_t skipped =
      list.text.starts_with(byte_order_mark) ? static_cast<std::uint32_t>(byte_order_mark.size()) : 0;
  const std::string_view text = list.text.substr(skipped);
  const std::vector<std::uint32_t> offsets = byte_offsets(text);
  auto byte_of = [&](std::size_t code_point) {
    return skipped + (offsets.empty() ? static_cast<std::uint32_t>(code_point) : offsets[code_point]);
  };

  antlr4::ANTLRInputStream input{std::string(text)};
  FrixLexer lexer(&input);
  lexer.removeErrorListeners();  // every character is in some token: the lexer has nothing to say itself
  for (bool more = true; more;) {
    std::unique_ptr<antlr4::Token> next = lexer.nextToken();
    Token& token = static_cast<Token&>(*next);
    more = token.getType() != antlr4::Token::EOF;
    const std::size_t begin = token.getStartIndex();
    token.setStopIndex(byte_of(more ? token.getStopIndex() + 1 : begin));
    token.setStartIndex(byte_of(begin));
    list.tokens.push_back(std::move(next));
  }

  return true;
}

void rename_keywords(TokenList& list) {
  auto type = [&](std::size_t i) { return list[i].getType(); };
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    const std::size_t word = type(i), before = i > 0 ? type(i - 1) : antlr4::Token::INVALID_TYPE, after = type(i + 1);
    if (!is_keyword(word)) continue;
    const bool member = before == FrixLexer::DOT;
    const bool call = word == FrixLexer::CONTACT && after == FrixLexer::PAREN_OPEN;
    // `if`, `and`, `true` … belong to expressions and are never names; `gravity = …;` is a declaration
    const bool can_be_property =
        (begins_declaration(word) && word != FrixLexer::GRAVITY) || (word >= FrixLexer::ON && word <= FrixLexer::IN);
    const bool at_start = before == FrixLexer::BRACE_OPEN || before == FrixLexer::BRACE_CLOSE ||
                          before == FrixLexer::SEMICOLON || before == FrixLexer::PAREN_OPEN ||
                          before == FrixLexer::COMMA;
    const bool property = can_be_property && at_start && after == FrixLexer::ASSIGN;
    // an output is a column of the results that no expression names: `output force = …;` is as clear as can be
    const bool column = begins_declaration(word) && before == FrixLexer::OUTPUT && after == FrixLexer::ASSIGN;
    if (member || call || property || column) list[i].setType(FrixLexer::NAME);
  }
}

}  // namespace frix::syntax
