// Finding contacts allocates nothing once the buffers have grown. This program counts what passes operator new.
#include <doctest/doctest.h>

#include <cstdlib>
#include <new>

#include "tests/runtime/geometry/scene.h"

namespace {
long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace frix::geometry;

TEST_CASE("no allocation after the first call") {
  for (const int count : {10, 500}) {
    Scene scene;
    for (int i = 0; i < count; ++i)
      scene.add(i % 4 == 0 ? FRIX_CAPSULE : FRIX_SPHERE, {0.6, 0.5, 0}, at(i % 8, i / 8 % 8, i / 64));
    add_ground(scene);
    const frix_model model = scene.model();
    ContactFinder finder(model);
    const std::vector<double> poses = scene.moving_poses(), margins(count, 0.01);
    std::vector<ContactPoint> contacts;
    finder.find(poses.data(), margins.data(), contacts);
    CHECK(contacts.size() > 10);
    const long before = allocations;
    for (int i = 0; i < 3; ++i) finder.find(poses.data(), margins.data(), contacts);
    const long after = allocations;
    CHECK(after == before);
    CHECK(before > 0);
  }
}
