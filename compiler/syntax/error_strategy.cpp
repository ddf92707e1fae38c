#include "compiler/syntax/error_strategy.h"

#include <algorithm>

#include "grammar/FrixParser.h"

namespace frix::syntax {

using grammar::FrixParser;

namespace {

// The rules that are statements.
bool is_statement(std::size_t rule) {
  return rule == FrixParser::RuleFileItem || rule == FrixParser::RuleDeclaration || rule == FrixParser::RuleBodyItem ||
         rule == FrixParser::RuleProperty || rule == FrixParser::RuleAssignment || rule == FrixParser::RuleExpression;
}

// The rules that are lists of statements.
bool is_block(std::size_t rule) {
  return rule == FrixParser::RuleFile || rule == FrixParser::RuleModel || rule == FrixParser::RuleBodyDecl ||
         rule == FrixParser::RuleBlock || rule == FrixParser::RuleInitialDecl;
}

std::size_t next_type(antlr4::Parser* parser) {
  return parser->getCurrentToken()->getType();
}

// Consumes from `{` to its `}`.
void skip_block(antlr4::Parser* parser) {
  std::size_t depth = 0;
  do {
    const std::size_t type = next_type(parser);
    if (type == antlr4::Token::EOF) return;
    if (type == FrixParser::BRACE_OPEN) ++depth;
    if (type == FrixParser::BRACE_CLOSE) --depth;
    parser->consume();
  } while (depth > 0);
}

}  // namespace

bool ErrorStrategy::is_silent(antlr4::Parser* parser, const antlr4::Token& found) const {
  antlr4::RuleContext* context = parser->getContext();
  while (context->parent && !is_statement(context->getRuleIndex())) {
    context = static_cast<antlr4::RuleContext*>(context->parent);
  }
  const std::uint32_t start = begin_of(*static_cast<antlr4::ParserRuleContext*>(context)->start);
  const auto first = std::lower_bound(damage_.begin(), damage_.end(), start);
  return first != damage_.end() && *first <= begin_of(found);
}

void ErrorStrategy::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
  if (recovering_) return;
  recovering_ = true;
  if (!is_silent(parser, *error.getOffendingToken())) wording_.report(*parser);
}

antlr4::Token* ErrorStrategy::recoverInline(antlr4::Parser* parser) {
  const std::vector<ssize_t> expected =
      parser->getATN().nextTokens(parser->getATN().states[parser->getState()]).toList();
  antlr4::Token* found = parser->getCurrentToken();
  antlr4::Token* before = parser->getTokenStream()->LT(-1);
  const std::size_t type = found->getType();
  const std::size_t wanted =
      expected.size() == 1 ? static_cast<std::size_t>(expected.front()) : antlr4::Token::INVALID_TYPE;
  auto said = [&] {
    if (!is_silent(parser, *found)) wording_.report(*parser);
  };

  // a wrong little token in place of the right one, or a keyword used as a name: taken as what was meant
  const bool is_sign = type == FrixParser::ASSIGN || type == FrixParser::COLON || type == FrixParser::EQUAL;
  const bool wrong_sign = is_sign && (wanted == FrixParser::ASSIGN || wanted == FrixParser::COLON);
  const bool same_line = before && found->getLine() == before->getLine();
  const std::size_t rule = parser->getContext()->getRuleIndex();
  // `joint j : from …`: the word goes on with the statement
  const bool goes_on = (rule == FrixParser::RuleCall || rule == FrixParser::RulePath) && type >= FrixParser::ON &&
                       type <= FrixParser::IN;
  const bool wrong_name = wanted == FrixParser::NAME && is_keyword(type) && same_line && !goes_on;
  if (wrong_sign || wrong_name) {
    said();
    parser->consume();
    if (is_colon_equal(*found, *parser->getCurrentToken())) parser->consume();
    return found;
  }

  // a missing little token: the statement ends with its line, or what follows the token is there
  const bool at_end = !same_line || type == FrixParser::BRACE_CLOSE || type == antlr4::Token::EOF;
  const bool missing_end = wanted == FrixParser::SEMICOLON && (at_end || begins_declaration(type));
  const bool missing_sign = (wanted == FrixParser::ASSIGN || wanted == FrixParser::COLON) && same_line &&
                            (type == FrixParser::NAME || type == FrixParser::NUMBER ||
                             type == FrixParser::BRACKET_OPEN || type == FrixParser::MINUS) &&
                            !wording_.is_misspelt_declaration(*parser);
  const bool missing_name = wanted == FrixParser::NAME && (type == FrixParser::BRACE_OPEN || is_sign || goes_on);
  if (missing_end || missing_sign || missing_name) {
    said();
    const std::uint32_t here = before ? end_of(*before) : begin_of(*found);
    conjured_.push_back(std::make_unique<Token>(wanted));
    conjured_.back()->setStartIndex(here);
    conjured_.back()->setStopIndex(here);
    return conjured_.back().get();
  }
  throw antlr4::InputMismatchException(parser);
}

void ErrorStrategy::recover(antlr4::Parser* parser, std::exception_ptr error) {
  if (!is_statement(parser->getContext()->getRuleIndex())) std::rethrow_exception(error);
  recovering_ = false;
  skip_statement(parser);
}

// At the head of each statement of a block: what begins none is reported and skipped here.
void ErrorStrategy::sync(antlr4::Parser* parser) {
  const antlr4::atn::ATN& atn = parser->getATN();
  antlr4::atn::ATNState* state = atn.states[parser->getState()];
  const std::size_t kind = state->getStateType();
  const bool in_list = kind == antlr4::atn::ATNState::STAR_LOOP_ENTRY || kind == antlr4::atn::ATNState::STAR_LOOP_BACK;
  if (!in_list || !is_block(parser->getContext()->getRuleIndex())) return;

  const antlr4::misc::IntervalSet& expected = atn.nextTokens(state);
  while (next_type(parser) != antlr4::Token::EOF && !expected.contains(next_type(parser))) {
    wording_.report_stray_statement(*parser);
    // a `;` too many is not the beginning of anything
    if (next_type(parser) == FrixParser::SEMICOLON) {
      parser->consume();
    } else {
      skip_statement(parser);
    }
  }
}

void ErrorStrategy::skip_statement(antlr4::Parser* parser) {
  const antlr4::Token* before = parser->getTokenStream()->LT(-1);
  const auto* context = parser->getContext();
  const std::size_t start = parser->getCurrentToken()->getTokenIndex();
  // the statement may end where the error stands, but not where it began
  const bool moved = is_statement(context->getRuleIndex()) && context->start->getTokenIndex() < start;
  bool was_if = false;
  for (bool first = !moved;; first = false) {
    const antlr4::Token* token = parser->getCurrentToken();
    const std::size_t type = token->getType();
    if (type == antlr4::Token::EOF || type == FrixParser::BRACE_CLOSE) return;
    const bool new_line = before && token->getLine() > before->getLine();
    if (!first && new_line && begins_declaration(type)) return;
    was_if = was_if || (first && type == FrixParser::IF);
    if (type == FrixParser::BRACE_OPEN) {
      skip_block(parser);
      if (was_if && next_type(parser) == FrixParser::ELSE) continue;
      return;
    }
    parser->consume();
    if (type == FrixParser::SEMICOLON) return;
    before = token;
  }
}

}  // namespace frix::syntax
