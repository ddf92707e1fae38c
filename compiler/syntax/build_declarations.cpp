#include <fmt/format.h>

#include "compiler/syntax/builder.h"
#include "compiler/syntax/literals.h"

namespace frix::syntax {

using grammar::FrixParser;

namespace {

// A statement with an error in it was reported, and is not part of the tree.
bool is_broken(const antlr4::ParserRuleContext* context) {
  return !context || context->exception != nullptr;
}

bool belongs_to_a_file(const FrixParser::DeclarationContext& context) {
  const bool constant = context.asValue && context.asValue->kind->getType() == FrixParser::CONST;
  return constant || context.asFunction || context.asUnit || context.asSurface;
}

}  // namespace

File Builder::file(const Parser::FileContext& context) {
  File file;
  file.id = file_;
  bool misplaced = false;  // said once: one misplaced brace moves many declarations
  for (const Parser::FileItemContext* item : context.items) {
    if (is_broken(item)) continue;
    if (item->asModel) {
      file.models.push_back(model(*item->asModel));
    } else if (!is_broken(item->asDeclaration)) {
      if (!belongs_to_a_file(*item->asDeclaration) && !std::exchange(misplaced, true)) {
        report_misplaced(*item->asDeclaration);
      }
      file.declarations.push_back(declaration(*item->asDeclaration));
    }
  }
  return file;
}

void Builder::report_misplaced(const Parser::DeclarationContext& context) {
  const std::string_view word = text(*context.start);
  Diagnostic& said =
      diagnostics_.report(Code::syntax, span(*context.start), fmt::format("`{}` belongs in a model", word));
  said.help = context.asValue ? "outside of a model a value is declared with `const`"
                              : "outside of a model stand `const`, `unit`, `function`, `surface` and models";
}

ModelDecl Builder::model(const Parser::ModelContext& context) {
  ModelDecl model{identifier(*context.name), std::nullopt, {}, span(context)};
  if (context.doc) model.doc = String{string_value(text(*context.doc), span(*context.doc), diagnostics_)};
  for (const Parser::DeclarationContext* item : context.declarations) {
    if (!is_broken(item)) model.declarations.push_back(declaration(*item));
  }
  return model;
}

Declaration Builder::declaration(const Parser::DeclarationContext& context) {
  const Span whole = span(context);
  if (context.asValue) return {whole, value(*context.asValue)};
  if (context.asFunction) return {whole, function(*context.asFunction)};
  if (context.asUnit) return {whole, UnitDecl{identifier(*context.asUnit->name), expr(*context.asUnit->value)}};
  if (context.asGravity) return {whole, GravityDecl{expr(*context.asGravity->value)}};
  if (const auto* surface = context.asSurface) {
    return {whole, SurfaceDecl{identifier(*surface->name), properties(surface->properties)}};
  }
  if (context.asShape) return {whole, shape(*context.asShape, false)};
  if (context.asFrame) return {whole, frame(*context.asFrame, false)};
  if (context.asBody) return {whole, body(*context.asBody)};
  if (context.asJoint) return {whole, joint(*context.asJoint)};
  if (context.asLoad) return {whole, load(*context.asLoad)};
  if (const auto* spring = context.asSpring) {
    return {whole, SpringDecl{identifier(*spring->name), mount(*spring->from), mount(*spring->to),
                              properties(spring->properties)}};
  }
  if (const auto* motor = context.asMotor) {
    return {whole, MotorDecl{identifier(*motor->name), path(*motor->joint), properties(motor->properties)}};
  }
  if (context.asContact) return {whole, contact(*context.asContact)};
  if (context.asInitial) return {whole, initial(*context.asInitial)};
  const auto* simulate = context.asSimulate;
  SimulateDecl run;
  if (simulate->name) run.name = identifier(*simulate->name);
  run.properties = properties(simulate->properties);
  return {whole, std::move(run)};
}

ValueDecl Builder::value(const Parser::ValueDeclContext& context) {
  ValueKind kind = ValueKind::output;
  switch (context.kind->getType()) {
    case FrixParser::CONST:
      kind = ValueKind::constant;
      break;
    case FrixParser::PARAM:
      kind = ValueKind::parameter;
      break;
    case FrixParser::TUNABLE:
      kind = ValueKind::tunable;
      break;
    case FrixParser::INPUT:
      kind = ValueKind::input;
      break;
    case FrixParser::LET:
      kind = ValueKind::let;
      break;
    default:
      break;
  }
  return {kind, identifier(*context.name), expr(*context.value)};
}

FunctionDecl Builder::function(const Parser::FunctionDeclContext& context) {
  FunctionDecl function{identifier(*context.name), {}, nullptr};
  for (const Parser::ParameterContext* item : context.parameters) {
    function.parameters.push_back({identifier(*item->name), unit(item->unit), maybe(item->fallback)});
  }
  function.value = expr(*context.value);
  return function;
}

// A shape or a frame has `on BODY` if and only if it does not stand in the block of its body.
void Builder::check_mount(const Parser::PathContext* body, bool in_body, const char* kind, const antlr4::Token& name) {
  if (in_body && body) {
    diagnostics_.report(Code::syntax, span(*body), fmt::format("a {} in the block of a body takes no `on`", kind))
        .help = fmt::format("it is on that body; a {} of another one stands outside of the block", kind);
  } else if (!in_body && !body) {
    diagnostics_.report(Code::syntax, span(name), fmt::format("{} `{}` lacks its `on BODY`", kind, text(name))).help =
        fmt::format("outside of the block of a body a {} is `on` a body or on `world`", kind);
  }
}

ShapeDecl Builder::shape(const Parser::ShapeDeclContext& context, bool in_body) {
  check_mount(context.body, in_body, "shape", *context.name);
  return {identifier(*context.name),
          call(*context.kind->callee, context.kind->args),
          span(*context.kind),
          {maybe(context.body), maybe(context.pose)},
          properties(context.properties)};
}

FrameDecl Builder::frame(const Parser::FrameDeclContext& context, bool in_body) {
  check_mount(context.body, in_body, "frame", *context.name);
  return {identifier(*context.name), {maybe(context.body), maybe(context.pose)}};
}

BodyDecl Builder::body(const Parser::BodyDeclContext& context) {
  BodyDecl body{declared_name(*context.name), {}, {}, {}};
  for (const Parser::BodyItemContext* item : context.items) {
    if (is_broken(item)) continue;
    if (!is_broken(item->asProperty)) body.properties.push_back(property(*item->asProperty));
    if (!is_broken(item->asShape)) body.shapes.push_back(shape(*item->asShape, true));
    if (!is_broken(item->asFrame)) body.frames.push_back(frame(*item->asFrame, true));
  }
  return body;
}

JointDecl Builder::joint(const Parser::JointDeclContext& context) {
  return {declared_name(*context.name), call(*context.kind->callee, context.kind->args),
          span(*context.kind),          mount(*context.from),
          mount(*context.to),           properties(context.properties)};
}

LoadDecl Builder::load(const Parser::LoadDeclContext& context) {
  return {context.kind->getType() == FrixParser::TORQUE, identifier(*context.name), mount(*context.on),
          expr(*context.value), maybe(context.frame)};
}

ContactDecl Builder::contact(const Parser::ContactDeclContext& context) {
  return {context.no != nullptr, path(*context.first), path(*context.second), properties(context.properties)};
}

InitialDecl Builder::initial(const Parser::InitialDeclContext& context) {
  InitialDecl initial;
  for (const Parser::AssignmentContext* item : context.assignments) {
    if (is_broken(item)) continue;
    initial.assignments.push_back({path(*item->target), expr(*item->value), span(*item)});
  }
  return initial;
}

DeclaredName Builder::declared_name(const Parser::DeclaredNameContext& context) {
  DeclaredName name{identifier(*context.name), std::nullopt, maybe(context.count)};
  if (context.index) name.index = identifier(*context.index);
  return name;
}

Mount Builder::mount(const Parser::MountContext& context) {
  return {path(*context.body), maybe(context.pose)};
}

Property Builder::property(const Parser::PropertyContext& context) {
  return {identifier(*context.name), expr(*context.value), span(context)};
}

std::vector<Property> Builder::properties(const Parser::BlockContext* context) {
  std::vector<Property> result;
  if (!context) return result;
  for (const Parser::PropertyContext* item : context->properties) {
    if (!is_broken(item)) result.push_back(property(*item));
  }
  return result;
}

}  // namespace frix::syntax
