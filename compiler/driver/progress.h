// One line on a terminal while a run goes on: how far it is, and how fast against real time.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace frix::driver {

class Progress {
 public:
  // Silent unless standard error is a terminal.
  explicit Progress(double duration);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(double time);
  void clear();

 private:
  double duration_;
  bool shown_ = false;
  bool terminal_;
  std::chrono::steady_clock::time_point start_, last_;
};

// True after Ctrl-C. The first one asks the run to stop; a second one ends the process as usual.
const std::atomic<bool>& watch_interrupts();

}  // namespace frix::driver
