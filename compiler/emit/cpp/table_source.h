// The tables of a model as a C++ file: static data, and the function that gives the model to the runtime.
#pragma once

#include <vector>

#include "compiler/emit/cpp/code.h"
#include "compiler/emit/table/table.h"

namespace frix::emit::cpp {

File table_source(const std::vector<Table>& tables);

}  // namespace frix::emit::cpp
