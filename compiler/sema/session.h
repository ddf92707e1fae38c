// What the files of this room share while one model is elaborated: the names, the units, the mechanism that grows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/mechanism/mechanism.h"
#include "compiler/sema/elaborate.h"
#include "compiler/sema/expression_builder.h"
#include "compiler/sema/value.h"
#include "compiler/source/diagnostics.h"
#include "compiler/syntax/ast.h"
#include "compiler/units/unit_table.h"

namespace frix::sema {

// How far something that is worked out on demand has come; meeting `running` again is a cycle.
enum class Progress { open, running, done };

// A declared name. What it means is worked out when it is first used, so the order of declarations does not matter.
struct Symbol {
  syntax::Identifier name;
  const syntax::Declaration* declaration = nullptr;
  Progress progress = Progress::open;
  Value value;                        // of a value declaration; the entity of any other
  const Override* setting = nullptr;  // a value from outside
  bool broken = false;                // of a function: its definition has errors, which were reported
};

// Where a body of the mechanism comes from: element `element` of a declaration.
struct BodyOrigin {
  const syntax::BodyDecl* declaration = nullptr;
  int element = 0;
  int first_shape = 0, first_frame = 0;  // of its own, in the order of the text
  Progress progress = Progress::open;
  bool mass_failed = false;             // an expression asked for the mass and found it wrong (reported)
  std::optional<mechanism::Pose> pose;  // where the block says that it starts
  Span pose_span;
};

struct FrameOrigin {
  const syntax::FrameDecl* declaration = nullptr;
  int body = mechanism::kWorld;  // in whose block it stands
  Progress progress = Progress::open;
  bool valid = false;
};

struct ShapeOrigin {
  const syntax::ShapeDecl* declaration = nullptr;
  int body = mechanism::kWorld;  // in whose block it stands
  std::optional<double> density;
};

struct JointOrigin {
  const syntax::JointDecl* declaration = nullptr;
  int element = 0;
};

struct Local {
  std::string name;
  Value value;
};

struct Session {
  Session(mechanism::Mechanism& mechanism, Diagnostics& diagnostics);

  mechanism::Mechanism& mechanism;
  Diagnostics* diagnostics;  // may be a silent one, see evaluate_conditional
  Diagnostics* const loud;
  units::UnitTable units;
  ExpressionBuilder build;
  std::map<std::string, Symbol, std::less<>> symbols;
  std::vector<const syntax::Declaration*> declarations;  // of the file and of the model, in the order of the text
  std::vector<Local> locals;                             // array indices, arguments of a function
  std::vector<const Symbol*> running;                    // what is being worked out, for the path of a cycle
  std::vector<const syntax::UnitDecl*> running_units;
  std::vector<BodyOrigin> bodies;                   // parallel to mechanism.bodies
  std::vector<FrameOrigin> frames;                  // parallel to mechanism.frames
  std::vector<ShapeOrigin> shapes;                  // parallel to mechanism.shapes
  std::vector<std::vector<std::size_t>> shapes_on;  // of each body, once the shapes are worked out
  std::vector<JointOrigin> joints;                  // parallel to mechanism.joints, without implicit ones

  bool has_elements = false;  // bodies, joints, shapes and frames are numbered
  bool has_shapes = false;    // shapes and surfaces are worked out
  bool has_masses = false;    // so are the mass properties

  Diagnostic& error(Code code, const Span& span, std::string message);
  bool has_errors_since(std::size_t count) const { return diagnostics->error_count() > count; }

  Symbol* find(std::string_view name);

  // All names that an expression may use here, for suggestions.
  std::vector<std::string> visible_names() const;
};

// Adds «did you mean …?» when a candidate is near, else the list of all candidates when `list` says what they are.
void suggest(Diagnostic& diagnostic, const Span& span, std::string_view name,
             const std::vector<std::string>& candidates, const std::string& list = "");

// "a, b, c".
std::string enumerate(const std::vector<std::string>& names);

// "0.33 kg".
std::string quantity_text(double value, const Dimension& dimension);

// Hides the local names while something that was declared elsewhere is worked out.
class WithoutLocals {
 public:
  explicit WithoutLocals(Session& session) : session_(session) { saved_.swap(session.locals); }
  ~WithoutLocals() { saved_.swap(session_.locals); }
  WithoutLocals(const WithoutLocals&) = delete;
  WithoutLocals& operator=(const WithoutLocals&) = delete;

 private:
  Session& session_;
  std::vector<Local> saved_;
};

// Binds the index of an array declaration for one of its elements.
class WithIndex {
 public:
  WithIndex(Session& session, const syntax::DeclaredName& name, int element);
  ~WithIndex();
  WithIndex(const WithIndex&) = delete;
  WithIndex& operator=(const WithIndex&) = delete;

 private:
  Session& session_;
  bool bound_ = false;
};

}  // namespace frix::sema
