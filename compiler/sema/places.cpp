#include "compiler/sema/places.h"

#include "compiler/sema/evaluate.h"

namespace frix::sema {

Pose compose(const Pose& a, const Pose& b) {
  return {a.rotation * b.rotation, a.rotation * b.position + a.position};
}

Pose inverse(const Pose& pose) {
  return {pose.rotation.transpose(), -(pose.rotation.transpose() * pose.position)};
}

namespace {

bool elaborate_frame(Session& session, int index, const Span& use) {
  FrameOrigin& origin = session.frames[static_cast<std::size_t>(index)];
  mechanism::Frame& frame = session.mechanism.frames[static_cast<std::size_t>(index)];
  if (origin.progress == Progress::done) return origin.valid;
  if (origin.progress == Progress::running) {
    session.error(Code::cyclic_definition, use, "the frame `" + frame.name + "` sits on itself");
    return false;
  }
  const WithoutLocals scope(session);
  origin.progress = Progress::running;
  std::optional<Mounting> mounting;
  if (origin.body == mechanism::kWorld) {
    mounting = resolve(session, origin.declaration->mount, "a frame");
  } else {
    const BodyOrigin& body = session.bodies[static_cast<std::size_t>(origin.body)];
    const WithIndex element(session, body.declaration->name, body.element);
    mounting = Mounting{origin.body, {}};
    if (origin.declaration->mount.pose != nullptr) {
      const auto pose =
          constant_pose(session, evaluate(session, *origin.declaration->mount.pose), "the place of a frame");
      if (pose) mounting->pose = *pose;
      if (!pose) mounting.reset();
    }
  }
  origin.progress = Progress::done;
  origin.valid = mounting.has_value();
  if (mounting) {
    frame.body = mounting->body;
    frame.pose = mounting->pose;
  }
  return origin.valid;
}

}  // namespace

std::optional<Mounting> place_of(Session& session, const Value& value, const std::string& what) {
  if (!value.valid()) return std::nullopt;
  if (value.is(EntityKind::world)) return Mounting{};
  if (value.is(EntityKind::body)) return Mounting{value.entity.index, {}};
  if (value.is(EntityKind::frame)) {
    if (!elaborate_frame(session, value.entity.index, value.span)) return std::nullopt;
    const mechanism::Frame& frame = session.mechanism.frames[static_cast<std::size_t>(value.entity.index)];
    return Mounting{frame.body, frame.pose};
  }
  Diagnostic& diagnostic =
      session.error(Code::type_mismatch, value.span, what + " needs a body, but this is " + describe(value));
  if (value.is(EntityKind::bodies)) diagnostic.help = "give the index of one of them";
  return std::nullopt;
}

std::optional<Mounting> resolve(Session& session, const syntax::Mount& mount, const std::string& what) {
  auto place = place_of(session, evaluate(session, *mount.body), what);
  if (mount.pose == nullptr) return place;
  const auto pose = constant_pose(session, evaluate(session, *mount.pose), "the place of " + what);
  if (!place || !pose) return std::nullopt;
  place->pose = compose(place->pose, *pose);
  return place;
}

void elaborate_frames(Session& session) {
  for (int i = 0; i < static_cast<int>(session.frames.size()); ++i) {
    const std::size_t errors = session.diagnostics->error_count();
    elaborate_frame(session, i, session.frames[static_cast<std::size_t>(i)].declaration->name.span);
    // the elements of an array say the same: one message is enough
    if (session.has_errors_since(errors))
      for (FrameOrigin& other : session.frames)
        if (other.declaration == session.frames[static_cast<std::size_t>(i)].declaration)
          other.progress = Progress::done;
  }
}

}  // namespace frix::sema
