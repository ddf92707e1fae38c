// The tables of a model (runtime/model/model.h) as data that an emitter can write: rows of cells in the order of the
// structs' members, tables that others point into first, the frix_model itself last.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/model/model.h"

namespace frix::emit {

struct Text {
  std::string value;
};
struct Constant {  // an enumerator
  std::string name;
  std::int32_t value;
};
struct Array {  // the address of a table's first row; "": null
  std::string table;
};
struct KernelAddress {  // "": null
  std::string kernel;
};
// A vector is an array inside the row.
using Cell =
    std::variant<std::int32_t, std::uint8_t, double, std::vector<double>, Constant, Text, Array, KernelAddress>;

struct Table {
  std::string type;                  // of a row, in C: "frix_class", "double"
  std::string name;                  // "arm_moves"
  std::vector<std::string> columns;  // the members; empty for rows of a plain type
  std::vector<std::vector<Cell>> rows;
};

// `kernel_of` gives the name of the kernel that a pointer of the model will hold, or "".
using KernelNames = std::function<std::string(const frix_kernel& pointer)>;

std::vector<Table> make_tables(const frix_model& model, const KernelNames& kernel_of);

}  // namespace frix::emit
