#include "runtime/contact/islands.h"

#include <doctest/doctest.h>

#include "tests/runtime/contact/random_problem.h"

namespace {

using namespace frix::contact;
using frix::test::RandomProblem;

TEST_CASE("what contacts and springs tie together is one island, the world ties nothing") {
  RandomProblem r(1);
  for (int i = 0; i < 6; ++i) r.add_free_body(1);
  r.add_contacts(0, -1, 2);
  r.add_contacts(1, -1, 1);
  r.add_contacts(2, 5, 1);
  r.add_spring(1, 5, 1);
  r.add_scalar(3, 0, {ScalarKind::saturated, 0, 1, 1});
  Islands islands;
  islands.find(r.problem);
  const auto& all = islands.islands();
  REQUIRE(all.size() == 4);  // {0}, {1, 2, 5}, {3}, {4}

  CHECK(all[0].contacts == 2);
  CHECK(all[1].blocks.size() == 3);
  CHECK(all[1].size == 18);
  CHECK(all[1].contacts == 2);
  CHECK(all[1].springs.size() == 1);
  CHECK(all[1].groups.size() == 2);
  const std::vector<std::int32_t> blocks(islands.blocks(all[1]), islands.blocks(all[1]) + 3);
  CHECK(blocks == std::vector<std::int32_t>{1, 2, 5});
  CHECK(islands.offset(5) == 12);
  CHECK(all[2].scalars.size() == 1);
  CHECK_FALSE(all[2].linear());
  CHECK(all[3].linear());

  // the same object serves the next step
  r.problem.springs.clear();
  islands.find(r.problem);
  CHECK(islands.islands().size() == 5);
}

}  // namespace
