#include "compiler/source/diagnostics.h"

#include <algorithm>
#include <utility>

namespace frix {

const CodeInfo& info(Code code) {
  static constexpr CodeInfo table[] = {
#define FRIX_DIAGNOSTIC(code, name, severity, title) {code, #name, Severity::severity, title},
#include "compiler/source/diagnostics.def"
#undef FRIX_DIAGNOSTIC
  };
  return table[static_cast<std::size_t>(code)];
}

Diagnostic& Diagnostics::report(Code code, Span span, std::string message) {
  Diagnostic diagnostic{.code = code,
                        .message = std::move(message),
                        .span = span,
                        .label = {},
                        .labels = {},
                        .notes = {},
                        .help = {},
                        .fix = {}};
  const bool is_error = info(code).severity == Severity::error;
  const bool kept = !full();
  ++(is_error ? errors_ : warnings_);
  if (!kept) return overflow_ = std::move(diagnostic);
  return all_.emplace_back(std::move(diagnostic));
}

void Diagnostics::merge(Diagnostics other) {
  std::stable_sort(other.all_.begin(), other.all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  std::size_t errors = other.errors_, warnings = other.warnings_;
  for (Diagnostic& diagnostic : other.all_) {
    --(info(diagnostic.code).severity == Severity::error ? errors : warnings);
    report(diagnostic.code, {}, {}) = std::move(diagnostic);
  }
  // those that the other one has counted, but not kept
  errors_ += errors;
  warnings_ += warnings;
}

}  // namespace frix
