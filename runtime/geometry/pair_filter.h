// Which shapes may touch at all, and with which surface.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/model/model.h"

namespace frix::geometry {

// All shapes of different bodies can touch, except those of bodies that are joined; a rule for two shapes overrides
// both. Shapes of one body, and so those of the world, never touch.
class PairFilter {
 public:
  static constexpr std::int32_t kNoContact = -1;

  explicit PairFilter(const frix_model& model);

  // The index in frix_model.pair_surfaces for the shapes a < b, or kNoContact.
  std::int32_t surface(std::int32_t a, std::int32_t b) const;

 private:
  struct Rule {
    std::int32_t a, b, surface;
  };
  struct Owner {
    std::int32_t body, surface;
    bool has_rule;   // the shape is in a rule
    bool is_joined;  // the body is in a forbidden pair
  };

  std::int32_t nsurfaces_;
  std::vector<Owner> owners_;                                     // of each shape
  std::vector<Rule> rules_;                                       // sorted
  std::vector<std::pair<std::int32_t, std::int32_t>> forbidden_;  // bodies, smaller first, sorted
};

}  // namespace frix::geometry
