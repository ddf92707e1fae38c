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

// What people type or paste in place of a token, and the token that they mean.
struct Lookalike {
  std::string_view written, meant;
  std::size_t type;  // 0: nothing takes its place
  const char* hint;
};
const Lookalike lookalikes[] = {
    {"\u2212", "-", FrixLexer::MINUS, ""},
    {"\u2013", "-", FrixLexer::MINUS, ""},
    {"\u00D7", "*", FrixLexer::TIMES, ""},
    {"\u00B7", "*", FrixLexer::TIMES, ""},
    {"\u22C5", "*", FrixLexer::TIMES, ""},
    {"\u00F7", "/", FrixLexer::OVER, ""},
    {"\u2264", "<=", FrixLexer::LESS_EQUAL, ""},
    {"\u2265", ">=", FrixLexer::GREATER_EQUAL, ""},
    {"\u2260", "!=", FrixLexer::NOT_EQUAL, ""},
    {"&&", "and", FrixLexer::AND, ""},
    {"||", "or", FrixLexer::OR, ""},
    {"!", "not", FrixLexer::NOT, ""},
    {"\u00A0", " ", 0, ""},
    {"\u00B2", "^2", 0, ""},
    {"\u00B3", "^3", 0, ""},
    {"\u00B0", " deg", 0, ""},
    {"#", "//", 0, "a comment begins with `//`"},
    {"\u201C", "\"", 0, "a string stands between straight quotes, `\"like this\"`"},
    {"\u201D", "\"", 0, "a string stands between straight quotes, `\"like this\"`"},
    {"'", "\"", 0, "a string stands between double quotes, `\"like this\"`"},
};

// Reports a run of characters that begin no token. The token takes the meaning of its look-alike if it has one.
void report_stray(const TokenList& list, Token& token, Diagnostics& diagnostics) {
  const std::string_view written = list.text.substr(begin_of(token), end_of(token) - begin_of(token));
  const CodePoint point = decode_utf8(written, 0);
  const bool shown = point.value > 0x20 && (point.value < 0x7F || point.value > 0xA0);
  Diagnostic& said = diagnostics.report(
      Code::bad_character, {list.file, begin_of(token), end_of(token)},
      shown ? fmt::format("`{}` has no meaning in Frix", written)
            : fmt::format("the character U+{:04X} has no meaning in Frix", static_cast<unsigned>(point.value)));
  const auto meant = std::find_if(std::begin(lookalikes), std::end(lookalikes),
                                  [&](const Lookalike& other) { return other.written == written; });
  if (meant == std::end(lookalikes)) return;
  said.help = meant->hint;
  if (said.help.empty()) said.fix = {said.span, std::string(meant->meant)};
  if (meant->type != 0) token.setType(meant->type);
}

// Text between quotes of another kind, `'like this'`: the index of the closing one, or `i` if this is none.
std::size_t closing_quote(const TokenList& list, std::size_t i) {
  auto written = [&](const Token& token) { return list.text.substr(begin_of(token), end_of(token) - begin_of(token)); };
  const std::string_view opening = written(list[i]);
  const std::string_view closing = opening == "\u201C" ? "\u201D" : "'";
  if (opening != "'" && opening != "\u201C") return i;
  for (std::size_t last = i + 1; last < list.size() && list[last].getLine() == list[i].getLine(); ++last) {
    if (list[last].getType() == FrixLexer::STRAY && written(list[last]) == closing) return last;
  }
  return i;
}

void report_quotes(const TokenList& list, const Token& opening, const Token& closing, Diagnostics& diagnostics) {
  Diagnostic& said = diagnostics.report(Code::bad_character, {list.file, begin_of(opening), end_of(closing)},
                                        "a string stands between straight double quotes");
  const std::string_view inside = list.text.substr(end_of(opening), begin_of(closing) - end_of(opening));
  said.fix = {said.span, fmt::format("\"{}\"", inside)};
}

void report_open_string(const TokenList& list, const Token& token, Diagnostics& diagnostics) {
  Diagnostic& said = diagnostics.report(Code::syntax, {list.file, begin_of(token), begin_of(token) + 1},
                                        "this string is not closed on its line");
  said.help = "a string ends with `\"`; a line break within it is written `\\n`";
}

// Makes a string of one that is not closed. A `{` or `;` at the end of its line was hardly meant to be part of it: that
// token is returned.
std::unique_ptr<antlr4::Token> close_string(const TokenList& list, Token& token) {
  token.setType(FrixLexer::STRING);
  const std::string_view written = list.text.substr(begin_of(token), end_of(token) - begin_of(token));
  const std::size_t last = written.find_last_not_of(" \t");
  if (written[last] != '{' && written[last] != ';') return nullptr;
  auto behind = std::make_unique<Token>(token);
  behind->setType(written[last] == '{' ? FrixLexer::BRACE_OPEN : FrixLexer::SEMICOLON);
  behind->setStartIndex(begin_of(token) + last);
  behind->setStopIndex(begin_of(token) + last + 1);
  token.setStopIndex(begin_of(token) + last);
  return behind;
}

void report_open_comment(const TokenList& list, const Token& token, Diagnostics& diagnostics) {
  Diagnostic& said =
      diagnostics.report(Code::syntax, {list.file, begin_of(token), begin_of(token) + 2}, "this comment is not closed");
  said.help = "a comment that begins with `/*` ends with `*/`";
}

}  // namespace

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

  // report what is no token, and take it out
  std::vector<std::unique_ptr<antlr4::Token>> kept;
  kept.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    Token& token = list[i];
    std::size_t last = i;
    switch (token.getType()) {
      case FrixLexer::STRAY:
        if (const std::size_t closing = closing_quote(list, i); closing != i) {
          report_quotes(list, token, list[closing], diagnostics);
          token.setStopIndex(end_of(list[closing]));
          token.setType(FrixLexer::STRING);
          last = closing;
          break;
        }
        // a run of touching ones is one mistake
        while (list[last + 1].getType() == FrixLexer::STRAY && adjacent(list[last], list[last + 1])) ++last;
        token.setStopIndex(end_of(list[last]));
        list.damage.push_back(begin_of(token));
        report_stray(list, token, diagnostics);
        break;
      case FrixLexer::OPEN_STRING:
        list.damage.push_back(begin_of(token));
        report_open_string(list, token, diagnostics);
        break;
      case FrixLexer::OPEN_COMMENT:
        list.damage.push_back(begin_of(token));
        list.cut_short = true;
        report_open_comment(list, token, diagnostics);
        break;
      default:
        break;
    }
    const std::size_t type = token.getType();
    std::unique_ptr<antlr4::Token> behind;
    if (type == FrixLexer::OPEN_STRING) behind = close_string(list, token);
    if (type != FrixLexer::STRAY && type != FrixLexer::OPEN_COMMENT) kept.push_back(std::move(list.tokens[i]));
    if (behind) kept.push_back(std::move(behind));
    i = last;
  }
  list.tokens = std::move(kept);
  return true;
}

void rename_keywords(TokenList& list) {
  auto type = [&](std::size_t i) { return list[i].getType(); };
  for (std::size_t i = 1; i + 1 < list.size(); ++i) {
    const std::size_t word = type(i), before = type(i - 1), after = type(i + 1);
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
    if (member || call || property) list[i].setType(FrixLexer::NAME);
  }
}

}  // namespace frix::syntax
