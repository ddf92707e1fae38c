// A few threads that wait for work: run(count, task) calls task(index, worker) once for each index, on any worker.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace frix::methods {

class Workers {
 public:
  using Task = std::function<void(std::int32_t index, std::int32_t worker)>;

  // The calling thread is worker 0, so `count` = 1 starts no thread.
  explicit Workers(int count) {
    for (std::int32_t w = 1; w < count; ++w) threads_.emplace_back([this, w] { wait_for_work(w); });
  }
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    start_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::int32_t count() const { return static_cast<std::int32_t>(threads_.size()) + 1; }

  void run(std::int32_t count, const Task& task) {
    if (threads_.empty() || count < 2) {
      for (std::int32_t i = 0; i < count; ++i) task(i, 0);
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      task_ = &task;
      count_ = count;
      next_ = 0;
      busy_ = static_cast<std::int32_t>(threads_.size());
      ++round_;
    }
    start_.notify_all();
    take_all(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void take_all(std::int32_t worker) {
    for (std::int32_t i = next_++; i < count_; i = next_++) (*task_)(i, worker);
  }

  void wait_for_work(std::int32_t worker) {
    std::int64_t seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        start_.wait(lock, [&] { return stop_ || round_ != seen; });
        if (stop_) return;
        seen = round_;
      }
      take_all(worker);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  const Task* task_ = nullptr;
  std::int32_t count_ = 0, busy_ = 0;
  std::int64_t round_ = 0;
  std::atomic<std::int32_t> next_{0};
  bool stop_ = false;
};

}  // namespace frix::methods
