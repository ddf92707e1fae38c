#include "compiler/driver/check_run.h"

#include <fmt/format.h>

#include <string>

#include "runtime/geometry/contact_geometry.h"

namespace frix::driver {

namespace {

constexpr double kMaxSteps = 1e12;

Span span_of_shape(const mechanism::Mechanism& mechanism, const std::string& name) {
  for (const mechanism::Shape& shape : mechanism.shapes) {
    if (shape.name == name) return shape.span;
  }
  return {};
}

void report_unsupported_pairs(const mechanism::Mechanism& mechanism, const frix_model& model,
                              Diagnostics& diagnostics) {
  const geometry::ContactFinder finder(model);
  constexpr std::size_t kListed = 5;
  for (std::size_t i = 0; i < finder.unsupported_pairs().size() && i < kListed; ++i) {
    const std::string a = model.shapes[finder.unsupported_pairs()[i].first].name;
    const std::string b = model.shapes[finder.unsupported_pairs()[i].second].name;
    Diagnostic& diagnostic = diagnostics.report(
        Code::unsupported_pair, span_of_shape(mechanism, a),
        fmt::format("`{}` and `{}` may meet, but contact of these two kinds of shape cannot be computed", a, b));
    diagnostic.labels.push_back({span_of_shape(mechanism, b), "may meet this"});
    diagnostic.help = "say `no contact` for the two, or build one of them from spheres, capsules and boxes";
  }
}

// What a surface says that a compliant method cannot do, at its line. One rigid surface is fine: the other one yields.
void check_surfaces(const mechanism::Mechanism& mechanism, Diagnostics& diagnostics) {
  const mechanism::Surface* first_rigid = nullptr;
  const mechanism::Shape* first_shape = nullptr;
  for (const mechanism::Shape& shape : mechanism.shapes) {
    const mechanism::Surface& surface = mechanism.surfaces[static_cast<std::size_t>(shape.surface)];
    if (!shape.collide || surface.normal != mechanism::NormalLaw::rigid) continue;
    if (first_rigid == nullptr) {
      first_rigid = &surface, first_shape = &shape;
    } else if (shape.body != first_shape->body) {
      Diagnostic& diagnostic =
          diagnostics.report(Code::rigid_surface, first_rigid->span,
                             fmt::format("`{}` and `{}` are both rigid, but tamsi needs a compliant normal law",
                                         first_shape->name, shape.name));
      diagnostic.help = "write `normal = hunt_crossley(stiffness = 1e5 N/m, dissipation = 1 s/m)`";
      break;
    }
  }
  for (const mechanism::Surface& surface : mechanism.surfaces) {
    if (surface.restitution <= 0) continue;
    Diagnostic& diagnostic =
        diagnostics.report(Code::unused_restitution, surface.span,
                           fmt::format("the restitution of `{}` has no effect with tamsi", surface.name));
    diagnostic.help = "the bounce comes from the normal law: a smaller `dissipation` bounces more";
  }
}

}  // namespace

bool check_run(Compilation& compilation) {
  if (!compilation.elaborate()) return false;
  const mechanism::Simulate& how = compilation.how();
  const mechanism::Mechanism& mechanism = compilation.mechanism();
  Diagnostics& diagnostics = compilation.diagnostics();
  if (how.duration / how.step > kMaxSteps) {
    diagnostics.report(
        Code::bad_run_option, how.span,
        fmt::format("{:.6g} s in steps of {:.6g} s are more than {:g} steps", how.duration, how.step, kMaxSteps));
  }
  check_surfaces(mechanism, diagnostics);
  if (mechanism.bodies.empty()) {
    diagnostics.report(Code::missing_property, mechanism.span,
                       fmt::format("model {} has no body that could move", mechanism.name));
  }
  return !diagnostics.has_errors();
}

bool prepare_run(Compilation& compilation) {
  if (!check_run(compilation) || !compilation.lower()) return false;
  report_unsupported_pairs(compilation.mechanism(), compilation.lowered().table(), compilation.diagnostics());
  return !compilation.diagnostics().has_errors();
}

}  // namespace frix::driver
