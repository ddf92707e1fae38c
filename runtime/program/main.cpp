// The program of a compiled model: what `frix run` does, without Frix.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "runtime/methods/make.h"
#include "runtime/model/model.h"
#include "runtime/program/options.h"
#include "runtime/simulate/checkpoint_file.h"
#include "runtime/simulate/recorder.h"
#include "runtime/simulate/run.h"

namespace {

enum ExitCode { kOk = 0, kUsage = 2, kRunFailed = 3, kInterrupted = 130 };

std::atomic<bool> interrupted{false};

// The first Ctrl-C ends the run after the present step; a second one ends the program.
extern "C" void on_interrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

int complain(const std::string& problem, int code) {
  std::fprintf(stderr, "%s: %s\n", frix_model_table()->name, problem.c_str());
  return code;
}

void print_summary(std::FILE* to, const frix::simulate::Simulation& simulation, const frix::simulate::RunResult& result,
                   const frix::simulate::Recorder& recorder, const frix::program::Options& options) {
  const frix::methods::Statistics& statistics = simulation.method().statistics();
  std::fprintf(to, "%s: t = %.6g s after %lld steps of %.6g s with %s", simulation.model().name, simulation.time(),
               static_cast<long long>(statistics.steps), options.how.step, options.how.method);
  if (options.out != "-")
    std::fprintf(to, " -> %s (%lld rows)", options.out.c_str(), static_cast<long long>(recorder.rows()));
  std::fprintf(to, "\n  %lld steps rejected, at most %lld contacts, %.3g s of wall time\n",
               static_cast<long long>(statistics.rejected), static_cast<long long>(statistics.max_contacts),
               result.wall_seconds);
}

int simulate(const frix::program::Options& options) {
  const frix_model& model = *frix_model_table();
  std::string problem;
  auto method = frix::methods::make_method(model, options.how, options.threads, problem);
  if (!method) return complain(problem, kUsage);
  frix::simulate::Simulation simulation(model, std::move(method));
  if (!options.load_state.empty()) {
    problem = load_state(simulation, options.load_state);
    if (!problem.empty()) return complain(problem, kUsage);
  }
  for (const auto& [tunable, value] : options.settings) simulation.set_tunable(tunable, value);

  frix::simulate::Recorder recorder;
  problem = recorder.open(options.out, model);
  if (!problem.empty()) return complain(problem, kUsage);
  frix::simulate::RunOptions run_options;
  run_options.step = options.how.step;
  run_options.duration = options.how.duration;
  run_options.record = options.how.record;
  run_options.stop = &interrupted;
  std::signal(SIGINT, on_interrupt);
  const frix::simulate::RunResult result = frix::simulate::run(
      simulation, run_options, [&](double time, const std::vector<double>& row) { recorder.row(time, row); });

  int code = kOk;
  problem = recorder.close();
  if (!problem.empty()) code = complain(problem, kRunFailed);
  if (!options.quiet) print_summary(options.out == "-" ? stderr : stdout, simulation, result, recorder, options);
  if (result.end == frix::simulate::RunEnd::stopped)
    code = complain("stopped; the rows up to there are kept", kInterrupted);
  if (result.end == frix::simulate::RunEnd::failed)
    code = complain(result.reason + "\nthe rows up to there are kept; a smaller --step often helps", kRunFailed);
  if (!options.save_state.empty()) {
    problem = save_state(simulation, options.save_state);
    if (!problem.empty()) code = complain(problem, kRunFailed);
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    frix::program::Options options;
    const std::string problem = frix::program::parse(argc, argv, *frix_model_table(), options);
    if (!problem.empty()) return complain(problem, kUsage);
    if (options.help) {
      std::fputs(frix::program::help(argv[0], *frix_model_table()).c_str(), stdout);
      return kOk;
    }
    return simulate(options);
  } catch (const std::exception& error) {
    return complain(std::string("out of memory or threads (") + error.what() + ")", kRunFailed);
  }
}
