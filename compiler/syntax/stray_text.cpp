// Characters that begin no token, strings and comments without an end: reported, and mended so that what follows can be
// read as it was meant.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/source/utf8.h"
#include "compiler/syntax/tokens.h"
#include "grammar/FrixLexer.h"

namespace frix::syntax {

using grammar::FrixLexer;

namespace {

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
    {"!", "not ", FrixLexer::NOT, ""},
    {"\u00A0", " ", 0, ""},
    {"\u00B2", "^2", 0, ""},
    {"\u00B3", "^3", 0, ""},
    {"\u00B0", " deg", 0, ""},
    {"#", "//", 0, "a comment begins with `//`"},
    {"\u201C", "\"", 0, "a string stands between straight quotes, `\"like this\"`"},
    {"\u201D", "\"", 0, "a string stands between straight quotes, `\"like this\"`"},
    {"'", "\"", 0, "a string stands between double quotes, `\"like this\"`"},
};

class Mender {
 public:
  Mender(TokenList& list, Diagnostics& diagnostics) : list_(list), diagnostics_(diagnostics) {}

  void run() {
    kept_.reserve(list_.size());
    for (std::size_t i = 0; i < list_.size();) {
      switch (list_[i].getType()) {
        case FrixLexer::STRAY:
          i = stray(i);
          break;
        case FrixLexer::OPEN_STRING:
          i = open_string(i);
          break;
        case FrixLexer::OPEN_COMMENT:
          i = open_comment(i);
          break;
        default:
          i = keep(i);
          break;
      }
    }
    list_.tokens = std::move(kept_);
  }

 private:
  std::string_view text(const Token& token) const {
    return list_.text.substr(begin_of(token), end_of(token) - begin_of(token));
  }
  std::size_t keep(std::size_t i) {
    kept_.push_back(std::move(list_.tokens[i]));
    return i + 1;
  }
  bool on_line_of(std::size_t i, std::size_t other) const {
    return list_[other].getLine() == list_[i].getLine() && list_[other].getType() != antlr4::Token::EOF;
  }

  // Each of these takes what begins at token i and returns the index of what comes next.

  std::size_t stray(std::size_t i) {
    const std::size_t closing = closing_quote(i);
    if (closing != i) return foreign_quotes(i, closing);
    // a run of touching ones is one mistake
    Token& token = list_[i];
    std::size_t next = i + 1;
    while (list_[next].getType() == FrixLexer::STRAY && adjacent(list_[next - 1], list_[next])) ++next;
    token.setStopIndex(end_of(list_[next - 1]));
    list_.damage.push_back(begin_of(token));
    report(token);
    if (token.getType() != FrixLexer::STRAY) {
      keep(i);
    } else if (text(token).front() == '#') {
      // what was meant to be a comment ends with its line
      while (on_line_of(i, next)) ++next;
    }
    return next;
  }

  // Reports a run of characters that begin no token. The token takes the meaning of its look-alike if it has one.
  void report(Token& token) {
    const std::string_view written = text(token);
    const CodePoint point = decode_utf8(written, 0);
    const bool shown = point.value > 0x20 && (point.value < 0x7F || point.value > 0xA0);
    Diagnostic& said = diagnostics_.report(
        Code::bad_character, {list_.file, begin_of(token), end_of(token)},
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
  std::size_t closing_quote(std::size_t i) const {
    const std::string_view opening = text(list_[i]);
    const std::string_view closing = opening == "\u201C" ? "\u201D" : "'";
    if (opening != "'" && opening != "\u201C") return i;
    for (std::size_t last = i + 1; on_line_of(i, last); ++last) {
      if (list_[last].getType() == FrixLexer::STRAY && text(list_[last]) == closing) return last;
    }
    return i;
  }

  std::size_t foreign_quotes(std::size_t i, std::size_t closing) {
    Token& token = list_[i];
    Diagnostic& said = diagnostics_.report(Code::bad_character, {list_.file, begin_of(token), end_of(list_[closing])},
                                           "a string stands between straight double quotes");
    const std::string_view inside = list_.text.substr(end_of(token), begin_of(list_[closing]) - end_of(token));
    said.fix = {said.span, fmt::format("\"{}\"", inside)};
    token.setStopIndex(end_of(list_[closing]));
    token.setType(FrixLexer::STRING);
    keep(i);
    return closing + 1;
  }

  // The string ends with its line. A `{` or `;` there was hardly meant to be part of it: it is a token of its own.
  std::size_t open_string(std::size_t i) {
    Token& token = list_[i];
    list_.damage.push_back(begin_of(token));
    diagnostics_
        .report(Code::syntax, {list_.file, begin_of(token), begin_of(token) + 1},
                "this string is not closed on its line")
        .help = "a string ends with `\"`; a line break within it is written `\\n`";
    token.setType(FrixLexer::STRING);
    const std::string_view written = text(token);
    const std::size_t last = written.find_last_not_of(" \t");
    std::unique_ptr<Token> behind;
    if (written[last] == '{' || written[last] == ';') {
      behind = std::make_unique<Token>(token);
      behind->setType(written[last] == '{' ? FrixLexer::BRACE_OPEN : FrixLexer::SEMICOLON);
      behind->setStartIndex(begin_of(token) + last);
      behind->setStopIndex(begin_of(token) + last + 1);
      token.setStopIndex(begin_of(token) + last);
    }
    keep(i);
    if (behind) kept_.push_back(std::move(behind));
    return i + 1;
  }

  std::size_t open_comment(std::size_t i) {
    const Token& token = list_[i];
    list_.damage.push_back(begin_of(token));
    list_.cut_short = true;
    diagnostics_.report(Code::syntax, {list_.file, begin_of(token), begin_of(token) + 2}, "this comment is not closed")
        .help = "a comment that begins with `/*` ends with `*/`";
    return i + 1;
  }

  TokenList& list_;
  Diagnostics& diagnostics_;
  std::vector<std::unique_ptr<antlr4::Token>> kept_;
};

}  // namespace

void mend_strays(TokenList& list, Diagnostics& diagnostics) {
  Mender(list, diagnostics).run();
}

}  // namespace frix::syntax
