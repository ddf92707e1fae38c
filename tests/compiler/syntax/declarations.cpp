#include "parsed.h"

using namespace frix;
using namespace frix::syntax;

namespace {

// The only declaration of a model with this text in it.
template <class Node>
const Node& only(const Parsed& parsed) {
  INFO(parsed.said());
  REQUIRE_FALSE(parsed.diagnostics.has_errors());
  REQUIRE(parsed.file.models.size() == 1);
  REQUIRE(parsed.file.models[0].declarations.size() == 1);
  REQUIRE(std::holds_alternative<Node>(parsed.file.models[0].declarations[0].node));
  return std::get<Node>(parsed.file.models[0].declarations[0].node);
}

std::string in_model(const std::string& text) {
  return "model M {" + text + "}";
}

}  // namespace

TEST_CASE("the model of the introduction") {
  const Parsed parsed(stick_slip);
  CHECK(parsed.said() == "");
  REQUIRE(parsed.file.models.size() == 1);
  const ModelDecl& model = parsed.file.models[0];
  CHECK(model.name.text == "StickSlip");
  CHECK(model.doc->value == "box on a table under a harmonic push");
  CHECK(model.declarations.size() == 10);
  CHECK(parsed.text(model.span).starts_with("model StickSlip"));
  CHECK(parsed.text(model.span).ends_with("}\n}"));
  CHECK(parsed.file.id == parsed.id);
}

TEST_CASE("values of every kind") {
  const std::pair<const char*, ValueKind> kinds[] = {{"const", ValueKind::constant},  {"param", ValueKind::parameter},
                                                     {"tunable", ValueKind::tunable}, {"input", ValueKind::input},
                                                     {"let", ValueKind::let},         {"output", ValueKind::output}};
  for (const auto& [word, kind] : kinds) {
    const Parsed parsed(in_model(std::string(word) + " a = 3 m;"));
    const auto& value = only<ValueDecl>(parsed);
    CHECK(value.kind == kind);
    CHECK(value.name.text == "a");
    CHECK(grouped(*value.value) == "3 m^1/1");
    CHECK(parsed.text(parsed.file.models[0].declarations[0].span) == std::string(word) + " a = 3 m;");
  }
}

TEST_CASE("an output may be called what it records") {
  const Parsed parsed(in_model("output force = contact(ball, ground).normal_force;"));
  CHECK(only<ValueDecl>(parsed).name.text == "force");
}

TEST_CASE("declarations of a file") {
  const Parsed parsed(
      "const g0 = 9.80665 m/s^2;\nunit furlong = 201.168 m;\n"
      "function f(a: m, b, c: 1/s = 2 Hz) = a*b;\nsurface s { friction = none; }\n");
  CHECK(parsed.said() == "");
  REQUIRE(parsed.file.declarations.size() == 4);
  CHECK(std::get<UnitDecl>(parsed.file.declarations[1].node).name.text == "furlong");
  const auto& function = std::get<FunctionDecl>(parsed.file.declarations[2].node);
  REQUIRE(function.parameters.size() == 3);
  CHECK(print(*function.parameters[0].unit) == "m");
  CHECK_FALSE(function.parameters[1].unit.has_value());
  CHECK(print(*function.parameters[2].unit) == "s^-1");
  CHECK(grouped(*function.parameters[2].fallback) == "2 Hz^1/1");
  CHECK(grouped(*function.value) == "(a * b)");
}

TEST_CASE("bodies with properties, shapes and frames") {
  const Parsed parsed(
      in_model("body ball[i : 1000] { mass = 1 kg; shape hull : sphere(radius = 1 cm) at [0, 0, 1] m "
               "{ surface = rubber; } frame tip at [1, 0, 0] m; pose = [0, 0, i] m; }"));
  const auto& body = only<BodyDecl>(parsed);
  CHECK(body.name.identifier.text == "ball");
  CHECK(body.name.index->text == "i");
  CHECK(grouped(*body.name.count) == "1000");
  REQUIRE(body.properties.size() == 2);
  CHECK(parsed.text(body.properties[1].span) == "pose = [0, 0, i] m;");
  REQUIRE(body.shapes.size() == 1);
  CHECK(body.shapes[0].kind.callee.text == "sphere");
  CHECK(parsed.text(body.shapes[0].kind_span) == "sphere(radius = 1 cm)");
  CHECK(body.shapes[0].mount.body == nullptr);
  CHECK(grouped(*body.shapes[0].mount.pose) == "[0 0 1] m^1/1");
  CHECK(body.shapes[0].properties[0].name.text == "surface");
  REQUIRE(body.frames.size() == 1);
  CHECK(body.frames[0].mount.body == nullptr);
}

TEST_CASE("shapes and frames on a body") {
  const Parsed shape(in_model("shape floor : halfspace(normal = z) on world at pose([0, 0, 1] m, rpy(0, 0, 0));"));
  CHECK(grouped(*only<ShapeDecl>(shape).mount.body) == "world");
  CHECK(grouped(*only<ShapeDecl>(shape).mount.pose) == "pose{ [0 0 1] m^1/1 rpy{ 0 0 0 } }");
  const Parsed frame(in_model("frame tool on arm.link[3] at [0, 0, 1] m;"));
  CHECK(grouped(*only<FrameDecl>(frame).mount.body) == "arm.link@3");
}

TEST_CASE("joints") {
  const Parsed parsed(
      in_model("joint elbow : revolute(axis = y) from upper at [0, 0, 1] m to lower at [0, 0, -1] m "
               "{ limits = [-90, 90] deg; damping = 0.1 N*m*s; }"));
  const auto& joint = only<JointDecl>(parsed);
  CHECK(joint.type.callee.text == "revolute");
  CHECK(parsed.text(joint.type_span) == "revolute(axis = y)");
  CHECK(grouped(*joint.from.body) == "upper");
  CHECK(grouped(*joint.to.pose) == "[0 0 (- 1)] m^1/1");
  CHECK(joint.properties.size() == 2);
  const Parsed bare(in_model("joint j : free from world to ball[2];"));
  CHECK(only<JointDecl>(bare).from.pose == nullptr);
  CHECK(only<JointDecl>(bare).type.arguments.empty());
}

TEST_CASE("loads, springs and motors") {
  const Parsed force(in_model("force push on box at [1, 0, 0] m = [1, 0, 0] N in box.tip;"));
  CHECK_FALSE(only<LoadDecl>(force).is_torque);
  CHECK(grouped(*only<LoadDecl>(force).frame) == "box.tip");
  CHECK(grouped(*only<LoadDecl>(force).value) == "[1 0 0] N^1/1");
  const Parsed torque(in_model("torque t on box = [1, 0, 0] N*m;"));
  CHECK(only<LoadDecl>(torque).is_torque);
  CHECK(only<LoadDecl>(torque).frame == nullptr);
  const Parsed spring(in_model("spring s from a at [0, 0, 0] m to b { stiffness = 1 N/m; }"));
  CHECK(grouped(*only<SpringDecl>(spring).to.body) == "b");
  const Parsed motor(in_model("motor m on arm.elbow { effort = 3 N*m; }"));
  CHECK(grouped(*only<MotorDecl>(motor).joint) == "arm.elbow");
}

TEST_CASE("contacts") {
  const Parsed allowed(in_model("contact floor with box.hull { friction = none; }"));
  CHECK_FALSE(only<ContactDecl>(allowed).forbidden);
  CHECK(grouped(*only<ContactDecl>(allowed).second) == "box.hull");
  const Parsed forbidden(in_model("no contact a with b;"));
  CHECK(only<ContactDecl>(forbidden).forbidden);
}

TEST_CASE("gravity, initial state and runs") {
  const Parsed gravity(in_model("gravity = [0, 0, -9.8] m/s^2;"));
  CHECK(grouped(*only<GravityDecl>(gravity).value) == "[0 0 (- 9.8)] m^1/1 s^-2/1");
  const Parsed initial(in_model("initial { slide.q = 3 cm; ball[2].velocity = [1, 0, 0] m/s; }"));
  REQUIRE(only<InitialDecl>(initial).assignments.size() == 2);
  CHECK(grouped(*only<InitialDecl>(initial).assignments[1].target) == "ball@2.velocity");
  CHECK(initial.text(only<InitialDecl>(initial).assignments[0].span) == "slide.q = 3 cm;");
  const Parsed run(in_model("simulate fine { step = 1 ms; }"));
  CHECK(only<SimulateDecl>(run).name->text == "fine");
  const Parsed unnamed(in_model("simulate { }"));
  CHECK_FALSE(only<SimulateDecl>(unnamed).name.has_value());
}

TEST_CASE("an empty file, and one of comments, has nothing in it and no errors") {
  for (const char* text : {"", "\xEF\xBB\xBF", "  \r\n\t", "// only\n/* comments */"}) {
    const Parsed parsed(text);
    CHECK(parsed.said() == "");
    CHECK(parsed.file.models.empty());
  }
}

TEST_CASE("line ends of every system") {
  std::string text = stick_slip;
  const std::string printed = print(Parsed(text).file);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\r\n");
  const Parsed parsed(text);
  CHECK(parsed.said() == "");
  CHECK(print(parsed.file) == printed);
}
