// A model from its text to motion, inside a test: the whole path through the compiler and the runtime.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/check_run.h"
#include "compiler/source/render.h"
#include "runtime/methods/make.h"
#include "runtime/simulate/simulation.h"

namespace frix::test {

using Settings = std::vector<std::pair<std::string, std::string>>;

class ModelRun {
 public:
  // The text of a model. `settings` are those of --set; `simulate` those of --step, --duration, --method.
  explicit ModelRun(const std::string& text, Settings settings = {}, Settings simulate = {}, int threads = 1)
      : ModelRun("test.frix", text, std::move(settings), std::move(simulate), threads) {}

  static ModelRun file(const std::string& path, Settings settings = {}, Settings simulate = {}, int threads = 1) {
    return ModelRun(FRIX_ROOT "/" + path, std::nullopt, std::move(settings), std::move(simulate), threads);
  }

  const mechanism::Simulate& how() const { return compilation_->how(); }
  const mechanism::Mechanism& mechanism() const { return compilation_->mechanism(); }
  simulate::Simulation& simulation() { return *simulation_; }
  const methods::Statistics& statistics() const { return simulation_->method().statistics(); }

  // One step; a failing step fails the test.
  void step() {
    const methods::StepReport& report = simulation_->step(how().step);
    REQUIRE_MESSAGE(report.ok, report.reason);
    last_ = report;
  }
  const methods::StepReport& last() const { return last_; }

  // Steps up to a time, which is rounded to whole steps.
  void advance_to(double time) {
    while (simulation_->time() < time - 0.5 * how().step) step();
  }
  void finish() { advance_to(how().duration); }

  std::string warnings() const { return messages(); }

  double time() const { return simulation_->time(); }

  // The value of an output, by the name of its column without unit.
  double operator[](const std::string& name) {
    const frix_model& model = simulation_->model();
    for (int i = 0; i < model.noutputs; ++i) {
      if (name == model.outputs[i].name) return simulation_->outputs()[static_cast<std::size_t>(i)];
    }
    FAIL("no output named " << name);
    return 0;
  }

 private:
  ModelRun(const std::string& path, std::optional<std::string> text, Settings settings, Settings simulate,
           int threads) {
    driver::CompileOptions options;
    options.path = path;
    options.text = std::move(text);
    options.settings = std::move(settings);
    options.simulate_settings = std::move(simulate);
    options.jit.cache = true;
    compilation_ = std::make_unique<driver::Compilation>(std::move(options));
    const bool compiled = driver::prepare_run(*compilation_) && compilation_->compile();
    REQUIRE_MESSAGE(compiled, messages());
    const frix_model& model = compilation_->model();
    std::string why;
    auto method = methods::make_method(model, *model.defaults, threads, why);
    REQUIRE_MESSAGE(method != nullptr, why);
    simulation_ = std::make_unique<simulate::Simulation>(model, std::move(method));
  }

  std::string messages() const {
    std::string all;
    for (const Diagnostic& d : compilation_->diagnostics().all())
      all += render_rich(d, compilation_->sources(), false) + "\n";
    return all;
  }

  std::unique_ptr<driver::Compilation> compilation_;
  std::unique_ptr<simulate::Simulation> simulation_;
  methods::StepReport last_;
};

}  // namespace frix::test
