#include "compiler/driver/make_method.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "runtime/geometry/contact_geometry.h"
#include "runtime/methods/tamsi.h"

namespace frix::driver {

namespace {

constexpr double kMaxSteps = 1e12;

// The language has checked the words and numbers of the block; here they are handed on.
methods::TamsiOptions tamsi_options(const mechanism::Simulate& how) {
  methods::TamsiOptions options;
  for (const mechanism::MethodOption& option : how.options) {
    if (option.name == "line_search") options.line_search = option.word != "none";
    if (option.name == "max_iterations") options.max_iterations = static_cast<int>(option.number);
    if (option.name == "max_substep_depth") options.max_substep_depth = static_cast<int>(option.number);
    if (option.name == "tolerance") options.tolerance = option.number;
  }
  return options;
}

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

bool check_run(const mechanism::Simulate& how, const mechanism::Mechanism& mechanism, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
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
  return diagnostics.error_count() == before;
}

std::unique_ptr<methods::Method> make_method(const mechanism::Simulate& how, const mechanism::Mechanism& mechanism,
                                             const frix_model& model, int threads, Diagnostics& diagnostics) {
  report_unsupported_pairs(mechanism, model, diagnostics);
  if (const std::string reason = methods::unsupported(model); !reason.empty()) {
    diagnostics.report(Code::bad_run_option, how.method_span, reason);
  }
  if (diagnostics.has_errors()) return nullptr;
  methods::TamsiOptions options = tamsi_options(how);
  options.threads = threads;
  return methods::make_tamsi(model, options);
}

}  // namespace frix::driver
