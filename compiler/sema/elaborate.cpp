// AST → Mechanism, from top to bottom. Expressions may name things in any order, so everything is numbered first; after
// that each group of declarations needs only the groups before it.
#include "compiler/sema/elaborate.h"

#include <algorithm>

#include "compiler/sema/bodies.h"
#include "compiler/sema/convert.h"
#include "compiler/sema/definitions.h"
#include "compiler/sema/elements.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/initial.h"
#include "compiler/sema/joint_tree.h"
#include "compiler/sema/joints.h"
#include "compiler/sema/loads.h"
#include "compiler/sema/places.h"
#include "compiler/sema/run_settings.h"
#include "compiler/sema/shapes.h"
#include "compiler/sema/surfaces.h"

namespace frix::sema {

namespace {

const syntax::ModelDecl* find_model(const syntax::File& file, const std::string& name, Diagnostics& diagnostics) {
  if (file.models.empty()) {
    Diagnostic& diagnostic = diagnostics.report(Code::unknown_name, {file.id, 0, 0}, "the file declares no model");
    diagnostic.help = "write `model NAME { … }`";
    return nullptr;
  }
  if (name.empty()) return &file.models.back();
  std::vector<std::string> names;
  for (const syntax::ModelDecl& model : file.models) {
    if (model.name.text == name) return &model;
    names.push_back(model.name.text);
  }
  const Span& where = file.models.back().name.span;
  Diagnostic& diagnostic = diagnostics.report(Code::unknown_name, where, "the file has no model `" + name + "`");
  diagnostic.help = "its models are: " + enumerate(names);
  return nullptr;
}

void check_model_names(const syntax::File& file, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < file.models.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (file.models[i].name.text != file.models[j].name.text) continue;
      Diagnostic& diagnostic = diagnostics.report(Code::duplicate_name, file.models[i].name.span,
                                                  "`" + file.models[i].name.text + "` is declared twice");
      diagnostic.label = "again here";
      diagnostic.labels = {{file.models[j].name.span, "first declared here"}};
    }
}

void elaborate_gravity(Session& session) {
  const Span* first = nullptr;
  for (const syntax::Declaration* declaration : session.declarations) {
    const auto* gravity = std::get_if<syntax::GravityDecl>(&declaration->node);
    if (gravity == nullptr) continue;
    if (first != nullptr) {
      Diagnostic& diagnostic = session.error(Code::duplicate_name, declaration->span, "gravity is set twice");
      diagnostic.labels = {{*first, "first set here"}};
      continue;
    }
    first = &declaration->span;
    const Value value = evaluate(session, *gravity->value);
    if (const auto vector = constant_vector(session, value, units::kAcceleration, "gravity"))
      session.mechanism.gravity = *vector;
  }
}

// Drops the expressions that folding left behind; the order stays, so operands still come before their users.
void drop_unused_expressions(mechanism::Mechanism& m) {
  std::vector<ExprId*> roots;
  const auto add = [&roots](VectorExpr& vector) {
    for (ExprId& id : vector)
      if (id != mechanism::kNoExpr) roots.push_back(&id);
  };
  for (mechanism::Output& output : m.outputs) add(output.value);
  for (mechanism::Load& load : m.loads) add(load.value), add(load.point);
  for (mechanism::Motor& motor : m.motors) roots.push_back(&motor.value);

  std::vector<ExprId> renumbered(m.expressions.size(), mechanism::kNoExpr);
  std::vector<bool> used(m.expressions.size());
  for (const ExprId* root : roots) used[static_cast<std::size_t>(*root)] = true;
  for (std::size_t i = m.expressions.size(); i-- > 0;) {
    if (!used[i]) continue;
    for (const ExprId operand : m.expressions[i].operand)
      if (operand != mechanism::kNoExpr) used[static_cast<std::size_t>(operand)] = true;
  }
  std::vector<mechanism::Expression> kept;
  for (std::size_t i = 0; i < m.expressions.size(); ++i) {
    if (!used[i]) continue;
    renumbered[i] = static_cast<ExprId>(kept.size());
    kept.push_back(m.expressions[i]);
    for (ExprId& operand : kept.back().operand)
      if (operand != mechanism::kNoExpr) operand = renumbered[static_cast<std::size_t>(operand)];
  }
  for (ExprId* root : roots) *root = renumbered[static_cast<std::size_t>(*root)];
  m.expressions = std::move(kept);
}

}  // namespace

std::optional<mechanism::Mechanism> elaborate(const syntax::File& file, const std::string& model_name,
                                              const std::vector<Override>& overrides, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  check_model_names(file, diagnostics);
  const syntax::ModelDecl* model = find_model(file, model_name, diagnostics);
  if (model == nullptr) return std::nullopt;

  mechanism::Mechanism mechanism;
  mechanism.name = model->name.text;
  mechanism.doc = model->doc ? model->doc->value : "";
  mechanism.span = model->span;
  Session session(mechanism, diagnostics);

  collect_symbols(session, file, *model, overrides);
  number_elements(session);
  elaborate_surfaces(session);  // before shapes, which name them
  check_definitions(session);
  elaborate_gravity(session);
  elaborate_frames(session);  // before shapes and joints, which sit on them
  elaborate_shapes(session);
  elaborate_bodies(session);  // after shapes, which give mass
  elaborate_joints(session);
  if (!session.has_errors_since(errors)) build_joint_tree(session);
  elaborate_contacts(session);
  elaborate_loads(session);
  elaborate_outputs(session);
  elaborate_simulations(session);
  if (session.has_errors_since(errors)) return std::nullopt;

  // what needs the whole tree
  check_moving_mass(session);
  elaborate_initial(session);
  if (session.has_errors_since(errors)) return std::nullopt;
  drop_unused_expressions(mechanism);
  mechanism::articulate(mechanism);
  return mechanism;
}

}  // namespace frix::sema
