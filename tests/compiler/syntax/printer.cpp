#include <filesystem>
#include <fstream>
#include <sstream>

#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

namespace {

std::string printed(const std::string& text) {
  const ParsedExpression parsed(text);
  INFO(parsed.said());
  REQUIRE(parsed.expr);
  return print(*parsed.expr);
}

}  // namespace

TEST_CASE("no more parentheses than needed, and no fewer") {
  CHECK(printed("((a*b))+(c)") == "a * b + c");
  CHECK(printed("a*(b+c)") == "a * (b + c)");
  CHECK(printed("a-(b-c)") == "a - (b - c)");
  CHECK(printed("(a-b)-c") == "a - b - c");
  CHECK(printed("(a^b)^c") == "(a^b)^c");
  CHECK(printed("a^(b^c)") == "a^b^c");
  CHECK(printed("(-a)^b") == "(-a)^b");
  CHECK(printed("-(a^b)") == "-a^b");
  CHECK(printed("a^(-b)") == "a^-b");
  CHECK(printed("-(a*b)") == "-(a * b)");
  CHECK(printed("1+(if a then b else c)") == "1 + (if a then b else c)");
  CHECK(printed("(a<b)==c") == "(a < b) == c");
  CHECK(printed("not (a and b)") == "not (a and b)");
  CHECK(printed("(a+b).x[1]") == "(a + b).x[1]");
}

TEST_CASE("what is behind a unit is not drawn into it") {
  CHECK(printed("(3 m)^2") == "(3 m)^2");
  CHECK(printed("([1, 2] m)[0]") == "([1, 2] m)[0]");
  CHECK(printed("4 N / k") == "4 N / k");
  CHECK(printed("4 N/(m*s^2)") == "4 N/m/s^2");
  CHECK(printed("4 1/s") == "4 s^-1");
  CHECK(printed("1 m^1.5/s^-2") == "1 m^(3/2)*s^2");
}

TEST_CASE("printed text parses to the same tree") {
  for (const char* text :
       {"a + b * c ^ -d ^ e", "if a < b then -x else not y or z", "f(a = 1 m, [2, [3]] kg)[0].b", "\"q\\\"\\\\\\n\\t\"",
        "(((1 m)^2)^3) / (4 N/k)", "1e-300 + 1e300 + 0.1", "a - (b + c) - (d - e)", "--a - -b"}) {
    CAPTURE(text);
    const std::string once = printed(text);
    CHECK(grouped(once) == grouped(std::string(text)));
    CHECK(printed(once) == once);
  }
}

TEST_CASE("files print the same again") {
  const std::string everything = std::string(stick_slip) + R"(
    const g0 = 9.80665 m/s^2; unit furlong = 201.168 m; function f(a: m, b, c: s = 2 s) = a*b + c;
    model Two {
      tunable k = 1 N/m; input u = 0; let v = if u > 0 then 1 else 2; const c = "text";
      body ball[i : 10] { mass = 1 kg; shape s : sphere(1 cm) at [0, 0, i] cm; frame f at [1, 2, 3] m; }
      frame tool on ball[3] at pose([0, 0, 1] m, axis_angle(z, 90 deg));
      joint j[i : 9] : ball from world to ball[i] { damping = 1 N*m*s; }
      force p on ball[0] at [1, 0, 0] m = [1, 0, 0] N in tool; torque t on ball[1] = [0, 0, 1] N*m;
      spring s from world to ball[2] at [1, 0, 0] m { stiffness = 1e5 N/m; }
      motor m on j[0] { effort = 3 N*m; }
      contact ball[1] with ball[2] { friction = none; } no contact ball with tool;
      initial { ball[2].velocity = [1, 0, 0] m/s; }
      simulate fine { step = 1 ms; } simulate { }
    })";
  const Parsed first(everything);
  REQUIRE(first.said() == "");
  const std::string once = print(first.file);
  const Parsed second(once);
  CHECK(second.said() == "");
  CHECK(print(second.file) == once);
  CHECK(second.file.models.size() == 2);
  CHECK(second.file.models[1].declarations.size() == first.file.models[1].declarations.size());
}

TEST_CASE("the models that come with Frix are right and print the same again") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FRIX_ROOT "/models")) {
    if (entry.path().extension() != ".frix") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const Parsed parsed(text.str());
    CAPTURE(entry.path().string());
    CHECK(parsed.said() == "");
    const std::string once = print(parsed.file);
    CHECK(print(Parsed(once).file) == once);
    ++count;
  }
  CHECK(count > 0);
}
