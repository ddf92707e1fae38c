// After warm-up the step loop allocates nothing.
#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/physics/model_run.h"

using frix::test::ModelRun;

namespace {
std::atomic<long> allocations{0};
}

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

TEST_CASE("no allocation in the step loop after warm-up") {
  const struct {
    const char* model;
    frix::test::Settings settings;
    int warm_up;
  } table[] = {{"models/stick_slip.frix", {}, 50},
               {"models/gripper_mug.frix", {}, 400},
               {"models/arm7.frix", {}, 50},
               {"models/ball_pit.frix", {{"balls", "100"}}, 600}};
  for (const auto& row : table) {
    CAPTURE(row.model);
    ModelRun run = ModelRun::file(row.model, row.settings);
    for (int i = 0; i < row.warm_up; ++i) run.step();
    frix::simulate::Simulation& simulation = run.simulation();
    const long before = allocations.load();
    bool ok = true;
    for (int i = 0; i < 100; ++i) {
      ok = ok && simulation.step(run.how().step).ok;
      simulation.outputs();
    }
    CHECK(ok);
    CHECK(allocations.load() == before);
  }
}
