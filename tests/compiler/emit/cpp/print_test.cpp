#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "compiler/emit/cpp/code.h"

using namespace frix::emit::cpp;

TEST_CASE("parentheses stand where the tree needs them, and nowhere else") {
  const auto a = atom("a"), b = atom("b"), c = atom("c");
  CHECK(print(binary("+", binary("+", a, b), c)) == "a + b + c");
  CHECK(print(binary("+", a, binary("+", b, c))) == "a + (b + c)");
  CHECK(print(binary("-", a, binary("-", b, c))) == "a - (b - c)");
  CHECK(print(binary("*", binary("+", a, b), c)) == "(a + b) * c");
  CHECK(print(binary("/", a, binary("*", b, c))) == "a / (b * c)");
  CHECK(print(binary("+", binary("*", a, b), c)) == "a * b + c");
  CHECK(print(negation(binary("+", a, b))) == "-(a + b)");
  CHECK(print(negation(negation(a))) == "-(-a)");
  CHECK(print(binary("-", a, negation(b))) == "a - -b");
  CHECK(print(binary("*", negation(a), b)) == "-a * b");
  CHECK(print(binary("||", binary("&&", a, b), c)) == "(a && b) || c");
  CHECK(print(binary("&&", binary("||", a, b), c)) == "(a || b) && c");
  CHECK(print(conditional(binary("<", a, b), a, conditional(c, a, b))) == "a < b ? a : c ? a : b");
  CHECK(print(binary("+", conditional(a, b, c), c)) == "(a ? b : c) + c");
  CHECK(print(inversion(binary("<", a, b))) == "!(a < b)");
  CHECK(print(call("std::pow", {binary("+", a, b), c})) == "std::pow(a + b, c)");
}

TEST_CASE("literals read back as the same bits, and are doubles") {
  for (const double value : {0.1, 1.0 / 3, 1e300, 5e-324, 2.0, 123456789.0, 1e22, -0.75, -0.0}) {
    const std::string text = print(literal(value));
    CAPTURE(text);
    CHECK(text.find_first_of(".e") != std::string::npos);
    const double back = std::strtod(text.c_str(), nullptr);
    CHECK(back == value);
    CHECK(std::signbit(back) == std::signbit(value));
  }
  CHECK(print(literal(HUGE_VAL)) == "HUGE_VAL");
  CHECK(print(literal(-HUGE_VAL)) == "-HUGE_VAL");
  CHECK(print(literal(NAN)) == "std::nan(\"\")");
}

TEST_CASE("long lines are filled") {
  ExpressionPtr sum = atom("first_summand");
  for (int i = 0; i < 20; ++i) sum = binary("+", sum, atom("summand_" + std::to_string(i)));
  File file;
  file.comment = "A file.";
  file.items.push_back(Function{"", "double f()", {Define{"const double", "x", sum}}});
  std::istringstream text(print(file));
  std::string line;
  int lines = 0;
  while (std::getline(text, line)) {
    CHECK(line.size() <= 110);
    ++lines;
  }
  CHECK(lines > 6);
}
