#include "compiler/sema/shapes.h"

#include "compiler/mechanism/mass_properties.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"
#include "compiler/sema/places.h"

namespace frix::sema {

namespace {

using mechanism::Shape;
using mechanism::ShapeKind;

constexpr Field kShapeFields[] = {
    {"surface", "the surface that it touches with"},
    {"density", "the mass per volume of its matter", units::kDensity, Range::not_negative},
    {"collide", "false for matter that touches nothing"},
};

constexpr Field kSphere[] = {{"radius", "its radius", units::kLength, Range::positive, true}};
constexpr Field kBox[] = {{"size", "its three full sizes", units::kLength, Range::positive, true}};
constexpr Field kRound[] = {
    {"radius", "its radius", units::kLength, Range::positive, true},
    {"length", "its length along z, of a capsule without the caps", units::kLength, Range::positive, true},
};
constexpr Field kEllipsoid[] = {{"radii", "its three radii", units::kLength, Range::positive, true}};
constexpr Field kHalfspace[] = {{"normal", "the direction out of the solid half", units::kNumber, Range::any, true}};
constexpr Field kPoints[] = {{"points", "a list of positions", units::kLength, Range::any, true}};

struct KindInfo {
  const char* name;
  ShapeKind kind;
  std::span<const Field> fields;
};
const KindInfo kKinds[] = {
    {"sphere", ShapeKind::sphere, kSphere},          {"box", ShapeKind::box, kBox},
    {"capsule", ShapeKind::capsule, kRound},         {"cylinder", ShapeKind::cylinder, kRound},
    {"ellipsoid", ShapeKind::ellipsoid, kEllipsoid}, {"halfspace", ShapeKind::halfspace, kHalfspace},
    {"points", ShapeKind::points, kPoints},
};

// The rotation that turns z to a direction, by the shortest way.
Matrix3d turned_from_z(const Vector3d& direction) {
  return Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), direction).toRotationMatrix();
}

void read_points(Session& session, const Fields& fields, Shape& shape) {
  const Value list = evaluate(session, *fields.find("points"));
  if (!list.valid()) return;
  const std::vector<Value> elements = elements_of(list);
  if (elements.empty() || list.kind != ValueKind::array) {
    session.error(Code::bad_shape, list.span, "`points` needs a list of positions, but this is " + describe(list));
    return;
  }
  for (const Value& element : elements) {
    const auto point = constant_vector(session, element, units::kLength, "a point");
    if (!point) return;
    shape.points.push_back(*point);
  }
}

void read_kind(Session& session, const syntax::ShapeDecl& declaration, Shape& shape) {
  const KindInfo* info = nullptr;
  std::vector<std::string> names;
  for (const KindInfo& kind : kKinds) {
    names.emplace_back(kind.name);
    if (declaration.kind.callee.text == kind.name) info = &kind;
  }
  if (info == nullptr) {
    Diagnostic& diagnostic = session.error(Code::bad_shape, declaration.kind.callee.span,
                                           "there is no shape `" + declaration.kind.callee.text + "`");
    suggest(diagnostic, declaration.kind.callee.span, declaration.kind.callee.text, names, "there are");
    return;
  }
  shape.kind = info->kind;
  const Fields fields(session, declaration.kind, declaration.kind_span, info->fields);
  if (!fields.ok()) return;
  switch (info->kind) {
    case ShapeKind::sphere:
      shape.size[0] = fields.number("radius", 0);
      break;
    case ShapeKind::box:
      shape.size = fields.vector("size").value_or(Vector3d::Zero());
      break;
    case ShapeKind::capsule:
    case ShapeKind::cylinder:
      shape.size = {fields.number("radius", 0), fields.number("length", 0), 0};
      break;
    case ShapeKind::ellipsoid:
      shape.size = fields.vector("radii").value_or(Vector3d::Zero());
      break;
    case ShapeKind::halfspace:
      if (const auto normal = fields.direction("normal")) shape.pose.rotation *= turned_from_z(*normal);
      break;
    case ShapeKind::points:
      read_points(session, fields, shape);
      break;
  }
}

void read_surface(Session& session, const Fields& fields, Shape& shape) {
  const syntax::Expr* expression = fields.find("surface");
  if (expression == nullptr) return;
  // a surface has a name; other names near to it are no help, so only surfaces are suggested
  const auto* name = std::get_if<syntax::Name>(&expression->node);
  std::vector<std::string> surfaces;
  for (const auto& [surface, symbol] : session.symbols)
    if (symbol.value.is(EntityKind::surface)) surfaces.push_back(surface);
  if (name != nullptr && session.find(name->text) == nullptr) {
    Diagnostic& diagnostic =
        session.error(Code::unknown_name, expression->span, "there is no surface `" + name->text + "`");
    suggest(diagnostic, expression->span, name->text, surfaces, surfaces.empty() ? "" : "there are");
    return;
  }
  const Value value = evaluate(session, *expression);
  if (value.is(EntityKind::surface)) {
    shape.surface = value.entity.index;
  } else if (value.valid()) {
    session.error(Code::type_mismatch, value.span, "`surface` needs a surface, but this is " + describe(value));
  }
}

void elaborate_shape(Session& session, std::size_t index) {
  ShapeOrigin& origin = session.shapes[index];
  Shape& shape = session.mechanism.shapes[index];
  const syntax::ShapeDecl& declaration = *origin.declaration;

  if (origin.body == mechanism::kWorld) {
    if (const auto place = resolve(session, declaration.mount, "a shape")) {
      shape.body = place->body;
      shape.pose = place->pose;
    }
  } else if (declaration.mount.pose != nullptr) {
    const Value place = evaluate(session, *declaration.mount.pose);
    if (const auto pose = constant_pose(session, place, "the place of a shape")) shape.pose = *pose;
  }
  read_kind(session, declaration, shape);

  const Fields fields(session, "a shape", declaration.properties, kShapeFields, declaration.name.span);
  read_surface(session, fields, shape);
  shape.collide = fields.boolean("collide").value_or(true);
  origin.density = fields.number("density");
  if (origin.density && !mechanism::has_volume(shape.kind))
    session.error(Code::bad_shape, fields.find("density")->span, "a shape without a volume has no density");
}

}  // namespace

void elaborate_shapes(Session& session) {
  const syntax::ShapeDecl* broken = nullptr;
  for (std::size_t i = 0; i < session.shapes.size(); ++i) {
    const ShapeOrigin& origin = session.shapes[i];
    if (origin.declaration == broken) continue;  // the other elements of an array would say the same
    const std::size_t errors = session.diagnostics->error_count();
    if (origin.body == mechanism::kWorld) {
      elaborate_shape(session, i);
    } else {
      const BodyOrigin& body = session.bodies[static_cast<std::size_t>(origin.body)];
      const WithIndex element(session, body.declaration->name, body.element);
      elaborate_shape(session, i);
    }
    if (session.has_errors_since(errors)) broken = origin.declaration;
  }
  session.shapes_on.resize(session.bodies.size());
  for (std::size_t i = 0; i < session.shapes.size(); ++i)
    if (const int body = session.mechanism.shapes[i].body; body != mechanism::kWorld)
      session.shapes_on[static_cast<std::size_t>(body)].push_back(i);
  session.has_shapes = true;
}

}  // namespace frix::sema
