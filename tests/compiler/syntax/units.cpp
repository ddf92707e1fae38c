#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

TEST_CASE("a unit follows a number or a list, with or without a space before it") {
  CHECK(grouped("5 N") == "5 N^1/1");
  CHECK(grouped("5N") == "5 N^1/1");
  CHECK(grouped("1e5N") == "100000 N^1/1");
  CHECK(grouped("[0, 0, -9.8] m/s^2") == "[0 0 (- 9.8)] m^1/1 s^-2/1");
  CHECK(grouped("[1, 2]m") == "[1 2] m^1/1");
  CHECK(grouped("5 N*m/rad") == "5 N^1/1 m^1/1 rad^-1/1");
  CHECK(grouped("1e5 N/m^1.5") == "100000 N^1/1 m^-3/2");
  CHECK(grouped("2 µm") == "2 µm^1/1");
}

TEST_CASE("exponents are rational") {
  CHECK(grouped("1 s^-2") == "1 s^-2/1");
  CHECK(grouped("1 m^(1/2)") == "1 m^1/2");
  CHECK(grouped("1 m^(-2/6)") == "1 m^-1/3");
  CHECK(grouped("1 m^(3)/s") == "1 m^3/1 s^-1/1");
  CHECK(grouped("1 N/m^0.75") == "1 N^1/1 m^-3/4");
  CHECK(grouped("1 m^99999999999") == "m:1:5: error[E0103]: this exponent of a unit cannot be represented\n");
  CHECK(grouped("1 m^(1/0)") == "m:1:5: error[E0103]: this exponent of a unit cannot be represented\n");
}

TEST_CASE("parentheses and a leading one within a unit") {
  CHECK(grouped("4 J/(kg*K)") == "4 J^1/1 kg^-1/1 K^-1/1");
  CHECK(grouped("4 N/(m/s)") == "4 N^1/1 m^-1/1 s^1/1");
  CHECK(grouped("4 1/s") == "4 s^-1/1");
  CHECK(grouped("[1, 2] 1/s^2") == "[1 2] s^-2/1");
  CHECK(grouped("4 1/s*m") == "4 s^-1/1 m^1/1");
}

TEST_CASE("spaces end a unit") {
  CHECK(grouped("4 N/k") == "4 N^1/1 k^-1/1");
  CHECK(grouped("4 N / k") == "(4 N^1/1 / k)");
  CHECK(grouped("4 N /k") == "(4 N^1/1 / k)");
  CHECK(grouped("4 N/ k") == "(4 N^1/1 / k)");
  CHECK(grouped("3 m * n") == "(3 m^1/1 * n)");
  CHECK(grouped("3 m ^ 2") == "(3 m^1/1 ^ 2)");
  CHECK(grouped("3 m^n") == "(3 m^1/1 ^ n)");
}

TEST_CASE("what cannot be a unit is a value") {
  CHECK(grouped("4 N/(k + 1)") == "(4 N^1/1 / (k + 1))");
  CHECK(grouped("4 N/2") == "(4 N^1/1 / 2)");
  CHECK(grouped("2 m*sin(a)") == "(2 m^1/1 * sin{ a })");
  CHECK(grouped("4 N/rope.k") == "(4 N^1/1 / rope.k)");
  CHECK(grouped("4 N/k[0]") == "(4 N^1/1 / k@0)");
  CHECK(grouped("2*pi*f") == "((2 * pi) * f)");
  CHECK(grouped("a[1]*m") == "(a@1 * m)");
}

TEST_CASE("keywords are never units") {
  CHECK(grouped("if a then 1 else 2") == "(if a 1 2)");
  CHECK(grouped("1 and 2") == "(1 and 2)");
  const Parsed parsed("model M { joint j : ball from a at [0, 0, 1] to b at [1, 2, 3]; }");
  CHECK(parsed.said() == "");
}

TEST_CASE("a unit stands on the line of its number") {
  const Parsed parsed("model M { body b { mass = 1\n inertia = [1, 1, 1] kg*m^2; } }");
  CHECK(parsed.said() == "m:1:28: error[E0101]: expected `;` after the value of `mass`\n");
}
