// The units that a model may use: SI with prefixes, the common others, and those that it declares itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/diagnostics.h"
#include "compiler/source/span.h"
#include "compiler/units/dimension.h"

namespace frix::units {

struct Unit {
  double scale = 1;  // SI value of one of it
  Dimension dimension;
};

// One factor of a unit expression as it was written: `s^-2` in `m/s^2`.
struct Factor {
  std::string_view name;
  int numerator = 1;
  int denominator = 1;
  Span span;
};

class UnitTable {
 public:
  UnitTable();

  // A unit by its name, with an SI prefix where the unit takes one.
  std::optional<Unit> find(std::string_view name) const;

  // Adds a unit of the model. False when the name is a unit already.
  bool add(std::string name, const Unit& unit);

  // The product of the factors. An unknown name is reported with the nearest known one; the result is then empty.
  std::optional<Unit> resolve(const std::vector<Factor>& factors, Diagnostics& diagnostics) const;

  // All names without prefixes and the usual prefixed ones, for suggestions.
  std::vector<std::string> names() const;

 private:
  struct Entry {
    Unit unit;
    bool prefixes = false;
  };
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace frix::units
