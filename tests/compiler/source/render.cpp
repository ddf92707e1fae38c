#include "compiler/source/render.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace frix;

namespace {

Diagnostic dimension_error(FileId file) {
  return {.code = Code::dimension_mismatch,
          .message = "cannot add a time to a length",
          .span = {file, 14, 17},
          .label = "this is a time",
          .labels = {{{file, 8, 11}, "this is a length"}},
          .notes = {"both sides of `+` need one dimension"},
          .help = "divide by a speed",
          .fix = {}};
}

}  // namespace

TEST_CASE("rich: caret, labels, notes and help") {
  Sources sources;
  const FileId file = sources.add("arm.frix", "let v = 3 m + 2 s;\n");
  CHECK(render_rich(dimension_error(file), sources, false) ==
        "error[E0203]: cannot add a time to a length\n"
        " --> arm.frix:1:15\n"
        "  |\n"
        "1 | let v = 3 m + 2 s;\n"
        "  |         ---   ^^^ this is a time\n"
        "  |         |\n"
        "  |         this is a length\n"
        "  = note: both sides of `+` need one dimension\n"
        "  = help: divide by a speed\n");
}

TEST_CASE("rich: several labels hang from right to left") {
  Sources sources;
  const FileId file = sources.add("m", "aa bb cc dd\n");
  Diagnostic diagnostic = dimension_error(file);
  diagnostic.span = {file, 9, 11};
  diagnostic.label = "";
  diagnostic.labels = {{{file, 0, 2}, "first"}, {{file, 3, 5}, "second"}, {{file, 6, 8}, "third"}};
  diagnostic.notes.clear();
  diagnostic.help.clear();
  CHECK(render_rich(diagnostic, sources, false) ==
        "error[E0203]: cannot add a time to a length\n"
        " --> m:1:10\n"
        "  |\n"
        "1 | aa bb cc dd\n"
        "  | -- -- -- ^^\n"
        "  | |  |  |\n"
        "  | |  |  third\n"
        "  | |  second\n"
        "  | first\n");
}

TEST_CASE("rich: lines between are left out, other files follow") {
  Sources sources;
  const FileId file = sources.add("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n");
  const FileId other = sources.add("b", "declared\n");
  Diagnostic diagnostic{
      .code = Code::duplicate_name,
      .message = "twice",
      .span = {file, 18, 21},
      .label = "again",
      .labels = {{{file, 0, 1}, "one"}, {{file, 4, 5}, "three"}, {{other, 0, 8}, "there"}, {{}, "built in"}},
      .notes = {},
      .help = {},
      .fix = {}};
  CHECK(render_rich(diagnostic, sources, false) ==
        "error[E0205]: twice\n"
        "  --> a:10:1\n"
        "   |\n"
        " 1 | 1\n"
        "   | - one\n"
        " 2 | 2\n"
        " 3 | 3\n"
        "   | - three\n"
        "...\n"
        "10 | ten\n"
        "   | ^^^ again\n"
        "  ::: b:1:1\n"
        "   |\n"
        " 1 | declared\n"
        "   | -------- there\n"
        "   = note: built in\n");
}

TEST_CASE("rich: tabs are widened, code points are counted, control characters are made visible") {
  Sources sources;
  const FileId file = sources.add("m", "\tα\x01\tx = \xFF;\n");
  Diagnostic diagnostic{Code::syntax, "here", {file, 5, 6}, "", {}, {}, "", {}};
  CHECK(render_rich(diagnostic, sources, false) ==
        "error[E0101]: here\n"
        " --> m:1:5\n"
        "  |\n"
        "1 |     α\uFFFD  x = \uFFFD;\n"
        "  |         ^\n");
}

TEST_CASE("rich: a very long line is cropped around its mark") {
  Sources sources;
  std::string before, shown;
  for (int i = 0; i < 2000; ++i) before += "α";  // two bytes and one cell each
  for (int i = 0; i < 40; ++i) shown += "α";
  const FileId file = sources.add("m", "\t" + before + "bad" + std::string(3000, 'z') + "\n");
  const Diagnostic middle{Code::syntax, "long", {file, 4001, 4004},          "here", {{{file, 1, 3}, ""}},
                          {},           "",     {{file, 4001, 4004}, "good"}};
  CHECK(render_rich(middle, sources, false) ==
        "error[E0101]: long\n"
        " --> m:1:2002\n"
        "  |\n"
        "1 | ..." +
            shown + "bad" + std::string(117, 'z') +
            "...\n"
            "  | -" +
            std::string(42, ' ') +
            "^^^ here\n"
            "  = fix: replace `bad` by `good`\n"
            "1 | ..." +
            shown + "good" + std::string(116, 'z') +
            "...\n"
            "  | " +
            std::string(43, ' ') + "~~~~\n");

  const Diagnostic start{Code::syntax, "long", {file, 1, 3}, "", {}, {}, "", {}};
  std::string first;
  for (int i = 0; i < 156; ++i) first += "α";
  CHECK(render_rich(start, sources, false).ends_with("1 |     " + first + "...\n  |     ^\n"));

  const Diagnostic end{Code::syntax, "long", {file, 7004, 7004}, "", {}, {}, "", {}};
  CHECK(render_rich(end, sources, false)
            .ends_with("1 | ..." + std::string(160, 'z') + "\n  |    " + std::string(160, ' ') + "^\n"));
}

TEST_CASE("rich: a range over several lines marks the first and the last") {
  Sources sources;
  const FileId file = sources.add("m", "a = (1 +\n  2 +\n  3 +\n  4);\n");
  Diagnostic diagnostic{Code::syntax, "long", {file, 4, 25}, "all of this", {}, {}, "", {}};
  CHECK(render_rich(diagnostic, sources, false) ==
        "error[E0101]: long\n"
        " --> m:1:5\n"
        "  |\n"
        "1 | a = (1 +\n"
        "  |     ^^^^\n"
        "...\n"
        "4 |   4);\n"
        "  |   ^^ all of this\n");
}

TEST_CASE("rich: an unknown place has no excerpt, the end of the file has a caret") {
  Sources sources;
  const FileId file = sources.add("m", "let a = 1");
  Diagnostic diagnostic{Code::cannot_read_file, "no such file", {}, "", {}, {}, "", {}};
  CHECK(render_rich(diagnostic, sources, false) == "error[E0105]: no such file\n");
  diagnostic = {Code::syntax, "expected `;`", {file, 9, 9}, "", {}, {}, "", {{file, 9, 9}, ";"}};
  CHECK(render_rich(diagnostic, sources, false) ==
        "error[E0101]: expected `;`\n"
        " --> m:1:10\n"
        "  |\n"
        "1 | let a = 1\n"
        "  |          ^\n"
        "  = fix: insert `;`\n"
        "1 | let a = 1;\n"
        "  |          +\n");
}

TEST_CASE("rich: a fix that replaces and one that removes") {
  Sources sources;
  const FileId file = sources.add("m", "boddy box;;\n");
  Diagnostic diagnostic{Code::syntax, "unknown", {file, 0, 5}, "", {}, {}, "", {{file, 0, 5}, "body"}};
  const std::string replaced = render_rich(diagnostic, sources, false);
  CHECK(replaced.ends_with("  = fix: replace `boddy` by `body`\n1 | body box;;\n  | ~~~~\n"));
  diagnostic.fix = {{file, 10, 11}, ""};
  CHECK(render_rich(diagnostic, sources, false).ends_with("  = fix: remove `;`\n1 | boddy box;\n"));
}

TEST_CASE("rich: colours are escapes around the same text") {
  Sources sources;
  const FileId file = sources.add("arm.frix", "let v = 3 m + 2 s;\n");
  std::string coloured = render_rich(dimension_error(file), sources, true);
  CHECK(coloured.starts_with("\x1b[1;31merror[E0203]\x1b[0m"));
  for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  CHECK(coloured == render_rich(dimension_error(file), sources, false));
}

TEST_CASE("compact: one line") {
  Sources sources;
  const FileId file = sources.add("arm.frix", "let v = 3 m + 2 s;\n");
  CHECK(render_compact(dimension_error(file), sources) == "arm.frix:1:15: error[E0203]: cannot add a time to a length");
  const Diagnostic warning{Code::axis_normalised, "the axis has the length 2", {}, "", {}, {}, "", {}};
  CHECK(render_compact(warning, sources) == "warning[W0301]: the axis has the length 2");
}

TEST_CASE("JSON: one object on one line with places from 1") {
  Sources sources;
  const FileId file = sources.add("arm.frix", "let v = 3 m + 2 s;\n");
  Diagnostic diagnostic = dimension_error(file);
  diagnostic.fix = {{file, 14, 17}, "2 m"};
  const std::string text = render_json(diagnostic, sources);
  CHECK(text.find('\n') == std::string::npos);
  const auto object = nlohmann::json::parse(text);
  CHECK(object["code"] == "E0203");
  CHECK(object["name"] == "dimension_mismatch");
  CHECK(object["severity"] == "error");
  CHECK(object["span"]["file"] == "arm.frix");
  CHECK(object["span"]["begin"] == nlohmann::json{{"line", 1}, {"column", 15}});
  CHECK(object["span"]["end"] == nlohmann::json{{"line", 1}, {"column", 18}});
  CHECK(object["labels"][0]["text"] == "this is a length");
  CHECK(object["labels"][0]["span"]["begin"]["column"] == 9);
  CHECK(object["notes"].size() == 1);
  CHECK(object["help"] == "divide by a speed");
  CHECK(object["fix"]["replacement"] == "2 m");

  // unknown places are null; text that is not UTF-8 does not throw
  diagnostic.span = {};
  diagnostic.fix = {};
  diagnostic.message = "byte \xFF";
  const auto unknown = nlohmann::json::parse(render_json(diagnostic, sources));
  CHECK(unknown["span"].is_null());
  CHECK(unknown["fix"].is_null());
  CHECK(unknown["message"] == "byte \uFFFD");
}
