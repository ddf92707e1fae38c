#include "runtime/methods/make.h"

#include "runtime/methods/tamsi.h"

namespace frix::methods {

namespace {

// The language has checked the words and numbers; here they are handed on.
TamsiOptions tamsi_options(const frix_defaults& how, int threads) {
  TamsiOptions options;
  options.threads = threads;
  for (std::int32_t i = 0; i < how.noptions; ++i) {
    const frix_method_option& option = how.options[i];
    const std::string name = option.name, word = option.word;
    if (name == "line_search") options.line_search = word != "none";
    if (name == "max_iterations") options.max_iterations = static_cast<int>(option.number);
    if (name == "max_substep_depth") options.max_substep_depth = static_cast<int>(option.number);
    if (name == "tolerance") options.tolerance = option.number;
  }
  return options;
}

}  // namespace

std::unique_ptr<Method> make_method(const frix_model& model, const frix_defaults& how, int threads, std::string& why) {
  if (std::string(how.method) != "tamsi") {
    why = std::string("there is no method ") + how.method;
    return nullptr;
  }
  why = unsupported(model);
  return why.empty() ? make_tamsi(model, tamsi_options(how, threads)) : nullptr;
}

}  // namespace frix::methods
