#include "compiler/syntax/wording.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/source/suggest.h"
#include "grammar/FrixParser.h"

namespace frix::syntax {

using grammar::FrixParser;

// Where the parser stands.
struct Wording::Place {
  explicit Place(antlr4::Parser& parser)
      : context(parser.getContext()),
        rule(context->getRuleIndex()),
        found(*parser.getCurrentToken()),
        next(*parser.getTokenStream()->LT(2)),
        before(parser.getTokenStream()->LT(-1)),
        expected(parser.getATN().nextTokens(parser.getATN().states[parser.getState()])) {}

  std::size_t type() const { return found.getType(); }
  std::size_t type_before() const { return before ? before->getType() : antlr4::Token::INVALID_TYPE; }
  bool same_line() const { return before && before->getLine() == found.getLine(); }
  bool expects(std::size_t token) const { return expected.contains(token); }
  bool at_end() const {
    return type() == FrixParser::SEMICOLON || type() == FrixParser::BRACE_CLOSE || type() == antlr4::Token::EOF;
  }
  // Could the token begin a value?
  bool begins_value() const {
    switch (type()) {
      case FrixParser::NAME:
      case FrixParser::NUMBER:
      case FrixParser::STRING:
      case FrixParser::TRUE:
      case FrixParser::FALSE:
      case FrixParser::PAREN_OPEN:
      case FrixParser::BRACKET_OPEN:
        return true;
      default:
        return false;
    }
  }
  // The nearest context around the place that is of this rule.
  template <class Context>
  const Context* around() const {
    for (antlr4::RuleContext* at = context; at; at = static_cast<antlr4::RuleContext*>(at->parent)) {
      if (const auto* found_context = dynamic_cast<const Context*>(at)) return found_context;
    }
    return nullptr;
  }

  antlr4::ParserRuleContext* context;
  std::size_t rule;
  const antlr4::Token& found;
  const antlr4::Token& next;
  const antlr4::Token* before;
  const antlr4::misc::IntervalSet& expected;
};

std::string Wording::text(const antlr4::Token& token) const {
  return std::string(text_.substr(begin_of(token), end_of(token) - begin_of(token)));
}

std::string Wording::describe(const antlr4::Token& token) const {
  switch (token.getType()) {
    case antlr4::Token::EOF:
      return "the end of the file";
    case FrixParser::STRING:
      return "a string";
    case FrixParser::UNIT:
      return fmt::format("the unit `{}`", text(token));
    default:
      return fmt::format("`{}`", text(token));
  }
}

Diagnostic& Wording::say(Span where, std::string message) {
  return diagnostics_.report(Code::syntax, where, std::move(message));
}

// The statement at work: "joint `slide`".
std::string Wording::statement_words(const Place& at) const {
  auto named = [&](const char* kind, const antlr4::Token* name) {
    return name ? fmt::format("{} `{}`", kind, text(*name)) : fmt::format("this {}", kind);
  };
  auto array_name = [](const FrixParser::DeclaredNameContext* name) { return name ? name->name : nullptr; };
  if (const auto* shape = at.around<FrixParser::ShapeDeclContext>()) return named("shape", shape->name);
  if (const auto* frame = at.around<FrixParser::FrameDeclContext>()) return named("frame", frame->name);
  if (const auto* body = at.around<FrixParser::BodyDeclContext>()) return named("body", array_name(body->name));
  if (const auto* joint = at.around<FrixParser::JointDeclContext>()) return named("joint", array_name(joint->name));
  if (const auto* load = at.around<FrixParser::LoadDeclContext>()) {
    return named(load->kind->getType() == FrixParser::FORCE ? "force" : "torque", load->name);
  }
  if (const auto* spring = at.around<FrixParser::SpringDeclContext>()) return named("spring", spring->name);
  if (const auto* motor = at.around<FrixParser::MotorDeclContext>()) return named("motor", motor->name);
  if (const auto* surface = at.around<FrixParser::SurfaceDeclContext>()) return named("surface", surface->name);
  if (const auto* function = at.around<FrixParser::FunctionDeclContext>()) return named("function", function->name);
  if (at.around<FrixParser::ContactDeclContext>()) return "this pair of a contact";
  if (at.around<FrixParser::SimulateDeclContext>()) return "`simulate`";
  if (at.around<FrixParser::InitialDeclContext>()) return "`initial`";
  if (const auto* model = at.around<FrixParser::ModelContext>()) return named("model", model->name);
  return "this statement";
}

// What is being given a value: "the value of `mass`".
std::string Wording::value_words(const Place& at) const {
  auto value_of = [&](const antlr4::Token* name) {
    return name ? fmt::format("the value of `{}`", text(*name)) : std::string("the value");
  };
  if (const auto* property = at.around<FrixParser::PropertyContext>()) return value_of(property->name);
  if (const auto* assignment = at.around<FrixParser::AssignmentContext>()) {
    const std::uint32_t begin = begin_of(*assignment->target->start), end = end_of(*assignment->target->stop);
    return fmt::format("the value of `{}`", text_.substr(begin, end - begin));
  }
  if (const auto* value = at.around<FrixParser::ValueDeclContext>()) return value_of(value->name);
  if (const auto* unit = at.around<FrixParser::UnitDeclContext>()) return value_of(unit->name);
  if (at.around<FrixParser::GravityDeclContext>()) return "the value of `gravity`";
  if (at.around<FrixParser::ExpressionContext>()) return "the value";
  return statement_words(at);
}

void Wording::report(antlr4::Parser& parser) {
  const Place at(parser);
  if (at.expects(FrixParser::NUMBER)) return value_missing(at);
  if (at.expects(FrixParser::PAREN_CLOSE) || at.expects(FrixParser::BRACKET_CLOSE)) return closer_missing(at);
  if (at.expects(FrixParser::SEMICOLON) || at.expects(antlr4::Token::EOF)) return end_missing(at);
  if (at.expects(FrixParser::ASSIGN)) return sign_missing(at, "=");
  if (at.expects(FrixParser::COLON)) return sign_missing(at, ":");
  if (at.expects(FrixParser::NAME)) return name_missing(at);
  if (at.expects(FrixParser::BRACE_OPEN)) return block_missing(at);
  if (at.expects(FrixParser::FROM)) return word_missing(at, "from BODY");
  if (at.expects(FrixParser::TO)) return word_missing(at, "to BODY");
  if (at.expects(FrixParser::ON)) {
    return word_missing(at, at.around<FrixParser::MotorDeclContext>() ? "on JOINT" : "on BODY");
  }
  if (at.expects(FrixParser::WITH)) return word_missing(at, "with");
  if (at.expects(FrixParser::THEN)) return word_missing(at, "then");
  if (at.expects(FrixParser::ELSE)) return word_missing(at, "else");
  if (at.expects(FrixParser::CONTACT)) return word_missing(at, "contact");
  if (at.expects(FrixParser::PAREN_OPEN)) return word_missing(at, "(");
  if (at.expects(FrixParser::UNIT)) return word_missing(at, "a unit");
  say(span(at.found), fmt::format("{} has no place here", describe(at.found)));
}

void Wording::value_missing(const Place& at) {
  const std::string after = at.before ? fmt::format(" after {}", describe(*at.before)) : "";
  if (at.same_line() && begins_declaration(at.type())) {
    say(span(at.found), fmt::format("`{}` is a word of the language, not a value", text(at.found))).help =
        "a name that is a word of the language has to be another one";
    return;
  }
  if (!at.same_line() || at.at_end()) {
    const bool of_name = at.type_before() == FrixParser::ASSIGN;
    say(at.before ? behind(*at.before) : span(at.found),
        of_name ? fmt::format("{} is missing", value_words(at)) : fmt::format("expected a value{}", after));
    return;
  }
  switch (at.type()) {
    case FrixParser::IF:
      say(span(at.found), "an `if` within an expression needs parentheses").help =
          "write `(if CONDITION then VALUE else VALUE)`";
      return;
    case FrixParser::PLUS: {
      Diagnostic& said = say(span(at.found), "a value does not begin with `+`");
      said.fix = {span(at.found), ""};
      return;
    }
    case FrixParser::TIMES:
      if (at.type_before() == FrixParser::TIMES && adjacent(*at.before, at.found)) {
        const Span both = join(span(*at.before), span(at.found));
        say(both, "a power is written with `^`").fix = {both, "^"};
        return;
      }
      break;
    case FrixParser::ASSIGN:
      if (at.type_before() == FrixParser::LESS || at.type_before() == FrixParser::GREATER ||
          at.type_before() == FrixParser::ASSIGN) {
        say(span(at.found), fmt::format("expected a value{}, found `=`", after)).help =
            "the comparisons are `<`, `<=`, `>`, `>=`, `==` and `!=`, written without spaces";
        return;
      }
      break;
    case FrixParser::BRACE_OPEN:
      say(span(at.found), fmt::format("expected a value{}, found `{{`", after)).help =
          "a list or a vector stands in square brackets: `[1, 2, 3] m`";
      return;
    default:
      break;
  }
  say(span(at.found), fmt::format("expected a value{}, found {}", after, describe(at.found)));
}

bool Wording::misplaced_after_value(const Place& at) {
  if (!at.same_line()) return false;
  if (at.type_before() == FrixParser::UNIT && at.type() == FrixParser::NAME &&
      at.next.getType() != FrixParser::ASSIGN) {
    const Span both = join(span(*at.before), span(at.found));
    Diagnostic& said = say(both, "a unit is written without spaces, its factors joined by `*` and `/`");
    said.fix = {both, fmt::format("{}*{}", text(*at.before), text(at.found))};
    return true;
  }
  if (at.type() == FrixParser::IF) {
    say(span(at.found), "`if` stands before its values").help = "write `if CONDITION then VALUE else VALUE`";
    return true;
  }
  return false;
}

void Wording::end_missing(const Place& at) {
  if (misplaced_after_value(at)) return;
  const bool whole_expression = at.expects(antlr4::Token::EOF);
  const std::string wanted = whole_expression                     ? "the end"
                             : at.expects(FrixParser::BRACE_OPEN) ? "`;` or a block `{ … }`"
                                                                  : "`;`";
  // a line that ends without its `;`
  const bool statement_ends = !at.same_line() || at.at_end() || begins_declaration(at.type());
  if (statement_ends && !whole_expression) {
    Diagnostic& said = say(behind(*at.before), fmt::format("expected {} after {}", wanted, value_words(at)));
    said.fix = {said.span, ";"};
    return;
  }
  // `0,5 kg`
  const bool decimal_comma = at.type() == FrixParser::COMMA && at.type_before() == FrixParser::NUMBER &&
                             at.next.getType() == FrixParser::NUMBER && adjacent(*at.before, at.found) &&
                             adjacent(at.found, at.next);
  if (decimal_comma) {
    Diagnostic& said = say(span(at.found), "the decimal sign of a number is `.`");
    said.fix = {span(at.found), "."};
    return;
  }
  if (at.begins_value() && at.type_before() != FrixParser::PAREN_CLOSE && !at.expects(FrixParser::BRACE_OPEN)) {
    say(span(at.found),
        fmt::format("expected an operator or {} after {}, found {}", wanted, value_words(at), describe(at.found)));
    return;
  }
  say(span(at.found), fmt::format("expected {} after {}, found {}", wanted, value_words(at), describe(at.found)));
}

std::optional<std::string> Wording::misspelt_declaration(const Place& at) const {
  const bool in_body = at.around<FrixParser::BodyItemContext>() && !at.around<FrixParser::ShapeDeclContext>();
  if (at.rule != FrixParser::RuleProperty || !in_body || at.type() != FrixParser::NAME) return std::nullopt;
  static constexpr std::string_view words[] = {"shape", "frame"};
  return nearest(text(*at.before), words);
}

bool Wording::is_misspelt_declaration(antlr4::Parser& parser) const {
  return misspelt_declaration(Place(parser)).has_value();
}

void Wording::sign_missing(const Place& at, const char* sign) {
  const bool is_sign =
      at.type() == FrixParser::ASSIGN || at.type() == FrixParser::COLON || at.type() == FrixParser::EQUAL;
  if (is_sign) {
    const char* rule = *sign == '=' ? "a value is given with `=`" : "the kind is told with `:`";
    const Span where = is_colon_equal(at.found, at.next) ? join(span(at.found), span(at.next)) : span(at.found);
    Diagnostic& said =
        say(where, fmt::format("{}, not with `{}`", rule, text_.substr(where.begin, where.end - where.begin)));
    said.fix = {where, sign};
    return;
  }
  const Span where = at.before ? behind(*at.before) : span(at.found);
  if (const auto meant = misspelt_declaration(at)) {
    Diagnostic& said = say(span(*at.before), fmt::format("unknown declaration `{}`", text(*at.before)));
    said.help = fmt::format("did you mean `{}`?", *meant);
    said.fix = {span(*at.before), *meant};
    return;
  }
  const std::string after = at.before ? fmt::format(" after {}", describe(*at.before)) : "";
  Diagnostic& said = say(where, fmt::format("expected `{}`{}", sign, after));
  if (at.begins_value() || at.type() == FrixParser::MINUS) {
    said.fix = {where, *sign == '=' ? " =" : ":"};
  } else if (at.same_line()) {
    said.message += fmt::format(", found {}", describe(at.found));
  }
}

void Wording::name_missing(const Place& at) {
  const bool goes_on = (at.rule == FrixParser::RuleCall || at.rule == FrixParser::RulePath) &&
                       at.type() >= FrixParser::ON && at.type() <= FrixParser::IN;
  if (at.same_line() && is_keyword(at.type()) && !goes_on) {
    Diagnostic& said =
        say(span(at.found), fmt::format("`{}` is a word of the language and cannot be a name", text(at.found)));
    said.help = fmt::format("choose another name, such as `{}_1`", text(at.found));
    return;
  }
  if (at.type_before() == FrixParser::DOT && at.rule == FrixParser::RuleSuffix) {
    const bool of_number = end_of(*at.before) >= 2 && text_[begin_of(*at.before) - 1] >= '0' &&
                           text_[begin_of(*at.before) - 1] <= '9' && at.type() != FrixParser::NAME;
    if (of_number) {
      say(behind(*at.before), "a digit is missing after the decimal point").fix = {behind(*at.before), "0"};
      return;
    }
  }
  if (at.type() == FrixParser::NUMBER && at.next.getType() == FrixParser::UNIT && adjacent(at.found, at.next)) {
    const Span both = join(span(at.found), span(at.next));
    say(both, fmt::format("`{}` is no name: names begin with a letter or `_`",
                          text_.substr(both.begin, both.end - both.begin)));
    return;
  }
  std::string wanted = "a name";
  if (at.rule == FrixParser::RuleCall) {
    wanted = at.around<FrixParser::JointDeclContext>() ? "the type of the joint, such as `revolute(axis = z)`,"
                                                       : "the kind of the shape, such as `sphere(radius = 1 cm)`,";
  } else if (at.rule == FrixParser::RulePath && at.around<FrixParser::ContactDeclContext>()) {
    wanted = "the name of a shape or a body";
  } else if (at.rule == FrixParser::RulePath && at.around<FrixParser::MotorDeclContext>()) {
    wanted = "the name of a joint";
  } else if (at.rule == FrixParser::RulePath) {
    wanted = "the name of a body or `world`";
  }
  const std::string after = at.before ? fmt::format(" after {}", describe(*at.before)) : "";
  if (!at.same_line() || at.at_end()) {
    say(at.before ? behind(*at.before) : span(at.found), fmt::format("expected {}{}", wanted, after));
  } else {
    say(span(at.found), fmt::format("expected {}{}, found {}", wanted, after, describe(at.found)));
  }
}

void Wording::closer_missing(const Place& at) {
  if (misplaced_after_value(at)) return;
  const bool in_list = at.rule == FrixParser::RuleList;
  const bool in_arguments = at.rule == FrixParser::RuleArguments;
  const bool in_parameters = at.rule == FrixParser::RuleFunctionDecl;
  const char* closer = at.expects(FrixParser::BRACKET_CLOSE) ? "]" : ")";
  if (in_arguments && at.type() == FrixParser::COLON) {
    Diagnostic& said = say(span(at.found), "an argument is given with `=`, not with `:`");
    said.fix = {span(at.found), " ="};
    return;
  }
  const bool just_opened = at.type_before() == FrixParser::BRACKET_OPEN || at.type_before() == FrixParser::PAREN_OPEN;
  if (just_opened) {
    const char* what = in_parameters ? "the name of a parameter" : in_arguments ? "an argument" : "a value";
    say(span(at.found),
        fmt::format("expected {} or `{}` after {}, found {}", what, closer, describe(*at.before), describe(at.found)));
    return;
  }
  if (in_list || in_arguments || in_parameters) {
    const char* what = in_list ? "element of the list" : in_arguments ? "argument" : "parameter";
    if (at.begins_value()) {
      // two numbers side by side lack a comma; with anything else it may as well be an operator
      const bool certain = at.type() == FrixParser::NUMBER || at.type() == FrixParser::BRACKET_OPEN ||
                           at.next.getType() == FrixParser::ASSIGN;
      Diagnostic& said = say(behind(*at.before),
                             fmt::format("expected `,`{} before the next {}", certain ? "" : " or an operator", what));
      if (certain) said.fix = {said.span, ","};
      return;
    }
    say(span(at.found), fmt::format("expected `,` or `{}` after this {}, found {}", closer, what, describe(at.found)));
    return;
  }
  say(span(at.found),
      fmt::format("expected an operator or `{}` after {}, found {}", closer, describe(*at.before), describe(at.found)));
}

void Wording::block_missing(const Place& at) {
  const bool is_head = at.rule == FrixParser::RuleModel || at.around<FrixParser::SurfaceDeclContext>();
  if (is_head && at.type() == FrixParser::PAREN_OPEN) {
    say(span(at.found), fmt::format("parameters of {} are not part of this version of the language",
                                    at.rule == FrixParser::RuleModel ? "a model" : "a surface"));
    return;
  }
  const std::string found = at.same_line() && !at.at_end() ? fmt::format(", found {}", describe(at.found)) : "";
  say(found.empty() ? behind(*at.before) : span(at.found),
      fmt::format("expected a block `{{ … }}` after {}{}", statement_words(at), found));
}

void Wording::word_missing(const Place& at, const std::string& wanted) {
  const bool one_more_equal = wanted == "then" && at.type() == FrixParser::ASSIGN;
  if (one_more_equal) {
    say(span(at.found), "two values are compared with `==`").fix = {span(at.found), "=="};
    return;
  }
  const bool pair = wanted == "with" && (at.type() == FrixParser::AND || at.type() == FrixParser::COMMA);
  if (pair) {
    Diagnostic& said = say(span(at.found), "the two sides of a contact are joined by `with`");
    said.fix = {span(at.found), at.type() == FrixParser::COMMA ? " with" : "with"};
    return;
  }
  if (misplaced_after_value(at)) return;
  std::string message = fmt::format("expected `{}` after {}", wanted, describe(*at.before));
  if (wanted == "a unit") message = fmt::format("expected a unit after {}", describe(*at.before));
  if (wanted == "else") message = "an `if` of values needs an `else`";
  const bool in_joint_or_spring = wanted == "from BODY" || wanted == "to BODY";
  if (in_joint_or_spring) message = fmt::format("{} lacks its `{}`", statement_words(at), wanted);
  if (at.same_line() && !at.at_end()) {
    say(span(at.found), message + fmt::format(", found {}", describe(at.found)));
  } else {
    say(behind(*at.before), message);
  }
}

void Wording::report_stray_statement(antlr4::Parser& parser) {
  const Place at(parser);
  const bool in_file = at.rule == FrixParser::RuleFile, in_model = at.rule == FrixParser::RuleModel;
  const bool in_body = at.rule == FrixParser::RuleBodyDecl;
  const std::string block = in_file ? "a file" : statement_words(at);
  const std::string word = text(at.found);

  if (at.type() == FrixParser::SEMICOLON) {
    const bool after_block = at.type_before() == FrixParser::BRACE_CLOSE;
    Diagnostic& said =
        say(span(at.found), after_block ? "a block takes no `;` behind its `}`" : "this `;` ends nothing");
    said.fix = {span(at.found), ""};
    return;
  }
  if (at.type() == FrixParser::RESERVED || at.type() == FrixParser::IF) {
    say(span(at.found), fmt::format("`{}` is not part of this version of the language", word));
    return;
  }
  if (begins_declaration(at.type())) {
    say(span(at.found), fmt::format("a `{}` cannot stand in {}", word, block));
    return;
  }
  if (at.type() != FrixParser::NAME) {
    const char* wanted = in_file || in_model ? "a declaration" : "`NAME = VALUE;`";
    say(span(at.found), fmt::format("expected {} in {}, found {}", wanted, block, describe(at.found)));
    return;
  }

  // a name: a misspelt word of a declaration, or a value without its `let`
  static constexpr std::string_view words[] = {
      "model", "const", "param", "tunable", "input", "let",    "output", "function", "unit",    "gravity", "surface",
      "shape", "frame", "body",  "joint",   "force", "torque", "spring", "motor",    "contact", "initial", "simulate"};
  if (std::find(std::begin(words), std::end(words), word) != std::end(words)) {
    say(behind(at.found), fmt::format("a name is missing after `{}`", word));
    return;
  }
  const auto meant = nearest(word, words);
  if (at.next.getType() == FrixParser::ASSIGN && !(meant && *meant == "gravity") && !in_body) {
    Diagnostic& said = say(span(at.found), fmt::format("`{}` is given a value, but nothing declares it", word));
    said.help =
        fmt::format("a named value is declared with `let {} = …;`, a parameter with `param {} = …;`", word, word);
    return;
  }
  Diagnostic& said = say(span(at.found), fmt::format("unknown declaration `{}`", word));
  if (meant) {
    said.help = fmt::format("did you mean `{}`?", *meant);
    said.fix = {span(at.found), *meant};
  }
}

}  // namespace frix::syntax
