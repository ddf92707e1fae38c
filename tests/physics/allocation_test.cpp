// After warm-up the step loop allocates nothing.
#include "tests/physics/counting_allocator.h"
#include "tests/physics/model_run.h"

using frix::test::allocation_count;
using frix::test::ModelRun;

TEST_CASE("no allocation in the step loop after warm-up") {
  const struct {
    const char* model;
    frix::test::Settings settings;
    int warm_up;
  } table[] = {{"models/stick_slip.frix", {}, 50},
               {"models/gripper_mug.frix", {}, 400},
               {"models/arm7.frix", {}, 50},
               {"models/ball_pit.frix", {{"balls", "100"}}, 600}};
  for (const auto& row : table) {
    CAPTURE(row.model);
    ModelRun run = ModelRun::file(row.model, row.settings);
    for (int i = 0; i < row.warm_up; ++i) run.step();
    frix::simulate::Simulation& simulation = run.simulation();
    const long before = allocation_count();
    bool ok = true;
    for (int i = 0; i < 100; ++i) {
      ok = ok && simulation.step(run.how().step).ok;
      simulation.outputs();
    }
    CHECK(ok);
    CHECK(allocation_count() == before);
  }
}
