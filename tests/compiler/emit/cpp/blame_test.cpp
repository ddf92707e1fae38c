#include <doctest/doctest.h>

#include "compiler/emit/cpp/blame.h"

using frix::emit::cpp::blame;

namespace {

constexpr const char* kText = R"(// A kernel.

#include <cmath>

void arm_dynamics(const double* q) {
  const double* p = q;

  // joint: elbow (arm.frix:12)
  const double sin_elbow = std::sin(q[1]);

  // mass matrix: elbow (arm.frix:12)
  const double t1 = sin_elbow *
      2.0;
}

void next() {
  {"pad", "arm.frix:31", FRIX_SPHERE},
}
)";

}  // namespace

TEST_CASE("a line is blamed on the comment above it") {
  CHECK(blame(kText, 9).origin == "joint: elbow (arm.frix:12)");
  CHECK(blame(kText, 9).line_text == "const double sin_elbow = std::sin(q[1]);");
  CHECK(blame(kText, 11).origin == "mass matrix: elbow (arm.frix:12)");
  CHECK(blame(kText, 13).origin == "mass matrix: elbow (arm.frix:12)");
}

TEST_CASE("a row of a table is blamed on its declaration") {
  CHECK(blame(kText, 17).origin == "the declaration at arm.frix:31");
}

TEST_CASE("what belongs to no line of the model says so") {
  CHECK(blame(kText, 5).origin.empty());
  CHECK(blame(kText, 6).origin.empty());
  CHECK(blame(kText, 16).origin.empty());
  CHECK(blame(kText, 2).line_text.empty());
  CHECK(blame(kText, 0).line_text.empty());
  CHECK(blame(kText, 1000).line_text.empty());
  CHECK(blame("", 1).lines == 0);
}
