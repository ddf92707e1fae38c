// Islands: the sets of articulations that contacts and springs tie together. Each is a problem of its own, so a contact
// that is hard to solve costs nothing elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/contact/problem.h"

namespace frix::contact {

struct Range {
  std::int32_t begin = 0, end = 0;
  std::int32_t size() const { return end - begin; }
};

// Ranges into the lists of Islands.
struct Island {
  Range blocks, links, groups, scalars, springs;
  std::int32_t size = 0;  // unknowns
  std::int32_t contacts = 0;
  bool linear() const { return groups.size() == 0 && scalars.size() == 0 && springs.size() == 0; }
};

class Islands {
 public:
  // Union-find over the blocks. Islands are ordered by their first block, and all lists inside an island are ascending,
  // so the partition depends on nothing but the problem.
  void find(const Problem& problem);

  const std::vector<Island>& islands() const { return islands_; }
  const std::int32_t* blocks(const Island& island) const { return blocks_.data() + island.blocks.begin; }
  const std::int32_t* links(const Island& island) const { return links_.data() + island.links.begin; }
  const std::int32_t* groups(const Island& island) const { return groups_.data() + island.groups.begin; }
  const std::int32_t* scalars(const Island& island) const { return scalars_.data() + island.scalars.begin; }
  const std::int32_t* springs(const Island& island) const { return springs_.data() + island.springs.begin; }

  // Where block b's unknowns begin in those of its island.
  std::int32_t offset(std::int32_t block) const { return offset_[static_cast<std::size_t>(block)]; }

 private:
  std::int32_t root(std::int32_t block);
  void join(std::int32_t a, std::int32_t b);

  std::vector<Island> islands_;
  std::vector<std::int32_t> parent_, island_of_, offset_;
  std::vector<std::int32_t> blocks_, links_, groups_, scalars_, springs_;
};

}  // namespace frix::contact
