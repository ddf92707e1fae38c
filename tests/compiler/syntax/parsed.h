// One text, parsed, with what was said about it.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "compiler/source/render.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/printer.h"

namespace frix::syntax {

struct Parsed {
  explicit Parsed(std::string text) : id(sources.add("m", std::move(text))), file(parse(sources, id, diagnostics)) {}

  // The messages in compact form, one a line.
  std::string said() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) out += render_compact(diagnostic, sources) + '\n';
    return out;
  }
  std::string_view text(const Span& span) const { return sources.text(span); }

  Sources sources;
  Diagnostics diagnostics;
  FileId id;
  File file;
};

struct ParsedExpression {
  explicit ParsedExpression(std::string text)
      : id(sources.add("m", std::move(text))), expr(parse_expression(sources, id, diagnostics)) {}

  std::string said() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) out += render_compact(diagnostic, sources) + '\n';
    return out;
  }

  Sources sources;
  Diagnostics diagnostics;
  FileId id;
  ExprPtr expr;
};

// The expression with every operation in parentheses, so that precedence can be read: "(a + (b * c))".
std::string grouped(const Expr& expr);
// The same of a text; what was said if it is no expression.
std::string grouped(const std::string& text);

// The model of the introduction to the language.
extern const char* const stick_slip;

}  // namespace frix::syntax
