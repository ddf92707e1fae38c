#include "compiler/driver/make_method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <vector>

#include "compiler/source/suggest.h"
#include "runtime/geometry/contact_geometry.h"
#include "runtime/methods/tamsi.h"

namespace frix::driver {

namespace {

const std::vector<std::string> kMethods = {"tamsi"};
const std::vector<std::string> kTamsiOptions = {"line_search", "max_iterations", "tolerance"};
constexpr double kMaxSteps = 1e12;

void say_known(Diagnostic& diagnostic, const std::string& name, const std::vector<std::string>& known) {
  if (const auto close = nearest(name, known)) {
    diagnostic.help = fmt::format("did you mean `{}`?", *close);
  } else {
    diagnostic.help = fmt::format("there {} {}", known.size() == 1 ? "is" : "are", fmt::join(known, ", "));
  }
}

bool positive_whole(double value) {
  return value >= 1 && value <= 1e6 && value == std::floor(value);
}

// Reads the options; a value that does not fit is reported.
methods::TamsiOptions tamsi_options(const mechanism::Simulate& how, Diagnostics& diagnostics) {
  methods::TamsiOptions options;
  for (const mechanism::MethodOption& option : how.options) {
    const auto wrong = [&](const char* asked) {
      diagnostics.report(Code::bad_run_option, option.span, fmt::format("`{}` of tamsi is {}", option.name, asked));
    };
    if (option.name == "line_search") {
      if (!option.is_word || (option.word != "tals" && option.word != "none")) wrong("`tals` or `none`");
      options.line_search = option.word != "none";
    } else if (option.name == "max_iterations") {
      if (option.is_word || !positive_whole(option.number)) {
        wrong("a whole number from 1 on");
      } else {
        options.max_iterations = static_cast<int>(option.number);
      }
    } else if (option.name == "tolerance") {
      if (option.is_word || !(option.number > 0 && option.number < 1)) wrong("a number between 0 and 1");
      options.tolerance = option.number;
    } else {
      Diagnostic& diagnostic =
          diagnostics.report(Code::bad_run_option, option.span, fmt::format("tamsi has no option `{}`", option.name));
      say_known(diagnostic, option.name, kTamsiOptions);
    }
  }
  return options;
}

}  // namespace

bool check_run(const mechanism::Simulate& how, const mechanism::Mechanism& mechanism, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  if (how.method != "tamsi") {
    Diagnostic& diagnostic =
        diagnostics.report(Code::unknown_method, how.method_span, fmt::format("there is no method `{}`", how.method));
    say_known(diagnostic, how.method, kMethods);
    return false;
  }
  tamsi_options(how, diagnostics);
  if (how.duration / how.step > kMaxSteps) {
    diagnostics.report(
        Code::bad_run_option, how.span,
        fmt::format("{:.6g} s in steps of {:.6g} s are more than {:g} steps", how.duration, how.step, kMaxSteps));
  }
  if (mechanism.bodies.empty()) {
    diagnostics.report(Code::missing_property, mechanism.span,
                       fmt::format("model {} has no body that could move", mechanism.name));
  }
  return diagnostics.error_count() == before;
}

std::unique_ptr<methods::Method> make_method(const mechanism::Simulate& how, const frix_model& model, int threads,
                                             Diagnostics& diagnostics) {
  const geometry::ContactFinder finder(model);
  constexpr std::size_t kListed = 5;
  for (std::size_t i = 0; i < finder.unsupported_pairs().size() && i < kListed; ++i) {
    const frix_shape& a = model.shapes[finder.unsupported_pairs()[i].first];
    const frix_shape& b = model.shapes[finder.unsupported_pairs()[i].second];
    Diagnostic& diagnostic = diagnostics.report(
        Code::unsupported_pair, {},
        fmt::format("{} ({}) and {} ({}) may meet, but contact of these two kinds of shape is not known", a.name,
                    a.location, b.name, b.location));
    diagnostic.help = "say `no contact` for the two, or give one of them a shape of spheres";
  }
  if (const std::string reason = methods::unsupported(model); !reason.empty()) {
    diagnostics.report(Code::bad_run_option, how.method_span, reason);
  }
  if (diagnostics.has_errors()) return nullptr;
  methods::TamsiOptions options = tamsi_options(how, diagnostics);
  options.threads = threads;
  return methods::make_tamsi(model, options);
}

}  // namespace frix::driver
