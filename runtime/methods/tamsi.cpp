#include "runtime/methods/tamsi.h"

#include <algorithm>

#include "runtime/methods/tamsi_step.h"

namespace frix::methods {

namespace {

class ModelContacts final : public ContactSource {
 public:
  explicit ModelContacts(const frix_model& model) : finder_(model) {}
  void find(const double* poses, const double* margins, std::vector<geometry::ContactPoint>& contacts) override {
    finder_.find(poses, margins, contacts);
  }

 private:
  geometry::ContactFinder finder_;
};

}  // namespace

std::string unsupported(const frix_model& model) {
  // the first shape of each surface stands for all: at most nsurfaces^2 pairs are looked at
  std::vector<std::int32_t> seen;
  const auto rigid = [&](std::int32_t a, std::int32_t b, std::int32_t surface) {
    if (model.pair_surfaces[surface].normal_law != FRIX_NORMAL_RIGID) return std::string();
    const frix_shape &first = model.shapes[a], &second = model.shapes[b];
    return std::string("the surfaces of ") + first.name + " (" + first.location + ") and " + second.name + " (" +
           second.location + ") make a rigid contact; tamsi needs a compliant normal law (give a stiffness)";
  };
  for (std::int32_t s = 0; s < model.nshapes; ++s) {
    const auto same = [&](std::int32_t other) {
      return model.shapes[other].surface == model.shapes[s].surface &&
             (other < model.nmoving_shapes || s >= model.nmoving_shapes);
    };
    if (std::any_of(seen.begin(), seen.end(), same)) continue;
    seen.push_back(s);
    for (const std::int32_t other : seen) {
      if (other >= model.nmoving_shapes) continue;
      const std::string why = rigid(other, s, model.shapes[other].surface * model.nsurfaces + model.shapes[s].surface);
      if (!why.empty()) return why;
    }
  }
  for (std::int32_t i = 0; i < model.npair_rules; ++i) {
    const frix_pair_rule& rule = model.pair_rules[i];
    if (rule.surface < 0) continue;
    const std::string why = rigid(rule.a, rule.b, rule.surface);
    if (!why.empty()) return why;
  }
  return "";
}

std::unique_ptr<Method> make_tamsi(const frix_model& model, const TamsiOptions& options) {
  return make_tamsi(model, options, std::make_unique<ModelContacts>(model));
}

}  // namespace frix::methods
