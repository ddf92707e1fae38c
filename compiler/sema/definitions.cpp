#include "compiler/sema/definitions.h"

#include <algorithm>

#include "compiler/sema/builtins.h"
#include "compiler/sema/convert.h"
#include "compiler/sema/evaluate.h"
#include "compiler/source/suggest.h"

namespace frix::sema {

namespace {

using syntax::Declaration;
using Kind = syntax::ValueKind;

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::constant:
      return "const";
    case Kind::parameter:
      return "param";
    case Kind::tunable:
      return "tunable";
    case Kind::input:
      return "input";
    case Kind::let:
      return "let";
    case Kind::output:
      return "output";
  }
  return "";
}

// The name that a declaration enters in the table, or null.
const syntax::Identifier* declared_name(const Declaration& declaration) {
  struct Visitor {
    const syntax::Identifier* operator()(const syntax::ValueDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::FunctionDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::SurfaceDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::ShapeDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::FrameDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::BodyDecl& d) const { return &d.name.identifier; }
    const syntax::Identifier* operator()(const syntax::JointDecl& d) const { return &d.name.identifier; }
    const syntax::Identifier* operator()(const syntax::LoadDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::SpringDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::MotorDecl& d) const { return &d.name; }
    const syntax::Identifier* operator()(const syntax::UnitDecl&) const { return nullptr; }
    const syntax::Identifier* operator()(const syntax::GravityDecl&) const { return nullptr; }
    const syntax::Identifier* operator()(const syntax::ContactDecl&) const { return nullptr; }
    const syntax::Identifier* operator()(const syntax::InitialDecl&) const { return nullptr; }
    const syntax::Identifier* operator()(const syntax::SimulateDecl&) const { return nullptr; }
  };
  return std::visit(Visitor{}, declaration.node);
}

bool is_output(const Declaration& declaration) {
  const auto* value = std::get_if<syntax::ValueDecl>(&declaration.node);
  return value != nullptr && value->kind == Kind::output;
}

void enter(Session& session, const Declaration& declaration) {
  session.declarations.push_back(&declaration);
  const syntax::Identifier* name = declared_name(declaration);
  if (name == nullptr) return;
  const bool is_function = std::holds_alternative<syntax::FunctionDecl>(declaration.node);

  const auto reserved = is_function ? builtin_functions() : builtin_names();
  if (is_unit_vector(name->text) && is_output(declaration)) {
    // `output x = …` only names a column: in expressions x stays the unit vector
  } else if (is_unit_vector(name->text) && !is_function) {
    Diagnostic& diagnostic = session.diagnostics->report(Code::shadows_unit_vector, name->span,
                                                         "`" + name->text + "` hides the unit vector of that name");
    diagnostic.label = "from here on this is `" + name->text + "` in the whole model";
  } else if (std::find(reserved.begin(), reserved.end(), name->text) != reserved.end()) {
    session.error(Code::duplicate_name, name->span, "`" + name->text + "` is built in and cannot be declared");
    return;
  }

  const auto [entry, is_new] = session.symbols.try_emplace(name->text);
  if (!is_new) {
    Diagnostic& diagnostic = session.error(Code::duplicate_name, name->span, "`" + name->text + "` is declared twice");
    diagnostic.label = "again here";
    diagnostic.labels = {{entry->second.name.span, "first declared here"}};
    return;
  }
  entry->second.name = *name;
  entry->second.declaration = &declaration;
  if (!std::holds_alternative<syntax::ValueDecl>(declaration.node)) entry->second.progress = Progress::done;
  if (is_function) entry->second.value = Value::of({EntityKind::function}, name->span);
  const bool is_load = std::holds_alternative<syntax::LoadDecl>(declaration.node) ||
                       std::holds_alternative<syntax::SpringDecl>(declaration.node) ||
                       std::holds_alternative<syntax::MotorDecl>(declaration.node);
  if (is_load) entry->second.value = Value::of({EntityKind::load}, name->span);
}

void apply_overrides(Session& session, const std::vector<Override>& overrides) {
  std::vector<std::string> settable;
  for (const auto& [name, symbol] : session.symbols) {
    const auto* value = std::get_if<syntax::ValueDecl>(&symbol.declaration->node);
    if (value != nullptr &&
        (value->kind == Kind::parameter || value->kind == Kind::tunable || value->kind == Kind::input))
      settable.push_back(name);
  }
  for (const Override& setting : overrides) {
    Symbol* symbol = session.find(setting.name);
    if (symbol == nullptr) {
      Diagnostic& diagnostic =
          session.error(Code::unknown_name, setting.span, "the model has no parameter `" + setting.name + "`");
      if (const auto near = nearest(setting.name, settable)) {
        diagnostic.help = "did you mean `" + *near + "`?";
      } else if (!settable.empty()) {
        diagnostic.help = "its parameters are: " + enumerate(settable);
      }
    } else if (std::find(settable.begin(), settable.end(), setting.name) == settable.end()) {
      const auto* value = std::get_if<syntax::ValueDecl>(&symbol->declaration->node);
      Diagnostic& diagnostic = session.error(
          Code::type_mismatch, setting.span,
          "`" + setting.name + "` cannot be set from outside: it is " +
              (value != nullptr ? std::string("declared with `") + kind_name(value->kind) + "`" : "no value"));
      diagnostic.labels = {{symbol->name.span, "declared here"}};
      if (value != nullptr) diagnostic.help = "declare it with `param`";
    } else {
      symbol->setting = &setting;
    }
  }
}

// A value from outside must fit the default that the model gives.
Value evaluate_setting(Session& session, const Symbol& symbol, const Value& fallback) {
  Value value = evaluate(session, *symbol.setting->value);
  if (!value.valid() || !fallback.valid()) return value;
  Value expected = fallback;
  const bool same = value.kind == expected.kind && (value.plain_zero || value.dimension == expected.dimension);
  if (!same) {
    Diagnostic& diagnostic =
        session.error(Code::dimension_mismatch, value.span,
                      "`" + symbol.name.text + "` is " + describe(expected) + ", but this is " + describe(value));
    diagnostic.label = "this is " + describe(value);
    diagnostic.labels = {{symbol.name.span, "its default is " + describe(expected)}};
    return {};
  }
  value.dimension = expected.dimension;
  return value;
}

Value make_tunable(Session& session, const syntax::ValueDecl& declaration, const Value& value) {
  if (value.kind != ValueKind::scalar) {
    session.error(Code::type_mismatch, value.span,
                  std::string("a `") + kind_name(declaration.kind) + "` is one number, but this is " + describe(value));
    return {};
  }
  const int index = static_cast<int>(session.mechanism.tunables.size());
  session.mechanism.tunables.push_back({declaration.name.text, units::unit_text(value.dimension),
                                        *session.build.value(value.part[0]), declaration.name.span,
                                        declaration.kind == Kind::input});
  session.build.at(declaration.name.span);
  return Value::scalar(session.build.quantity(QuantityKind::tunable, index), value.dimension, declaration.name.span);
}

Value define(Session& session, const Symbol& symbol, const syntax::ValueDecl& declaration) {
  Value value = evaluate(session, *declaration.value);
  if (symbol.setting != nullptr) value = evaluate_setting(session, symbol, value);
  if (!value.valid()) return {};
  const bool must_be_constant = declaration.kind != Kind::let && declaration.kind != Kind::output;
  if (must_be_constant && !require_constant(session, value, "`" + declaration.name.text + "`")) return {};
  value.plain_zero = false;
  if (declaration.kind == Kind::tunable || declaration.kind == Kind::input)
    return make_tunable(session, declaration, value);
  return value;
}

void report_cycle(Session& session, const Symbol& symbol) {
  const auto first = std::find(session.running.begin(), session.running.end(), &symbol);
  std::string path;
  for (auto step = first; step != session.running.end(); ++step) path += "`" + (*step)->name.text + "` → ";
  path += "`" + symbol.name.text + "`";
  Diagnostic& diagnostic = session.error(Code::cyclic_definition, symbol.name.span,
                                         "the definition of `" + symbol.name.text + "` needs itself: " + path);
  for (auto step = first; step != session.running.end(); ++step)
    if (*step != &symbol) diagnostic.labels.push_back({(*step)->name.span, "by way of this"});
}

}  // namespace

void collect_symbols(Session& session, const syntax::File& file, const syntax::ModelDecl& model,
                     const std::vector<Override>& overrides) {
  for (const Declaration& declaration : file.declarations) enter(session, declaration);
  for (const Declaration& declaration : model.declarations) enter(session, declaration);
  apply_overrides(session, overrides);
}

Value value_of(Session& session, Symbol& symbol) {
  if (symbol.progress == Progress::done) return symbol.value;
  if (symbol.progress == Progress::running) {
    report_cycle(session, symbol);
    return {};
  }
  // what a declaration gets wrong is reported even when a branch that is never taken was the first to use it
  Diagnostics* const caller = session.diagnostics;
  session.diagnostics = session.loud;
  const WithoutLocals scope(session);
  symbol.progress = Progress::running;
  session.running.push_back(&symbol);
  Value value = define(session, symbol, std::get<syntax::ValueDecl>(symbol.declaration->node));
  session.running.pop_back();
  symbol.value = std::move(value);
  symbol.progress = Progress::done;
  session.diagnostics = caller;
  return symbol.value;
}

void declare_unit_if_needed(Session& session, const syntax::Identifier& name) {
  if (session.units.find(name.text)) return;
  for (const Declaration* declaration : session.declarations) {
    const auto* unit = std::get_if<syntax::UnitDecl>(&declaration->node);
    if (unit == nullptr || unit->name.text != name.text) continue;
    for (const syntax::UnitDecl* running : session.running_units) {
      if (running != unit) continue;
      session.error(Code::cyclic_definition, name.span, "the unit `" + name.text + "` needs itself");
      session.units.add(name.text, {});
      return;
    }
    const WithoutLocals scope(session);
    session.running_units.push_back(unit);
    const Value value = evaluate(session, *unit->value);
    session.running_units.pop_back();
    units::Unit result;
    if (value.valid() && value.kind == ValueKind::scalar) {
      if (const auto scale = require_constant(session, value, "the unit `" + name.text + "`"); scale) {
        result = {*session.build.value(value.part[0]), value.dimension};
        if (!(result.scale > 0)) session.error(Code::value_out_of_range, value.span, "a unit must be positive");
      }
    } else if (value.valid()) {
      session.error(Code::type_mismatch, value.span, "a unit is a quantity, but this is " + describe(value));
    }
    session.units.add(name.text, result);
    return;
  }
}

void check_definitions(Session& session) {
  std::vector<const syntax::UnitDecl*> seen;
  for (const Declaration* declaration : session.declarations) {
    if (const auto* unit = std::get_if<syntax::UnitDecl>(&declaration->node)) {
      for (const syntax::UnitDecl* other : seen) {
        if (other->name.text != unit->name.text) continue;
        Diagnostic& diagnostic = session.error(Code::duplicate_name, unit->name.span,
                                               "the unit `" + unit->name.text + "` is declared twice");
        diagnostic.labels = {{other->name.span, "first declared here"}};
      }
      if (units::UnitTable{}.find(unit->name.text))
        session.error(Code::duplicate_name, unit->name.span, "`" + unit->name.text + "` is a unit already");
      seen.push_back(unit);
      declare_unit_if_needed(session, unit->name);
    }
  }
  // tunables first: they are numbered in the order of the text
  for (const bool tunables : {true, false}) {
    for (const Declaration* declaration : session.declarations) {
      const auto* value = std::get_if<syntax::ValueDecl>(&declaration->node);
      if (value == nullptr || (value->kind == Kind::tunable || value->kind == Kind::input) != tunables) continue;
      Symbol* symbol = session.find(value->name.text);
      if (symbol != nullptr && symbol->declaration == declaration) value_of(session, *symbol);
    }
  }
}

}  // namespace frix::sema
