// Several errors in one run, and a tree of what is right around them.
#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

TEST_CASE("each of several mistakes is found, in the order of the text") {
  const Parsed parsed(R"(model M {
  param a = ;
  let b 3;
  boddy c { mass = 1 kg; }
  body d {
    mass = 1 kg
    com == [0, 0, 0] m;
    shape s : sphere(radius = (1 cm);
  }
  joint j : ball from world;
  let last = 1;
}
)");
  CHECK(parsed.said() ==
        "m:2:12: error[E0101]: the value of `a` is missing\n"
        "m:3:8: error[E0101]: expected `=` after `b`\n"
        "m:4:3: error[E0101]: unknown declaration `boddy`\n"
        "m:6:16: error[E0101]: expected `;` after the value of `mass`\n"
        "m:7:9: error[E0101]: a value is given with `=`, not with `==`\n"
        "m:8:21: error[E0101]: this `(` is not closed\n"
        "m:10:28: error[E0101]: joint `j` lacks its `to BODY`\n");
  REQUIRE(parsed.file.models.size() == 1);
  CHECK(print(parsed.file) ==
        "model M {\n"
        "  let b = 3;\n"
        "  body d {\n"
        "    mass = 1 kg;\n"
        "    com = [0, 0, 0] m;\n"
        "    shape s : sphere(radius = 1 cm);\n"
        "  }\n"
        "  let last = 1;\n"
        "}\n");
}

TEST_CASE("a statement without its end does not take the next one with it") {
  const Parsed parsed("model M {\n let a = 1 +\n let b = 2;\n let c = 3 4;\n let d = (5\n let e = 6;\n}\n");
  CHECK(parsed.said() ==
        "m:2:13: error[E0101]: expected a value after `+`\n"
        "m:4:12: error[E0101]: expected an operator or `;` after the value of `c`, found `4`\n"
        "m:5:10: error[E0101]: this `(` is not closed\n");
  CHECK(print(parsed.file) == "model M {\n  let b = 2;\n  let d = 5;\n  let e = 6;\n}\n");
}

TEST_CASE("an error in one model leaves the next one") {
  const Parsed parsed("model A {\n body b {\n mass = 1 kg;\n}\nmodel B { let a = ; }\nmodel C { let a = 1; }\n");
  CHECK(parsed.said() ==
        "m:2:9: error[E0101]: the `{` of body `b` is not closed\n"
        "m:5:18: error[E0101]: the value of `a` is missing\n");
  REQUIRE(parsed.file.models.size() == 3);
  CHECK(parsed.file.models[2].declarations.size() == 1);
}

TEST_CASE("errors are counted, and kept up to the limit") {
  std::string text = "model M {\n";
  for (int i = 0; i < 100; ++i) text += "let = 1;\n";
  const Parsed parsed(text + "}\n");
  CHECK(parsed.diagnostics.error_count() == 100);
  CHECK(parsed.diagnostics.all().size() == Diagnostics::error_limit);
}
