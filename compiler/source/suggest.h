// «Did you mean …?»
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace frix {

// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other (optimal
// string alignment). A change of case alone costs nothing here: `Mass` is as good as `mass`.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `name` if it is near enough to have been meant: one edit for every three letters, at least
// one. The first of equals wins; `name` itself is never suggested.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);
std::optional<std::string> nearest(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace frix
