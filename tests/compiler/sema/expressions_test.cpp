// What expressions mean: numbers, units, vectors, rotations, functions, signals.
#include <numbers>

#include "fixture.h"

namespace frix::sema {
namespace {

constexpr double pi = std::numbers::pi;
const doctest::Approx about(double value) {
  return doctest::Approx(value).epsilon(1e-14);
}

TEST_CASE("numbers are in SI units") {
  CHECK(number("3 cm") == about(0.03));
  CHECK(number("90 deg") == about(pi / 2));
  CHECK(number("2 rev") == about(4 * pi));
  CHECK(number("60 rpm") == about(2 * pi));
  CHECK(number("1 psi") == about(6894.757293168361));
  CHECK(number("1e5 N/m^1.5") == about(1e5));
  CHECK(number("1 N/mm") == about(1000));
  CHECK(number("36 km/h") == about(10));
  CHECK(number("2 furlong", "unit furlong = 201.168 m;") == about(402.336));
}

TEST_CASE("operators follow their precedence") {
  CHECK(number("2 + 3 * 4 ^ 2") == 50);
  CHECK(number("-2 ^ 2") == -4);
  CHECK(number("2 ^ 3 ^ 2") == 512);
  CHECK(number("8 / 4 / 2") == 1);
  CHECK(number("if 1 m < 2 m and not false then 7 else 8") == 7);
  CHECK(number("if 1 > 2 or 3 == 4 then 7 else 8") == 8);
  CHECK(number("4 m ^ 0.5 * 1 m ^ 0.5") == about(2));
}

TEST_CASE("scalar functions") {
  CHECK(number("sin(30 deg)") == about(0.5));
  CHECK(number("atan2(1 m, 1 m)") == about(pi / 4));
  CHECK(number("sqrt(9 m^2)") == about(3));
  CHECK(number("abs(-2 N)") == 2);
  CHECK(number("sign(-2 N)") == -1);
  CHECK(number("min(3, 1, 2)") == 1);
  CHECK(number("max(3 m, 400 cm)") == about(4));
  CHECK(number("clamp(5, 0, 3)") == 3);
  CHECK(number("clamp(x = 5, low = 6, high = 9)") == 6);
  CHECK(number("floor(-1.5)") == -2);
  CHECK(number("mod(7, 3)") == 1);
  CHECK(number("mod(-1, 3)") == 2);
  CHECK(number("smoothstep(0 s, 2 s, 1 s)") == about(0.5));
  CHECK(number("smoothstep(0 s, 2 s, 0.5 s)") == about(0.15625));  // s = 1/4: 3/16 - 2/64
  CHECK(number("exp(log(5))") == about(5));
}

TEST_CASE("vectors and rotations") {
  CHECK(vector("[1, 2, 3] cm").isApprox(Eigen::Vector3d(0.01, 0.02, 0.03), 1e-14));
  CHECK(vector("[4 N, 0, 0]") == Eigen::Vector3d(4, 0, 0));
  CHECK(vector("2 * x - 3 * z") == Eigen::Vector3d(2, 0, -3));
  CHECK(vector("cross(x, y)") == Eigen::Vector3d(0, 0, 1));
  CHECK(number("dot([1, 2, 3] m, [4, 5, 6] m)") == 32);
  CHECK(number("norm([3, 4, 0] m)") == 5);
  CHECK(vector("normalize([3, 4, 0] m)").isApprox(Eigen::Vector3d(0.6, 0.8, 0), 1e-15));
  CHECK(number("[1, 2, 3].y") == 2);
  CHECK(number("[1, 2, 3][2]") == 3);
  // turning conventions: right-handed; rpy about the fixed axes x, y, z in this order
  CHECK(vector("rotate(axis_angle(z, 90 deg), x)").isApprox(Eigen::Vector3d(0, 1, 0), 1e-15));
  CHECK((vector("rotate(rpy(90 deg, 0, 90 deg), y)") - Eigen::Vector3d(0, 0, 1)).norm() < 1e-15);
  CHECK((vector("rotate(rpy(0, 90 deg, 90 deg), x)") - Eigen::Vector3d(0, 0, -1)).norm() < 1e-15);
  CHECK(vector("rotate(quat(0.5, 0.5, 0.5, 0.5), x)").isApprox(Eigen::Vector3d(0, 1, 0), 1e-15));
  CHECK((vector("axis_angle(z, 90 deg) * axis_angle(x, 90 deg) * y") - Eigen::Vector3d(0, 0, 1)).norm() < 1e-15);
  CHECK(vector("pose([1, 2, 3] m, rpy(0, 0, 0)).position") == Eigen::Vector3d(1, 2, 3));
}

TEST_CASE("the rotation of (0, pi/2, -pi/4) is the one of the closed form") {
  // R = Rz(-pi/4) Ry(pi/2) has the columns -z, (s, s, 0), (s, -s, 0) with s = sqrt(1/2)
  const double s = std::sqrt(0.5);
  const std::string r = "rpy(0, pi/2, -pi/4)";
  CHECK((vector("rotate(" + r + ", x)") - Eigen::Vector3d(0, 0, -1)).norm() < 1e-15);
  CHECK((vector("rotate(" + r + ", y)") - Eigen::Vector3d(s, s, 0)).norm() < 1e-15);
  CHECK((vector("rotate(" + r + ", z)") - Eigen::Vector3d(s, -s, 0)).norm() < 1e-15);
}

TEST_CASE("user functions, defaults and named arguments") {
  const std::string f = "function f(a: m, b = 2) = a * b ^ 2;";
  CHECK(number("f(3 m)", f) == 12);
  CHECK(number("f(b = 3, a = 1 cm)", f) == about(0.09));
  CHECK(vector("g([1, 2, 0] m/s)", "function g(v: m/s) = -2 kg/s * v;") == Eigen::Vector3d(-2, -4, 0));
}

TEST_CASE("the order of declarations does not matter") {
  CHECK(number("a", "let a = b + 1; let b = c * 2; const c = 3;") == 7);
}

TEST_CASE("a user name may hide x, y, z, with a warning") {
  const Outcome outcome = elaborate_model("let x = 5; output r = x;");
  CHECK(outcome.report() == "W0201 `x` hides the unit vector of that name | x\n");
  REQUIRE(outcome.mechanism);
  CHECK(outcome.mechanism->outputs[0].components == 1);
}

TEST_CASE("an output called x is a column and hides nothing") {
  const mechanism::Mechanism m = good("output x = 2 m; output y = dot(x, [3, 4, 5]);");
  CHECK(m.outputs[0].name == "x");
  CHECK(m.expressions[static_cast<std::size_t>(m.outputs[1].value[0])].value == 3);
}

TEST_CASE("signals become expressions over quantities") {
  const mechanism::Mechanism m = good(
      "body b { mass = 1 kg; shape s : sphere(radius = 1 m); }\n"
      "output a = 2 * time; output v = b.velocity; output e = system.kinetic_energy; output m = b.mass;\n"
      "output touches = contact(b, b).active; output w = rotate(b.rotation, z).x;");
  REQUIRE(m.outputs.size() == 6);
  CHECK(m.outputs[0].unit == "s");
  const mechanism::Expression& product = m.expressions[static_cast<std::size_t>(m.outputs[0].value[0])];
  CHECK(product.op == mechanism::ExprOp::multiply);
  CHECK(m.expressions[static_cast<std::size_t>(product.operand[1])].quantity.kind == mechanism::QuantityKind::time);
  CHECK(m.outputs[1].components == 3);
  CHECK(m.outputs[1].unit == "m/s");
  const mechanism::Expression& velocity_z = m.expressions[static_cast<std::size_t>(m.outputs[1].value[2])];
  CHECK(velocity_z.quantity.kind == mechanism::QuantityKind::body_velocity);
  CHECK(velocity_z.quantity.component == 2);
  CHECK(m.outputs[2].unit == "N*m");
  CHECK(m.outputs[3].unit == "kg");
  CHECK(m.outputs[4].unit == "");
  // the z axis of the body along x of the world is entry (0, 2) of its rotation
  const mechanism::Expression& entry = m.expressions[static_cast<std::size_t>(m.outputs[5].value[0])];
  CHECK(entry.quantity.kind == mechanism::QuantityKind::body_rotation);
  CHECK(entry.quantity.component == 2);
}

TEST_CASE("constants fold and zeros vanish") {
  const mechanism::Mechanism m = good(
      "param a = 2; body b { mass = 1 kg; shape s : sphere(radius = 1 m); }\n"
      "output r = 0 * b.velocity.x + (a - 1) * b.velocity.y + 0 m/s;");
  CHECK(m.expressions[static_cast<std::size_t>(m.outputs[0].value[0])].op == mechanism::ExprOp::quantity);
  CHECK(m.expressions.size() == 1);
}

TEST_CASE("tables and splines keep their pairs in SI units") {
  const mechanism::Mechanism m = good(
      "output r = table(time, [[0 s, 0 N], [100 ms, 2 N], [1 s, 1 N]]);\n"
      "output q = spline(time / 1 s, [[0, 1], [1, 2]]);");
  REQUIRE(m.tables.size() == 2);
  CHECK(m.tables[0].x == std::vector<double>{0, 0.1, 1});
  CHECK(m.tables[0].y == std::vector<double>{0, 2, 1});
  CHECK(m.outputs[0].unit == "N");
}

TEST_CASE("tunables are numbered in the order of the text") {
  const mechanism::Mechanism m = good("output r = b + a; tunable a = 3 N; input b = 2 N;");
  REQUIRE(m.tunables.size() == 2);
  CHECK(m.tunables[0].name == "a");
  CHECK(m.tunables[0].value == 3);
  CHECK(m.tunables[0].unit == "N");
  CHECK(m.tunables[1].name == "b");
}

TEST_CASE("values from outside") {
  const std::string text = "model M { param a = 4 N; tunable k = 1; output r = a * 2; output s = k; }";
  const Outcome outcome = elaborate_text(text, "", {{"a", "5 kN"}, {"k", "7"}});
  CHECK(outcome.report() == "");
  REQUIRE(outcome.mechanism);
  CHECK(outcome.mechanism->expressions[static_cast<std::size_t>(outcome.mechanism->outputs[0].value[0])].value ==
        10000);
  CHECK(outcome.mechanism->tunables[0].value == 7);

  const Outcome wrong = elaborate_text(text, "", {{"a", "5 kg"}});
  CHECK(wrong.report() == "E0203 `a` is a force, but this is a mass | 5 kg\n");
  const Outcome unknown = elaborate_text(text, "", {{"b", "5"}});
  CHECK(unknown.report() == "E0201 the model has no parameter `b` | 5\n");
}

TEST_CASE("one model of several") {
  const std::string text = "model A { output a = 1; } model B { output b = 2; }";
  CHECK(elaborate_text(text).mechanism->name == "B");
  CHECK(elaborate_text(text, "A").mechanism->outputs[0].name == "a");
  const Outcome none = elaborate_text(text, "C");
  CHECK(none.report() == "E0201 the file has no model `C` | B\n");
  CHECK(none.diagnostics.all()[0].help == "its models are: A, B");
  CHECK(elaborate_text("const a = 1;").report() == "E0201 the file declares no model | \n");
}

}  // namespace
}  // namespace frix::sema
