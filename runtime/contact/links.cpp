#include "runtime/contact/links.h"

#include <algorithm>
#include <iterator>

namespace frix::contact {

LinkTable::LinkTable(const frix_model& model) {
  places_.resize(static_cast<std::size_t>(model.nshapes));
  patterns_.resize(static_cast<std::size_t>(model.nclasses));
  relative_.resize(static_cast<std::size_t>(model.nclasses));
  std::int32_t articulation = 0;
  for (std::int32_t c = 0; c < model.nclasses; ++c) {
    const frix_class& own = model.classes[c];
    for (std::int32_t s = 0; s < own.nshapes; ++s) {
      Pattern pattern;
      for (std::int32_t j = 0; j < own.nv; ++j)
        if (own.moves[s * own.nv + j]) pattern.push_back(j);
      const std::int32_t index = add(c, std::move(pattern));
      for (std::int32_t k = 0; k < own.instances; ++k)
        places_[static_cast<std::size_t>(own.first_shape + k * own.nshapes + s)] = {articulation + k, index};
    }
    articulation += own.instances;
  }
}

std::int32_t LinkTable::add(std::int32_t class_index, Pattern pattern) {
  std::vector<Pattern>& known = patterns_[static_cast<std::size_t>(class_index)];
  const auto found = std::find(known.begin(), known.end(), pattern);
  if (found != known.end()) return static_cast<std::int32_t>(found - known.begin());
  known.push_back(std::move(pattern));
  return static_cast<std::int32_t>(known.size()) - 1;
}

std::pair<std::int32_t, std::int32_t> LinkTable::relative(std::int32_t class_index, std::int32_t a, std::int32_t b) {
  auto& known = relative_[static_cast<std::size_t>(class_index)];
  const auto found = known.find({a, b});
  if (found != known.end()) return found->second;
  const Pattern first = patterns(class_index)[static_cast<std::size_t>(a)];
  const Pattern second = patterns(class_index)[static_cast<std::size_t>(b)];
  Pattern only_first, only_second;
  std::set_difference(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(only_first));
  std::set_difference(second.begin(), second.end(), first.begin(), first.end(), std::back_inserter(only_second));
  const std::pair<std::int32_t, std::int32_t> result{add(class_index, std::move(only_first)),
                                                     add(class_index, std::move(only_second))};
  known.emplace(std::pair{a, b}, result);
  return result;
}

}  // namespace frix::contact
