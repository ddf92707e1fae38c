#include "runtime/simulate/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace frix::simulate {

namespace {

constexpr int kStepsBetweenProgress = 64;

// Times are multiples of a step with rounding; two of them closer than this part of a step are the same.
constexpr double kSameTime = 1e-9;

std::string number(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace

std::string describe_failure(const Simulation& simulation, double h, const methods::StepReport& report) {
  std::string text =
      "the step of " + number(h, 6) + " s at t = " + number(simulation.time(), 9) + " s failed: " + report.reason;
  if (report.residual > 0) text += "\n  relative momentum residual " + number(report.residual, 3);
  const auto& contacts = simulation.method().contact_forces();
  constexpr std::size_t kListed = 5;
  for (std::size_t i = 0; i < report.contacts.size() && i < kListed; ++i) {
    const geometry::ContactPoint& where = contacts[static_cast<std::size_t>(report.contacts[i])].where;
    const auto named = [&](std::int32_t shape) {
      return std::string(simulation.model().shapes[shape].name) + " (" + simulation.model().shapes[shape].location +
             ")";
    };
    text += "\n  contact of " + named(where.shape_a) + " with " + named(where.shape_b) + ", depth " +
            number(where.depth, 3) + " m";
  }
  if (report.contacts.size() > kListed)
    text += "\n  and " + std::to_string(report.contacts.size() - kListed) + " more contacts";
  return text;
}

RunResult run(Simulation& simulation, const RunOptions& options, const RowSink& sink) {
  RunResult result;
  result.first = simulation.system_state();
  const auto wall_start = std::chrono::steady_clock::now();
  const double start = simulation.time();
  const double h = options.step;
  const auto whole_steps = static_cast<std::int64_t>(std::floor(options.duration / h + kSameTime));
  const double remainder = options.duration - static_cast<double>(whole_steps) * h;
  const bool has_remainder = remainder > kSameTime * h;
  const std::int64_t steps = whole_steps + (has_remainder ? 1 : 0);

  sink(simulation.time(), simulation.outputs());
  std::int64_t rows = 1;
  bool recorded = true;
  for (std::int64_t i = 0; i < steps; ++i) {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      result.end = RunEnd::stopped;
      break;
    }
    const double length = i < whole_steps ? h : remainder;
    const methods::StepReport& report = simulation.step(length);
    if (!report.ok) {
      result.end = RunEnd::failed;
      result.reason = describe_failure(simulation, length, report);
      break;
    }
    // a row at the first step at or behind each multiple of the recording interval
    recorded =
        options.record <= 0 || simulation.time() - start >= static_cast<double>(rows) * options.record - kSameTime * h;
    if (recorded) {
      sink(simulation.time(), simulation.outputs());
      rows = options.record <= 0
                 ? rows + 1
                 : static_cast<std::int64_t>(std::floor((simulation.time() - start) / options.record + kSameTime)) + 1;
    }
    if (options.progress && i % kStepsBetweenProgress == 0) options.progress(simulation.time());
  }
  if (!recorded) sink(simulation.time(), simulation.outputs());
  result.last = simulation.system_state();
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  return result;
}

}  // namespace frix::simulate
