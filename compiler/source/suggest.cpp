#include "compiler/source/suggest.h"

#include <algorithm>
#include <cctype>

namespace frix {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

namespace {

template <class Candidates>
std::optional<std::string> nearest_of(std::string_view name, const Candidates& candidates) {
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::optional<std::string> best;
  for (const auto& candidate : candidates) {
    if (candidate == name) continue;
    const std::size_t distance = edit_distance(name, candidate);
    // short words are near to every other one: something of the name must be left
    const bool all_replaced = distance >= std::max(name.size(), candidate.size());
    if (all_replaced || distance >= best_distance) continue;
    best_distance = distance;
    best = std::string(candidate);
  }
  return best;
}

}  // namespace

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  return nearest_of(name, candidates);
}

std::optional<std::string> nearest(std::string_view name, std::span<const std::string_view> candidates) {
  return nearest_of(name, candidates);
}

}  // namespace frix
