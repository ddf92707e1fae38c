#include "runtime/geometry/pair_filter.h"

#include <algorithm>

namespace frix::geometry {

PairFilter::PairFilter(const frix_model& model) : nsurfaces_(model.nsurfaces) {
  for (std::int32_t i = 0; i < model.nforbidden_bodies; ++i) {
    const auto [smaller, bigger] = std::minmax(model.forbidden_bodies[2 * i], model.forbidden_bodies[2 * i + 1]);
    forbidden_.emplace_back(smaller, bigger);
  }
  std::sort(forbidden_.begin(), forbidden_.end());

  std::vector<std::int32_t> joined;
  for (const auto& [smaller, bigger] : forbidden_) {
    joined.push_back(smaller);
    joined.push_back(bigger);
  }
  std::sort(joined.begin(), joined.end());
  for (std::int32_t i = 0; i < model.nshapes; ++i) {
    const frix_shape& shape = model.shapes[i];
    owners_.push_back({shape.body, shape.surface, false, std::binary_search(joined.begin(), joined.end(), shape.body)});
  }

  for (std::int32_t i = 0; i < model.npair_rules; ++i) {
    const frix_pair_rule& rule = model.pair_rules[i];
    rules_.push_back({rule.a, rule.b, rule.surface});
    owners_[rule.a].has_rule = owners_[rule.b].has_rule = true;
  }
  std::sort(rules_.begin(), rules_.end(),
            [](const Rule& x, const Rule& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

std::int32_t PairFilter::surface(std::int32_t a, std::int32_t b) const {
  const Owner &first = owners_[a], &second = owners_[b];
  if (first.body == second.body) return kNoContact;

  if (first.has_rule && second.has_rule) {
    const auto rule = std::lower_bound(rules_.begin(), rules_.end(), std::pair(a, b),
                                       [](const Rule& x, const auto& y) { return std::pair(x.a, x.b) < y; });
    if (rule != rules_.end() && rule->a == a && rule->b == b) return rule->surface;
  }
  if (first.is_joined && second.is_joined &&
      std::binary_search(forbidden_.begin(), forbidden_.end(),
                         std::pair(std::min(first.body, second.body), std::max(first.body, second.body))))
    return kNoContact;
  return first.surface * nsurfaces_ + second.surface;
}

}  // namespace frix::geometry
