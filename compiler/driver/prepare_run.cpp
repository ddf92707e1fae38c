#include "compiler/driver/prepare_run.h"

#include <fmt/format.h>

#include "compiler/driver/make_method.h"

namespace frix::driver {

namespace {

// The simulate block that was asked for. Null, with a message, when there is none of that name.
const mechanism::Simulate* find_simulate(Compilation& compilation) {
  const mechanism::Mechanism& mechanism = compilation.mechanism();
  const std::string& name = compilation.options().simulate;
  static const mechanism::Simulate fallback;
  for (const mechanism::Simulate& simulate : mechanism.simulations) {
    if (name.empty() || simulate.name == name) return &simulate;
  }
  if (name.empty()) return &fallback;
  compilation.diagnostics().report(Code::unknown_name, mechanism.span,
                                   fmt::format("model {} has no simulate block named {}", mechanism.name, name));
  return nullptr;
}

}  // namespace

const mechanism::Simulate* prepare_run(Compilation& compilation) {
  if (!compilation.elaborate()) return nullptr;
  const mechanism::Simulate* how = find_simulate(compilation);
  if (how == nullptr || !check_run(*how, compilation.mechanism(), compilation.diagnostics())) return nullptr;
  return how;
}

}  // namespace frix::driver
