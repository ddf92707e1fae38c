// A run that is taken up from a checkpoint goes on bit for bit.
#include <filesystem>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

TEST_CASE("every model goes on from a checkpoint with the same bits") {
  for (const auto& entry : std::filesystem::directory_iterator(FRIX_ROOT "/models")) {
    if (entry.path().extension() != ".frix") continue;
    const std::string path = "models/" + entry.path().filename().string();
    CAPTURE(path);
    ModelRun whole = ModelRun::file(path), resumed = ModelRun::file(path);
    const bool large = whole.mechanism().bodies.size() > 100;
    // 333 steps: into contact, stick and slip; the balls fall for a while and some touch
    const int before = large ? 120 : 333, after = large ? 30 : 200;
    for (int i = 0; i < before; ++i) whole.step();
    const std::string checkpoint = whole.simulation().save();
    REQUIRE(resumed.simulation().load(checkpoint) == "");
    CHECK(resumed.simulation().outputs() == whole.simulation().outputs());
    for (int i = 0; i < after; ++i) {
      whole.step();
      resumed.step();
    }
    CHECK(resumed.time() == whole.time());
    CHECK(resumed.simulation().q() == whole.simulation().q());
    CHECK(resumed.simulation().v() == whole.simulation().v());
    CHECK(resumed.simulation().outputs() == whole.simulation().outputs());
    CHECK(resumed.simulation().save() == whole.simulation().save());
  }
}

TEST_CASE("a checkpoint fits models of the same form only") {
  const std::string pendulum =
      "model P { param l = 1 m; tunable load = 2 N; body bob { mass = 1 kg; }"
      " joint hinge : revolute(axis = y) from world to bob at [0 m, 0 m, l];"
      " force push on bob = [load, 0 N, 0 N]; output angle = hinge.q; }";
  ModelRun first(pendulum);
  first.simulation().set_tunable(0, 3);
  for (int i = 0; i < 10; ++i) first.step();
  const std::string checkpoint = first.simulation().save();

  ModelRun longer(pendulum, {{"l", "2 m"}});  // other constants, same form
  CHECK(longer.simulation().load(checkpoint) == "");
  CHECK(longer.simulation().tunable(0) == 3);
  CHECK(longer["angle"] == first["angle"]);

  std::string renamed = pendulum;
  for (std::size_t at = 0; (at = renamed.find("bob", at)) != std::string::npos;) renamed.replace(at, 3, "ball");
  ModelRun other(renamed);
  CHECK(other.simulation().load(checkpoint).find("another model") != std::string::npos);
  CHECK(other.time() == 0);
}

TEST_CASE("reset gives the first run again, bit for bit; tunables stay") {
  ModelRun run = ModelRun::file("models/stick_slip.frix");
  ModelRun fresh = ModelRun::file("models/stick_slip.frix");
  for (int i = 0; i < 100; ++i) run.step();
  run.simulation().reset();
  CHECK(run.time() == 0);
  CHECK(run.simulation().outputs() == fresh.simulation().outputs());
  for (int i = 0; i < 50; ++i) {
    run.step();
    fresh.step();
  }
  CHECK(run.simulation().save() == fresh.simulation().save());
}
