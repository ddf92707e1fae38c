// Every example of the language reference and of the README: the good ones elaborate without a message, the others fail
// with their code.
#include <fstream>
#include <sstream>

#include "fixture.h"

namespace frix::sema {
namespace {

struct Example {
  std::string text, path;
  bool fails = false;
  int line = 0;
};

void add_examples(const std::string& path, std::vector<Example>& examples) {
  std::ifstream file(FRIX_ROOT "/" + path);
  REQUIRE(file);
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line == "```frix" || line == "```frix-error") {
      inside = true;
      examples.push_back({"", path, line == "```frix-error", number});
    } else if (line.starts_with("```")) {
      inside = false;
    } else if (inside) {
      examples.back().text += line + "\n";
    }
  }
}

TEST_CASE("the examples of the reference") {
  int good_ones = 0, failing_ones = 0;
  std::vector<Example> examples;
  add_examples("grammar/LANGUAGE.md", examples);
  add_examples("README.md", examples);
  for (const Example& example : examples) {
    INFO(example.path << ":" << example.line);
    const Outcome outcome = elaborate_text(example.text);
    if (!example.fails) {
      ++good_ones;
      CHECK(outcome.report() == "");
      REQUIRE(outcome.mechanism);
      CHECK(mechanism::verify(*outcome.mechanism) == std::vector<std::string>{});
      continue;
    }
    ++failing_ones;
    const std::string code = example.text.substr(3, 5);  // "// E0203"
    REQUIRE(outcome.diagnostics.all().size() == 1);
    CHECK(info(outcome.diagnostics.all()[0].code).code == code);
  }
  CHECK(good_ones >= 10);
  CHECK(failing_ones >= 7);
}

}  // namespace
}  // namespace frix::sema
