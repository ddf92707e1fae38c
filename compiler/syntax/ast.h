// The first representation: what was written, with spans, and nothing resolved.
//
// Contract: every node has the span of its text; names are not looked up, units are not evaluated, defaults are not
// filled in. The tree is owned by its file (unique_ptr); it is never changed after the parser has built it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/source/span.h"

namespace frix::syntax {

struct Identifier {
  std::string text;
  Span span;
};

// ---- expressions ---------------------------------------------------------------------------------------------------

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

// One factor of a unit expression: `m/s^2` has the factors m (1) and s (-2). The exponent is numerator / denominator.
struct UnitFactor {
  Identifier name;
  int numerator = 1;
  int denominator = 1;
};
struct UnitExpr {
  std::vector<UnitFactor> factors;
  Span span;
};

struct Number {
  double value = 0;
  std::optional<UnitExpr> unit;
};
struct String {
  std::string value;  // without quotes, escapes resolved
};
struct Boolean {
  bool value = false;
};
// `[a, b, c] m`: a vector, an array, or a table of pairs.
struct List {
  std::vector<ExprPtr> elements;
  std::optional<UnitExpr> unit;
};
struct Name {
  std::string text;
};
struct Member {  // base.name
  ExprPtr base;
  Identifier name;
};
struct Index {  // base[index]
  ExprPtr base;
  ExprPtr index;
};
struct Argument {
  std::optional<Identifier> name;
  ExprPtr value;
};
struct Call {  // callee(arguments)
  Identifier callee;
  std::vector<Argument> arguments;
};
enum class UnaryOp { negate, logical_not };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
enum class BinaryOp {
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or
};
struct Binary {
  BinaryOp op;
  Span op_span;
  ExprPtr left, right;
};
struct Conditional {  // if c then a else b
  ExprPtr condition, then, otherwise;
};

struct Expr {
  Span span;
  std::variant<Number, String, Boolean, List, Name, Member, Index, Call, Unary, Binary, Conditional> node;
};

// ---- declarations --------------------------------------------------------------------------------------------------

// The name of a declaration: `box`, or `ball[i : 1000]` for an array over one declaration.
struct DeclaredName {
  Identifier identifier;
  std::optional<Identifier> index;  // i
  ExprPtr count;                    // 1000; null when there is no array
};

struct Property {  // name = value;
  Identifier name;
  ExprPtr value;
  Span span;
};

// A place on a body: `arm.link at [0, 0, 5] cm`. The body is a path expression (`world`, `box`, `ball[3]`).
struct Mount {
  ExprPtr body;
  ExprPtr pose;  // null when there is no `at`
};

enum class ValueKind { constant, parameter, tunable, input, let, output };
struct ValueDecl {  // param NAME = value;
  ValueKind kind;
  Identifier name;
  ExprPtr value;
};

struct FunctionParameter {
  Identifier name;
  std::optional<UnitExpr> unit;
  ExprPtr fallback;  // a default value, or null
};
struct FunctionDecl {  // function f(a: m, b) = value;
  Identifier name;
  std::vector<FunctionParameter> parameters;
  ExprPtr value;
};
struct UnitDecl {  // unit furlong = 201.168 m;
  Identifier name;
  ExprPtr value;
};

struct GravityDecl {
  ExprPtr value;
};
struct SurfaceDecl {
  Identifier name;
  std::vector<Property> properties;
};
struct ShapeDecl {  // shape NAME : KIND(...) on BODY at POSE { ... }
  Identifier name;
  Call kind;
  Span kind_span;
  Mount mount;  // body is null inside of a body
  std::vector<Property> properties;
};
struct FrameDecl {  // frame NAME on BODY at POSE;
  Identifier name;
  Mount mount;
};
struct BodyDecl {
  DeclaredName name;
  std::vector<Property> properties;
  std::vector<ShapeDecl> shapes;
  std::vector<FrameDecl> frames;
};
struct JointDecl {  // joint NAME : TYPE(...) from BODY at POSE to BODY at POSE { ... }
  DeclaredName name;
  Call type;
  Span type_span;
  Mount from, to;
  std::vector<Property> properties;
};
struct LoadDecl {  // force NAME on BODY at POINT = value in FRAME;   torque NAME on BODY = value in FRAME;
  bool is_torque = false;
  Identifier name;
  Mount mount;
  ExprPtr value;
  ExprPtr frame;  // null: world
};
struct SpringDecl {  // spring NAME from A at P to B at P { ... }
  Identifier name;
  Mount from, to;
  std::vector<Property> properties;
};
struct MotorDecl {  // motor NAME on JOINT { ... }
  Identifier name;
  ExprPtr joint;
  std::vector<Property> properties;
};
struct ContactDecl {  // contact A with B { ... }   no contact A with B;
  bool forbidden = false;
  ExprPtr first, second;
  std::vector<Property> properties;
};
struct Assignment {  // box.velocity = [...];
  ExprPtr target;
  ExprPtr value;
  Span span;
};
struct InitialDecl {
  std::vector<Assignment> assignments;
};
struct SimulateDecl {
  std::optional<Identifier> name;
  std::vector<Property> properties;
};

struct Declaration {
  Span span;
  std::variant<ValueDecl, FunctionDecl, UnitDecl, GravityDecl, SurfaceDecl, ShapeDecl, FrameDecl, BodyDecl, JointDecl,
               LoadDecl, SpringDecl, MotorDecl, ContactDecl, InitialDecl, SimulateDecl>
      node;
};

struct ModelDecl {
  Identifier name;
  std::optional<String> doc;
  std::vector<Declaration> declarations;
  Span span;
};

// A whole file: declarations outside of a model (const, unit, function, surface) and models, in the order of the text.
struct File {
  FileId id = kNoFile;
  std::vector<Declaration> declarations;
  std::vector<ModelDecl> models;
};

}  // namespace frix::syntax
