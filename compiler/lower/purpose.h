// Says what the values of a kernel are for, and what to call them, so that emitted code can be read. It changes no
// value.
#pragma once

#include <string>
#include <vector>

#include "compiler/lower/algebra.h"

namespace frix::lower {

// The graph that any of these scalars is in; null when all are plain numbers.
inline ir::Graph* graph_of(const std::vector<ir::Scalar>& scalars) {
  for (const ir::Scalar& s : scalars)
    if (s.graph() != nullptr) return s.graph();
  return nullptr;
}

inline void call(const ir::Scalar& value, const std::string& name) {
  if (ir::Graph* graph = value.graph()) graph->suggest_name(value.id_in(*graph), name);
}

inline void call(const Vec<ir::Scalar>& value, const std::string& name) {
  constexpr const char* suffix[] = {"_x", "_y", "_z"};
  for (int i = 0; i < 3; ++i) call(value[i], name + suffix[i]);
}

inline void call(const Mat<ir::Scalar>& value, const std::string& name) {
  constexpr const char* axis[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) call(value(i, j), name + "_" + axis[i] + axis[j]);
}

inline void call(const Sym<ir::Scalar>& value, const std::string& name) {
  call(value.xx, name + "_xx");
  call(value.yy, name + "_yy");
  call(value.zz, name + "_zz");
  call(value.xy, name + "_xy");
  call(value.xz, name + "_xz");
  call(value.yz, name + "_yz");
}

// A C identifier made of a name such as "ball[3].upper".
std::string identifier(const std::string& name);

}  // namespace frix::lower
