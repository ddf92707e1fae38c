// Physical dimensions: products of powers of the seven SI base units, with rational exponents.
// Angles are dimensionless, so a torque and an energy are the same dimension, as are a rate and an angular velocity.
#pragma once

#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>

namespace frix::units {

// An exponent. Always in lowest terms with a positive denominator.
class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(int numerator, int denominator = 1);  // NOLINT: whole numbers are rationals

  constexpr int numerator() const { return numerator_; }
  constexpr int denominator() const { return denominator_; }
  constexpr bool zero() const { return numerator_ == 0; }

  friend constexpr bool operator==(const Rational&, const Rational&) = default;
  friend constexpr Rational operator+(Rational a, Rational b);
  friend constexpr Rational operator*(Rational a, Rational b);
  constexpr Rational operator-() const { return {-numerator_, denominator_}; }

  // The rational with a small denominator (at most 12) that a number means, if it means one.
  static std::optional<Rational> from(double value);

 private:
  int numerator_ = 0;
  int denominator_ = 1;
};

enum Base : std::size_t { base_m, base_kg, base_s, base_a, base_k, base_mol, base_cd, base_count };

class Dimension {
 public:
  constexpr Dimension() { exponent_.fill({}); }  // a number; gcc 12 leaves part of a braced array at 0/0
  constexpr explicit Dimension(Base base) : Dimension() { exponent_[base] = 1; }

  constexpr const Rational& exponent(Base base) const { return exponent_[base]; }
  bool is_number() const { return *this == Dimension{}; }

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
  friend constexpr Dimension operator*(const Dimension& a, const Dimension& b);
  friend constexpr Dimension operator/(const Dimension& a, const Dimension& b) { return a * b.power(-1); }
  constexpr Dimension power(Rational exponent) const;

 private:
  std::array<Rational, base_count> exponent_;
};

// "a length", "a force per length", or "a quantity in kg*m/s^5" where there is no common name.
std::string in_words(const Dimension& dimension);

// The unit in which results are written: "m/s", "N", "N*m", "kg/m^3"; "" for a number.
std::string unit_text(const Dimension& dimension);

// ---- definitions that the constants below need -----------------------------------------------------------------

constexpr Rational::Rational(int numerator, int denominator) {
  const int divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
  numerator_ = numerator / divisor;
  denominator_ = denominator / divisor;
}
constexpr Rational operator+(Rational a, Rational b) {
  return {a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_, a.denominator_ * b.denominator_};
}
constexpr Rational operator*(Rational a, Rational b) {
  return {a.numerator_ * b.numerator_, a.denominator_ * b.denominator_};
}
constexpr Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension product;
  for (std::size_t i = 0; i < base_count; ++i) product.exponent_[i] = a.exponent_[i] + b.exponent_[i];
  return product;
}
constexpr Dimension Dimension::power(Rational exponent) const {
  Dimension result;
  for (std::size_t i = 0; i < base_count; ++i) result.exponent_[i] = exponent_[i] * exponent;
  return result;
}

inline constexpr Dimension kNumber{};
inline constexpr Dimension kLength{base_m};
inline constexpr Dimension kMass{base_kg};
inline constexpr Dimension kTime{base_s};
inline constexpr Dimension kRate = kTime.power(-1);  // also an angular velocity
inline constexpr Dimension kVelocity = kLength / kTime;
inline constexpr Dimension kAcceleration = kVelocity / kTime;
inline constexpr Dimension kForce = kMass * kAcceleration;
inline constexpr Dimension kTorque = kForce * kLength;  // also an energy
inline constexpr Dimension kMomentum = kMass * kVelocity;
inline constexpr Dimension kAngularMomentum = kMomentum * kLength;
inline constexpr Dimension kInertia = kMass * kLength * kLength;
inline constexpr Dimension kDensity = kMass / kLength.power(3);
inline constexpr Dimension kStiffness = kForce / kLength;
inline constexpr Dimension kDamping = kForce / kVelocity;

}  // namespace frix::units
