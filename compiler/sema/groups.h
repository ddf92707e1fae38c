// Groups of shapes that contacts speak of: a shape, all shapes of a body, of an array of bodies, of the world.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/session.h"

namespace frix::sema {

// The shapes that a value names; an error when it names none.
std::optional<std::vector<int>> shapes_of(Session& session, const Value& value, const std::string& what);

// The index of the contact query for two groups; equal ones are shared.
int contact_query(Session& session, const std::vector<int>& first, const std::vector<int>& second, const Span& span);

}  // namespace frix::sema
