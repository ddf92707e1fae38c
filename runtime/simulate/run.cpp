#include "runtime/simulate/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace frix::simulate {

namespace {

constexpr int kStepsBetweenProgress = 64;

// Times are multiples of a step with rounding; two of them closer than this part of a step are the same.
constexpr double kSameTime = 1e-9;

}  // namespace

std::string describe_failure(const Simulation& simulation, double h, const methods::StepReport& report) {
  std::string text =
      fmt::format("the step of {:.6g} s at t = {:.9g} s failed: {}", h, simulation.time(), report.reason);
  if (report.residual > 0) text += fmt::format("\n  relative momentum residual {:.3g}", report.residual);
  const auto& contacts = simulation.method().contact_forces();
  constexpr std::size_t kListed = 5;
  for (std::size_t i = 0; i < report.contacts.size() && i < kListed; ++i) {
    const geometry::ContactPoint& where = contacts[static_cast<std::size_t>(report.contacts[i])].where;
    const frix_shape& a = simulation.model().shapes[where.shape_a];
    const frix_shape& b = simulation.model().shapes[where.shape_b];
    text += fmt::format("\n  contact of {} ({}) with {} ({}), depth {:.3g} m", a.name, a.location, b.name, b.location,
                        where.depth);
  }
  if (report.contacts.size() > kListed)
    text += fmt::format("\n  and {} more contacts", report.contacts.size() - kListed);
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
