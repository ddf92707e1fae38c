#include "compiler/units/dimension.h"

#include <cmath>
#include <vector>

namespace frix::units {

namespace {

struct Named {
  Dimension dimension;
  const char* words;
  const char* unit;
};

constexpr Dimension kCurrent{base_a};

// The dimensions that have a name of their own, and the unit in which an engineer expects them.
const std::vector<Named>& named() {
  static const std::vector<Named> table = {
      {kNumber, "a number", ""},
      {kLength, "a length", "m"},
      {kMass, "a mass", "kg"},
      {kTime, "a time", "s"},
      {kCurrent, "an electric current", "A"},
      {Dimension{base_k}, "a temperature", "K"},
      {Dimension{base_mol}, "an amount of substance", "mol"},
      {Dimension{base_cd}, "a luminous intensity", "cd"},
      {kLength.power(2), "an area", "m^2"},
      {kLength.power(3), "a volume", "m^3"},
      {kRate, "a rate", "1/s"},
      {kRate / kTime, "an angular acceleration", "1/s^2"},
      {kVelocity, "a velocity", "m/s"},
      {kAcceleration, "an acceleration", "m/s^2"},
      {kAcceleration / kTime, "a jerk", "m/s^3"},
      {kForce, "a force", "N"},
      {kTorque, "a torque or energy", "N*m"},
      {kTorque / kTime, "a power", "W"},
      {kForce / kLength.power(2), "a pressure", "Pa"},
      {kMomentum, "a momentum", "N*s"},
      {kAngularMomentum, "an angular momentum", "N*m*s"},
      {kInertia, "a moment of inertia", "kg*m^2"},
      {kDensity, "a density", "kg/m^3"},
      {kStiffness, "a force per length", "N/m"},
      {kDamping, "a force per velocity", "N*s/m"},
      {kTime / kLength, "a time per length", "s/m"},
      {kNumber / kLength, "a number per length", "1/m"},
      {kMass / kLength, "a mass per length", "kg/m"},
      {kVelocity * kVelocity, "a velocity squared", "m^2/s^2"},
      {kTime * kTime, "a time squared", "s^2"},
      {kMass * kMass, "a mass squared", "kg^2"},
      {kForce * kForce, "a force squared", "N^2"},
      {kTorque / kCurrent, "a torque per current", "N*m/A"},
      {kTorque / kTime / kCurrent, "a voltage", "N*m/(A*s)"},
  };
  return table;
}

const Named* find(const Dimension& dimension) {
  for (const Named& entry : named())
    if (entry.dimension == dimension) return &entry;
  return nullptr;
}

std::string factor(const char* symbol, Rational exponent) {
  std::string text = symbol;
  if (exponent == Rational{1}) return text;
  if (exponent.denominator() == 1) return text + "^" + std::to_string(exponent.numerator());
  if (exponent.denominator() == 2) {
    // halves read better as decimals: N/m^1.5
    return text + "^" + std::to_string(exponent.numerator() / 2) + ".5";
  }
  return text + "^(" + std::to_string(exponent.numerator()) + "/" + std::to_string(exponent.denominator()) + ")";
}

}  // namespace

std::optional<Rational> Rational::from(double value) {
  constexpr int largest_denominator = 12;
  constexpr double largest_value = 1000;
  if (!(std::abs(value) < largest_value)) return std::nullopt;
  for (int denominator = 1; denominator <= largest_denominator; ++denominator) {
    const double numerator = std::round(value * denominator);
    if (std::abs(numerator - value * denominator) < 1e-9) return Rational{static_cast<int>(numerator), denominator};
  }
  return std::nullopt;
}

std::string unit_text(const Dimension& dimension) {
  if (const Named* entry = find(dimension)) return entry->unit;

  // one factor of mass together with a time below the line reads as a force: kg*m^0.5/s^2 is N/m^0.5
  std::vector<std::pair<const char*, Rational>> factors;
  Dimension rest = dimension;
  const Rational seconds = dimension.exponent(base_s);
  const bool force = dimension.exponent(base_kg) == Rational{1} && seconds.denominator() == 1 &&
                     seconds.numerator() <= -1 && seconds.numerator() >= -3;
  if (force) {
    factors.emplace_back("N", 1);
    rest = dimension / kForce;
  }
  constexpr std::pair<Base, const char*> order[] = {{base_kg, "kg"}, {base_m, "m"},     {base_s, "s"},  {base_a, "A"},
                                                    {base_k, "K"},   {base_mol, "mol"}, {base_cd, "cd"}};
  for (const auto& [base, symbol] : order)
    if (!rest.exponent(base).zero()) factors.emplace_back(symbol, rest.exponent(base));

  std::string above, below;
  int below_count = 0;
  for (const auto& [symbol, exponent] : factors) {
    const bool negative = exponent.numerator() < 0;
    std::string& side = negative ? below : above;
    if (!side.empty()) side += "*";
    side += factor(symbol, negative ? -exponent : exponent);
    below_count += negative ? 1 : 0;
  }
  if (below.empty()) return above;
  if (above.empty()) above.assign(1, '1');
  return above + "/" + (below_count > 1 ? "(" + below + ")" : below);
}

std::string in_words(const Dimension& dimension) {
  if (const Named* entry = find(dimension)) return entry->words;
  return "a quantity in " + unit_text(dimension);
}

}  // namespace frix::units
