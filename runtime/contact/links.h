// Which links a model's shapes belong to, and the columns that move them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "runtime/model/model.h"

namespace frix::contact {

// Velocity coordinates of an articulation that move something, ascending.
using Pattern = std::vector<std::int32_t>;

class LinkTable {
 public:
  explicit LinkTable(const frix_model& model);

  struct Place {
    std::int32_t articulation = -1;  // -1: the world
    std::int32_t pattern = -1;       // in patterns(class)
  };
  const Place& place(std::int32_t shape) const { return places_[static_cast<std::size_t>(shape)]; }
  const std::vector<Pattern>& patterns(std::int32_t class_index) const {
    return patterns_[static_cast<std::size_t>(class_index)];
  }

  // What moves two shapes of one articulation against each other: the columns of each that the other has not. Where
  // both have a column, they move as one, and the point of contact feels nothing. Found once for each pair of patterns.
  std::pair<std::int32_t, std::int32_t> relative(std::int32_t class_index, std::int32_t a, std::int32_t b);

 private:
  std::int32_t add(std::int32_t class_index, Pattern pattern);

  std::vector<Place> places_;
  std::vector<std::vector<Pattern>> patterns_;
  std::vector<std::map<std::pair<std::int32_t, std::int32_t>, std::pair<std::int32_t, std::int32_t>>> relative_;
};

}  // namespace frix::contact
