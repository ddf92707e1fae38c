// `frix run` and `frix check` from the outside: files, options, exit codes, and what is kept when a run ends early.
#include <string>

#include "tests/process.h"

using frix::test::contains;
using frix::test::count_lines;
using frix::test::Folder;
using frix::test::Process;

namespace {

const std::string kStickSlip = "'" FRIX_ROOT "/models/stick_slip.frix'";
const std::string kBallPit = "'" FRIX_ROOT "/models/ball_pit.frix'";

// The force stops being a number at 0.5 s.
const char* const kBreaks = R"(model Breaks {
  body cart { mass = 1 kg; inertia = [1, 1, 1] kg*m^2; }
  joint rail : prismatic(axis = x) from world to cart;
  force push on cart = [sqrt(0.5 - time / 1 s) * 1 N, 0 N, 0 N];
  output x = rail.q;
  simulate { step = 10 ms; duration = 1 s; }
}
)";

}  // namespace

TEST_CASE("run: writes the outputs as CSV with units, the time first, and a summary") {
  const Folder folder;
  const Process process = folder.frix("run " + kStickSlip);
  CHECK(process.exit == 0);
  const std::string csv = folder.read("StickSlip.csv");
  CHECK(csv.substr(0, csv.find('\n')) ==
        "time [s],position [m],speed [m/s],friction.x [N],friction.y [N],friction.z [N]");
  CHECK(count_lines(csv) == 252);  // header, start, 250 steps
  CHECK(contains(csv, "\n2.5,"));
  CHECK(contains(process.output, "250 steps"));
  CHECK(contains(process.output, "Newton iterations"));
  CHECK(contains(process.output, "0 steps rejected"));
  CHECK(contains(process.output, "energy"));
  CHECK_FALSE(contains(process.output, "\x1b"));  // no progress bar in a pipe
}

TEST_CASE("run: the same bytes every time, with or without the cache, with one thread or two") {
  const Folder folder;
  const std::string run = "run " + kBallPit + " -q --set balls=60 --duration 0.3s --out ";
  CHECK(folder.frix(run + "a.csv").exit == 0);
  CHECK(folder.frix(run + "b.csv --no-cache").exit == 0);
  CHECK(folder.frix(run + "c.csv --threads 2").exit == 0);
  CHECK(folder.read("a.csv") == folder.read("b.csv"));
  CHECK(folder.read("a.csv") == folder.read("c.csv"));
  CHECK(count_lines(folder.read("a.csv")) > 10);
}

TEST_CASE("run: every optimisation level computes the same bits") {
  const Folder folder;
  for (const char* level : {"0", "1", "2"}) {
    const std::string out = std::string("o") + level + ".csv";
    CHECK(folder
              .frix("run '" FRIX_ROOT "/models/arm7.frix' -q --no-cache --duration 0.2s --opt " + std::string(level) +
                    " --out " + out)
              .exit == 0);
    CHECK(folder.read(out) == folder.read("o0.csv"));
  }
}

TEST_CASE("run: options set parameters and the run, with units") {
  const Folder folder;
  CHECK(
      folder.frix("run " + kStickSlip + " -q --set push=3N --step 20ms --duration 1s --record 0.1s --out x.csv").exit ==
      0);
  CHECK(count_lines(folder.read("x.csv")) == 12);
  // 3 N never breaks the box loose: it creeps
  const std::string csv = folder.read("x.csv");
  const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  CHECK(last.substr(0, 2) == "1,");

  const Process wrong = folder.frix("run " + kStickSlip + " --set push=3m");
  CHECK(wrong.exit == 1);
  CHECK(contains(wrong.output, "--set push:1:1"));
  CHECK(contains(wrong.output, "a force"));
  CHECK(contains(wrong.output, "a length"));
  const Process unknown = folder.frix("run " + kStickSlip + " --set pusch=3N");
  CHECK(unknown.exit == 1);
  CHECK(contains(unknown.output, "push"));
  const Process step = folder.frix("run " + kStickSlip + " --step 3m");
  CHECK(step.exit == 1);
  CHECK(contains(step.output, "a time"));
  const Process method = folder.frix("run " + kStickSlip + " --method tamsy");
  CHECK(method.exit == 1);
  CHECK(contains(method.output, "E0401"));
  CHECK(contains(method.output, "tamsi"));
  CHECK(folder.frix("run " + kStickSlip + " --set push").exit == 2);
  CHECK(folder.frix("run " + kStickSlip + " --bogus").exit == 2);
  CHECK(folder.frix("").exit == 2);
}

TEST_CASE("run: standard output and standard input") {
  const Folder folder;
  const Process process =
      folder.shell("'" FRIX_BINARY "' run - --out - --duration 0.1s -q < " + kStickSlip + " 2>/dev/null");
  CHECK(process.exit == 0);
  CHECK(process.output.substr(0, 9) == "time [s],");
  CHECK(count_lines(process.output) == 12);
}

TEST_CASE("run: a step that fails keeps the rows before it, and says when, what and why") {
  const Folder folder;
  folder.write("breaks.frix", kBreaks);
  const Process process = folder.frix("run breaks.frix");
  CHECK(process.exit == 3);
  CHECK(contains(process.output, "at t = 0.5 s"));
  CHECK(contains(process.output, "not a number"));
  const std::string csv = folder.read("Breaks.csv");
  CHECK(count_lines(csv) == 52);  // header, 0 … 0.5 s
  CHECK_FALSE(contains(csv, "nan"));
}

TEST_CASE("run: Ctrl-C keeps the rows") {
  const Folder folder;
  // --foreground: without it the signal goes to the process and to its group, and a second Ctrl-C ends it at once
  const Process process = folder.shell("timeout --foreground -s INT 1 '" FRIX_BINARY "' run " + kStickSlip +
                                       " --duration 1e6s --record 1s --out x.csv");
  CHECK(contains(process.output, "stopped at t ="));
  CHECK(count_lines(folder.read("x.csv")) > 2);
  CHECK(folder.read("x.csv").back() == '\n');
}

TEST_CASE("run: files that cannot be read or written are named") {
  const Folder folder;
  const Process missing = folder.frix("run nothing.frix");
  CHECK(missing.exit == 1);
  CHECK(contains(missing.output, "nothing.frix"));
  CHECK(contains(missing.output, "No such file"));
  const Process unwritable = folder.frix("run " + kStickSlip + " --out no/such/folder.csv");
  CHECK(unwritable.exit == 2);
  CHECK(contains(unwritable.output, "no/such/folder.csv"));
  const Process full = folder.frix("run " + kStickSlip + " --out /dev/full");
  CHECK(full.exit == 3);
  CHECK(contains(full.output, "No space left"));
}

TEST_CASE("check: three styles of messages") {
  const Folder folder;
  folder.write("wrong.frix",
               "model M {\n  let v = 3 m + 2 s;\n  body b { mass = 1 kg; shape s : sphere(radius = 1 m); }\n}\n");
  const Process rich = folder.frix("check wrong.frix");
  CHECK(rich.exit == 1);
  CHECK(contains(rich.output, "error[E0203]: cannot add a time to a length"));
  CHECK(contains(rich.output, "wrong.frix:2:"));
  CHECK(contains(rich.output, "let v = 3 m + 2 s;"));
  const Process compact = folder.frix("check wrong.frix --diagnostics compact");
  CHECK(count_lines(compact.output) == 1);
  const Process json = folder.frix("check wrong.frix --diagnostics json");
  CHECK(contains(json.output, "\"code\":\"E0203\""));
  CHECK(folder.frix("check " + kStickSlip).exit == 0);
}

TEST_CASE("emit: every representation of every stage") {
  const Folder folder;
  for (const char* stage : {"ast", "mechanism", "kernels", "llvm"}) {
    CAPTURE(stage);
    const Process process = folder.frix("run " + kStickSlip + " --emit=" + stage);
    CHECK(process.exit == 0);
    CHECK(count_lines(process.output) > 10);
  }
  CHECK(contains(folder.frix("run " + kStickSlip + " --time-passes").output, "elaborate"));
  // the printed tree is Frix again
  CHECK(folder
            .shell("'" FRIX_BINARY "' run " + kStickSlip +
                   " --emit=ast > again.frix && '" FRIX_BINARY "' check again.frix")
            .exit == 0);
}

TEST_CASE("run: never writes over its own model, and says when an output is no number") {
  const Folder folder;
  const std::string model =
      "model M { body b { mass = 1 kg; shape s : sphere(radius = 1 cm); }\n"
      "  output c = sqrt(0.05 - time / 1 s);\n  simulate { step = 10 ms; duration = 0.1 s; } }\n";
  folder.write("m.frix", model);
  const Process over = folder.frix("run m.frix --out ./m.frix");
  CHECK(over.exit == 2);
  CHECK(contains(over.output, "would overwrite the model"));
  CHECK(folder.read("m.frix") == model);
  const Process process = folder.frix("run m.frix --out m.csv");
  CHECK(process.exit == 0);
  CHECK(contains(process.output, "the output c is not a finite number at t = 0.06 s"));
}

TEST_CASE("run: a servo's target that is no number stops the run with its joint's name") {
  const Folder folder;
  folder.write("m.frix",
               "model M { body b { mass = 1 kg; inertia = [1, 1, 1] kg*m^2; }\n"
               "  joint hinge : revolute(axis = y) from world to b;\n"
               "  motor m on hinge { position = sqrt(0.5 - time / 1 s); kp = 1 N*m; }\n"
               "  output q = hinge.q;\n  simulate { step = 10 ms; duration = 1 s; } }\n");
  const Process process = folder.frix("run m.frix --out m.csv");
  CHECK(process.exit == 3);
  CHECK(contains(process.output, "the servo on hinge"));
  CHECK_FALSE(contains(folder.read("m.csv"), "nan"));
  CHECK(count_lines(folder.read("m.csv")) == 52);
}

TEST_CASE("run: a checkpoint splits a run in two, with the same rows") {
  const Folder folder;
  const std::string run = "run -q '" FRIX_ROOT "/models/stick_slip.frix' ";
  REQUIRE(folder.frix(run + "--duration 1s --out whole.csv").exit == 0);
  REQUIRE(folder.frix(run + "--duration 0.4s --out first.csv --save-state there").exit == 0);
  REQUIRE(folder.frix(run + "--duration 0.6s --out second.csv --load-state there").exit == 0);
  // the second run begins with the row that the first one ended with
  CHECK(folder.shell("{ cat first.csv; tail -n +3 second.csv; } | cmp - whole.csv").output == "");
  CHECK(folder.shell("tail -1 first.csv > a; sed -n 2p second.csv > b; cmp a b").output == "");

  folder.write("damaged", folder.read("there").substr(0, 100));
  Process process = folder.frix(run + "--out third.csv --load-state damaged");
  CHECK(process.exit == 2);
  CHECK(contains(process.output, "cannot take up damaged: a part of it is missing"));
  CHECK_FALSE(std::filesystem::exists(folder.path("third.csv")));
  process = folder.frix("run '" FRIX_ROOT "/models/pendulum.frix' --load-state there");
  CHECK(process.exit == 2);
  CHECK(contains(process.output, "it belongs to another model"));
  process = folder.frix(run + "--save-state /nowhere/state");
  CHECK(process.exit == 3);
  CHECK(contains(process.output, "cannot write /nowhere/state: No such file or directory"));
}
