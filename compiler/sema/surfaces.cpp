#include "compiler/sema/surfaces.h"

#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"
#include "compiler/sema/groups.h"

namespace frix::sema {

namespace {

using mechanism::Combine;
using mechanism::FrictionLaw;
using mechanism::NormalLaw;
using mechanism::StictionShape;
using mechanism::Surface;

constexpr Field kSurfaceFields[] = {
    {"friction", "`none` or `coulomb(mu, …)`"},
    {"normal", "`rigid`, `hunt_crossley(stiffness, dissipation)` or `linear(stiffness, damping)`"},
    {"restitution", "the part of the approach velocity that is given back", units::kNumber, Range::unit_interval},
    {"combine", "how a pair's friction coefficient follows from two surfaces"},
};
constexpr Field kPairFields[] = {kSurfaceFields[0], kSurfaceFields[1], kSurfaceFields[2]};

constexpr Field kCoulombFields[] = {
    {"mu", "the coefficient of friction", units::kNumber, Range::not_negative, true},
    {"mu_static", "the coefficient at rest, at least `mu`", units::kNumber, Range::not_negative},
    {"stiction_speed", "the slip speed up to which the regularised law sticks", units::kVelocity, Range::positive},
    {"shape", "how the regularised coefficient rises: `linear` or `quadratic`"},
};
constexpr Field kHuntCrossleyFields[] = {
    {"stiffness", "the force per depth", units::kStiffness, Range::positive},
    {"dissipation", "the relative rise of the force per approach velocity", units::kTime / units::kLength,
     Range::not_negative},
};
constexpr Field kLinearFields[] = {
    {"stiffness", "the force per depth", units::kStiffness, Range::positive},
    {"damping", "the force per approach velocity", units::kDamping, Range::not_negative},
};

// A law is a bare name (`none`) or a call (`coulomb(mu = 0.5)`).
struct Law {
  syntax::Identifier name;
  const syntax::Call* call = nullptr;  // null for a bare name
};

std::optional<Law> law_of(Session& session, const syntax::Expr& expression, const char* property,
                          const std::vector<std::string>& laws) {
  Law law;
  if (const auto* name = std::get_if<syntax::Name>(&expression.node)) law.name = {name->text, expression.span};
  if (const auto* call = std::get_if<syntax::Call>(&expression.node)) law = {call->callee, call};
  for (const std::string& known : laws)
    if (known == law.name.text) return law;
  const Span span = law.name.text.empty() ? expression.span : law.name.span;
  Diagnostic& diagnostic =
      session.error(Code::type_mismatch, span,
                    std::string("`") + property + "` needs a law" +
                        (law.name.text.empty() ? "" : ", and there is none called `" + law.name.text + "`"));
  suggest(diagnostic, span, law.name.text, laws, "there are");
  return std::nullopt;
}

// `coulomb` without arguments is a call that lacks them; `rigid` takes none.
Fields arguments_of(Session& session, const Law& law, const Span& span, std::span<const Field> table) {
  if (law.call != nullptr) return {session, *law.call, span, table};
  syntax::Call bare;
  bare.callee = law.name;
  return {session, bare, span, table};
}

void read_friction(Session& session, const syntax::Expr& expression, Surface& surface) {
  const auto law = law_of(session, expression, "friction", {"none", "coulomb"});
  if (!law) return;
  if (law->name.text == "none") {
    const Fields nothing = arguments_of(session, *law, expression.span, {});
    surface.friction = FrictionLaw::none;
    surface.mu = surface.mu_static = 0;
    return;
  }
  const Fields fields = arguments_of(session, *law, expression.span, kCoulombFields);
  if (!fields.ok()) return;
  surface.friction = FrictionLaw::coulomb;
  surface.mu = fields.number("mu", surface.mu);
  surface.mu_static = fields.number("mu_static", surface.mu);
  if (fields.has("mu_static") && surface.mu_static < surface.mu)
    session.error(Code::value_out_of_range, fields.find("mu_static")->span,
                  "`mu_static` must not be smaller than `mu`, but " + quantity_text(surface.mu_static, {}) + " < " +
                      quantity_text(surface.mu, {}));
  surface.stiction_speed = fields.number("stiction_speed", surface.stiction_speed);
  if (const auto shape = fields.word("shape", {"linear", "quadratic"}))
    surface.shape = shape->text == "linear" ? StictionShape::linear : StictionShape::quadratic;
}

void read_normal(Session& session, const syntax::Expr& expression, Surface& surface) {
  const auto law = law_of(session, expression, "normal", {"rigid", "hunt_crossley", "linear"});
  if (!law) return;
  if (law->name.text == "rigid") {
    const Fields nothing = arguments_of(session, *law, expression.span, {});
    surface.normal = NormalLaw::rigid;
    return;
  }
  const bool linear = law->name.text == "linear";
  const std::span<const Field> table = linear ? std::span<const Field>(kLinearFields) : kHuntCrossleyFields;
  const Fields fields = arguments_of(session, *law, expression.span, table);
  if (!fields.ok()) return;
  surface.normal = linear ? NormalLaw::linear : NormalLaw::hunt_crossley;
  surface.stiffness = fields.number("stiffness", surface.stiffness);
  if (linear) {
    surface.damping = fields.number("damping", surface.damping);
  } else {
    surface.dissipation = fields.number("dissipation", surface.dissipation);
  }
}

void read_laws(Session& session, const Fields& fields, Surface& surface) {
  if (const syntax::Expr* friction = fields.find("friction")) read_friction(session, *friction, surface);
  if (const syntax::Expr* normal = fields.find("normal")) read_normal(session, *normal, surface);
  surface.restitution = fields.number("restitution", surface.restitution);
}

}  // namespace

Surface default_surface() {
  Surface surface;
  surface.name = "default";
  surface.mu = surface.mu_static = 0.5;
  surface.stiffness = 1e5;
  surface.dissipation = 1;
  surface.stiction_speed = 1e-4;
  return surface;
}

void elaborate_surfaces(Session& session) {
  session.mechanism.surfaces.push_back(default_surface());
  static const std::pair<const char*, Combine> rules[] = {
      {"min", Combine::min},         {"mean", Combine::mean},
      {"product", Combine::product}, {"geometric", Combine::geometric},
      {"max", Combine::max},         {"harmonic", Combine::harmonic},
  };
  for (const syntax::Declaration* declaration : session.declarations) {
    const auto* declared = std::get_if<syntax::SurfaceDecl>(&declaration->node);
    if (declared == nullptr) continue;
    Surface surface = default_surface();
    surface.name = declared->name.text;
    surface.span = declared->name.span;
    const Fields fields(session, "a surface", declared->properties, kSurfaceFields, declared->name.span);
    read_laws(session, fields, surface);
    std::vector<std::string> words;
    for (const auto& [word, rule] : rules) words.emplace_back(word);
    if (const auto chosen = fields.word("combine", words))
      for (const auto& [word, rule] : rules)
        if (chosen->text == word) surface.combine = rule;
    Symbol* symbol = session.find(declared->name.text);
    if (symbol != nullptr && symbol->declaration == declaration)
      symbol->value =
          Value::of({EntityKind::surface, static_cast<int>(session.mechanism.surfaces.size())}, declared->name.span);
    session.mechanism.surfaces.push_back(std::move(surface));
  }
}

void elaborate_contacts(Session& session) {
  for (const syntax::Declaration* declaration : session.declarations) {
    const auto* contact = std::get_if<syntax::ContactDecl>(&declaration->node);
    if (contact == nullptr) continue;
    const auto first = shapes_of(session, evaluate(session, *contact->first), "`contact`");
    const auto second = shapes_of(session, evaluate(session, *contact->second), "`contact`");
    int index = -1;
    if (!contact->forbidden) {
      Surface surface = default_surface();
      surface.name = "contact";
      surface.span = declaration->span;
      const Fields fields(session, "a contact", contact->properties, kPairFields, declaration->span);
      read_laws(session, fields, surface);
      index = static_cast<int>(session.mechanism.surfaces.size());
      session.mechanism.surfaces.push_back(std::move(surface));
    }
    if (first && second) session.mechanism.pair_rules.push_back({declaration->span, *first, *second, index});
  }
}

}  // namespace frix::sema
