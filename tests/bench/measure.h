// What all bench programs share: how time is measured, and the row that they print for tests/bench/table.cpp.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace frix::bench {

// Processor time of this thread. All that is timed runs on one thread, and so other processes do not count.
inline double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Nanoseconds per call of `work(i)`, i = 0, 1, 2 ...: the median over blocks of calls, after a warm-up of one block.
// A block is long enough (about 4 ms) for the clock, short enough that another process spoils only a few of them.
template <class Work>
double nanoseconds_per_call(const Work& work, int blocks = 25) {
  constexpr double kBlockSeconds = 4e-3;
  long calls = 1, i = 0;
  for (;;) {
    const double start = seconds_now();
    for (long k = 0; k < calls; ++k) work(i++);
    const double passed = seconds_now() - start;
    if (passed > kBlockSeconds / 2) {
      calls = std::max(1L, static_cast<long>(static_cast<double>(calls) * kBlockSeconds / passed));
      break;
    }
    calls *= 2;
  }
  std::vector<double> times;
  for (int block = 0; block < blocks; ++block) {
    const double start = seconds_now();
    for (long k = 0; k < calls; ++k) work(i++);
    times.push_back(1e9 * (seconds_now() - start) / static_cast<double>(calls));
  }
  return median(std::move(times));
}

// One result: time, and numbers beside it that say whether the work was the same ("penetration_um", "contacts" ...).
inline void print_row(const std::string& bench, const std::string& engine, const std::string& variant, double ns,
                      const nlohmann::json& extra = nlohmann::json::object()) {
  const nlohmann::json row = {{"bench", bench}, {"engine", engine}, {"variant", variant}, {"ns", ns}, {"extra", extra}};
  std::puts(row.dump().c_str());
  std::fflush(stdout);
}

}  // namespace frix::bench
