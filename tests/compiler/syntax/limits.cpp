// Texts made to break the parser: too deep, too long, not text at all.
#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

namespace {

std::string repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

bool too_deep(const std::string& text) {
  const ParsedExpression parsed(text);
  return parsed.diagnostics.error_count() == 1 && parsed.diagnostics.all()[0].code == Code::nesting_too_deep;
}

}  // namespace

TEST_CASE("nesting up to the limit is parsed") {
  CHECK(ParsedExpression(repeat("(", 400) + "1" + repeat(")", 400)).expr);
  CHECK(ParsedExpression(repeat("[", 400) + "1" + repeat("]", 400)).expr);
  CHECK(ParsedExpression(repeat("f(", 400) + "1" + repeat(")", 400)).expr);
  CHECK(ParsedExpression("1" + repeat(" + 1", 900)).expr);
  CHECK(ParsedExpression("1" + repeat("^1", 900)).expr);
  CHECK(ParsedExpression(repeat("-", 900) + "1").expr);
  CHECK(ParsedExpression(repeat("if a then 1 else ", 900) + "1").expr);
}

TEST_CASE("nesting over the limit is an error, whatever it is made of") {
  CHECK(too_deep(repeat("(", 100000)));
  CHECK(too_deep(repeat("(", 100000) + "1" + repeat(")", 100000)));
  CHECK(too_deep(repeat("[", 2000) + "1" + repeat("]", 2000)));
  CHECK(too_deep("1" + repeat("^1", 100000)));
  CHECK(too_deep("1" + repeat(" + 1", 100000)));
  CHECK(too_deep(repeat("-", 100000) + "1"));
  CHECK(too_deep(repeat("not ", 100000) + "a"));
  CHECK(too_deep(repeat("if a then 1 else ", 100000) + "1"));
  CHECK(too_deep("a" + repeat(".b", 100000)));
  CHECK(too_deep("a" + repeat("[0]", 100000)));
  // three hundred brackets with four operations in each
  CHECK(too_deep(repeat("(1+1+1+1+", 300) + "1" + repeat(")", 300)));
}

TEST_CASE("long lists and many statements are not deep") {
  CHECK(ParsedExpression("[" + repeat("-1 + 2 * 3, ", 20000) + "0]").expr);
  const Parsed parsed("model M {" + repeat("let a = 1 + 2 + 3;", 5000) + "}");
  CHECK(parsed.said() == "");
  CHECK(parsed.file.models[0].declarations.size() == 5000);
}

TEST_CASE("blocks in blocks do not overflow") {
  const Parsed parsed("model M " + repeat("{", 100000));
  CHECK(parsed.diagnostics.has_errors());
}

TEST_CASE("text that is not UTF-8 is refused with its place") {
  const Parsed parsed("model M {\n  // \xE4\xF6\n}\n");
  CHECK(parsed.said() == "m:2:6: error[E0102]: the byte 0xE4 is not UTF-8, the encoding of Frix files\n");
  CHECK(parsed.diagnostics.all()[0].notes[0] == "2 bytes of this file are not UTF-8");
  CHECK(parsed.file.models.empty());
  CHECK(Parsed("model M {}\xE2\x82").said() ==
        "m:1:11: error[E0102]: the byte 0xE2 is not UTF-8, the encoding of Frix files\n");
}

TEST_CASE("characters without a meaning are named, and the rest is read") {
  const Parsed parsed(std::string("model M { let a = 1; ") + '\0' + " let b = 2 \u2212 1; @@ }");
  CHECK(parsed.said() ==
        "m:1:22: error[E0102]: the character U+0000 has no meaning in Frix\n"
        "m:1:34: error[E0102]: `\u2212` has no meaning in Frix\n"
        "m:1:39: error[E0102]: `@@` has no meaning in Frix\n");
  REQUIRE(parsed.file.models.size() == 1);
  CHECK(print(parsed.file) == "model M {\n  let a = 1;\n  let b = 2 - 1;\n}\n");
}
