// The tree that the generated parser made → the AST. Precedence is applied here, literals get their values, and
// statements that had errors are left out.
#pragma once

#include <string_view>

#include "compiler/source/diagnostics.h"
#include "compiler/syntax/ast.h"
#include "grammar/FrixParser.h"

namespace frix::syntax {

class Builder {
 public:
  Builder(FileId file, std::string_view text, Diagnostics& diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics) {}

  File file(const grammar::FrixParser::FileContext& context);
  ExprPtr expr(const grammar::FrixParser::ExprContext& context);

 private:
  using Parser = grammar::FrixParser;

  // declarations (build_declarations.cpp)
  ModelDecl model(const Parser::ModelContext& context);
  Declaration declaration(const Parser::DeclarationContext& context);
  ValueDecl value(const Parser::ValueDeclContext& context);
  FunctionDecl function(const Parser::FunctionDeclContext& context);
  ShapeDecl shape(const Parser::ShapeDeclContext& context, bool in_body);
  FrameDecl frame(const Parser::FrameDeclContext& context, bool in_body);
  BodyDecl body(const Parser::BodyDeclContext& context);
  JointDecl joint(const Parser::JointDeclContext& context);
  LoadDecl load(const Parser::LoadDeclContext& context);
  ContactDecl contact(const Parser::ContactDeclContext& context);
  InitialDecl initial(const Parser::InitialDeclContext& context);
  DeclaredName declared_name(const Parser::DeclaredNameContext& context);
  Mount mount(const Parser::MountContext& context);
  Property property(const Parser::PropertyContext& context);
  std::vector<Property> properties(const Parser::BlockContext* context);
  void check_mount(const Parser::PathContext* body, bool in_body, const char* kind, const antlr4::Token& name);
  void report_misplaced(const Parser::DeclarationContext& context);

  // expressions (build_expressions.cpp)
  struct Chain;
  ExprPtr binary(Chain& chain, int lowest_level);
  ExprPtr prefixed(Chain& chain);
  ExprPtr operand(const Parser::OperandContext& context);
  ExprPtr primary(const Parser::PrimaryContext& context);
  ExprPtr suffixed(ExprPtr base, const std::vector<Parser::SuffixContext*>& suffixes);
  ExprPtr path(const Parser::PathContext& context);
  Call call(const antlr4::Token& callee, const Parser::ArgumentsContext* arguments);
  std::optional<UnitExpr> unit(const antlr4::Token* token);
  ExprPtr maybe(const Parser::ExprContext* context) { return context ? expr(*context) : nullptr; }
  ExprPtr maybe(const Parser::PathContext* context) { return context ? path(*context) : nullptr; }

  std::string_view text(const antlr4::Token& token) const;
  Span span(const antlr4::Token& token) const;
  Span span(const antlr4::ParserRuleContext& context) const;
  Identifier identifier(const antlr4::Token& token) const { return {std::string(text(token)), span(token)}; }

  FileId file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
};

}  // namespace frix::syntax
