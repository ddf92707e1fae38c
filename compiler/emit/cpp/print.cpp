#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "compiler/emit/cpp/code.h"

namespace frix::emit::cpp {
namespace {

constexpr std::size_t kColumns = 110;

template <class... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};

std::shared_ptr<Expression> make(Expression::Kind kind, std::string text, std::vector<ExpressionPtr> operands) {
  return std::make_shared<Expression>(Expression{kind, std::move(text), std::move(operands)});
}

// How tightly it binds: a part that binds less than its place asks for stands in parentheses.
enum Binding { kConditional, kOr, kAnd, kEquality, kRelation, kSum, kProduct, kUnary, kTightest };

Binding binding(const Expression& e) {
  switch (e.kind) {
    case Expression::Kind::atom:
      return e.text[0] == '-' ? kUnary : kTightest;
    case Expression::Kind::call:
      return kTightest;
    case Expression::Kind::negation:
    case Expression::Kind::inversion:
      return kUnary;
    case Expression::Kind::conditional:
      return kConditional;
    case Expression::Kind::binary:
      break;
  }
  if (e.text == "*" || e.text == "/") return kProduct;
  if (e.text == "+" || e.text == "-") return kSum;
  if (e.text == "<" || e.text == "<=") return kRelation;
  if (e.text == "==" || e.text == "!=") return kEquality;
  return e.text == "&&" ? kAnd : kOr;
}

void write(std::string& text, const Expression& e, Binding at_least) {
  const Binding own = binding(e);
  const auto operand = [&](std::size_t i, int wanted) { write(text, *e.operands[i], static_cast<Binding>(wanted)); };
  if (own < at_least) text += '(';
  switch (e.kind) {
    case Expression::Kind::atom:
      text += e.text;
      break;
    case Expression::Kind::negation:
    case Expression::Kind::inversion:
      text += e.kind == Expression::Kind::negation ? '-' : '!';
      operand(0, kTightest);  // never --x
      break;
    case Expression::Kind::binary: {
      // && inside || is put in parentheses, as compilers ask for
      operand(0, e.text == "||" ? kEquality : own);
      text += ' ' + e.text + ' ';
      operand(1, e.text == "||" ? kEquality : own + 1);  // a - (b - c); (a + b) + c needs none
      break;
    }
    case Expression::Kind::conditional:
      operand(0, kOr);
      text += " ? ";
      operand(1, kConditional + 1);
      text += " : ";
      operand(2, kConditional);
      break;
    case Expression::Kind::call:
      text += e.text + '(';
      for (std::size_t i = 0; i < e.operands.size(); ++i) {
        if (i > 0) text += ", ";
        operand(i, kConditional);
      }
      text += ')';
      break;
  }
  if (own < at_least) text += ')';
}

class Printer {
 public:
  std::string take() { return std::move(text_); }

  void file(const File& file) {
    comment(file.comment);
    text_ += '\n';
    for (const std::string& include : file.includes) text_ += "#include " + include + '\n';
    if (!file.hidden.empty()) {
      text_ += "\nnamespace {\n";
      for (const Item& item : file.hidden) this->item(item);
      text_ += "\n}  // namespace\n";
    }
    for (const Item& item : file.items) this->item(item);
  }

 private:
  void item(const Item& item) {
    text_ += '\n';
    std::visit(Match{[this](const Function& f) { function(f); }, [this](const Struct& s) { structure(s); },
                     [this](const Lines& lines) {
                       comment(lines.comment);
                       for (const std::string& line : lines.lines) text_ += line + '\n';
                     }},
               item);
  }

  void function(const Function& f) {
    comment(f.comment);
    fill(f.head + " {", "    ");
    ++depth_;
    for (const Statement& s : f.body) statement(s);
    --depth_;
    text_ += "}\n";
  }

  void structure(const Struct& s) {
    comment(s.comment);
    text_ += "struct " + s.name + " {\n";
    ++depth_;
    for (const Member& member : s.members) {
      std::string line = member.type + ' ';
      for (std::size_t i = 0; i < member.names.size(); ++i) line += (i > 0 ? ", " : "") + member.names[i];
      fill(line + ';', "    ");
    }
    --depth_;
    text_ += "};\n";
  }

  void statement(const Statement& s) {
    std::visit(
        Match{[this](const Comment& c) { comment(c.text); },
              [this](const Define& d) { fill(fmt::format("{} {} = {};", d.type, d.name, print(d.value)), "    "); },
              [this](const Assign& a) { fill(fmt::format("{} = {};", a.target, print(a.value)), "    "); },
              [this](const Do& d) { fill(print(d.value) + ';', "    "); }, [this](const Blank&) { text_ += '\n'; },
              [this](const Loop& loop) {
                fill(loop.header + " {", "    ");
                ++depth_;
                for (const Statement& inner : loop.body) statement(inner);
                --depth_;
                indent();
                text_ += "}\n";
              }},
        s);
  }

  void comment(std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = lines.find('\n');
      const std::string_view line = lines.substr(0, end);
      if (line.empty()) {
        indent();
        text_ += "//\n";
      } else {
        fill("// " + std::string(line), "// ");
      }
      if (end == std::string_view::npos) break;
      lines.remove_prefix(end + 1);
    }
  }

  void indent() { text_.append(2 * depth_, ' '); }

  // The words of a line, on as many lines as they need; `next` begins all but the first.
  void fill(std::string_view line, std::string_view next) {
    indent();
    std::size_t column = 2 * depth_;
    bool first = true;
    while (!line.empty()) {
      // leading spaces belong to the word: tables in comments keep their columns
      const std::size_t begin = line.find_first_not_of(' ');
      if (begin == std::string_view::npos) break;
      const std::size_t end = line.find(' ', begin);
      const std::string_view word = line.substr(0, end);
      if (!first && column + word.size() > kColumns) {
        text_ += '\n';
        indent();
        text_ += next;
        column = 2 * depth_ + next.size();
        text_ += word.substr(begin);
        column += word.size() - begin;
      } else {
        text_ += word;
        column += word.size();
      }
      first = false;
      line.remove_prefix(word.size());
    }
    text_ += '\n';
  }

  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace

ExpressionPtr atom(std::string text) {
  return make(Expression::Kind::atom, std::move(text), {});
}

ExpressionPtr literal(double value) {
  if (!std::isfinite(value)) {
    ExpressionPtr name = atom(std::isnan(value) ? "std::nan(\"\")" : "HUGE_VAL");  // of <cmath>
    return std::signbit(value) ? negation(std::move(name)) : name;
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return atom(std::move(text));
}

ExpressionPtr negation(ExpressionPtr a) {
  return make(Expression::Kind::negation, "-", {std::move(a)});
}

ExpressionPtr inversion(ExpressionPtr a) {
  return make(Expression::Kind::inversion, "!", {std::move(a)});
}

ExpressionPtr binary(std::string op, ExpressionPtr a, ExpressionPtr b) {
  return make(Expression::Kind::binary, std::move(op), {std::move(a), std::move(b)});
}

ExpressionPtr conditional(ExpressionPtr c, ExpressionPtr a, ExpressionPtr b) {
  return make(Expression::Kind::conditional, "?:", {std::move(c), std::move(a), std::move(b)});
}

ExpressionPtr call(std::string function, std::vector<ExpressionPtr> arguments) {
  return make(Expression::Kind::call, std::move(function), std::move(arguments));
}

std::string print(const ExpressionPtr& expression) {
  std::string text;
  write(text, *expression, kConditional);
  return text;
}

std::string print(const File& file) {
  Printer printer;
  printer.file(file);
  return printer.take();
}

}  // namespace frix::emit::cpp
