// The time loop: steps from the current time to the end, hands rows to a sink, stops when asked or when a step fails.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "runtime/simulate/simulation.h"

namespace frix::simulate {

struct RunOptions {
  double step = 1e-3;                         // s
  double duration = 1;                        // s, from the current time
  double record = 0;                          // s between rows; 0: a row after every step
  const std::atomic<bool>* stop = nullptr;    // the run ends after the step in which this becomes true
  std::function<void(double time)> progress;  // called now and then, with the simulated time
};

enum class RunEnd { finished, stopped, failed };

struct RunResult {
  RunEnd end = RunEnd::finished;
  std::string reason;       // of a failure: when, what, which contacts, which lines
  SystemState first, last;  // at the beginning and at the end
  double wall_seconds = 0;
};

using RowSink = std::function<void(double time, const std::vector<double>& outputs)>;

// The first row is the current state, the last one the state at the end, whatever the end was.
RunResult run(Simulation& simulation, const RunOptions& options, const RowSink& sink);

// The failure of a step in the user's words.
std::string describe_failure(const Simulation& simulation, double h, const methods::StepReport& report);

}  // namespace frix::simulate
