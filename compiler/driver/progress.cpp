#include "compiler/driver/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace frix::driver {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr int kBarWidth = 30;

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

}  // namespace

Progress::Progress(double duration)
    : duration_(duration),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

void Progress::update(double time) {
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < kInterval) return;
  last_ = now;
  shown_ = true;
  const double part = std::clamp(time / duration_, 0.0, 1.0);
  const int full = static_cast<int>(part * kBarWidth);
  std::string bar;
  for (int i = 0; i < kBarWidth; ++i) bar += i < full ? "█" : "░";
  fmt::print(stderr, "\r{} {:3.0f} %  t = {:.3f} s  {:.3g} × real time \x1b[K", bar, 100 * part, time,
             time / std::chrono::duration<double>(now - start_).count());
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

const std::atomic<bool>& watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted.store(true, std::memory_order_relaxed); };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  return interrupted;
}

}  // namespace frix::driver
