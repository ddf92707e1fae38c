// Random damage to a right model: the parser always comes back, with errors in the text and spans inside of it.
#include <random>

#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

namespace {

const std::vector<std::string> pieces = {
    "{",     "}",    "(",       ")",     "[",   "]",        ";",     ":",        ",",      ".",   "=",
    "^",     "-",    "*",       "/",     "<",   "==",       "if",    "then",     "else",   "and", "not",
    "model", "body", "shape",   "joint", "let", "on",       "at",    "from",     "to",     "in",  "no",
    "part",  "for",  "contact", "name",  "3",   "1.5e3",    "5 m/s", "\"text\"", "\"open", "/*",  "//",
    "\n",    "@",    "\xFF",    "°",     "'",   "function", "unit",  "gravity",  "initial"};

void check_spans(const Parsed& parsed) {
  const std::size_t size = parsed.sources.file(parsed.id).text().size();
  auto inside = [&](const Span& span) { return span.begin <= span.end && span.end <= size; };
  for (const Diagnostic& diagnostic : parsed.diagnostics.all()) {
    CHECK(diagnostic.span.known());
    CHECK(inside(diagnostic.span));
    for (const Label& label : diagnostic.labels) CHECK(inside(label.span));
    CHECK_FALSE(render_rich(diagnostic, parsed.sources, true).empty());
    CHECK_FALSE(render_json(diagnostic, parsed.sources).empty());
  }
}

}  // namespace

TEST_CASE("two thousand damaged models") {
  std::mt19937 random(20240917);
  auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::string right = stick_slip;
  std::size_t most_errors = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text = right;
    const std::size_t changes = 1 + below(4);
    for (std::size_t change = 0; change < changes; ++change) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0:
          text.erase(at, 1 + below(12));
          break;
        case 1:
          text.insert(at, pieces[below(pieces.size())]);
          break;
        default:
          text.replace(at, 1 + below(3), " " + pieces[below(pieces.size())] + " ");
          break;
      }
    }
    CAPTURE(text);
    const Parsed parsed(text);
    check_spans(parsed);
    most_errors = std::max(most_errors, parsed.diagnostics.error_count());
    // what was recovered can be printed; without errors it prints the same again
    const std::string printed = print(parsed.file);
    if (!parsed.diagnostics.has_errors()) CHECK(print(Parsed(printed).file) == printed);
  }
  // four changes lead to few messages
  CHECK(most_errors <= 12);
}

TEST_CASE("every beginning of a model is a text without surprises") {
  const std::string right = stick_slip;
  for (std::size_t size = 0; size < right.size(); size += 3) {
    const Parsed parsed(right.substr(0, size));
    CAPTURE(right.substr(0, size));
    check_spans(parsed);
    // a text cut off lacks closing brackets of at most three kinds, and perhaps the end of one statement
    CHECK(parsed.diagnostics.error_count() <= 5);
  }
}
