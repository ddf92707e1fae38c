#include "runtime/contact/islands.h"

namespace frix::contact {

std::int32_t Islands::root(std::int32_t block) {
  while (parent_[block] != block) block = parent_[block] = parent_[parent_[block]];
  return block;
}

void Islands::join(std::int32_t a, std::int32_t b) {
  a = root(a);
  b = root(b);
  // the smaller number becomes the root, so the result does not depend on the order of the edges
  if (a < b) parent_[b] = a;
  if (b < a) parent_[a] = b;
}

namespace {

// Fills one list of all islands: counts, then ranges, then members in ascending order (a counting sort by island).
template <class Member>
void distribute(std::vector<Island>& islands, Range Island::*range, std::vector<std::int32_t>& list, std::size_t count,
                Member island_of_member) {
  for (std::size_t i = 0; i < count; ++i) ++(islands[island_of_member(i)].*range).end;
  std::int32_t next = 0;
  for (Island& island : islands) {
    const std::int32_t size = (island.*range).end;
    island.*range = {next, next};
    next += size;
  }
  list.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    list[(islands[island_of_member(i)].*range).end++] = static_cast<std::int32_t>(i);
}

}  // namespace

void Islands::find(const Problem& problem) {
  const std::size_t count = problem.blocks.size();
  parent_.resize(count);
  island_of_.resize(count);
  offset_.resize(count);
  for (std::size_t i = 0; i < count; ++i) parent_[i] = static_cast<std::int32_t>(i);

  for (const Group& group : problem.groups)
    if (group.b >= 0) join(problem.links[group.a].block, problem.links[group.b].block);
  for (const SpringRow& spring : problem.springs)
    if (spring.block_b >= 0) join(spring.block_a, spring.block_b);

  islands_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t block = static_cast<std::int32_t>(i);
    const std::int32_t first = root(block);
    if (first == block) {
      island_of_[i] = static_cast<std::int32_t>(islands_.size());
      islands_.emplace_back();
    } else {
      island_of_[i] = island_of_[first];
    }
    Island& island = islands_[island_of_[i]];
    offset_[i] = island.size;
    island.size += problem.blocks[i].size;
  }

  distribute(islands_, &Island::blocks, blocks_, count, [&](std::size_t i) { return island_of_[i]; });
  distribute(islands_, &Island::links, links_, problem.links.size(),
             [&](std::size_t i) { return island_of_[problem.links[i].block]; });
  distribute(islands_, &Island::groups, groups_, problem.groups.size(),
             [&](std::size_t i) { return island_of_[problem.links[problem.groups[i].a].block]; });
  distribute(islands_, &Island::scalars, scalars_, problem.scalars.size(),
             [&](std::size_t i) { return island_of_[problem.scalars[i].block]; });
  distribute(islands_, &Island::springs, springs_, problem.springs.size(),
             [&](std::size_t i) { return island_of_[problem.springs[i].block_a]; });
  for (const Group& group : problem.groups) islands_[island_of_[problem.links[group.a].block]].contacts += group.count;
}

}  // namespace frix::contact
