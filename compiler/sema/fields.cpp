#include "compiler/sema/fields.h"

#include <fmt/format.h>

#include <cassert>

#include "compiler/sema/arguments.h"
#include "compiler/sema/evaluate.h"

namespace frix::sema {

Fields::Fields(Session& session, std::string owner, const std::vector<syntax::Property>& properties,
               std::span<const Field> table, const Span& where)
    : session_(session), table_(table), values_(table.size(), nullptr) {
  std::vector<std::string> names;
  for (const Field& field : table) names.emplace_back(field.name);
  for (const syntax::Property& property : properties) {
    std::size_t i = 0;
    while (i < names.size() && names[i] != property.name.text) ++i;
    if (i == names.size()) {
      ok_ = false;
      Diagnostic& diagnostic = session.error(Code::unknown_property, property.name.span,
                                             owner + " has no property `" + property.name.text + "`");
      suggest(diagnostic, property.name.span, property.name.text, names);
      const std::string list = names.empty() ? "it has none" : "it has: " + enumerate(names);
      (diagnostic.help.empty() ? diagnostic.help : diagnostic.notes.emplace_back()) = list;
    } else if (values_[i] != nullptr) {
      ok_ = false;
      Diagnostic& diagnostic = session.error(Code::duplicate_name, property.name.span,
                                             "the property `" + property.name.text + "` is given twice");
      diagnostic.labels = {{values_[i]->span, "first given here"}};
    } else {
      values_[i] = property.value.get();
    }
  }
  for (std::size_t i = 0; i < table.size() && ok_; ++i) {
    if (!table[i].required || values_[i] != nullptr) continue;
    ok_ = false;
    Diagnostic& diagnostic =
        session.error(Code::missing_property, where, owner + " needs the property `" + table[i].name + "`");
    diagnostic.help = std::string("`") + table[i].name + "` is " + table[i].about;
  }
}

Fields::Fields(Session& session, const syntax::Call& call, const Span& span, std::span<const Field> table)
    : session_(session), table_(table), callee_(call.callee.text), values_(table.size(), nullptr) {
  std::vector<Parameter> parameters;
  for (const Field& field : table) parameters.push_back({field.name, field.required});
  if (auto matched = match_arguments(session, call, span, parameters)) {
    values_ = std::move(*matched);
  } else {
    ok_ = false;
  }
}

std::size_t Fields::index(std::string_view name) const {
  std::size_t i = 0;
  while (i < table_.size() && table_[i].name != name) ++i;
  assert(i < table_.size());
  return i;
}

const syntax::Expr* Fields::find(std::string_view name) const {
  return values_[index(name)];
}

std::string Fields::describe_field(std::string_view name) const {
  if (callee_.empty()) return fmt::format("`{}`", name);
  return fmt::format("`{}` of `{}`", name, callee_);
}

std::optional<double> Fields::number(std::string_view name) const {
  const Field& field = table_[index(name)];
  const syntax::Expr* value = find(name);
  if (value == nullptr) return std::nullopt;
  return constant_number(session_, *value, field.dimension, field.range, describe_field(name));
}

std::optional<Vector3d> Fields::vector(std::string_view name) const {
  const Field& field = table_[index(name)];
  const syntax::Expr* expression = find(name);
  if (expression == nullptr) return std::nullopt;
  const Value value = evaluate(session_, *expression);
  const auto result = constant_vector(session_, value, field.dimension, describe_field(name));
  if (!result) return std::nullopt;
  for (int i = 0; i < 3; ++i)
    if (!require_range(session_, (*result)[i], field.dimension, field.range, value.span,
                       "a component of " + describe_field(name)))
      return std::nullopt;
  return result;
}

std::optional<Vector3d> Fields::direction(std::string_view name) const {
  const syntax::Expr* value = find(name);
  if (value == nullptr) return std::nullopt;
  return constant_direction(session_, evaluate(session_, *value), describe_field(name));
}

std::optional<bool> Fields::boolean(std::string_view name) const {
  const syntax::Expr* expression = find(name);
  if (expression == nullptr) return std::nullopt;
  Value value = evaluate(session_, *expression);
  if (!require(session_, value, ValueKind::boolean, {}, describe_field(name))) return std::nullopt;
  if (!require_constant(session_, value, describe_field(name))) return std::nullopt;
  return *session_.build.value(value.part[0]) != 0;
}

std::optional<Pose> Fields::pose(std::string_view name) const {
  const syntax::Expr* value = find(name);
  if (value == nullptr) return std::nullopt;
  return constant_pose(session_, evaluate(session_, *value), describe_field(name));
}

std::optional<Word> Fields::word(std::string_view name, const std::vector<std::string>& words) const {
  const syntax::Expr* value = find(name);
  if (value == nullptr) return std::nullopt;
  std::string text;
  if (const auto* bare = std::get_if<syntax::Name>(&value->node)) text = bare->text;
  if (const auto* string = std::get_if<syntax::String>(&value->node)) text = string->value;
  for (const std::string& known : words)
    if (known == text) return Word{text, value->span};
  Diagnostic& diagnostic =
      session_.error(Code::type_mismatch, value->span, describe_field(name) + " must be one of: " + enumerate(words));
  suggest(diagnostic, value->span, text, words);
  return std::nullopt;
}

}  // namespace frix::sema
