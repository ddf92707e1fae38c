#include "compiler/source/suggest.h"

#include <doctest/doctest.h>

using namespace frix;

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("boddy", "body") == 1);
  CHECK(edit_distance("bdoy", "body") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("MASS", "mass") == 0);
}

TEST_CASE("the nearest candidate is suggested when it is near") {
  const std::vector<std::string> names{"mass", "inertia", "com", "density"};
  CHECK(nearest("mas", names) == "mass");
  CHECK(nearest("Mass", names) == "mass");
  CHECK(nearest("intertia", names) == "inertia");
  CHECK(nearest("densty", names) == "density");
  CHECK_FALSE(nearest("colour", names).has_value());
  CHECK_FALSE(nearest("", names).has_value());
  CHECK_FALSE(nearest("mass", std::vector<std::string>{"mass"}).has_value());
}

TEST_CASE("a word of one letter is near to no other letter") {
  const std::vector<std::string> names{"x", "y", "q"};
  CHECK_FALSE(nearest("z", names).has_value());
  CHECK(nearest("X", names) == "x");
}
