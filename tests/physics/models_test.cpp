// Every model that people learn from compiles without a warning, runs, and gives finite numbers.
#include <cmath>
#include <filesystem>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

TEST_CASE("every model in models/ runs") {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FRIX_ROOT "/models")) {
    if (entry.path().extension() != ".frix") continue;
    const std::string path = "models/" + entry.path().filename().string();
    CAPTURE(path);
    ModelRun run = ModelRun::file(path);
    CHECK(run.warnings() == "");
    const bool large = run.mechanism().bodies.size() > 100;
    run.advance_to(std::min(run.how().duration, (large ? 50 : 500) * run.how().step));
    CHECK(run.statistics().rejected == 0);
    for (const double value : run.simulation().outputs()) CHECK(std::isfinite(value));
    ++models;
  }
  CHECK(models >= 9);
}
