// What the compiler has to say about a model. One table of codes (diagnostics.def) holds every kind of message;
// the text of a message stands beside its use. Wording: describe the situation, then the rule, then the hint;
// lower case, no final period.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/span.h"

namespace frix {

enum class Severity { error, warning };

enum class Code {
#define FRIX_DIAGNOSTIC(code, name, severity, title) name,
#include "compiler/source/diagnostics.def"
#undef FRIX_DIAGNOSTIC
};

struct CodeInfo {
  const char* code;  // "E0203"
  const char* name;  // "dimension_mismatch"
  Severity severity;
  const char* title;  // one line: what this kind of message is about
};
const CodeInfo& info(Code code);

// A range with words under it: «this is a length».
struct Label {
  Span span;
  std::string text;
};

// A replacement that would mend the text; an empty span means that there is none.
struct Fix {
  Span span;
  std::string replacement;
};

struct Diagnostic {
  Code code;
  std::string message;
  Span span;                  // where the caret points
  std::string label;          // words under the caret, may be empty
  std::vector<Label> labels;  // further ranges
  std::vector<std::string> notes;
  std::string help;  // the hint, may be empty
  Fix fix;
};

// Collects messages. After `error_limit` errors further ones are counted but not kept.
class Diagnostics {
 public:
  static constexpr std::size_t error_limit = 20;

  Diagnostic& report(Code code, Span span, std::string message);

  // Takes over what another collection holds, in the order of the text.
  void merge(Diagnostics other);

  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  bool has_errors() const { return errors_ > 0; }
  bool full() const { return errors_ >= error_limit; }

 private:
  std::vector<Diagnostic> all_;
  Diagnostic overflow_{};  // where what is over the limit is written
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace frix
