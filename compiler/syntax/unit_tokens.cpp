// Where a unit expression ends is told by spaces, which the parser does not see: `4 N/k` is the unit N/k, `4 N / k` a
// quotient. So the tokens of a unit are joined to one before parsing.
#include "compiler/syntax/tokens.h"
#include "grammar/FrixLexer.h"

namespace frix::syntax {

using grammar::FrixLexer;

namespace {

// Reads unit expressions; each function returns the index behind what it has read, or `none`.
class UnitReader {
 public:
  static constexpr std::size_t none = 0;

  explicit UnitReader(const TokenList& list) : list_(list) {}

  // The unit that begins at token i, behind a number, a list, or the colon of a parameter. A name before `=` is hardly
  // the unit of a number: it names the next argument, and a comma is missing; but `force f on b at [1, 0, 0] m = …`.
  std::size_t unit(std::size_t i, bool behind_number) const {
    // `1/s`: the one is there to be divided
    if (is_one_over(i)) return product(i + 2);
    if (type(i) != FrixLexer::NAME) return none;
    const bool named_argument = behind_number && type(i + 1) == FrixLexer::ASSIGN;
    const bool call = touches(i) && (type(i + 1) == FrixLexer::PAREN_OPEN || type(i + 1) == FrixLexer::BRACKET_OPEN);
    if (named_argument || call) return none;
    return product(i);
  }

 private:
  std::size_t type(std::size_t i) const {
    return i < list_.size() ? list_[i].getType() : std::size_t{FrixLexer::SEMICOLON};
  }
  bool touches(std::size_t i) const { return i + 1 < list_.size() && adjacent(list_[i], list_[i + 1]); }

  bool is_one_over(std::size_t i) const {
    return type(i) == FrixLexer::NUMBER && end_of(list_[i]) - begin_of(list_[i]) == 1 &&
           list_.text[begin_of(list_[i])] == '1' && touches(i) && type(i + 1) == FrixLexer::OVER && touches(i + 1) &&
           type(i + 2) == FrixLexer::NAME;
  }

  // factor (('*' | '/') factor)*, all touching
  std::size_t product(std::size_t i) const {
    std::size_t end = factor(i);
    while (end != none && touches(end - 1) && (type(end) == FrixLexer::TIMES || type(end) == FrixLexer::OVER) &&
           touches(end)) {
      const std::size_t next = further_factor(end + 1);
      if (next == none) break;
      end = next;
    }
    return end;
  }

  // NAME ('^' exponent)?
  std::size_t factor(std::size_t i) const {
    if (type(i) != FrixLexer::NAME) return none;
    if (touches(i) && type(i + 1) == FrixLexer::POWER && touches(i + 1)) {
      const std::size_t end = exponent(i + 2);
      if (end != none) return end;
    }
    return i + 1;
  }

  // After an operator a name that is called, indexed or has a member is a value: `2 m*sin(t)`, `4 N/spring.k`.
  std::size_t further_factor(std::size_t i) const {
    if (type(i) == FrixLexer::PAREN_OPEN) {
      if (!touches(i)) return none;
      const std::size_t end = product(i + 1);
      const bool closed = end != none && touches(end - 1) && type(end) == FrixLexer::PAREN_CLOSE;
      return closed ? end + 1 : none;
    }
    const bool value = touches(i) && (type(i + 1) == FrixLexer::PAREN_OPEN || type(i + 1) == FrixLexer::BRACKET_OPEN ||
                                      type(i + 1) == FrixLexer::DOT);
    return value ? none : factor(i);
  }

  // NUMBER | '-' NUMBER | '(' '-'? NUMBER ('/' NUMBER)? ')'
  std::size_t exponent(std::size_t i) const {
    const bool in_parentheses = type(i) == FrixLexer::PAREN_OPEN;
    if (in_parentheses && !touches(i++)) return none;
    if (type(i) == FrixLexer::MINUS && !touches(i++)) return none;
    if (type(i) != FrixLexer::NUMBER) return none;
    if (!in_parentheses) return i + 1;
    if (touches(i) && type(i + 1) == FrixLexer::OVER && touches(i + 1) && type(i + 2) == FrixLexer::NUMBER) i += 2;
    return touches(i) && type(i + 1) == FrixLexer::PAREN_CLOSE ? i + 2 : none;
  }

  const TokenList& list_;
};

}  // namespace

void join_units(TokenList& list) {
  const UnitReader reader(list);
  std::vector<std::unique_ptr<antlr4::Token>> joined;
  joined.reserve(list.size());
  std::vector<bool> bracket_is_list;  // of the open square brackets: a list, or an index behind a value
  bool in_function_head = false;
  bool unit_may_follow = false;
  std::size_t before = FrixLexer::SEMICOLON, line_before = 0;

  for (std::size_t i = 0; i < list.size(); ++i) {
    Token& token = list[i];
    if (unit_may_follow && token.getLine() == line_before) {
      const std::size_t end = reader.unit(i, before == FrixLexer::NUMBER);
      if (end != UnitReader::none) {
        token.setType(FrixLexer::UNIT);
        token.setStopIndex(end_of(list[end - 1]));
        joined.push_back(std::move(list.tokens[i]));
        unit_may_follow = false;
        before = FrixLexer::UNIT;
        i = end - 1;
        continue;
      }
    }
    const std::size_t type = token.getType();
    unit_may_follow = type == FrixLexer::NUMBER || (type == FrixLexer::COLON && in_function_head);
    if (type == FrixLexer::FUNCTION) in_function_head = true;
    if (type == FrixLexer::PAREN_CLOSE || type == FrixLexer::SEMICOLON) in_function_head = false;
    if (type == FrixLexer::BRACKET_OPEN) {
      const bool index =
          before == FrixLexer::NAME || before == FrixLexer::BRACKET_CLOSE || before == FrixLexer::PAREN_CLOSE;
      bracket_is_list.push_back(!index);
    } else if (type == FrixLexer::BRACKET_CLOSE && !bracket_is_list.empty()) {
      unit_may_follow = bracket_is_list.back();
      bracket_is_list.pop_back();
    } else if (type == FrixLexer::SEMICOLON) {
      bracket_is_list.clear();
    }
    before = type;
    line_before = token.getLine();
    joined.push_back(std::move(list.tokens[i]));
  }
  list.tokens = std::move(joined);
}

}  // namespace frix::syntax
