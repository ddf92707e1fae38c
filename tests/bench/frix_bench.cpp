// Frix on the scenes of scenes.h, compiled in this process from its model files. Arguments: the names of the benches to
// run; none: all.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>

#include "compiler/driver/compilation.h"
#include "compiler/driver/report.h"
#include "compiler/syntax/parser.h"
#include "runtime/methods/tamsi.h"
#include "runtime/simulate/simulation.h"
#include "tests/bench/emitted.h"
#include "tests/bench/measure.h"
#include "tests/bench/scenes.h"

namespace frix::bench {

namespace {

const std::string kModels = FRIX_ROOT "/models/", kBenchModels = FRIX_ROOT "/tests/bench/models/";

using Settings = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<driver::Compilation> compile(const std::string& path, const Settings& settings = {}) {
  driver::CompileOptions options;
  options.path = path;
  options.settings = settings;
  auto compilation = std::make_unique<driver::Compilation>(options);
  if (!compilation->compile()) {
    driver::print_diagnostics(compilation->diagnostics(), compilation->sources(), driver::DiagnosticStyle::rich);
    std::exit(1);
  }
  return compilation;
}

// Mass matrix, bias and solve of a model that is one tree of hinges; body i of the model is link i of scenes.h.
void forward_dynamics(const std::string& bench, const std::string& path) {
  const auto compilation = compile(path);
  const frix_class& tree = compilation->model().classes[0];
  const mechanism::Mechanism& mechanism = compilation->mechanism();
  std::vector<int> coordinate;  // of each link
  for (const mechanism::Place& place : mechanism.places)
    coordinate.push_back(mechanism.articulations[0].velocity_offset[place.body]);

  const auto nv = static_cast<std::size_t>(tree.nv);
  std::vector<double> q(kStates * nv), v(kStates * nv), mass(nv * nv), force(nv), acceleration(nv), environment(64);
  for (int s = 0; s < kStates; ++s)
    for (std::size_t j = 0; j < nv; ++j) {
      q[s * nv + coordinate[j]] = joint_position(s, static_cast<int>(j));
      v[s * nv + coordinate[j]] = joint_velocity(s, static_cast<int>(j));
    }
  const auto dynamics = [&](long i) {
    const std::size_t s = static_cast<std::size_t>(i % kStates) * nv;
    const double* in[] = {&q[s], &v[s], environment.data()};
    double* out[] = {mass.data(), force.data()};
    tree.dynamics(in, out, 0, 1);
  };
  const auto solve = [&](long) {
    const double* in[] = {mass.data(), force.data()};
    double* out[] = {acceleration.data()};
    tree.solve(in, out, 0, 1);
  };
  const auto evaluate = [&](long i) {
    dynamics(i);
    solve(i);
  };
  const double ns = nanoseconds_per_call(evaluate);
  const double dynamics_ns = nanoseconds_per_call(dynamics), solve_ns = nanoseconds_per_call(solve);
  evaluate(1);
  double check = 0;
  for (std::size_t j = 0; j < nv; ++j) check += acceleration[coordinate[j]] * static_cast<double>(j + 1);
  print_row(bench, "frix", "compiled", ns, {{"check", check}, {"dynamics_ns", dynamics_ns}, {"solve_ns", solve_ns}});
}

std::unique_ptr<simulate::Simulation> simulation(const frix_model& model) {
  return std::make_unique<simulate::Simulation>(model, methods::make_tamsi(model, {}));
}

void step(simulate::Simulation& simulation, double h) {
  const methods::StepReport& report = simulation.step(h);
  if (report.ok) return;
  std::fprintf(stderr, "frix: a step failed at t = %g s: %s\n", simulation.time(), report.reason.c_str());
  std::exit(1);
}

// Nanoseconds per step of whole runs from the initial state.
double run_time(const frix_model& model, double h, int steps) {
  std::vector<double> times;
  for (int run = 0; run < 9; ++run) {
    const auto sim = simulation(model);
    const double start = seconds_now();
    for (int i = 0; i < steps; ++i) step(*sim, h);
    times.push_back(1e9 * (seconds_now() - start) / steps);
  }
  return median(std::move(times));
}

void gripper_mug() {
  const auto compilation = compile(kModels + "gripper_mug.frix");
  const frix_model& model = compilation->model();
  int slip = 0;
  while (std::strcmp(model.outputs[slip].name, "slip") != 0) ++slip;
  const int steps = static_cast<int>(std::lround(kGripperDuration / kGripperStep));
  const auto sim = simulation(model);
  double low = HUGE_VAL, high = -HUGE_VAL, contacts = 0;
  for (int i = 0; i < steps; ++i) {
    step(*sim, kGripperStep);
    contacts += static_cast<double>(sim->method().contact_forces().size());
    if (sim->time() <= 4.5) continue;
    low = std::min(low, sim->outputs()[slip]);
    high = std::max(high, sim->outputs()[slip]);
  }
  const methods::Statistics& statistics = sim->method().statistics();
  const double ns = run_time(model, kGripperStep, steps);
  print_row("gripper_mug_step", "frix", "tamsi", ns,
            {{"slip_mm", 1e3 * (high - low)},
             {"contacts", contacts / steps},
             {"rejected", statistics.rejected},
             {"newton_per_step", static_cast<double>(statistics.newton_iterations) / steps},
             {"run_ms", ns * steps * 1e-6}});
}

void stick_slip() {
  const auto compilation = compile(kModels + "stick_slip.frix");
  print_row("stick_slip_step", "frix", "tamsi", run_time(compilation->model(), 0.01, 250));
}

void ball_pit(int balls) {
  const auto compilation =
      compile(kModels + "ball_pit.frix", {{"balls", std::to_string(balls)}, {"row", std::to_string(pit(balls).row)}});
  const auto sim = simulation(compilation->model());
  for (int i = 0; i < std::lround(pit(balls).settling() / kPitStep); ++i) step(*sim, kPitStep);
  const std::int64_t before = sim->method().statistics().newton_iterations;
  std::vector<double> times;
  double residual = 0;
  for (int i = 0; i < pit(balls).timed_steps(); ++i) {
    const double start = seconds_now();
    const methods::StepReport& report = sim->step(kPitStep);
    times.push_back(seconds_now() - start);
    residual = std::max(residual, report.residual);
  }
  double depth = 0;
  int contacts = 0;
  for (const methods::ContactForce& contact : sim->method().contact_forces()) {
    if (contact.where.depth <= 0) continue;
    depth += contact.where.depth;
    ++contacts;
  }
  const simulate::SystemState state = sim->system_state();
  const methods::Statistics& statistics = sim->method().statistics();
  print_row("ball_pit_" + std::to_string(balls), "frix", "tamsi", 1e9 * median(times),
            {{"contacts", contacts},
             {"penetration_um", contacts > 0 ? 1e6 * depth / contacts : 0},
             {"kinetic_energy_J", state.kinetic_energy},
             {"height_m", state.center_of_mass[2]},
             {"momentum_residual", residual},
             {"newton_per_step", static_cast<double>(statistics.newton_iterations - before) / pit(balls).timed_steps()},
             {"rejected", statistics.rejected}});
}

// Nanoseconds per line: the arm again and again, in one file.
void parse() {
  std::string text;
  std::FILE* file = std::fopen((kModels + "arm7.frix").c_str(), "rb");
  char block[4096];
  while (const std::size_t n = std::fread(block, 1, sizeof block, file)) text.append(block, n);
  std::fclose(file);
  std::string many;
  for (int copy = 0; copy < 100; ++copy) many += text;
  const double lines = static_cast<double>(std::count(many.begin(), many.end(), '\n'));
  std::vector<double> times;
  for (int run = 0; run < 5; ++run) {
    Sources sources;
    Diagnostics diagnostics;
    const FileId id = sources.add("many.frix", many);
    const double start = seconds_now();
    const syntax::File tree = syntax::parse(sources, id, diagnostics);
    times.push_back((seconds_now() - start) / lines);
  }
  const double seconds = median(std::move(times));
  print_row("parse_line", "frix", "antlr", 1e9 * seconds, {{"lines_per_s", 1 / seconds}});
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Wall time of a process, from its start to its end.
double process_seconds(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  const double start = wall_seconds();
  pid_t process = 0;
  int status = 1;
  if (posix_spawn(&process, argv[0], &actions, nullptr, argv.data(), environ) == 0) waitpid(process, &status, 0);
  const double passed = wall_seconds() - start;
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) {
    std::fprintf(stderr, "frix: a run that should succeed did not: %s\n", arguments.back().c_str());
    std::exit(1);
  }
  return passed;
}

// `frix run` from its start to the end of the first step: without the object cache, and with it filled.
void start(const std::string& bench, const std::string& model, const std::string& one_step, bool warm) {
  const auto directory = std::filesystem::temp_directory_path() / ("frix-bench-" + std::to_string(getpid()));
  std::filesystem::create_directory(directory);
  setenv("FRIX_CACHE", (directory / "cache").c_str(), 1);
  std::vector<std::string> command = {
      FRIX_BINARY, "run", kModels + model, "--duration", one_step, "--out", (directory / "out.csv").string()};
  if (!warm) command.push_back("--no-cache");
  process_seconds(command);  // fills the caches: of the file system, and of objects
  std::vector<double> times;
  for (int run = 0; run < 7; ++run) times.push_back(process_seconds(command));
  std::filesystem::remove_all(directory);
  print_row(bench, "frix", warm ? "warm" : "cold", 1e9 * median(std::move(times)));
}

void emitted(const std::string& model, double h, double duration) {
  const std::string path = kModels + model + ".frix";
  const auto compilation = compile(path);
  step_emitted("emitted_step_" + model, path, compilation->model(), h, static_cast<int>(std::lround(duration / h)));
}

}  // namespace

}  // namespace frix::bench

int main(int argc, char** argv) {
  using namespace frix::bench;
  const std::vector<std::string> names(argv + 1, argv + argc);
  const auto bench = [&](const std::string& name, const std::function<void()>& run) {
    if (names.empty() || std::find(names.begin(), names.end(), name) != names.end()) run();
  };
  bench("arm7_forward_dynamics", [] { forward_dynamics("arm7_forward_dynamics", kModels + "arm7.frix"); });
  bench("tree30_forward_dynamics", [] { forward_dynamics("tree30_forward_dynamics", kBenchModels + "tree30.frix"); });
  bench("gripper_mug_step", gripper_mug);
  bench("stick_slip_step", stick_slip);
  for (const int balls : {10, 100, 1000, 10000})
    bench("ball_pit_" + std::to_string(balls), [balls] { ball_pit(balls); });
  for (const char* model : {"gripper_mug", "arm7"}) {
    const std::string build = std::string("emitted_build_") + model;
    bench(build, [&] { build_emitted(build, kModels + model + ".frix"); });
  }
  bench("emitted_step_gripper_mug", [] { emitted("gripper_mug", kGripperStep, kGripperDuration); });
  bench("emitted_step_arm7", [] { emitted("arm7", 1e-3, 4); });
  bench("parse_line", parse);
  bench("start_stick_slip_cold", [] { start("start_stick_slip_cold", "stick_slip.frix", "10ms", false); });
  bench("start_stick_slip_warm", [] { start("start_stick_slip_warm", "stick_slip.frix", "10ms", true); });
  bench("start_arm7_cold", [] { start("start_arm7_cold", "arm7.frix", "1ms", false); });
  bench("start_ball_pit_cold", [] { start("start_ball_pit_cold", "ball_pit.frix", "2ms", false); });
}
