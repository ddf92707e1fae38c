#include "compiler/source/diagnostics.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace frix;

TEST_CASE("every code is listed once, and its letter tells its severity") {
  std::set<std::string> codes;
  std::size_t count = 0;
#define FRIX_DIAGNOSTIC(text, id, level, about)                       \
  {                                                                   \
    const CodeInfo& kind = info(Code::id);                            \
    CHECK(kind.code == std::string(text));                            \
    CHECK(kind.name == std::string(#id));                             \
    CHECK((kind.severity == Severity::error) == (*kind.code == 'E')); \
    codes.insert(kind.code);                                          \
    ++count;                                                          \
  }
#include "compiler/source/diagnostics.def"
#undef FRIX_DIAGNOSTIC
  CHECK(codes.size() == count);
}

TEST_CASE("messages over the limit are counted, not kept") {
  Diagnostics diagnostics;
  diagnostics.report(Code::axis_normalised, {}, "a warning");
  for (int i = 0; i < 30; ++i) diagnostics.report(Code::syntax, {}, "an error").help = "written even when not kept";
  CHECK(diagnostics.error_count() == 30);
  CHECK(diagnostics.warning_count() == 1);
  CHECK(diagnostics.full());
  CHECK(diagnostics.all().size() == Diagnostics::error_limit + 1);
}

TEST_CASE("merging orders by place and keeps the counts") {
  Diagnostics sum, part;
  sum.report(Code::syntax, {0, 50, 51}, "earlier");
  part.report(Code::syntax, {0, 9, 10}, "second");
  part.report(Code::axis_normalised, {0, 4, 5}, "first");
  for (int i = 0; i < 25; ++i) part.report(Code::syntax, {0, 20, 21}, "more");
  sum.merge(part);
  CHECK(sum.all()[0].message == "earlier");
  CHECK(sum.all()[1].message == "first");
  CHECK(sum.all()[2].message == "second");
  CHECK(sum.error_count() == 27);
  CHECK(sum.warning_count() == 1);
}
