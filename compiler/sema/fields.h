// Properties in a block and arguments of a call, read by tables: one table for each kind of declaration says which
// names there are, in which dimension and range, and what they mean. The checks, the messages and the reference follow
// it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/sema/convert.h"
#include "compiler/sema/session.h"

namespace frix::sema {

struct Field {
  const char* name;
  const char* about;
  Dimension dimension{};
  Range range = Range::any;
  bool required = false;
};

// A bare name in the place of a value: `method = tamsi`.
struct Word {
  std::string text;
  Span span;
};

class Fields {
 public:
  // The properties of a block. `owner` is "a body", "the surface `rubber`" …; `where` is what lacks a required one.
  Fields(Session& session, std::string owner, const std::vector<syntax::Property>& properties,
         std::span<const Field> table, const Span& where);
  // The arguments of a call.
  Fields(Session& session, const syntax::Call& call, const Span& span, std::span<const Field> table);

  // False when a name was unknown, given twice or missing (reported).
  bool ok() const { return ok_; }

  const syntax::Expr* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }

  // The value in the dimension and range of its field; empty when it is absent or wrong (reported).
  std::optional<double> number(std::string_view name) const;
  double number(std::string_view name, double fallback) const { return number(name).value_or(fallback); }
  std::optional<Vector3d> vector(std::string_view name) const;
  std::optional<Vector3d> direction(std::string_view name) const;
  std::optional<bool> boolean(std::string_view name) const;
  std::optional<Pose> pose(std::string_view name) const;
  // One of the words; an error with the nearest one otherwise.
  std::optional<Word> word(std::string_view name, const std::vector<std::string>& words) const;

  // "`mass`", or "`radius` of `sphere`".
  std::string describe_field(std::string_view name) const;

 private:
  std::size_t index(std::string_view name) const;

  Session& session_;
  std::span<const Field> table_;
  std::string callee_;
  std::vector<const syntax::Expr*> values_;
  bool ok_ = true;
};

}  // namespace frix::sema
