#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

TEST_CASE("precedence, from the tightest to the loosest") {
  CHECK(grouped("a + b * c") == "(a + (b * c))");
  CHECK(grouped("(a + b) * c") == "((a + b) * c)");
  CHECK(grouped("a - b - c") == "((a - b) - c)");
  CHECK(grouped("a / b * c") == "((a / b) * c)");
  CHECK(grouped("a ^ b ^ c") == "(a ^ (b ^ c))");
  CHECK(grouped("-a ^ b") == "(- (a ^ b))");
  CHECK(grouped("a ^ -b ^ c") == "(a ^ (- (b ^ c)))");
  CHECK(grouped("-a * b") == "((- a) * b)");
  CHECK(grouped("a * -b") == "(a * (- b))");
  CHECK(grouped("2 ^ 3 * 4") == "((2 ^ 3) * 4)");
  CHECK(grouped("a < b + c") == "(a < (b + c))");
  CHECK(grouped("a < b and c >= d or e == f") == "(((a < b) and (c >= d)) or (e == f))");
  CHECK(grouped("a or b and c") == "(a or (b and c))");
  CHECK(grouped("not a and b") == "((not a) and b)");
  CHECK(grouped("not -a != b") == "((not (- a)) != b)");
  CHECK(grouped("--a") == "(- (- a))");
}

TEST_CASE("a conditional takes all that follows it") {
  CHECK(grouped("if a then b else c + d") == "(if a b (c + d))");
  CHECK(grouped("if a < b then c else if d then e else f") == "(if (a < b) c (if d e f))");
  CHECK(grouped("1 + (if a then b else c)") == "(1 + (if a b c))");
}

TEST_CASE("paths, indices, calls and lists") {
  CHECK(grouped("ball[3].velocity.z") == "ball@3.velocity.z");
  CHECK(grouped("left.pad.contact_force") == "left.pad.contact_force");
  CHECK(grouped("contact(a, b.c).normal_force[0]") == "contact{ a b.c }.normal_force@0");
  CHECK(grouped("coulomb(mu = 0.3, stiction_speed = 1e-4 m/s)") ==
        "coulomb{ mu:0.3 stiction_speed:0.0001 m^1/1 s^-1/1 }");
  CHECK(grouped("f()") == "f{ }");
  CHECK(grouped("table(x, [[0, 1], [2, 3]])") == "table{ x [[0 1] [2 3]] }");
  CHECK(grouped("[]") == "[]");
  CHECK(grouped("[1, 2][0]") == "[1 2]@0");
  CHECK(grouped("anisotropic(mu_x = 1, frame = base)") == "anisotropic{ mu_x:1 frame:base }");
  CHECK(grouped("robot.frame.input") == "robot.frame.input");
}

TEST_CASE("literals") {
  CHECK(grouped("1") == "1");
  CHECK(grouped(".5") == "0.5");
  CHECK(grouped("1.25e-3") == "0.00125");
  CHECK(grouped("1E+2") == "100");
  CHECK(grouped("4.9406564584124654e-324") == "5e-324");
  CHECK(grouped("true or false") == "(true or false)");
  CHECK(grouped(R"("a \"b\" \\ \n")") == "'a \"b\" \\ \n'");
  CHECK(grouped("größe_2 * µ") == "(größe_2 * µ)");
  CHECK(grouped("a /* b */ + // c\r\n d") == "(a + d)");
}

TEST_CASE("numbers that no double holds") {
  CHECK(grouped("1e999") == "m:1:1: error[E0103]: the number `1e999` cannot be represented\n");
  CHECK(grouped("2 * 1e-999") == "m:1:5: error[E0103]: the number `1e-999` cannot be represented\n");
  CHECK(grouped("0e999") == "0");
}

TEST_CASE("spans cover exactly what was written") {
  const ParsedExpression parsed("  if a.b > 3 m/s then (1 + f(x, y)) else -[1, 2] m");
  REQUIRE(parsed.expr);
  auto text = [&](const ExprPtr& expr) { return parsed.sources.text(expr->span); };
  CHECK(text(parsed.expr) == "if a.b > 3 m/s then (1 + f(x, y)) else -[1, 2] m");
  const auto& choice = std::get<Conditional>(parsed.expr->node);
  CHECK(text(choice.condition) == "a.b > 3 m/s");
  const auto& comparison = std::get<Binary>(choice.condition->node);
  CHECK(text(comparison.left) == "a.b");
  CHECK(parsed.sources.text(comparison.op_span) == ">");
  CHECK(text(comparison.right) == "3 m/s");
  const auto& unit = *std::get<Number>(comparison.right->node).unit;
  CHECK(parsed.sources.text(unit.span) == "m/s");
  CHECK(parsed.sources.text(unit.factors[1].name.span) == "s");
  CHECK(text(choice.then) == "(1 + f(x, y))");
  const auto& sum = std::get<Binary>(choice.then->node);
  CHECK(text(sum.right) == "f(x, y)");
  CHECK(parsed.sources.text(std::get<Call>(sum.right->node).callee.span) == "f");
  CHECK(text(choice.otherwise) == "-[1, 2] m");
}

TEST_CASE("spans count bytes behind characters of several bytes") {
  const ParsedExpression parsed("\xEF\xBB\xBFgröße + x");
  REQUIRE(parsed.expr);
  const auto& sum = std::get<Binary>(parsed.expr->node);
  CHECK(parsed.sources.text(sum.left->span) == "größe");
  CHECK(parsed.sources.text(sum.right->span) == "x");
}

TEST_CASE("a whole file of one expression, and nothing else") {
  CHECK(grouped("5N") == "5 N^1/1");
  CHECK(grouped("") == "m:1:1: error[E0101]: expected a value\n");
  CHECK(grouped("1 +") == "m:1:4: error[E0101]: expected a value after `+`\n");
  CHECK(grouped("1; 2") == "m:1:2: error[E0101]: expected the end after the value, found `;`\n");
  CHECK(grouped("1 < 2 < 3") == "m:1:7: error[E0101]: comparisons do not chain\n");
}
