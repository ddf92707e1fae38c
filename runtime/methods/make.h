// From the name of a method and its options, as a model's table gives them, to the method.
#pragma once

#include <memory>

#include "runtime/methods/method.h"
#include "runtime/model/model.h"

namespace frix::methods {

// How the model asks to be run. Null, with the reason in the user's words in `why`, when the method does not exist or
// cannot do what the model needs.
std::unique_ptr<Method> make_method(const frix_model& model, const frix_defaults& how, int threads, std::string& why);

}  // namespace frix::methods
