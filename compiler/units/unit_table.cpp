#include "compiler/units/unit_table.h"

#include <cmath>
#include <numbers>

#include "compiler/source/suggest.h"

namespace frix::units {

namespace {

struct Prefix {
  std::string_view symbol;
  double scale;
};

// `da` stands before `d`, so that the longer one is tried first; `u` and `µ` are both micro.
constexpr Prefix kPrefixes[] = {{"da", 1e1},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18}, {"P", 1e15}, {"T", 1e12},
                                {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},  {"d", 1e-1}, {"c", 1e-2},
                                {"m", 1e-3},  {"u", 1e-6},  {"µ", 1e-6},  {"μ", 1e-6}, {"n", 1e-9}, {"p", 1e-12},
                                {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

// The prefixed units that people write; only these are suggested.
constexpr const char* kUsualPrefixed[] = {"kg",  "mg",  "mm",  "cm",  "dm",  "km",   "um", "nm", "ms",
                                          "us",  "ns",  "mN",  "kN",  "MN",  "kJ",   "mJ", "kW", "mW",
                                          "kPa", "MPa", "GPa", "kHz", "MHz", "mrad", "mA", "mV", "kV"};

}  // namespace

UnitTable::UnitTable() {
  constexpr double pi = std::numbers::pi;
  constexpr double inch = 0.0254, pound = 0.45359237, standard_gravity = 9.80665;
  constexpr Dimension current{base_a};
  const auto add_unit = [this](const char* name, double scale, const Dimension& dimension, bool prefixes) {
    entries_.emplace(name, Entry{{scale, dimension}, prefixes});
  };
  constexpr bool takes_prefixes = true, plain = false;

  // SI base units; the kilogram is the gram with its prefix
  add_unit("m", 1, kLength, takes_prefixes);
  add_unit("g", 1e-3, kMass, takes_prefixes);
  add_unit("s", 1, kTime, takes_prefixes);
  add_unit("A", 1, current, takes_prefixes);
  add_unit("K", 1, Dimension{base_k}, takes_prefixes);
  add_unit("mol", 1, Dimension{base_mol}, takes_prefixes);
  add_unit("cd", 1, Dimension{base_cd}, takes_prefixes);

  // SI derived units
  add_unit("N", 1, kForce, takes_prefixes);
  add_unit("J", 1, kTorque, takes_prefixes);
  add_unit("W", 1, kTorque / kTime, takes_prefixes);
  add_unit("Pa", 1, kForce / kLength.power(2), takes_prefixes);
  add_unit("Hz", 1, kRate, takes_prefixes);
  add_unit("V", 1, kTorque / kTime / current, takes_prefixes);
  add_unit("C", 1, current * kTime, takes_prefixes);

  // angles are numbers: radians
  add_unit("rad", 1, kNumber, takes_prefixes);
  add_unit("deg", pi / 180, kNumber, plain);
  add_unit("rev", 2 * pi, kNumber, plain);
  add_unit("rpm", 2 * pi / 60, kRate, plain);

  // others in common use
  add_unit("t", 1e3, kMass, plain);
  add_unit("min", 60, kTime, plain);
  add_unit("h", 3600, kTime, plain);
  add_unit("bar", 1e5, kForce / kLength.power(2), takes_prefixes);
  add_unit("inch", inch, kLength, plain);
  add_unit("ft", 12 * inch, kLength, plain);
  add_unit("lb", pound, kMass, plain);
  add_unit("lbf", pound * standard_gravity, kForce, plain);
  add_unit("psi", pound * standard_gravity / (inch * inch), kForce / kLength.power(2), plain);
}

std::optional<Unit> UnitTable::find(std::string_view name) const {
  // a unit's own name goes before a prefix: `min` is no milli-inch, `cd` no centiday
  if (const auto own = entries_.find(name); own != entries_.end()) return own->second.unit;
  for (const Prefix& prefix : kPrefixes) {
    if (!name.starts_with(prefix.symbol)) continue;
    const auto base = entries_.find(name.substr(prefix.symbol.size()));
    if (base == entries_.end() || !base->second.prefixes) continue;
    return Unit{prefix.scale * base->second.unit.scale, base->second.unit.dimension};
  }
  return std::nullopt;
}

bool UnitTable::add(std::string name, const Unit& unit) {
  if (find(name)) return false;
  entries_.emplace(std::move(name), Entry{unit, false});
  return true;
}

std::vector<std::string> UnitTable::names() const {
  std::vector<std::string> names(std::begin(kUsualPrefixed), std::end(kUsualPrefixed));
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

std::optional<Unit> UnitTable::resolve(const std::vector<Factor>& factors, Diagnostics& diagnostics) const {
  Unit product;
  bool known = true;
  for (const Factor& factor : factors) {
    const std::optional<Unit> unit = find(factor.name);
    if (!unit) {
      known = false;
      Diagnostic& diagnostic =
          diagnostics.report(Code::unknown_unit, factor.span, "there is no unit `" + std::string(factor.name) + "`");
      if (const auto near = nearest(factor.name, names())) {
        diagnostic.help = "did you mean `" + *near + "`?";
        diagnostic.fix = {factor.span, *near};
      }
      continue;
    }
    const Rational exponent{factor.numerator, factor.denominator};
    // whole powers by multiplication: 10 cm is exactly 0.1 m and its square exactly 0.1*0.1
    double scale = 1;
    if (exponent.denominator() == 1) {
      for (int i = 0; i < std::abs(exponent.numerator()); ++i) scale *= unit->scale;
      product.scale = exponent.numerator() < 0 ? product.scale / scale : product.scale * scale;
    } else {
      product.scale *= std::pow(unit->scale, double(exponent.numerator()) / exponent.denominator());
    }
    product.dimension = product.dimension * unit->dimension.power(exponent);
  }
  if (!known) return std::nullopt;
  return product;
}

}  // namespace frix::units
