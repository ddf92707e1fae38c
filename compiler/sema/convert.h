// Values → the numbers and signals that a place asks for, with the errors that say what it asks for.
// `what` names the place: "`mass`", "the limit of `elbow`".
#pragma once

#include <optional>
#include <string>

#include "compiler/sema/session.h"

namespace frix::sema {

using mechanism::Matrix3d;
using mechanism::Pose;
using mechanism::Vector3d;

enum class Range { any, positive, not_negative, unit_interval, at_least_one, whole };

// True when the value is known before the run, else an error that says on what it depends.
bool require_constant(Session& session, const Value& value, const std::string& what);

// True when the value is of that type and dimension; a plain zero takes the dimension.
bool require(Session& session, Value& value, ValueKind kind, const Dimension& dimension, const std::string& what);

bool require_range(Session& session, double number, const Dimension& dimension, Range range, const Span& span,
                   const std::string& what);

std::optional<double> constant_number(Session& session, Value value, const Dimension& dimension, Range range,
                                      const std::string& what);
std::optional<Vector3d> constant_vector(Session& session, Value value, const Dimension& dimension,
                                        const std::string& what);
// A vector of unit length: normalised with a warning, an error when it is zero.
std::optional<Vector3d> constant_direction(Session& session, Value value, const std::string& what);
// A position (a vector), a rotation or a pose.
std::optional<Pose> constant_pose(Session& session, Value value, const std::string& what);

// As above from expressions.
std::optional<double> constant_number(Session& session, const syntax::Expr& expression, const Dimension& dimension,
                                      Range range, const std::string& what);

}  // namespace frix::sema
