#include "compiler/sema/elements.h"

#include "compiler/sema/convert.h"
#include "compiler/sema/joints.h"

namespace frix::sema {

namespace {

// How many elements a declaration makes; empty when it is wrong (reported).
std::optional<int> element_count(Session& session, const syntax::DeclaredName& name) {
  if (name.count == nullptr) return 1;
  const std::string what = "the number of elements of `" + name.identifier.text + "`";
  const auto count = constant_number(session, *name.count, {}, Range::whole, what);
  constexpr double most = 1e6;
  if (count && *count > most) {
    session.error(Code::value_out_of_range, name.count->span,
                  what + " must not exceed 1000000, but this is " + quantity_text(*count, {}));
    return std::nullopt;
  }
  if (!count) return std::nullopt;
  return static_cast<int>(*count);
}

std::string element_name(const syntax::DeclaredName& name, int element) {
  if (name.count == nullptr) return name.identifier.text;
  return name.identifier.text + "[" + std::to_string(element) + "]";
}

void set_entity(Session& session, const syntax::Identifier& name, const syntax::Declaration& declaration,
                const Entity& entity) {
  Symbol* symbol = session.find(name.text);
  if (symbol != nullptr && symbol->declaration == &declaration) symbol->value = Value::of(entity, name.span);
}

void add_shape(Session& session, const syntax::ShapeDecl& shape, const std::string& prefix, int body) {
  mechanism::Shape element;
  element.name = prefix + shape.name.text;
  element.span = shape.name.span;
  element.body = body;
  session.mechanism.shapes.push_back(std::move(element));
  session.shapes.push_back({&shape, body, {}});
}

void add_frame(Session& session, const syntax::FrameDecl& frame, const std::string& prefix, int body) {
  mechanism::Frame element;
  element.name = prefix + frame.name.text;
  element.span = frame.name.span;
  element.body = body;
  session.mechanism.frames.push_back(std::move(element));
  session.frames.push_back({&frame, body});
}

void check_nested_names(Session& session, const syntax::BodyDecl& body) {
  std::map<std::string, Span, std::less<>> names;
  const auto enter = [&](const syntax::Identifier& name) {
    const auto [entry, is_new] = names.emplace(name.text, name.span);
    if (is_new) return;
    Diagnostic& diagnostic =
        session.error(Code::duplicate_name, name.span,
                      "`" + name.text + "` is declared twice in `" + body.name.identifier.text + "`");
    diagnostic.label = "again here";
    diagnostic.labels = {{entry->second, "first declared here"}};
  };
  for (const syntax::ShapeDecl& shape : body.shapes) enter(shape.name);
  for (const syntax::FrameDecl& frame : body.frames) enter(frame.name);
}

void number_body(Session& session, const syntax::Declaration& declaration, const syntax::BodyDecl& body) {
  const int first = static_cast<int>(session.mechanism.bodies.size());
  const auto count = element_count(session, body.name);
  if (!count) return;
  check_nested_names(session, body);
  for (int element = 0; element < *count; ++element) {
    mechanism::Body instance;
    instance.name = element_name(body.name, element);
    instance.span = body.name.identifier.span;
    BodyOrigin origin;
    origin.declaration = &body;
    origin.element = element;
    origin.first_shape = static_cast<int>(session.mechanism.shapes.size());
    origin.first_frame = static_cast<int>(session.mechanism.frames.size());
    const std::string prefix = instance.name + ".";
    session.mechanism.bodies.push_back(std::move(instance));
    session.bodies.push_back(origin);
    for (const syntax::ShapeDecl& shape : body.shapes) add_shape(session, shape, prefix, first + element);
    for (const syntax::FrameDecl& frame : body.frames) add_frame(session, frame, prefix, first + element);
  }
  const EntityKind kind = body.name.count != nullptr ? EntityKind::bodies : EntityKind::body;
  set_entity(session, body.name.identifier, declaration, {kind, first, *count});
}

void number_joint(Session& session, const syntax::Declaration& declaration, const syntax::JointDecl& joint) {
  const int first = static_cast<int>(session.mechanism.joints.size());
  const auto count = element_count(session, joint.name);
  const auto type = joint_type_of(session, joint);
  if (!count || !type) return;
  for (int element = 0; element < *count; ++element) {
    mechanism::Joint instance;
    instance.name = element_name(joint.name, element);
    instance.span = joint.name.identifier.span;
    instance.type = *type;
    session.mechanism.joints.push_back(std::move(instance));
    session.joints.push_back({&joint, element});
  }
  const EntityKind kind = joint.name.count != nullptr ? EntityKind::joints : EntityKind::joint;
  set_entity(session, joint.name.identifier, declaration, {kind, first, *count});
}

}  // namespace

void number_elements(Session& session) {
  for (const syntax::Declaration* declaration : session.declarations) {
    if (const auto* body = std::get_if<syntax::BodyDecl>(&declaration->node)) number_body(session, *declaration, *body);
    if (const auto* joint = std::get_if<syntax::JointDecl>(&declaration->node))
      number_joint(session, *declaration, *joint);
  }
  for (const syntax::Declaration* declaration : session.declarations) {
    if (const auto* shape = std::get_if<syntax::ShapeDecl>(&declaration->node)) {
      const int index = static_cast<int>(session.mechanism.shapes.size());
      add_shape(session, *shape, "", mechanism::kWorld);
      set_entity(session, shape->name, *declaration, {EntityKind::shape, index});
    }
    if (const auto* frame = std::get_if<syntax::FrameDecl>(&declaration->node)) {
      const int index = static_cast<int>(session.mechanism.frames.size());
      add_frame(session, *frame, "", mechanism::kWorld);
      set_entity(session, frame->name, *declaration, {EntityKind::frame, index});
    }
  }
  session.has_elements = true;
}

}  // namespace frix::sema
