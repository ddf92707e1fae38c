// What users get wrong, and the one message that each mistake gives: code, text, and where the caret points.
#include "fixture.h"

namespace frix::sema {
namespace {

struct Mistake {
  const char* declarations;
  const char* report;  // as Outcome::report
};

constexpr const char* kBox = "body b { mass = 1 kg; shape s : box(size = [1, 1, 1] m); }\n";

void check(const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    const Outcome outcome = elaborate_model(mistake.declarations);
    INFO(mistake.declarations);
    CHECK(outcome.report() == std::string(mistake.report) + "\n");
    CHECK(outcome.mechanism.has_value() == !outcome.diagnostics.has_errors());
  }
}

TEST_CASE("dimensions") {
  check({
      {"let v = 3 m + 2 s;", "E0203 cannot add a time to a length | +"},
      {"let v = 3 m - 2 s;", "E0203 cannot subtract a time from a length | -"},
      {"let v = 3 m < 2 kg;", "E0203 cannot compare a length with a mass | <"},
      {"let v = [1, 0, 0] m + [1, 0, 0] N;", "E0203 cannot add a vector (a force) to a vector (a length) | +"},
      {"let v = if true then 1 m else 1 s;",
       "E0203 the branches of `if` are a length and a time | if true then 1 m else 1 s"},
      {"let v = sin(3 m);", "E0203 `angle` of `sin` needs a number, but this is a length | 3 m"},
      {"let v = max(1 m, 2 s);",
       "E0203 `max` needs arguments of one dimension, not a length and a time | max(1 m, 2 s)"},
      {"let v = 2 ^ (3 m);", "E0203 an exponent is a number, but this is a length | ^"},
      {"let v = (2 m) ^ time;", "E0203 an exponent is a number, but this is a time | ^"},
      {"let v = [1 m, 2, 3] m;", "E0203 the unit after a list asks for numbers, but this is a length | 1 m"},
      {"gravity = [0, 0, -9.8];",
       "E0203 gravity needs a vector (an acceleration), but this is a vector without a unit | [0, 0, -9.8]"},
      {"body b { mass = 3 m; shape s : sphere(radius = 1 m); }",
       "E0203 `mass` needs a mass, but this is a length | 3 m"},
      {"body b { mass = 0.33; shape s : sphere(radius = 1 m); }",
       "E0203 `mass` needs a mass, but this is a number without a unit | 0.33"},
      {"body b { mass = 1 kg; shape s : sphere(radius = 1 kg); }",
       "E0203 `radius` of `sphere` needs a length, but this is a mass | 1 kg"},
      {"function f(a: m) = a; let v = f(2 s);", "E0203 `a` of `f` needs a length, but this is a time | 2 s"},
      {"function f(a: m) = a + 1 s; let v = f(2 m); let w = f(3 m);", "E0203 cannot add a time to a length | +"},
      {"let v = table(time, [[0 m, 1], [1 m, 2]]);",
       "E0203 `x` of this table needs a length, but this is a time | time"},
  });
}

TEST_CASE("the message about a sum names both operands") {
  const Outcome outcome = elaborate_model("let v = 3 m + 2 s;");
  REQUIRE(outcome.diagnostics.all().size() == 1);
  const Diagnostic& diagnostic = outcome.diagnostics.all()[0];
  REQUIRE(diagnostic.labels.size() == 2);
  CHECK(outcome.sources.text(diagnostic.labels[0].span) == "3 m");
  CHECK(diagnostic.labels[0].text == "this is a length");
  CHECK(outcome.sources.text(diagnostic.labels[1].span) == "2 s");
  CHECK(diagnostic.labels[1].text == "this is a time");
}

TEST_CASE("a number without its unit: the help says how to write it") {
  const Outcome outcome = elaborate_model("body b { mass = 0.33; shape s : sphere(radius = 1 m); }");
  CHECK(outcome.diagnostics.all().at(0).help == "write `0.33 kg`");
  CHECK(outcome.diagnostics.all().at(0).fix.replacement == "0.33 kg");
  const Outcome gravity = elaborate_model("gravity = [0, 0, -9.8];");
  CHECK(gravity.diagnostics.all().at(0).help == "write `[0, 0, -9.8] m/s^2`");
}

TEST_CASE("names and units") {
  check({
      {"param amplitude = 1; let v = amplitud;", "E0201 nothing here is called `amplitud` | amplitud"},
      {"let v = sine(1);", "E0201 there is no function `sine` | sine"},
      {"let v = 3 metre;", "E0202 there is no unit `metre` | metre"},
      {"param k = 2; let v = 4 N/k;", "E0202 there is no unit `k` | k"},
      {"let a = 1; let a = 2;", "E0205 `a` is declared twice | a"},
      {"let time = 1 s;", "E0205 `time` is built in and cannot be declared | time"},
      {"let a = b; let b = c; let c = a;", "E0206 the definition of `a` needs itself: `a` → `b` → `c` → `a` | a"},
      {"function f(a) = f(a); let v = f(1);", "E0206 the function `f` calls itself | f(a)"},
      {"unit m = 3 s;", "E0205 `m` is a unit already | m"},
      {"body b { mass = 1 kg; shape s : sphere(radius = 1 m); } let v = b.velocty;",
       "E0201 a body has no `velocty` | velocty"},
      {"body b { mass = 1 kg; shape s : sphere(radius = 1 m); } let v = b.velocity.w;",
       "E0201 a vector (a velocity) has no `w` | w"},
      {"let v = system.energy;", "E0201 the system has no `energy` | energy"},
  });
}

TEST_CASE("suggestions") {
  const auto help = [](const char* declarations) { return elaborate_model(declarations).diagnostics.all().at(0).help; };
  CHECK(help("param amplitude = 1; let v = amplitud;") == "did you mean `amplitude`?");
  CHECK(help("let v = sqr(1);") == "did you mean `sqrt`?");
  CHECK(help("let v = 3 met;") == "");
  CHECK(help("param k = 2; let v = 4 N/k;") ==
        "`k` is a value: put blanks around the operator before it to compute with it");
  CHECK(help("body b { mas = 1 kg; }") == "did you mean `mass`?");
  CHECK(help("body b { mass = 1 kg; shape s : spere(radius = 1 m); }") == "did you mean `sphere`?");
  CHECK(help("simulate { method = tamsy; }") == "did you mean `tamsi`?");
}

TEST_CASE("types") {
  check({
      {"let v = [1, 2, 3] + 1;", "E0204 cannot add a number to a vector of numbers | +"},
      {"let v = [1, 2, 3] * [1, 2, 3];", "E0204 cannot multiply a vector of numbers by a vector of numbers | *"},
      {"let v = not 3;", "E0204 `not` needs a truth value, but this is a number | 3"},
      {"let v = 1 and true;", "E0204 `and` joins two truth values, not a number and a truth value | and"},
      {"let v = if 1 then 2 else 3;", "E0204 the condition of `if` must be a truth value, but this is a number | 1"},
      {"let v = dot(1, x);", "E0204 `a` of `dot` needs a vector, but this is a number | 1"},
      {"let a = 1; let v = a(2);", "E0204 `a` is no function and cannot be called | a"},
      {"output r = rpy(0, 0, 0);", "E0204 an output is a scalar or a vector, but this is a rotation | rpy(0, 0, 0)"},
      {"let v = [1, 2][2];", "E0209 the index 2 is beyond the end: there are 2, counted from 0 | 2"},
      {"let v = [1, 2][0.5];", "E0209 an index must be a whole number that is not negative, but this is 0.5 | 0.5"},
      {"let v = 1 / 0;", "E0209 the value is not a finite number | 1 / 0"},
      {"let v = sqrt(-1);", "E0209 the value is not a finite number | sqrt(-1)"},
      {"let v = sin();", "E0207 `sin` needs the argument `angle` | sin()"},
      {"let v = sin(1, 2);", "E0207 `sin` takes 1 argument, but there are 2 | 2"},
      {"let v = clamp(1, lo = 2, high = 3);", "E0207 `clamp` has no argument `lo` | lo"},
      {"let v = clamp(1, x = 2, high = 3);", "E0207 the argument `x` of `clamp` is given twice | 2"},
      {"let v = table(time, [[1 s, 1], [0 s, 2]]);",
       "E0209 the first column of a table must rise, but 0 s follows 1 s | 0 s"},
      {"let v = normalize([0, 0, 0]);", "E0305 a vector of length zero has no direction | [0, 0, 0]"},
  });
}

TEST_CASE("what must be known before the run") {
  check({
      {"param a = 2 * time;", "E0208 `a` must be known before the run, but this depends on the time | 2 * time"},
      {"tunable k = 1 kg; body b { mass = k; shape s : sphere(radius = 1 m); }",
       "E0208 `mass` must be known before the run, but this depends on the tunable `k` | k"},
      {"body b { mass = 1 kg; shape s : sphere(radius = 1 m * b.velocity.x / 1 m * 1 s); }",
       "E0208 `radius` of `sphere` must be known before the run, but this depends on the velocity of `b` | 1 m * "
       "b.velocity.x / 1 m * 1 s"},
  });
  const Outcome outcome = elaborate_model("tunable k = 1 kg; body b { mass = k; shape s : sphere(radius = 1 m); }");
  CHECK(outcome.diagnostics.all().at(0).help ==
        "declare it with `param`: that is folded into the code, and `--set` can change it");
}

TEST_CASE("properties") {
  check({
      {"body b { mas = 1 kg; }", "E0210 a body has no property `mas` | mas"},
      {"body b { mass = 1 kg; mass = 2 kg; }", "E0205 the property `mass` is given twice | mass"},
      {"spring s from world to world { damping = 1 N*s/m; }", "E0211 a spring needs the property `stiffness` | s"},
      {"body b { mass = 1 kg; density = 3 kg/m^3; shape s : sphere(radius = 1 m); }",
       "E0213 the mass of `b` is given twice: as `mass` and by `density` | 1 kg"},
      {"body b { mass = -1 kg; }", "E0209 `mass` must not be negative, but this is -1 kg | -1 kg"},
      {"body b { mass = 1 kg; shape s : sphere(radius = 0 m); }",
       "E0209 `radius` of `sphere` must be positive, but this is 0 m | 0 m"},
      {"body b { mass = 1 kg; shape s : box(size = [1, -1, 1] m); }",
       "E0209 a component of `size` of `box` must be positive, but this is -1 m | [1, -1, 1] m"},
      {"body b { mass = 1 kg; shape s : torus(radius = 1 m); }", "E0306 there is no shape `torus` | torus"},
      {"shape s : sphere(radius = 1 m) on world { surface = rubber; }", "E0201 there is no surface `rubber` | rubber"},
      {"body b { density = 1 kg/m^3; }", "E0306 `density` needs shapes with a volume, but `b` has none | 1 kg/m^3"},
  });
}

TEST_CASE("surfaces") {
  check({
      {"surface s { restitution = 1.5; }", "E0209 `restitution` must lie between 0 and 1, but this is 1.5 | 1.5"},
      {"surface s { restitution = -0.2; }", "E0209 `restitution` must lie between 0 and 1, but this is -0.2 | -0.2"},
      {"surface s { restitution = 0 / 0; }", "E0209 the value is not a finite number | 0 / 0"},
      {"surface s { friction = coulomb(mu = -1); }",
       "E0209 `mu` of `coulomb` must not be negative, but this is -1 | -1"},
      {"surface s { friction = coulomb(); }", "E0207 `coulomb` needs the argument `mu` | coulomb()"},
      {"surface s { friction = coulomb(mu = 1, mu_static = 0.5); }",
       "E0209 `mu_static` must not be smaller than `mu`, but 0.5 < 1 | 0.5"},
      {"surface s { friction = coulom(mu = 1); }",
       "E0204 `friction` needs a law, and there is none called `coulom` | coulom"},
      {"surface s { normal = hunt_crossley(stiffness = 0 N/m); }",
       "E0209 `stiffness` of `hunt_crossley` must be positive, but this is 0 N/m | 0 N/m"},
      {"surface s { normal = hunt_crossley(stiffness = 1e5 N/m, dissipation = 1 m/s); }",
       "E0203 `dissipation` of `hunt_crossley` needs a time per length, but this is a velocity | 1 m/s"},
      {"surface s { combine = sum; }",
       "E0204 `combine` must be one of: min, mean, product, geometric, max, harmonic | sum"},
  });
}

TEST_CASE("inertia") {
  const Outcome talos = elaborate_model(
      "body gripper { mass = 1 kg; inertia = [1.15e-4, 1.53e-4, 1.9e-4, 0.52e-4, 0.25e-4, 0.34e-4] kg*m^2; }");
  CHECK(talos.report() ==
        "E0301 no body can have the inertia of `gripper`: no moment may exceed the sum of the other two: 7.8627e-05 + "
        "0.000147497 < 0.000231876, short by 5.7514e-06 kg*m^2 | [1.15e-4, 1.53e-4, 1.9e-4, 0.52e-4, 0.25e-4, "
        "0.34e-4] kg*m^2\n");
  CHECK(talos.diagnostics.all().at(0).notes.at(0) ==
        "the principal moments are 7.8627e-05, 0.000147497 and 0.000231876 kg*m^2");
  check({
      {"body b { mass = 1 kg; inertia = [7e-7, 7e-7, 7e-7] kg*m^2; shape s : sphere(radius = 0.1 m); }",
       "W0304 the inertia of `b` is 5714 times smaller than its shapes give with this mass | [7e-7, 7e-7, 7e-7] "
       "kg*m^2"},
      {"body b { mass = 1 kg; inertia = [1, 0, 0] kg*m^2; }",
       "E0301 no body can have the inertia of `b`: no moment may exceed the sum of the other two: 0 + 0 < 1, short by "
       "1 "
       "kg*m^2 | [1, 0, 0] kg*m^2"},
      {"body b { mass = 1 kg; inertia = [1, 1] kg*m^2; }",
       "E0204 `inertia` needs a list of 3 or 6 values, but this is a list of 2 | [1, 1] kg*m^2"},
      {"body b { mass = 1 kg; inertia = [1, 1, 1] kg*m; }",
       "E0203 `inertia` needs a vector (a moment of inertia), but this is a vector (a quantity in kg*m) | [1, 1, 1] "
       "kg*m"},
  });
}

TEST_CASE("masses that move") {
  check({
      {"body link { } joint hinge : revolute(axis = y) from world to link;",
       "E0304 `link`, on the joint `hinge`, moves but has no mass | link"},
      {"body link { mass = 0 kg; } joint hinge : revolute(axis = y) from world to link;",
       "E0304 `link`, on the joint `hinge`, moves but has no mass | link"},
      {"body b { mass = 1 kg; }",
       "E0304 `b`, which is free, can turn about its centre of mass but has no inertia about it | b"},
      {"body b[i : 1000] { mass = 0 kg; shape s : sphere(radius = 1 m); }",
       "E0304 `b[0]`, which is free, moves but has no mass | b"},
  });
}

TEST_CASE("joints") {
  const std::string two =
      "body a { mass = 1 kg; shape s : sphere(radius = 1 m); }\n"
      "body b { mass = 1 kg; shape s : sphere(radius = 1 m); }\n";
  const auto report = [&two](const std::string& declarations) { return elaborate_model(two + declarations).report(); };
  CHECK(report("joint j : hinge(axis = x) from world to a;") == "E0201 there is no joint type `hinge` | hinge\n");
  CHECK(report("joint j : revolute(axis = [0, 0, 0]) from world to a;") ==
        "E0305 `axis` of `revolute` has no direction: its length is zero | [0, 0, 0]\n");
  CHECK(report("joint j : revolute(axis = 2 * z) from world to a;") ==
        "W0301 `axis` of `revolute` has the length 2; only its direction is used | 2 * z\n");
  CHECK(report("joint j : revolute() from world to a;") == "E0207 `revolute` needs the argument `axis` | revolute()\n");
  CHECK(report("joint j : revolute(axis = z) from world to c;") == "E0201 nothing here is called `c` | c\n");
  CHECK(report("joint j : revolute(axis = z) from a to world;") ==
        "E0303 a joint cannot lead to the world: the world does not move | world\n");
  CHECK(report("joint j : revolute(axis = z) from world to a; joint k : revolute(axis = z) from b to a;") ==
        "E0302 `a` cannot hang on two joints: it is the child of `j` and of `k` | k\n");
  CHECK(report("joint j : revolute(axis = z) from a to b; joint k : revolute(axis = z) from b to a;") ==
        "E0303 these joints form a loop that does not reach the world: `a` ← `b` ← `a` | k\n");
  CHECK(report("joint j : universal(axis1 = x, axis2 = x) from world to a;") ==
        "E0305 the two axes of a universal joint are parallel | x\n");
  CHECK(report("joint j : revolute(axis = z) from world to a { limits = [1, -1]; }") ==
        "E0209 the lower limit must be below the upper one, but 1 >= -1 | [1, -1]\n");
  CHECK(report("joint j : prismatic(axis = z) from world to a { limits = [-90, 90] deg; }") ==
        "E0203 a limit needs a length, but this is a number | -90\n");
  CHECK(report("joint j : prismatic(axis = z) from world to a { damping = 1 N*m*s; }") ==
        "E0203 `damping` needs a force per velocity, but this is an angular momentum | 1 N*m*s\n");
  CHECK(report("joint j : fixed from world to a { damping = 1 N*s/m; }") ==
        "E0210 a fixed joint has no property `damping`: it does not move | 1 N*s/m\n");
  CHECK(report("joint j : ball from world to a { limits = [0, 1]; }") ==
        "E0210 a ball joint has no property `limits`: its orientation is no single angle | [0, 1]\n");
  CHECK(report("joint j : planar(normal = z) from world to a { damping = 1 N*s/m; }") ==
        "E0204 `damping` of a planar joint needs a list of 3 values, one for each coordinate, but this is a force per "
        "velocity | 1 N*s/m\n");
  CHECK(report("joint j : revolute(axis = z) from world to a { velocity_limit = 1 rad/s; }") ==
        "E0210 a joint has no property `velocity_limit` | velocity_limit\n");
  CHECK(report("joint j : revolute(axis = z) from world to a { limits = [1, 2]; }") ==
        "E0209 `j` starts at 0, outside of its limits from 1 to 2 | j\n");
}

TEST_CASE("a start outside of the limits is shown where it is given, with the limits") {
  const std::string bodies = "body a { mass = 1 kg; inertia = [1, 1, 1] kg*m^2; }\n";
  const Outcome one = elaborate_model(bodies +
                                      "joint j : revolute(axis = z) from world to a { limits = [-1, 1]; }\n"
                                      "initial { j.q = 2; }");
  REQUIRE(one.diagnostics.all().size() == 1);
  const Diagnostic& said = one.diagnostics.all()[0];
  CHECK(one.report() == "E0209 `j` starts at 2, outside of its limits from -1 to 1 | 2\n");
  REQUIRE(said.labels.size() == 1);
  CHECK(one.sources.text(said.labels[0].span) == "[-1, 1]");
  CHECK(said.labels[0].text == "the limits");

  const Outcome second = elaborate_model(bodies +
                                         "joint k : cylindrical(axis = z) from world to a {\n"
                                         "  limits = [[-1 m, 1 m], [-1, 1]];\n}\n"
                                         "initial { k.q = [3 m, 0.5]; }");
  CHECK(second.report() == "E0209 `k` starts at 3 m, outside of its limits from -1 m to 1 m | 3 m\n");
}

TEST_CASE("both joints of a second parent are shown") {
  const Outcome outcome = elaborate_model(
      "body a { mass = 1 kg; shape s : sphere(radius = 1 m); }\n"
      "joint j : revolute(axis = z) from world to a; joint k : ball from world to a;");
  const Diagnostic& diagnostic = outcome.diagnostics.all().at(0);
  CHECK(outcome.caret(diagnostic) == "k");
  CHECK(outcome.sources.text(diagnostic.labels.at(0).span) == "j");
}

TEST_CASE("forces and motors") {
  const std::string base = std::string(kBox) + "joint j : revolute(axis = z) from world to b;";
  const auto report = [&base](const std::string& declarations) {
    return elaborate_model(base + declarations).report();
  };
  CHECK(report("force f on b = [1, 0, 0] m;") ==
        "E0203 the value of `f` needs a vector (a force), but this is a vector (a length) | [1, 0, 0] m\n");
  CHECK(report("force f on b = 1 N;") ==
        "E0204 the value of `f` needs a vector (a force), but this is a force | 1 N\n");
  CHECK(report("force f on b = [1 N, 2 m, 0];") ==
        "E0203 a component of the value of `f` needs a force, but this is a length | 2 m\n");
  CHECK(report("force f on world = [1, 0, 0] N;") ==
        "E0204 a force on the world does nothing: the world does not move | world\n");
  CHECK(report("torque f on b at [1, 0, 0] m = [1, 0, 0] N*m;") ==
        "E0207 a torque acts on the whole body: it has no point of application | [1, 0, 0] m\n");
  CHECK(
      report("force f on b = 1 kg * b.acceleration;") ==
      "E0212 the value of `f` cannot depend on the acceleration of `b`: the step computes that from the forces, so it "
      "would depend on itself | 1 kg * b.acceleration\n");
  CHECK(report("motor m on j { effort = 0.1 * j.effort; }") ==
        "E0212 `effort` cannot depend on the effort of `j`: the step computes that from the forces, so it would depend "
        "on itself | 0.1 * j.effort\n");
  CHECK(report("motor m on j { motion = sin(time / 1 s); }") ==
        "E0210 a motor has no property `motion`: motions cannot be prescribed | motion\n");
  CHECK(report("motor m on b { effort = 1 N*m; }") == "E0204 a motor drives a joint, but this is a body | b\n");
  CHECK(report("motor m on j { effort = 1 N; }") ==
        "E0203 `effort` needs a torque or energy, but this is a force | 1 N\n");
  CHECK(report("motor m on j { }") == "E0211 a motor needs an `effort` or a `position` | m\n");
  CHECK(report("motor m on j { position = 1; }") == "E0211 a servo needs the property `kp` | m\n");
  CHECK(report("spring s from b to b { stiffness = 1 N/m; }") ==
        "E0204 both ends of a spring are on the same body | b\n");
}

TEST_CASE("the initial state and runs") {
  const std::string base = std::string(kBox) +
                           "body c { mass = 1 kg; shape s : sphere(radius = 1 m); }\n"
                           "joint j : revolute(axis = z) from world to b;\n";
  const auto report = [&base](const std::string& declarations) {
    return elaborate_model(base + declarations).report();
  };
  CHECK(report("initial { j.q = 3 cm; }") == "E0203 `j.q` needs a number, but this is a length | 3 cm\n");
  CHECK(report("initial { j.p = 3; }") == "E0210 the initial state of a joint has no `p` | p\n");
  CHECK(report("initial { b.position = [0, 0, 1] m; }") ==
        "E0204 `b.position` cannot be set: the joint `j` places this body | position\n");
  CHECK(report("initial { c.velocity = [0, 0, 1] m; }") ==
        "E0203 `c.velocity` needs a vector (a velocity), but this is a vector (a length) | [0, 0, 1] m\n");
  CHECK(report("initial { c.velocity = [0, 0, 1] m/s; c.velocity = [0, 0, 2] m/s; }") ==
        "E0205 this is set twice in `initial` | c.velocity\n");
  CHECK(report("initial { c.rotation = quat(0, 0, 0, 0); }") ==
        "E0307 a quaternion of length zero is no rotation | quat(0, 0, 0, 0)\n");
  CHECK(report("initial { c.rotation = quat(1, 1, 1, 1); }") ==
        "W0302 the quaternion has the length 2; it is scaled to length 1 | quat(1, 1, 1, 1)\n");
  CHECK(report("simulate { method = tamsy; }") == "E0401 there is no method `tamsy` | tamsy\n");
  CHECK(report("simulate { step = 0 s; }") == "E0209 `step` must be positive, but this is 0 s | 0 s\n");
  CHECK(report("simulate { step = 10 ms; record = 1 ms; }") ==
        "E0402 `record` must not be shorter than the step, but 0.001 s < 0.01 s | 1 ms\n");
  CHECK(report("simulate { } simulate { }") == "E0205 a second `simulate` block needs a name | simulate { }\n");
  CHECK(report("no contact b with j;") == "E0204 `contact` needs a shape or a body, but this is a joint | j\n");
}

TEST_CASE("several mistakes give several messages, each once") {
  const Outcome outcome = elaborate_model("let a = 1 m + 1 s; let b = a + 1; let c = b * nothing;");
  CHECK(outcome.report() ==
        "E0203 cannot add a time to a length | +\nE0201 nothing here is called `nothing` | nothing\n");
}

TEST_CASE("a mass that others use is wrong once, and may not need itself") {
  CHECK(elaborate_model("body b { mass = 1 m; shape s : sphere(radius = 1 m); } let w = b.mass * 2; let v = b.mass;")
            .report() == "E0203 `mass` needs a mass, but this is a length | 1 m\n");
  CHECK(elaborate_model("body b { mass = 2 * b.mass; shape s : sphere(radius = 1 m); } let w = b.mass;").report() ==
        "E0206 the mass of `b` needs itself | b.mass\n");
}

TEST_CASE("a branch that is never taken cannot hide an error of what it names") {
  CHECK(elaborate_model("let a = if true then 1 else b; let b = 1 m + 1 s;").report() ==
        "E0203 cannot add a time to a length | +\n");
}

}  // namespace
}  // namespace frix::sema
