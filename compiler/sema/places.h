// Where things sit: `BODY at POSE`, where the body may be the world, a body or a frame on one.
#pragma once

#include <optional>

#include "compiler/sema/convert.h"
#include "compiler/sema/session.h"

namespace frix::sema {

struct Mounting {
  int body = mechanism::kWorld;
  Pose pose;  // in the body's frame
};

Pose compose(const Pose& a, const Pose& b);
Pose inverse(const Pose& pose);

// The body and pose that an entity stands for: the world, a body, a frame.
std::optional<Mounting> place_of(Session& session, const Value& value, const std::string& what);
std::optional<Mounting> resolve(Session& session, const syntax::Mount& mount, const std::string& what);

// Works out all frames (each on demand, since a frame may sit on another).
void elaborate_frames(Session& session);

}  // namespace frix::sema
