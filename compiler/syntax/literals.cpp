#include "compiler/syntax/literals.h"

#include <charconv>
#include <cmath>
#include <numeric>

namespace frix::syntax {

namespace {

// Splits the text of a UNIT token, which `join_units` has put together by this grammar:
//   product: ('1/')? factor (('*' | '/') factor)*      factor: NAME ('^' exponent)? | '(' product ')'
class UnitParser {
 public:
  UnitParser(std::string_view text, Span span, Diagnostics& diagnostics)
      : text_(text), span_(span), diagnostics_(diagnostics) {}

  UnitExpr run() {
    unit_.span = span_;
    const bool inverted = text_.starts_with("1/");
    at_ = inverted ? 2 : 0;
    product(1, inverted ? -1 : 1);
    return std::move(unit_);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    const bool there = peek() == c;
    at_ += there;
    return there;
  }

  // `sign` is that of every exponent within (-1 behind a `/`), `first` that of the first factor beside it.
  void product(int sign, int first) {
    factor(sign * first);
    while (peek() == '*' || peek() == '/') {
      const int beside = text_[at_++] == '*' ? 1 : -1;
      factor(sign * beside);
    }
  }

  void factor(int sign) {
    if (take('(')) {
      product(sign, 1);
      take(')');
      return;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view("*/^()").find(text_[at_]) == std::string_view::npos) ++at_;
    UnitFactor factor;
    factor.name = {std::string(text_.substr(begin, at_ - begin)), place(begin, at_)};
    factor.numerator = 1;
    if (take('^')) exponent(factor);
    factor.numerator *= sign;
    unit_.factors.push_back(std::move(factor));
  }

  // NUMBER | '-' NUMBER | '(' '-'? NUMBER ('/' NUMBER)? ')' as a fraction in lowest terms
  void exponent(UnitFactor& factor) {
    const std::size_t begin = at_;
    const bool in_parentheses = take('(');
    const int sign = take('-') ? -1 : 1;
    long numerator = 0, denominator = 1, below = 1, below_denominator = 1;
    bool good = decimal(numerator, denominator);
    if (good && in_parentheses && take('/')) good = decimal(below, below_denominator);
    if (in_parentheses) {
      while (at_ < text_.size() && !take(')')) ++at_;
    }
    numerator *= below_denominator;
    denominator *= below;
    if (!good || denominator == 0) {
      diagnostics_.report(Code::bad_number, place(begin, at_), "this exponent of a unit cannot be represented").help =
          "an exponent is a small number or fraction, such as `2`, `-1.5` or `(1/3)`";
      return;
    }
    const long common = std::gcd(numerator, denominator);
    factor.numerator = static_cast<int>(sign * numerator / common);
    factor.denominator = static_cast<int>(denominator / common);
  }

  // Digits with up to four decimals, so that products of two stay far from overflow.
  bool decimal(long& numerator, long& denominator) {
    numerator = 0, denominator = 1;
    bool fraction = false, good = true;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '.' && !fraction) {
        fraction = true;
      } else if (c >= '0' && c <= '9') {
        good = good && numerator < 10000 && denominator < 10000;
        if (!good) continue;
        numerator = 10 * numerator + (c - '0');
        if (fraction) denominator *= 10;
      } else {
        good = good && c != 'e' && c != 'E';
        if (c == '*' || c == '/' || c == ')') break;
      }
    }
    return good;
  }

  Span place(std::size_t begin, std::size_t end) const {
    return {span_.file, span_.begin + static_cast<std::uint32_t>(begin), span_.begin + static_cast<std::uint32_t>(end)};
  }

  std::string_view text_;
  Span span_;
  Diagnostics& diagnostics_;
  UnitExpr unit_;
  std::size_t at_ = 0;
};

}  // namespace

double number_value(std::string_view text, Span span, Diagnostics& diagnostics) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    diagnostics.report(Code::bad_number, span, "the number `" + std::string(text) + "` cannot be represented")
        .notes.push_back("numbers other than zero lie between about 1e-308 and 1e308");
    return 1;
  }
  return value;
}

UnitExpr unit_value(std::string_view text, Span span, Diagnostics& diagnostics) {
  return UnitParser(text, span, diagnostics).run();
}

std::string string_value(std::string_view text, Span span, Diagnostics& diagnostics) {
  std::string value;
  const std::size_t end = text.size() > 1 && text.back() == '"' ? text.size() - 1 : text.size();
  for (std::size_t i = 1; i < end; ++i) {
    if (text[i] != '\\' || i + 1 == end) {
      value += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n':
        value += '\n';
        break;
      case 't':
        value += '\t';
        break;
      case '"':
        value += '"';
        break;
      case '\\':
        value += '\\';
        break;
      default: {
        const std::uint32_t at = span.begin + static_cast<std::uint32_t>(i) - 1;
        diagnostics.report(Code::syntax, {span.file, at, at + 2}, "a string has no such escape").help =
            "the escapes are `\\n`, `\\t`, `\\\"` and `\\\\`";
      }
    }
  }
  return value;
}

}  // namespace frix::syntax
