#include "compiler/sema/groups.h"

namespace frix::sema {

std::optional<std::vector<int>> shapes_of(Session& session, const Value& value, const std::string& what) {
  if (!value.valid()) return std::nullopt;
  std::vector<int> shapes;
  const Entity& entity = value.entity;
  const bool is_world = value.is(EntityKind::world);
  if (value.is(EntityKind::shape)) {
    shapes.push_back(entity.index);
  } else if (is_world || value.is(EntityKind::body) || value.is(EntityKind::bodies)) {
    const int first = is_world ? mechanism::kWorld : entity.index;
    const int end = first + (value.is(EntityKind::bodies) ? entity.count : 1);
    for (std::size_t i = 0; i < session.mechanism.shapes.size(); ++i) {
      const int body = session.mechanism.shapes[i].body;
      if (body >= first && body < end) shapes.push_back(static_cast<int>(i));
    }
  } else {
    session.error(Code::type_mismatch, value.span, what + " needs a shape or a body, but this is " + describe(value));
    return std::nullopt;
  }
  if (shapes.empty()) {
    session.error(Code::bad_shape, value.span, describe(value) + " without shapes touches nothing");
    return std::nullopt;
  }
  return shapes;
}

int contact_query(Session& session, const std::vector<int>& first, const std::vector<int>& second, const Span& span) {
  auto& queries = session.mechanism.contact_queries;
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (queries[i].first == first && queries[i].second == second) return static_cast<int>(i);
  queries.push_back({first, second, span});
  return static_cast<int>(queries.size()) - 1;
}

}  // namespace frix::sema
