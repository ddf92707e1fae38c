#include "compiler/sema/bodies.h"

#include <cmath>

#include "compiler/mechanism/mass_properties.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"

namespace frix::sema {

namespace {

using mechanism::Body;
using mechanism::MassProperties;

constexpr Field kBodyFields[] = {
    {"mass", "its mass", units::kMass, Range::not_negative},
    {"com", "its centre of mass, in its frame", units::kLength},
    {"inertia", "[ixx, iyy, izz] or [ixx, iyy, izz, ixy, ixz, iyz] about the centre of mass", units::kInertia},
    {"density", "the mass per volume of its shapes", units::kDensity, Range::positive},
    {"pose", "where a free body starts, in the world"},
};

// Three principal moments, or six values with the products as they stand in the matrix (as in URDF).
std::optional<Matrix3d> read_inertia(Session& session, const syntax::Expr& expression) {
  const Value value = evaluate(session, expression);
  if (!value.valid()) return std::nullopt;
  std::vector<Value> elements = elements_of(value);
  if (elements.size() != 3 && elements.size() != 6) {
    Diagnostic& diagnostic = session.error(Code::type_mismatch, value.span,
                                           "`inertia` needs a list of 3 or 6 values, but this is " + describe(value));
    diagnostic.help = "write `[ixx, iyy, izz] kg*m^2`, or `[ixx, iyy, izz, ixy, ixz, iyz] kg*m^2` with products";
    return std::nullopt;
  }
  if (value.kind == ValueKind::vector && value.elements.empty()) elements = elements_of(value);
  // a vector says in one message what is wrong with its unit
  if (value.kind == ValueKind::vector) {
    const auto moments = constant_vector(session, value, units::kInertia, "`inertia`");
    if (!moments) return std::nullopt;
    return Matrix3d(moments->asDiagonal());
  }
  std::array<double, 6> entry{};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto number = constant_number(session, elements[i], units::kInertia, Range::any, "an entry of `inertia`");
    if (!number) return std::nullopt;
    entry[i] = *number;
  }
  Matrix3d inertia;
  inertia << entry[0], entry[3], entry[4], entry[3], entry[1], entry[5], entry[4], entry[5], entry[2];
  return inertia;
}

void check_inertia(Session& session, const Body& body, const Span& span) {
  const mechanism::InertiaCheck check = mechanism::check_inertia(body.inertia);
  if (check.physical) return;
  const auto number = [&check](int i) { return quantity_text(check.principal[i], units::kNumber); };
  Diagnostic& diagnostic = session.error(Code::unphysical_inertia, span,
                                         "no body can have the inertia of `" + body.name + "`: " + check.reason);
  diagnostic.notes.push_back("the principal moments are " + number(0) + ", " + number(1) + " and " + number(2) +
                             " kg*m^2");
  diagnostic.help = "the inertia is about the centre of mass, not about the origin; products stand as in the matrix";
}

// A slip of the exponent gives an inertia that is possible but belongs to a body of another size. Shapes that are only
// a part of the matter (the pads of a gripper) make it larger, never smaller.
void check_plausible(Session& session, const Body& body, const Matrix3d& of_shapes, const Span& span) {
  constexpr double suspicious = 100;
  const double given = body.inertia.trace(), expected = of_shapes.trace();
  if (given <= 0 || expected < suspicious * given) return;
  Diagnostic& diagnostic = session.diagnostics->report(Code::implausible_inertia, span,
                                                       "the inertia of `" + body.name + "` is " +
                                                           quantity_text(std::round(expected / given), {}) +
                                                           " times smaller than its shapes give with this mass");
  diagnostic.help = "without `inertia` it is that of the shapes";
}

// The matter of the shapes of a body: with the density of each, or with the same for all.
std::vector<MassProperties> matter(const Session& session, int body, std::optional<double> density) {
  std::vector<MassProperties> parts;
  for (const std::size_t i : session.shapes_on[static_cast<std::size_t>(body)]) {
    const mechanism::Shape& shape = session.mechanism.shapes[i];
    if (!mechanism::has_volume(shape.kind)) continue;
    const auto own = session.shapes[i].density ? session.shapes[i].density : density;
    if (own) parts.push_back(transformed(of_shape(shape.kind, shape.size, *own), shape.pose));
  }
  return parts;
}

const Span* density_of_a_shape(const Session& session, int body) {
  for (const std::size_t i : session.shapes_on[static_cast<std::size_t>(body)])
    if (session.shapes[i].density) return &session.mechanism.shapes[i].span;
  return nullptr;
}

void elaborate_body(Session& session, int index) {
  Body& body = session.mechanism.bodies[static_cast<std::size_t>(index)];
  BodyOrigin& origin = session.bodies[static_cast<std::size_t>(index)];
  const syntax::BodyDecl& declaration = *origin.declaration;
  const WithIndex element(session, declaration.name, origin.element);
  const Fields fields(session, "a body", declaration.properties, kBodyFields, declaration.name.identifier.span);
  if (!fields.ok() || origin.mass_failed) return;

  if (const syntax::Expr* pose = fields.find("pose")) {
    origin.pose = fields.pose("pose");
    origin.pose_span = pose->span;
  }

  // the mass: given, or the matter of the shapes
  const Span* shape_density = density_of_a_shape(session, index);
  if (fields.has("mass") && (fields.has("density") || shape_density != nullptr)) {
    const Span& other = fields.has("density") ? fields.find("density")->span : *shape_density;
    Diagnostic& diagnostic =
        session.error(Code::conflicting_properties, fields.find("mass")->span,
                      "the mass of `" + body.name + "` is given twice: as `mass` and by `density`");
    diagnostic.labels = {{other, fields.has("density") ? "the density" : "this shape has a density"}};
    return;
  }
  const auto mass = fields.number("mass");
  const auto density = fields.number("density");
  if (fields.has("mass") != mass.has_value() || fields.has("density") != density.has_value()) return;
  body.mass_from_shapes = !mass;
  std::vector<MassProperties> parts = matter(session, index, mass ? std::optional<double>(1.0) : density);
  if (density && parts.empty()) {
    session.error(Code::bad_shape, fields.find("density")->span,
                  "`density` needs shapes with a volume, but `" + body.name + "` has none");
    return;
  }
  MassProperties total = sum(parts);
  if (mass) {
    // the shapes tell how the given mass is spread; without shapes it is a point
    if (total.mass > 0) total.inertia *= *mass / total.mass;
    total.mass = *mass;
  }
  body.mass = total.mass;
  body.com = total.com;
  body.inertia = total.inertia;

  if (fields.has("com")) {
    const auto com = fields.vector("com");
    if (!com) return;
    body.com = *com;
  }
  if (const syntax::Expr* inertia = fields.find("inertia")) {
    const auto given = read_inertia(session, *inertia);
    if (!given) return;
    body.inertia = *given;
    check_inertia(session, body, inertia->span);
    check_plausible(session, body, total.inertia, inertia->span);
    if (body.mass == 0)
      session.error(Code::missing_property, inertia->span, "`" + body.name + "` has an inertia but no mass");
  }
}

}  // namespace

void elaborate_bodies(Session& session) {
  if (session.has_masses) return;
  const syntax::BodyDecl* broken = nullptr;
  for (int i = 0; i < static_cast<int>(session.bodies.size()); ++i) {
    const syntax::BodyDecl* declaration = session.bodies[static_cast<std::size_t>(i)].declaration;
    if (declaration == broken) continue;  // the other elements of an array would say the same
    const std::size_t errors = session.diagnostics->error_count();
    elaborate_body(session, i);
    if (session.has_errors_since(errors)) broken = declaration;
  }
  session.has_masses = true;
}

std::optional<double> body_mass(Session& session, int index, const Span& use) {
  BodyOrigin& origin = session.bodies[static_cast<std::size_t>(index)];
  const Body& body = session.mechanism.bodies[static_cast<std::size_t>(index)];
  if (session.has_masses) return body.mass;
  if (origin.mass_failed) return std::nullopt;
  for (const syntax::Property& property : origin.declaration->properties) {
    if (property.name.text != "mass") continue;
    if (origin.progress == Progress::running) {
      session.error(Code::cyclic_definition, use, "the mass of `" + body.name + "` needs itself");
      return std::nullopt;
    }
    const WithoutLocals scope(session);
    const WithIndex element(session, origin.declaration->name, origin.element);
    origin.progress = Progress::running;
    const auto mass = constant_number(session, *property.value, units::kMass, Range::not_negative, "`mass`");
    origin.progress = Progress::open;
    origin.mass_failed = !mass;
    return mass;
  }
  if (!session.has_shapes) {
    session.error(Code::not_constant, use,
                  "the mass of `" + body.name + "` comes from its shapes and is not known yet where this is needed");
    return std::nullopt;
  }
  elaborate_bodies(session);
  return body.mass;
}

}  // namespace frix::sema
