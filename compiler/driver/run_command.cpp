#include "compiler/driver/run_command.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "compiler/driver/check_run.h"
#include "compiler/driver/progress.h"
#include "compiler/mechanism/mechanism.h"
#include "compiler/syntax/printer.h"
#include "runtime/methods/make.h"
#include "runtime/simulate/checkpoint_file.h"
#include "runtime/simulate/recorder.h"
#include "runtime/simulate/run.h"

namespace frix::driver {

namespace {

void print_passes(const Compilation& compilation) {
  fmt::print(stderr, "passes:\n");
  for (const PassTime& pass : compilation.passes())
    fmt::print(stderr, "  {:<10} {:>9}\n", pass.name, human_time(pass.seconds));
}

void print_jit(const emit::JitReport& report) {
  fmt::print(
      stderr,
      "  of compile: build {}, optimise {}, generate {}, link {}; {} operations in {} functions, {} from the cache\n",
      human_time(report.build_seconds), human_time(report.optimise_seconds), human_time(report.generate_seconds),
      human_time(report.link_seconds), report.operations, report.functions, report.cached);
}

// --emit: a representation as text instead of a run. False when the model has errors.
bool emit_stage(Compilation& compilation, const std::string& stage) {
  if (stage == "ast") {
    if (!compilation.parse()) return false;
    fmt::print("{}", syntax::print(compilation.ast()));
  } else if (stage == "mechanism") {
    if (!compilation.elaborate()) return false;
    fmt::print("{}", mechanism::print(compilation.mechanism()));
  } else if (stage == "kernels") {
    if (!compilation.lower()) return false;
    for (const ir::Kernel& kernel : compilation.kernels()) fmt::print("{}\n", ir::print(kernel));
  } else {
    if (!compilation.lower()) return false;
    fmt::print("{}", emit::print_llvm(compilation.kernels(), compilation.options().jit));
  }
  return true;
}

void print_summary(std::FILE* to, const Compilation& compilation, const mechanism::Simulate& how,
                   simulate::Simulation& simulation, const simulate::RunResult& result,
                   const simulate::Recorder& recorder, const std::string& out) {
  const methods::Statistics& statistics = simulation.method().statistics();
  const double time = simulation.time();
  fmt::print(to, "{}: {:.6g} s in {} steps of {} with {}", compilation.mechanism().name, time, statistics.steps,
             human_time(how.step), how.method);
  if (out != "-") fmt::print(to, " -> {} ({} rows)", out, recorder.rows());
  fmt::print(to, "\n");
  const double per_step =
      statistics.steps > 0 ? static_cast<double>(statistics.newton_iterations) / static_cast<double>(statistics.steps)
                           : 0;
  fmt::print(to, "  Newton iterations  {} ({:.2f} a step), {} steps rejected\n", statistics.newton_iterations, per_step,
             statistics.rejected);
  fmt::print(to, "  contacts           at most {}\n", statistics.max_contacts);
  fmt::print(to, "  energy             {:.6g} J -> {:.6g} J (kinetic and gravity)\n", result.first.energy(),
             result.last.energy());
  fmt::print(to, "  wall time          compile {}, run {} ({:.3g} x real time)\n", human_time(compilation.seconds()),
             human_time(result.wall_seconds), result.wall_seconds > 0 ? time / result.wall_seconds : 0);
}

// «the output c is not a finite number at t = 0.1 s», or "" where all are finite.
std::string find_not_a_number(const frix_model& model, double time, const std::vector<double>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!std::isfinite(row[i]))
      return fmt::format("the output {} is not a finite number at t = {:.9g} s", model.outputs[i].name, time);
  }
  return "";
}

// The checkpoint, except for the tunables that this command sets anew.
std::string take_up(simulate::Simulation& simulation, const Compilation& compilation, const RunCommand& command) {
  std::string problem = simulate::load_state(simulation, command.load_state);
  if (!problem.empty()) return problem;
  const frix_model& model = simulation.model();
  for (const auto& [name, text] : compilation.options().settings)
    for (int i = 0; i < model.ntunables; ++i)
      if (name == model.tunables[i].name) simulation.set_tunable(i, model.tunables[i].value);
  return "";
}

ExitCode simulate_model(Compilation& compilation, const RunCommand& command) {
  const mechanism::Simulate& how = compilation.how();
  std::string why;
  std::unique_ptr<methods::Method> method =
      methods::make_method(compilation.model(), *compilation.model().defaults, command.threads, why);
  if (!method) {
    compilation.diagnostics().report(Code::bad_run_option, how.method_span, why);
    return exit_model_errors;
  }
  print_diagnostics(compilation.diagnostics(), compilation.sources(), command.style);  // what is left are warnings

  const std::string out = command.out.empty() ? compilation.mechanism().name + ".csv" : command.out;
  std::error_code ignored;
  if (std::filesystem::equivalent(out, command.compile.path, ignored)) {
    fmt::print(stderr, "frix: --out {} would overwrite the model\n", out);
    return exit_usage;
  }
  simulate::Simulation simulation(compilation.model(), std::move(method));
  if (!command.load_state.empty()) {
    if (const std::string problem = take_up(simulation, compilation, command); !problem.empty()) {
      fmt::print(stderr, "frix: {}\n", problem);
      return exit_usage;
    }
  }
  simulate::Recorder recorder;
  if (const std::string problem = recorder.open(out, compilation.model()); !problem.empty()) {
    fmt::print(stderr, "frix: {}\n", problem);
    return exit_usage;
  }
  Progress progress(how.duration);
  simulate::RunOptions options;
  options.step = how.step;
  options.duration = how.duration;
  options.record = how.record;
  options.stop = &watch_interrupts();
  options.progress = [&](double time) { progress.update(time); };
  std::string not_a_number;  // the first output that is none, and when
  const simulate::RunResult result =
      simulate::run(simulation, options, [&](double time, const std::vector<double>& row) {
        recorder.row(time, row);
        if (not_a_number.empty()) not_a_number = find_not_a_number(compilation.model(), time, row);
      });
  progress.clear();
  if (!not_a_number.empty()) fmt::print(stderr, "frix: warning: {}\n", not_a_number);

  std::string problem = recorder.close();
  if (problem.empty() && !command.save_state.empty()) problem = simulate::save_state(simulation, command.save_state);
  if (!problem.empty()) fmt::print(stderr, "frix: {}\n", problem);
  if (!command.quiet) print_summary(out == "-" ? stderr : stdout, compilation, how, simulation, result, recorder, out);
  switch (result.end) {
    case simulate::RunEnd::finished:
      return problem.empty() ? exit_ok : exit_run_failed;
    case simulate::RunEnd::stopped:
      fmt::print(stderr, "frix: stopped at t = {:.9g} s; the rows up to there are kept\n", simulation.time());
      return exit_interrupted;
    case simulate::RunEnd::failed:
      fmt::print(stderr, "frix: {}\nthe {} rows up to there are kept; a smaller --step often helps\n", result.reason,
                 recorder.rows());
      return exit_run_failed;
  }
  return exit_defect;
}

}  // namespace

ExitCode run(const RunCommand& command) {
  Compilation compilation(command.compile);
  const auto fail = [&] {
    print_diagnostics(compilation.diagnostics(), compilation.sources(), command.style);
    return exit_model_errors;
  };
  if (!command.emit.empty()) {
    if (!emit_stage(compilation, command.emit)) return fail();
    if (command.time_passes) print_passes(compilation);
    return exit_ok;
  }
  if (!prepare_run(compilation) || !compilation.compile()) return fail();
  if (command.time_passes) {
    print_passes(compilation);
    print_jit(compilation.jit_report());
  }
  const ExitCode code = simulate_model(compilation, command);
  return code == exit_model_errors ? fail() : code;
}

ExitCode check(const RunCommand& command) {
  Compilation compilation(command.compile);
  const bool ok = check_run(compilation);
  print_diagnostics(compilation.diagnostics(), compilation.sources(), command.style);
  if (command.time_passes) print_passes(compilation);
  if (ok && !command.quiet && command.style != DiagnosticStyle::json)
    fmt::print("{}: no errors\n", command.compile.path);
  return ok ? exit_ok : exit_model_errors;
}

}  // namespace frix::driver
