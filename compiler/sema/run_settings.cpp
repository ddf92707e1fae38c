#include "compiler/sema/run_settings.h"

#include "compiler/sema/evaluate.h"
#include "compiler/sema/fields.h"

namespace frix::sema {

namespace {

constexpr Field kSimulateFields[] = {
    {"method", "the time-stepping method"},
    {"step", "the time step", units::kTime, Range::positive},
    {"duration", "the simulated time", units::kTime, Range::positive},
    {"record", "the time between two rows of results; each step when absent", units::kTime, Range::positive},
    {"line_search", "`tals` or `none`"},
    {"max_iterations", "the most Newton iterations of a step", units::kNumber, Range::at_least_one},
    {"tolerance", "the relative tolerance of Newton's method", units::kNumber, Range::positive},
    {"max_substep_depth", "how often a failing step is halved", units::kNumber, Range::whole},
};
const std::vector<std::string> kMethods = {"tamsi"};

void elaborate_simulation(Session& session, const syntax::SimulateDecl& declaration, const Span& span) {
  mechanism::Simulate run;
  run.span = span;
  if (declaration.name) {
    run.name = declaration.name->text;
    run.span = declaration.name->span;
  }
  for (const mechanism::Simulate& other : session.mechanism.simulations) {
    if (other.name != run.name) continue;
    Diagnostic& diagnostic =
        session.error(Code::duplicate_name, run.span,
                      run.name.empty() ? "a second `simulate` block needs a name"
                                       : "there are two `simulate` blocks called `" + run.name + "`");
    diagnostic.labels = {{other.span, "the first one"}};
    return;
  }

  const Fields fields(session, "`simulate`", declaration.properties, kSimulateFields, run.span);
  if (const syntax::Expr* method = fields.find("method")) {
    run.method_span = method->span;
    const auto* name = std::get_if<syntax::Name>(&method->node);
    const std::string text = name != nullptr ? name->text : "";
    if (std::find(kMethods.begin(), kMethods.end(), text) != kMethods.end()) {
      run.method = text;
    } else {
      Diagnostic& diagnostic = session.error(
          Code::unknown_method, method->span,
          name != nullptr ? "there is no method `" + text + "`" : std::string("`method` needs the name of a method"));
      suggest(diagnostic, method->span, text, kMethods, "there are");
    }
  }
  run.step = fields.number("step", run.step);
  run.duration = fields.number("duration", run.duration);
  run.record = fields.number("record", run.record);
  if (fields.has("record") && run.record > 0 && run.record < run.step)
    session.error(Code::bad_run_option, fields.find("record")->span,
                  "`record` must not be shorter than the step, but " + quantity_text(run.record, units::kTime) + " < " +
                      quantity_text(run.step, units::kTime));
  if (const auto word = fields.word("line_search", {"tals", "none"}))
    run.options.push_back({"line_search", word->text, 0, true, word->span});
  for (const char* option : {"max_iterations", "tolerance", "max_substep_depth"})
    if (const auto number = fields.number(option))
      run.options.push_back({option, "", *number, false, fields.find(option)->span});
  session.mechanism.simulations.push_back(std::move(run));
}

}  // namespace

void elaborate_outputs(Session& session) {
  for (const syntax::Declaration* declaration : session.declarations) {
    const auto* declared = std::get_if<syntax::ValueDecl>(&declaration->node);
    if (declared == nullptr || declared->kind != syntax::ValueKind::output) continue;
    Symbol* symbol = session.find(declared->name.text);
    if (symbol == nullptr || symbol->declaration != declaration) continue;
    const Value value = value_of(session, *symbol);
    if (!value.valid()) continue;
    mechanism::Output output;
    output.name = declared->name.text;
    output.span = declared->name.span;
    output.unit = units::unit_text(value.dimension);
    switch (value.kind) {
      case ValueKind::scalar:
      case ValueKind::boolean:
        output.value[0] = value.part[0];
        break;
      case ValueKind::vector:
        output.components = 3;
        output.value = value.vector();
        break;
      default: {
        Diagnostic& diagnostic = session.error(Code::type_mismatch, declared->value->span,
                                               "an output is a scalar or a vector, but this is " + describe(value));
        if (value.kind == ValueKind::array) diagnostic.help = "write one output for each element";
        if (value.kind == ValueKind::rotation) diagnostic.help = "`rotate(rotation, x)` gives where its x axis points";
        continue;
      }
    }
    session.mechanism.outputs.push_back(std::move(output));
  }
}

void elaborate_simulations(Session& session) {
  for (const syntax::Declaration* declaration : session.declarations)
    if (const auto* simulate = std::get_if<syntax::SimulateDecl>(&declaration->node))
      elaborate_simulation(session, *simulate, declaration->span);
  if (session.mechanism.simulations.empty()) session.mechanism.simulations.emplace_back();
}

}  // namespace frix::sema
