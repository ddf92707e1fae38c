// The gripper that shakes a mug, second experiment of the TAMSI paper: stick and slip in three dimensions, 16 contacts.
#include <fmt/format.h>

#include <cmath>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

TEST_CASE("gripper_mug: 5 s at 3 ms without a rejected step, for every stiction speed") {
  for (const char* stiction : {"1e-2 m/s", "1e-3 m/s", "1e-4 m/s", "1e-5 m/s"}) {
    CAPTURE(stiction);
    ModelRun run = ModelRun::file("models/gripper_mug.frix", {{"stiction_speed", stiction}});
    run.finish();
    CHECK(run.time() > 4.999);
    CHECK(run.statistics().rejected == 0);
    CHECK(run.statistics().max_contacts == 16);
    CHECK(std::abs(run["slip"]) < 0.05);  // it holds the mug
  }
}

TEST_CASE("gripper_mug: the mug slips where the grip cannot hold it, |sin wt| > 0.844, and only there") {
  // two pads hold 2 mu G (1.0146 G by the cylinder's curvature) = 2.029 N of the 2.369 N that the mug needs at the peak
  ModelRun run = ModelRun::file("models/gripper_mug.frix", {}, {{"step", "1 ms"}});
  const double omega = 4 * M_PI;
  int slipping = 0, late = 0;
  while (run.time() < 5) {
    run.step();
    const double phase = std::abs(std::sin(omega * run.time()));
    const bool slips = std::abs(run["slip_speed"]) > 1e-3;
    slipping += slips ? 1 : 0;
    // it starts to slip when the need passes the hold; it stops later, when the speeds have met again
    const double rising = std::sin(omega * run.time()) * std::cos(omega * run.time());
    if (rising > 0 && phase < 0.82) late += slips ? 1 : 0;
    if (rising > 0 && phase > 0.93) CHECK(slips);
  }
  CHECK(slipping > 500);
  CHECK(late < slipping / 2);
}

TEST_CASE("gripper_mug: first order in the step against a fine reference (figure 8)") {
  const auto slip_after = [](const char* step) {
    ModelRun run = ModelRun::file("models/gripper_mug.frix", {}, {{"step", step}});
    run.advance_to(0.6);
    return run["height"] + run["slip"];
  };
  const double reference = slip_after("0.01 ms");
  const double coarse = std::abs(slip_after("2 ms") - reference);
  const double middle = std::abs(slip_after("1 ms") - reference);
  const double fine = std::abs(slip_after("0.5 ms") - reference);
  CHECK(std::log2(coarse / middle) == doctest::Approx(1).epsilon(0.3));
  CHECK(std::log2(middle / fine) == doctest::Approx(1).epsilon(0.3));
}
