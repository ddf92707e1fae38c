// What beginners get wrong: each mistake gives one message, at the right place, in words that help.
#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

namespace {

// A model that is right but for one change: the text `from` is replaced by `to`.
std::string with_mistake(const std::string& from, const std::string& to) {
  std::string text = stick_slip;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Mistake {
  const char *from, *to;
  const char* message;  // "line:column: text"
  const char* hint;     // the help, or the text that the fix puts in behind a `+`, or empty
};

const Mistake mistakes[] = {
    // little signs
    {"0.33 kg;", "0.33 kg", "12:19: expected `;` after the value of `mass`", "+;"},
    {"4 N;", "4 N", "2:24: expected `;` after the value of `amplitude`", "+;"},
    {"velocity.x;", "velocity.x", "21:32: expected `;` after the value of `speed`", "+;"},
    {"to box;", "to box", "17:69: expected `;` or a block `{ … }` after joint `slide`", "+;"},
    {"mass =", "mass :", "12:10: a value is given with `=`, not with `:`", "+="},
    {"mass =", "mass", "12:9: expected `=` after `mass`", "+ ="},
    {"mass = 0.33 kg", "mass =", "12:11: the value of `mass` is missing", ""},
    {"slide :", "slide =", "17:15: the kind is told with `:`, not with `=`", "+:"},
    {"gravity =", "gravity", "4:10: expected `=` after `gravity`", "+ ="},
    {"mu = 1.0", "mu: 1.0", "7:26: an argument is given with `=`, not with `:`", "+ ="},
    {"[0, 0, -9.8]", "[0 0, -9.8]", "4:15: expected `,` before the next element of the list", "+,"},
    {"10, 10] cm", "10, 10,] cm", "13:41: expected a value after `,`, found `]`", ""},
    {"table; }\n  }", "table; }\n  };", "14:4: a block takes no `;` behind its `}`", "+"},
    // brackets
    {"* time)", "* time", "19:39: this `(` is not closed", "+)"},
    {"-9.8]", "-9.8", "4:13: this `[` is not closed", "+]"},
    {"-9.8]", "-9.8)", "4:24: a `[` is closed by `]`, not by `)`", "+]"},
    {"* time)", "* time))", "19:64: this `)` closes nothing", "+"},
    {"table; }\n  }", "table; }\n", "11:12: the `{` of body `box` is not closed", ""},
    {"1 s/m);\n  }", "1 s/m);\n", "6:17: the `{` of surface `table` is not closed", ""},
    {"5 s; }\n}", "5 s; }\n", "1:56: the `{` of model `StickSlip` is not closed", ""},
    {"table; }\n  }", "table; }\n  } }",
     "14:5: there is one `}` too many: this one would end the model before its last declarations", "+"},
    // numbers and units
    {"-9.8] m/s^2", "-9.8] m s^-2", "4:26: a unit is written without spaces, its factors joined by `*` and `/`",
     "+m*s"},
    {"0.33 kg", "0,33 kg", "12:13: the decimal sign of a number is `.`", "+."},
    {"0.33 kg", "1. kg", "12:14: a digit is missing after the decimal point", "+0"},
    {"4 N;", "4 N.m;", "2:24: a number or a string has no members", "units are multiplied with `*`: `N*m`"},
    {"4 N;", "+4 N;", "2:21: a value does not begin with `+`", "+"},
    // words
    {"body box", "boddy box", "11:3: unknown declaration `boddy`", "+body"},
    {"shape hull", "shpe hull", "13:5: unknown declaration `shpe`", "+shape"},
    {"gravity =", "gravty =", "4:3: unknown declaration `gravty`", "+gravity"},
    {"output speed", "speed", "21:3: `speed` is given a value, but nothing declares it",
     "a named value is declared with `let speed = …;`, a parameter with `param speed = …;`"},
    {"param frequency", "param force", "3:9: `force` is a word of the language and cannot be a name",
     "choose another name, such as `force_1`"},
    {"param frequency", "param", "3:8: a name is missing after `param`", ""},
    {"mass = 0.33 kg", "mass := 0.33 kg", "12:10: a value is given with `=`, not with `:=`", "+="},
    {"amplitude =", "amplitude :=", "2:19: a value is given with `=`, not with `:=`", "+="},
    {"body box", "body 2box", "11:8: `2box` is no name: names begin with a letter or `_`", ""},
    {"body box", "body", "11:8: expected a name after `body`, found `{`", ""},
    {"StickSlip \"", "\"", "1:7: expected a name after `model`, found a string", ""},
    {": planar(normal = y)", ":",
     "17:17: expected the type of the joint, such as `revolute(axis = z)`, after `:`, found `from`", ""},
    {" to box;", ";", "17:62: joint `slide` lacks its `to BODY`", ""},
    {"push on box", "push", "19:14: expected `on BODY` after `push`, found `=`", ""},
    {" on world {", " {", "15:9: shape `floor` lacks its `on BODY`",
     "outside of the block of a body a shape is `on` a body or on `world`"},
    {"cm) {", "cm) on box {", "13:49: a shape in the block of a body takes no `on`",
     "it is on that body; a shape of another one stands outside of the block"},
    {"mass = 0.33 kg;", "joint j : ball from world to box;", "12:5: a `joint` cannot stand in body `box`", ""},
    {"model S", "param a = 1;\nmodel S", "1:1: `param` belongs in a model",
     "outside of a model a value is declared with `const`"},
    // the habits of other languages
    {"amplitude *", "amplitude**2 *", "19:33: a power is written with `^`", "+^"},
    {"= box.velocity.x", "= 1 if true else 0", "21:20: `if` stands before its values",
     "write `if CONDITION then VALUE else VALUE`"},
    {"= box.velocity.x", "= if time = 1 then 1 else 0", "21:26: two values are compared with `==`", "+=="},
    {"= box.velocity.x", "= if time > 1 s then 1", "21:38: an `if` of values needs an `else`", ""},
    {"= box.velocity.x", "= 1 + if true then 1 else 0", "21:22: an `if` within an expression needs parentheses",
     "write `(if CONDITION then VALUE else VALUE)`"},
    {"= box.velocity.x", "= if 0 < time < 1 then 1 else 0", "21:30: comparisons do not chain",
     "write `a < b and b < c` for `a < b < c`"},
    {"= box.velocity.x", "= if true && false then 1 else 0", "21:26: `&&` has no meaning in Frix", "+and"},
    {"[0, 0, 5] cm", "rpy(30°, 0, 0)", "17:56: `°` has no meaning in Frix", "+ deg"},
    {"\"box on a table under a harmonic push\"", "'box'", "1:17: a string stands between straight double quotes",
     "+\"box\""},
    {"harmonic push\"", "harmonic push", "1:17: this string is not closed on its line",
     "a string ends with `\"`; a line break within it is written `\\n`"},
    {"// x, z", "/* x, z", "17:73: this comment is not closed", "a comment that begins with `/*` ends with `*/`"},
    {"// x, z", "# x, z", "17:73: `#` has no meaning in Frix", "a comment begins with `//`"},
    // what the language has, but not yet
    {"output", "part left : Finger(side = -1) on palm at [0, 4, 0] cm;\n  output",
     "21:3: `part` is not part of this version of the language", ""},
    {"output", "for i in 0..3 { body b[i] { mass = 1 kg; } }\n  output",
     "21:3: `for` is not part of this version of the language", ""},
    {"output", "if true { let a = 1; } else { let a = 2; }\n  output",
     "21:3: `if` is not part of this version of the language", ""},
    {"output", "controller c every 1 ms { state s = 0; }\n  output",
     "21:3: `controller` is not part of this version of the language", ""},
    {"model S", "import \"hand.xml\" as Hand;\nmodel S", "1:1: `import` is not part of this version of the language",
     ""},
    {"StickSlip \"", "StickSlip(side = 1) \"",
     "1:16: parameters of a model are not part of this version of the language", ""},
};

}  // namespace

TEST_CASE("each mistake gives one message") {
  for (const Mistake& mistake : mistakes) {
    const Parsed parsed(with_mistake(mistake.from, mistake.to));
    INFO(mistake.from, " -> ", mistake.to);
    CAPTURE(parsed.said());
    REQUIRE(parsed.diagnostics.error_count() == 1);
    const Diagnostic& said = parsed.diagnostics.all()[0];
    const Position at = parsed.sources.file(parsed.id).position(said.span.begin);
    CHECK(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + said.message ==
          std::string(mistake.message));
    const std::string hint = said.fix.span.known() ? "+" + said.fix.replacement : said.help;
    CHECK(hint == std::string(mistake.hint));
  }
}

TEST_CASE("what a fix says makes the text right") {
  for (const Mistake& mistake : mistakes) {
    std::string text = with_mistake(mistake.from, mistake.to);
    const Parsed parsed(text);
    const Fix fix = parsed.diagnostics.all()[0].fix;
    if (!fix.span.known()) continue;
    text.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
    const Parsed mended(text);
    CAPTURE(text);
    CHECK(mended.said() == "");
  }
}
