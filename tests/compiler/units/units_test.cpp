#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "compiler/units/unit_table.h"

namespace frix::units {
namespace {

// A unit expression of factors, resolved without messages.
Unit resolved(const std::vector<Factor>& factors) {
  Diagnostics diagnostics;
  const auto unit = UnitTable{}.resolve(factors, diagnostics);
  CHECK(diagnostics.all().empty());
  REQUIRE(unit);
  return *unit;
}

TEST_CASE("rational exponents are in lowest terms") {
  CHECK(Rational(2, 4) == Rational(1, 2));
  CHECK(Rational(1, -2) == Rational(-1, 2));
  CHECK(Rational(1, 2) + Rational(1, 3) == Rational(5, 6));
  CHECK(Rational(2, 3) * Rational(3, 2) == Rational(1));
  CHECK(Rational::from(1.5) == Rational(3, 2));
  CHECK(Rational::from(-1.0 / 3) == Rational(-1, 3));
  CHECK(Rational::from(0) == Rational(0));
  CHECK(!Rational::from(std::numbers::pi));
  CHECK(!Rational::from(std::nan("")));
  CHECK(!Rational::from(1e9));
}

TEST_CASE("units and prefixes") {
  const UnitTable table;
  struct Example {
    const char* name;
    double scale;
    Dimension dimension;
  };
  const Example examples[] = {
      {"m", 1, kLength},
      {"kg", 1, kMass},
      {"g", 1e-3, kMass},
      {"mm", 1e-3, kLength},
      {"dam", 10, kLength},
      {"um", 1e-6, kLength},
      {"µm", 1e-6, kLength},
      {"kN", 1e3, kForce},
      {"MPa", 1e6, kForce / kLength.power(2)},
      {"J", 1, kTorque},
      {"kW", 1e3, kTorque / kTime},
      {"Hz", 1, kRate},
      {"rad", 1, kNumber},
      {"deg", std::numbers::pi / 180, kNumber},
      {"rev", 2 * std::numbers::pi, kNumber},
      {"rpm", 2 * std::numbers::pi / 60, kRate},
      {"t", 1000, kMass},
      {"min", 60, kTime},
      {"h", 3600, kTime},
      {"inch", 0.0254, kLength},
      {"ft", 0.3048, kLength},
      {"lb", 0.45359237, kMass},
      {"lbf", 4.4482216152605, kForce},
      {"psi", 6894.757293168361, kForce / kLength.power(2)},
      {"cd", 1, Dimension{base_cd}},
      {"mol", 1, Dimension{base_mol}},
  };
  for (const Example& example : examples) {
    CAPTURE(example.name);
    const auto unit = table.find(example.name);
    REQUIRE(unit);
    CHECK(unit->scale == doctest::Approx(example.scale).epsilon(1e-14));
    CHECK(unit->dimension == example.dimension);
  }
  // no prefix on what takes none, no double prefix, and no prefix alone
  for (const char* name : {"kdeg", "mmin", "kkg", "k", "", "min2", "in", "M"}) {
    CAPTURE(name);
    CHECK(!table.find(name));
  }
}

TEST_CASE("products of units") {
  CHECK(resolved({{"m", 1, 1, {}}, {"s", -2, 1, {}}}).dimension == kAcceleration);
  const Unit area = resolved({{"cm", 2, 1, {}}});
  CHECK(area.scale == doctest::Approx(1e-4).epsilon(1e-14));
  CHECK(area.dimension == kLength.power(2));
  const Unit hertz = resolved({{"N", 1, 1, {}}, {"mm", -3, 2, {}}});
  CHECK(hertz.scale == doctest::Approx(std::pow(1e-3, -1.5)).epsilon(1e-14));
  CHECK(unit_text(hertz.dimension) == "N/m^1.5");
}

TEST_CASE("unknown units are reported with the nearest one") {
  Diagnostics diagnostics;
  const Span span{0, 3, 7};
  CHECK(!UnitTable{}.resolve({{"m", 1, 1, {}}, {"incj", 1, 1, span}}, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  const Diagnostic& diagnostic = diagnostics.all()[0];
  CHECK(diagnostic.code == Code::unknown_unit);
  CHECK(diagnostic.message == "there is no unit `incj`");
  CHECK(diagnostic.help == "did you mean `inch`?");
  CHECK(diagnostic.span == span);
  CHECK(diagnostic.fix.replacement == "inch");
}

TEST_CASE("a model's own units") {
  UnitTable table;
  CHECK(table.add("furlong", {201.168, kLength}));
  CHECK(table.find("furlong")->scale == 201.168);
  CHECK(!table.find("kfurlong"));
  CHECK(!table.add("m", {2, kLength}));
  CHECK(!table.add("mm", {2, kLength}));
}

TEST_CASE("dimensions in words and in units") {
  struct Example {
    Dimension dimension;
    const char* words;
    const char* unit;
  };
  const Dimension current{base_a};
  const Example examples[] = {
      {kNumber, "a number", ""},
      {kLength, "a length", "m"},
      {kTime, "a time", "s"},
      {kRate, "a rate", "1/s"},
      {kVelocity, "a velocity", "m/s"},
      {kAcceleration, "an acceleration", "m/s^2"},
      {kForce, "a force", "N"},
      {kTorque, "a torque or energy", "N*m"},
      {kStiffness, "a force per length", "N/m"},
      {kDamping, "a force per velocity", "N*s/m"},
      {kInertia, "a moment of inertia", "kg*m^2"},
      {kDensity, "a density", "kg/m^3"},
      {kMomentum, "a momentum", "N*s"},
      {kAngularMomentum, "an angular momentum", "N*m*s"},
      {kTorque / kTime, "a power", "W"},
      {kForce / kLength.power(2), "a pressure", "Pa"},
      {kLength.power({1, 2}), "a quantity in m^0.5", "m^0.5"},
      {kLength.power({1, 3}), "a quantity in m^(1/3)", "m^(1/3)"},
      {kMass * kLength, "a quantity in kg*m", "kg*m"},
      {kForce / kLength.power({3, 2}), "a quantity in N/m^1.5", "N/m^1.5"},
      {kForce * kTime / kLength.power(2), "a quantity in N*s/m^2", "N*s/m^2"},
      {kNumber / (kMass * kLength), "a quantity in 1/(kg*m)", "1/(kg*m)"},
      {kMass * kMass / kTime, "a quantity in kg^2/s", "kg^2/s"},
      {kTorque / current, "a torque per current", "N*m/A"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.unit);
    CHECK(in_words(example.dimension) == example.words);
    CHECK(unit_text(example.dimension) == example.unit);
  }
}

}  // namespace
}  // namespace frix::units
