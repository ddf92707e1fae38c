// Gives every bracket its partner before parsing, so that one missing bracket is one message, at the bracket that was
// opened, and not a flood further down. Also the place where nesting is limited: what the generated parser and the
// passes behind it do by recursion is bounded by what is counted here, without recursion.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "compiler/syntax/tokens.h"
#include "grammar/FrixLexer.h"

namespace frix::syntax {

using grammar::FrixLexer;

namespace {

constexpr std::size_t open_bracket_limit = 500;
constexpr std::size_t height_limit =
    1000;  // of the tree of one expression: its operations inside each other or in a row

struct Open {
  std::size_t type;
  std::uint32_t begin;
  const Token* statement = nullptr;  // of a `{`: the first token of the statement that it belongs to
  const Token* name = nullptr;       // the token behind that one, often its name
  std::size_t operations = 0;        // of the current element of a `(` or `[`
  std::size_t inner = 0;             // the highest bracket in the current element
  std::size_t highest = 0;           // the highest element so far
};

std::size_t closer_of(std::size_t opener) {
  switch (opener) {
    case FrixLexer::BRACE_OPEN:
      return FrixLexer::BRACE_CLOSE;
    case FrixLexer::PAREN_OPEN:
      return FrixLexer::PAREN_CLOSE;
    default:
      return FrixLexer::BRACKET_CLOSE;
  }
}

std::string_view text_of(std::size_t bracket) {
  switch (bracket) {
    case FrixLexer::BRACE_OPEN:
      return "{";
    case FrixLexer::BRACE_CLOSE:
      return "}";
    case FrixLexer::PAREN_OPEN:
      return "(";
    case FrixLexer::PAREN_CLOSE:
      return ")";
    case FrixLexer::BRACKET_OPEN:
      return "[";
    default:
      return "]";
  }
}

bool is_operator(std::size_t type) {
  const bool symbol = type >= FrixLexer::POWER && type <= FrixLexer::NOT_EQUAL;
  return symbol || type == FrixLexer::AND || type == FrixLexer::OR || type == FrixLexer::NOT || type == FrixLexer::IF ||
         type == FrixLexer::DOT;
}

// May a declaration that begins with `word` stand in the block of a declaration that begins with `owner`?
bool may_contain(std::size_t owner, std::size_t word) {
  switch (owner) {
    case FrixLexer::MODEL:
      return word != FrixLexer::MODEL;
    case FrixLexer::BODY:
      return word == FrixLexer::SHAPE || word == FrixLexer::FRAME || word == FrixLexer::RESERVED;
    default:
      return !begins_declaration(owner) || owner == FrixLexer::RESERVED;
  }
}

class Balancer {
 public:
  Balancer(TokenList& list, Diagnostics& diagnostics) : list_(list), diagnostics_(diagnostics) {}

  bool run() {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (type(i) == FrixLexer::BRACE_OPEN) ++missing_;
      if (type(i) == FrixLexer::BRACE_CLOSE) --missing_;
    }
    out_.reserve(list_.size() + 8);
    bool at_start = true;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (at_start) {
        statement_ = &list_[i];
        name_ = i + 1 < list_.size() ? &list_[i + 1] : nullptr;
      }
      const std::size_t now = type(i);
      if (!take(i, at_start)) return false;
      at_start = now == FrixLexer::BRACE_OPEN || now == FrixLexer::BRACE_CLOSE || now == FrixLexer::SEMICOLON;
    }
    list_.tokens = std::move(out_);
    std::sort(list_.damage.begin(), list_.damage.end());
    return true;
  }

 private:
  std::size_t type(std::size_t i) const { return list_[i].getType(); }
  bool in_brackets() const { return !open_.empty() && open_.back().type != FrixLexer::BRACE_OPEN; }
  void keep(std::size_t i) { out_.push_back(std::move(list_.tokens[i])); }

  bool take(std::size_t i, bool at_start) {
    const std::size_t now = type(i);
    const bool ends_value = now == FrixLexer::SEMICOLON || now == FrixLexer::BRACE_OPEN ||
                            now == FrixLexer::BRACE_CLOSE || now == antlr4::Token::EOF || begins_declaration(now) ||
                            (now >= FrixLexer::ON && now <= FrixLexer::IN);
    if (ends_value) {
      while (in_brackets()) close_unclosed();
      if (begins_declaration(now) && at_start) close_blocks_before(i);
    }
    switch (now) {
      case FrixLexer::BRACE_OPEN:
      case FrixLexer::PAREN_OPEN:
      case FrixLexer::BRACKET_OPEN:
        return open(i);
      case FrixLexer::BRACE_CLOSE:
        return close_brace(i);
      case FrixLexer::PAREN_CLOSE:
      case FrixLexer::BRACKET_CLOSE:
        return close_bracket(i);
      case antlr4::Token::EOF:
        while (!open_.empty()) close_unclosed();
        break;
      case FrixLexer::SEMICOLON:
        top_ = {};
        break;
      case FrixLexer::COMMA:
        next_element();
        break;
      default:
        if (is_operator(now)) ++element().operations;
        return keep_if_not_too_high(i);
    }
    keep(i);
    return true;
  }

  bool open(std::size_t i) {
    if (open_.size() >= open_bracket_limit) return too_deep(i, open_bracket_limit, "brackets inside each other");
    if (type(i) == FrixLexer::BRACKET_OPEN) ++element().operations;  // an index is an operation, too
    open_.push_back({type(i), begin_of(list_[i]), statement_, name_});
    keep(i);
    return true;
  }

  bool close_brace(std::size_t i) {
    if (open_.empty() || (is_last_of_model(i) && missing_ < 0)) {
      ++missing_;
      report_extra(i);
      return true;
    }
    // a brace below the beginning of an outer block closes that one: the inner ones were forgotten
    const std::size_t column = list_[i].getCharPositionInLine();
    const bool first_on_line = i == 0 || out_.back()->getLine() != list_[i].getLine();
    auto begins_at = [&](const Open& block) { return block.statement->getCharPositionInLine() == column; };
    if (missing_ > 0 && first_on_line && std::any_of(open_.begin(), open_.end(), begins_at)) {
      while (missing_ > 0 && !begins_at(open_.back())) close_unclosed();
    }
    open_.pop_back();
    keep(i);
    return true;
  }

  bool close_bracket(std::size_t i) {
    auto matches = [&](const Open& bracket) { return closer_of(bracket.type) == type(i); };
    if (in_brackets() && !matches(open_.back())) {
      // either the inner one was forgotten and this closes an outer one, or it is of the wrong kind
      auto outer = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& bracket) {
        return matches(bracket) || bracket.type == FrixLexer::BRACE_OPEN;
      });
      if (outer != open_.rend() && matches(*outer)) {
        while (!matches(open_.back())) close_unclosed();
      } else {
        if (closes_later(i)) {
          report_extra(i);
          return true;
        }
        report_wrong_kind(i);
      }
    } else if (!in_brackets()) {
      report_extra(i);
      return true;
    }
    pop_bracket();
    return keep_if_not_too_high(i);
  }

  // Is the innermost bracket closed further on in this statement? Then a bracket of another kind is one too many.
  bool closes_later(std::size_t i) const {
    const std::size_t opener = open_.back().type, closer = closer_of(opener);
    std::size_t depth = 1;
    for (++i; i < list_.size(); ++i) {
      const std::size_t now = type(i);
      const bool ends = now == FrixLexer::SEMICOLON || now == FrixLexer::BRACE_OPEN || now == FrixLexer::BRACE_CLOSE ||
                        begins_declaration(now);
      if (ends) return false;
      if (now == opener) ++depth;
      if (now == closer && --depth == 0) return true;
    }
    return false;
  }

  // Is this the brace of a model, with more declarations of that model behind it?
  bool is_last_of_model(std::size_t i) const {
    if (open_.size() != 1 || open_.back().statement->getType() != FrixLexer::MODEL) return false;
    const std::size_t next = type(i + 1);
    const bool of_a_file = next == FrixLexer::MODEL || next == FrixLexer::CONST || next == FrixLexer::UNIT_KEYWORD ||
                           next == FrixLexer::FUNCTION || next == FrixLexer::SURFACE;
    return begins_declaration(next) && !of_a_file;
  }

  // A declaration that cannot stand in the open block, or that begins a line no further in than the block's own
  // statement, in a file that lacks closing braces: here one was forgotten.
  void close_blocks_before(std::size_t i) {
    auto forgotten = [&](const Open& block) {
      const Token& word = list_[i];
      const bool outdented = word.getLine() > block.statement->getLine() && out_.back()->getLine() < word.getLine() &&
                             word.getCharPositionInLine() <= block.statement->getCharPositionInLine();
      return outdented || !may_contain(block.statement->getType(), word.getType());
    };
    while (missing_ > 0 && !open_.empty() && forgotten(open_.back())) close_unclosed();
  }

  // The element that is being read: of the innermost bracket, or of the statement itself.
  Open& element() { return in_brackets() ? open_.back() : top_; }
  static std::size_t height(const Open& bracket) {
    return std::max(bracket.highest, bracket.operations + bracket.inner);
  }
  void next_element() {
    Open& bracket = element();
    bracket.highest = height(bracket);
    bracket.operations = bracket.inner = 0;
  }
  void pop_bracket() {
    const std::size_t inner = height(open_.back()) + 1;
    open_.pop_back();
    element().inner = std::max(element().inner, inner);
  }

  std::uint32_t end_of_last() const { return out_.empty() ? 0 : end_of(*out_.back()); }

  // Puts in the partner of the innermost bracket, behind the last token, and says so.
  void close_unclosed() {
    const Open bracket = open_.back();
    const std::uint32_t here = end_of_last();
    if (!list_.cut_short) report_unclosed(bracket, here);
    if (bracket.type == FrixLexer::BRACE_OPEN) {
      --missing_;
      open_.pop_back();
    } else {
      pop_bracket();
    }
    auto closing = std::make_unique<Token>(closer_of(bracket.type));
    closing->setStartIndex(here);
    closing->setStopIndex(here);
    closing->setLine(out_.back()->getLine());
    list_.damage.push_back(here);
    out_.push_back(std::move(closing));
  }

  void report_unclosed(const Open& bracket, std::uint32_t here) {
    const std::string_view opener = text_of(bracket.type), closer = text_of(closer_of(bracket.type));
    Diagnostic& said = diagnostics_.report(Code::syntax, {list_.file, bracket.begin, bracket.begin + 1},
                                           fmt::format("this `{}` is not closed", opener));
    if (bracket.type == FrixLexer::BRACE_OPEN) {
      said.message = fmt::format("the `{{` of {} is not closed", block_words(bracket));
    } else {
      said.fix = {{list_.file, here, here}, std::string(closer)};
    }
    said.labels.push_back({{list_.file, here, here}, fmt::format("a `{}` is missing here or before", closer)});
  }

  std::string block_words(const Open& block) const {
    auto text = [&](const Token& token) { return list_.text.substr(begin_of(token), end_of(token) - begin_of(token)); };
    std::string words = fmt::format("`{}`", text(*block.statement));
    if (block.statement->getType() == FrixLexer::BRACE_OPEN) words = "this block";
    if (block.name && block.name->getType() == FrixLexer::NAME && is_keyword(block.statement->getType())) {
      words = fmt::format("{} `{}`", text(*block.statement), text(*block.name));
    }
    return words;
  }

  void report_wrong_kind(std::size_t i) {
    const std::size_t wanted = closer_of(open_.back().type);
    const Span here{list_.file, begin_of(list_[i]), end_of(list_[i])};
    Diagnostic& said = diagnostics_.report(Code::syntax, here,
                                           fmt::format("a `{}` is closed by `{}`, not by `{}`",
                                                       text_of(open_.back().type), text_of(wanted), text_of(type(i))));
    said.labels.push_back({{list_.file, open_.back().begin, open_.back().begin + 1}, "opened here"});
    said.fix = {here, std::string(text_of(wanted))};
    list_[i].setType(wanted);
    list_.damage.push_back(here.begin);
  }

  void report_extra(std::size_t i) {
    const Span here{list_.file, begin_of(list_[i]), end_of(list_[i])};
    Diagnostic& said =
        diagnostics_.report(Code::syntax, here, fmt::format("this `{}` closes nothing", text_of(type(i))));
    if (!open_.empty() && type(i) == FrixLexer::BRACE_CLOSE) {
      said.message = "there is one `}` too many: this one would end the model before its last declarations";
    }
    said.fix = {here, ""};
    list_.damage.push_back(here.begin);
  }

  bool keep_if_not_too_high(std::size_t i) {
    if (height(element()) > height_limit) {
      return too_deep(i, height_limit, "operations inside each other or in a row");
    }
    keep(i);
    return true;
  }

  bool too_deep(std::size_t i, std::size_t limit, const char* what) {
    Diagnostic& said = diagnostics_.report(Code::nesting_too_deep, {list_.file, begin_of(list_[i]), end_of(list_[i])},
                                           fmt::format("more than {} {}", limit, what));
    said.help = "give parts of the expression names of their own with `let`";
    return false;
  }

  TokenList& list_;
  Diagnostics& diagnostics_;
  std::vector<std::unique_ptr<antlr4::Token>> out_;
  std::vector<Open> open_;
  Open top_{};
  const Token* statement_ = nullptr;
  const Token* name_ = nullptr;
  std::ptrdiff_t missing_ = 0;  // closing braces that the rest of the file lacks; negative: has too many
};

}  // namespace

bool balance(TokenList& list, Diagnostics& diagnostics) {
  return Balancer(list, diagnostics).run();
}

}  // namespace frix::syntax
