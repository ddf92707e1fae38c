// Runs the bench programs one after the other, several rounds of each bench, so that the machine's moods meet all of
// them alike, and prints one table: Frix, its peers, the ratio, the target. Argument: a part of the names to run.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "tests/bench/measure.h"

namespace frix::bench {

namespace {

struct Bench {
  const char* name;
  int rounds;
  double ratio_target;  // Frix's time over that of the fastest peer that did the same; 0: none
  double budget_ns;     // of Frix alone; 0: none
  std::vector<const char*> peers;
};

const std::vector<Bench> kBenches = {
    {"arm7_forward_dynamics", 5, 0.15, 0, {"mujoco"}},
    {"tree30_forward_dynamics", 5, 0.2, 0, {"mujoco"}},
    {"stick_slip_step", 3, 0, 0, {}},
    {"gripper_mug_step", 3, 0.2, 5e3, {"mujoco"}},
    {"ball_pit_10", 3, 0, 0, {"mujoco", "bullet"}},
    {"ball_pit_100", 3, 0, 0, {"mujoco", "bullet"}},
    {"ball_pit_1000", 1, 0, 5e6, {"mujoco", "bullet"}},
    {"ball_pit_10000", 1, 0, 0, {}},
    {"emitted_build_gripper_mug", 1, 0, 10e9, {}},
    {"emitted_build_arm7", 1, 0, 10e9, {}},
    {"emitted_step_gripper_mug", 1, 1.1, 0, {}},
    {"emitted_step_arm7", 1, 1.1, 0, {}},
    {"parse_line", 3, 0, 25e3, {}},
    {"start_stick_slip_cold", 1, 0, 150e6, {}},
    {"start_stick_slip_warm", 1, 0, 40e6, {}},
    {"start_arm7_cold", 1, 0, 250e6, {}},
    {"start_ball_pit_cold", 1, 0, 300e6, {}},
};

struct Result {
  std::string engine, variant;
  std::vector<double> times;
  nlohmann::json extra;
  double ns() const { return median(times); }
};

std::string directory;

// Adds the rows of one program to the results, in the order in which they first come. A program that takes more than
// three minutes for one bench has failed.
bool run(const std::string& program, const std::string& bench, std::vector<Result>& results) {
  std::FILE* pipe = popen(fmt::format("timeout 180 '{}/bench_{}' {}", directory, program, bench).c_str(), "r");
  if (pipe == nullptr) return false;
  char line[1 << 14];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (row.is_discarded()) continue;
    const std::string engine = row["engine"], variant = row["variant"];
    auto result = std::find_if(results.begin(), results.end(),
                               [&](const Result& r) { return r.engine == engine && r.variant == variant; });
    if (result == results.end()) result = results.insert(results.end(), {engine, variant, {}, {}});
    result->times.push_back(row["ns"]);
    result->extra = row["extra"];
  }
  return pclose(pipe) == 0;
}

std::string human_time(double ns) {
  if (ns < 1e3) return fmt::format("{:.0f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.3g} µs", ns * 1e-3);
  return fmt::format("{:.3g} ms", ns * 1e-6);
}

std::string describe(const nlohmann::json& extra) {
  std::string text;
  for (const auto& [name, value] : extra.items()) {
    if (name == "check") continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                        value.is_number() ? fmt::format("{:.4g}", value.get<double>()) : value.dump());
  }
  return text;
}

// The peer lost the mug, so its steps did not do the same work.
bool comparable(const Result& peer) {
  return peer.extra.value("held", true);
}

// Prints the lines of one bench. False when a target is missed or the engines disagree on what they computed.
bool report(const Bench& bench, const std::vector<Result>& results) {
  const Result& own = results.front();
  bool ok = true;
  std::optional<double> best;
  for (const Result& peer : results)
    if (peer.engine != "frix" && comparable(peer)) best = std::min(best.value_or(HUGE_VAL), peer.ns());
  std::string verdict;
  if (bench.ratio_target > 0 && best) {
    ok = own.ns() <= bench.ratio_target * *best;
    verdict = fmt::format("{} (ratio ≤ {})", ok ? "ok" : "MISS", bench.ratio_target);
  }
  if (bench.budget_ns > 0) {
    const bool within = own.ns() <= bench.budget_ns;
    ok = ok && within;
    verdict +=
        fmt::format("{}{} (≤ {})", verdict.empty() ? "" : ", ", within ? "ok" : "MISS", human_time(bench.budget_ns));
  }
  for (const Result& result : results) {
    const bool is_own = result.engine == "frix";
    if (!is_own && own.extra.contains("check")) {
      const double expected = result.extra["check"], found = own.extra["check"];
      if (!(std::abs(expected - found) <= 1e-8 * std::abs(expected))) {
        ok = false;
        verdict += fmt::format(" DIFFERENT RESULT: {} against {}", found, expected);
      }
    }
    fmt::print("{:24} {:8} {:20} {:>9} {:>8}  {}\n", is_own ? bench.name : "", result.engine, result.variant,
               human_time(result.ns()), is_own ? "" : fmt::format("{:.3f}", own.ns() / result.ns()),
               describe(result.extra));
  }
  if (!verdict.empty()) fmt::print("{:24} → {}\n", "", verdict);
  std::fflush(stdout);
  return ok;
}

}  // namespace

}  // namespace frix::bench

int main(int argc, char** argv) {
  using namespace frix::bench;
  const std::string program = argv[0], filter = argc > 1 ? argv[1] : "";
  directory = program.substr(0, program.find_last_of('/'));
  fmt::print("{:24} {:8} {:20} {:>9} {:>8}\n", "bench", "engine", "variant", "median", "frix / it");
  bool ok = true;
  std::map<std::string, double> per_contact;
  for (const Bench& bench : kBenches) {
    if (std::string(bench.name).find(filter) == std::string::npos) continue;
    std::vector<Result> results;
    bool ran = true;
    for (int round = 0; round < bench.rounds && ran; ++round) {
      ran = run("frix", bench.name, results);
      for (const char* peer : bench.peers) ran = run(peer, bench.name, results) && ran;
    }
    if (!ran || results.empty() || results.front().engine != "frix") {
      fmt::print("{:24} FAILED: it took too long, or see the message above\n", bench.name);
      ok = false;
      continue;
    }
    ok = report(bench, results) && ok;
    const auto& extra = results.front().extra;
    if (extra.contains("contacts")) per_contact[bench.name] = results.front().ns() / extra["contacts"].get<double>();
  }
  if (per_contact.count("ball_pit_1000") > 0 && per_contact.count("ball_pit_10000") > 0)
    fmt::print("time per contact, 10,000 balls against 1,000: {:.2f}\n",
               per_contact["ball_pit_10000"] / per_contact["ball_pit_1000"]);
  return ok ? 0 : 1;
}
