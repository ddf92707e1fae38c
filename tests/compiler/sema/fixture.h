// A model text → what sema makes of it.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "compiler/sema/elaborate.h"
#include "compiler/syntax/parser.h"

namespace frix::sema {

struct Outcome {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<mechanism::Mechanism> mechanism;

  // "E0203 `mass` needs … | caret: 3 m | this is a length", one line for each message.
  std::string report() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      text += std::string(info(diagnostic.code).code) + " " + diagnostic.message + " | " + caret(diagnostic) + "\n";
    }
    return text;
  }
  std::string caret(const Diagnostic& diagnostic) const {
    return diagnostic.span.known() ? std::string(sources.text(diagnostic.span)) : "";
  }
};

inline Outcome elaborate_text(const std::string& text, const std::string& model = "",
                              const std::vector<std::pair<std::string, std::string>>& settings = {}) {
  Outcome outcome;
  const FileId file = outcome.sources.add("test.frix", text);
  const syntax::File tree = syntax::parse(outcome.sources, file, outcome.diagnostics);
  std::vector<Override> overrides;
  for (const auto& [name, value] : settings) {
    const FileId id = outcome.sources.add("--set " + name, value);
    const Span span{id, 0, static_cast<std::uint32_t>(value.size())};
    overrides.push_back({name, syntax::parse_expression(outcome.sources, id, outcome.diagnostics), span});
  }
  if (!outcome.diagnostics.has_errors()) outcome.mechanism = elaborate(tree, model, overrides, outcome.diagnostics);
  return outcome;
}

// The declarations of a model M.
inline Outcome elaborate_model(const std::string& declarations) {
  return elaborate_text("model M {\n" + declarations + "\n}\n");
}

// Elaborates without any message, and satisfies the invariants.
inline mechanism::Mechanism good_text(const std::string& text) {
  Outcome outcome = elaborate_text(text);
  INFO(text);
  CHECK(outcome.report() == "");
  REQUIRE(outcome.mechanism);
  const std::vector<std::string> violations = mechanism::verify(*outcome.mechanism);
  CHECK(violations == std::vector<std::string>{});
  return *outcome.mechanism;
}
inline mechanism::Mechanism good(const std::string& declarations) {
  return good_text("model M {\n" + declarations + "\n}\n");
}

// The value of a constant declaration `output r = TEXT;` in SI units.
inline double number(const std::string& expression, const std::string& before = "") {
  const mechanism::Mechanism m = good(before + " output r = " + expression + ";");
  const mechanism::Expression& root = m.expressions.at(static_cast<std::size_t>(m.outputs.at(0).value[0]));
  REQUIRE(root.op == mechanism::ExprOp::constant);
  return root.value;
}
inline Eigen::Vector3d vector(const std::string& expression, const std::string& before = "") {
  const mechanism::Mechanism m = good(before + " output r = " + expression + ";");
  Eigen::Vector3d result;
  for (int i = 0; i < 3; ++i) {
    const auto id = static_cast<std::size_t>(m.outputs.at(0).value[static_cast<std::size_t>(i)]);
    REQUIRE(m.expressions.at(id).op == mechanism::ExprOp::constant);
    result[i] = m.expressions[id].value;
  }
  return result;
}

}  // namespace frix::sema
