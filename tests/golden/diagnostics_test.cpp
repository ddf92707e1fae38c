// Each file of golden/diagnostics is a model with what the compiler says of it, behind a line of dashes in a comment.
// The name begins with `fail_` if and only if there are errors. FRIX_UPDATE_GOLDEN=1 rewrites what is expected.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "compiler/driver/compilation.h"
#include "compiler/driver/check_run.h"
#include "compiler/source/render.h"

namespace fs = std::filesystem;

namespace {

const std::string kMarker = "/*----\n";

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Outcome {
  std::string text;
  bool errors = false;
  std::set<std::string> codes;
};

Outcome compile(const std::string& name, const std::string& model) {
  frix::driver::CompileOptions options;
  options.path = name;
  options.text = model;
  options.jit.cache = false;
  frix::driver::Compilation compilation(options);
  frix::driver::prepare_run(compilation);
  Outcome outcome;
  for (const frix::Diagnostic& diagnostic : compilation.diagnostics().all()) {
    outcome.text += frix::render_rich(diagnostic, compilation.sources(), false) + "\n";
    outcome.codes.insert(frix::info(diagnostic.code).code);
  }
  outcome.errors = compilation.diagnostics().has_errors();
  return outcome;
}

}  // namespace

TEST_CASE("what the compiler says, word for word") {
  const bool update = std::getenv("FRIX_UPDATE_GOLDEN") != nullptr;
  std::set<std::string> seen;
  for (const auto& entry : fs::directory_iterator(FRIX_ROOT "/tests/golden/diagnostics")) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    const std::string whole = read(entry.path());
    const std::size_t marker = whole.find(kMarker);
    const std::string model = whole.substr(0, marker);
    const Outcome outcome = compile(name, model);
    const std::string now = kMarker + outcome.text + "*/\n";
    if (update) {
      std::ofstream(entry.path(), std::ios::binary) << model << now;
    } else {
      CHECK(whole.substr(std::min(marker, whole.size())) == now);
    }
    CHECK(outcome.errors == (name.rfind("fail_", 0) == 0));
    seen.insert(outcome.codes.begin(), outcome.codes.end());
  }
  // a file that cannot be read has no text to hold its message
  frix::driver::CompileOptions missing;
  missing.path = "/no/such/model.frix";
  frix::driver::Compilation unread(missing);
  CHECK_FALSE(unread.parse());
  REQUIRE(unread.diagnostics().all().size() == 1);
  CHECK(unread.diagnostics().all()[0].message == "cannot read /no/such/model.frix: No such file or directory");
  seen.insert(frix::info(unread.diagnostics().all()[0].code).code);

  const std::string codes[] = {
#define FRIX_DIAGNOSTIC(code, name, severity, title) code,
#include "compiler/source/diagnostics.def"
#undef FRIX_DIAGNOSTIC
  };
  for (const std::string& code : codes) {
    CHECK_MESSAGE(seen.count(code) == 1, "no golden file shows ", code);
  }
}
