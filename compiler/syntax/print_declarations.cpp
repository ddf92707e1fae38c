#include <fmt/format.h>

#include "compiler/syntax/printer.h"

namespace frix::syntax {

namespace {

const char* word(ValueKind kind) {
  switch (kind) {
    case ValueKind::constant:
      return "const";
    case ValueKind::parameter:
      return "param";
    case ValueKind::tunable:
      return "tunable";
    case ValueKind::input:
      return "input";
    case ValueKind::let:
      return "let";
    case ValueKind::output:
      break;
  }
  return "output";
}

std::string quoted(const String& string) {
  Expr expr{{}, string};
  return print(expr);
}

std::string name(const DeclaredName& declared) {
  if (!declared.count) return declared.identifier.text;
  return fmt::format("{}[{} : {}]", declared.identifier.text, declared.index->text, print(*declared.count));
}

std::string kind(const Call& call) {
  if (call.arguments.empty()) return call.callee.text;
  std::string out = call.callee.text + '(';
  const char* separator = "";
  for (const Argument& argument : call.arguments) {
    out += separator + (argument.name ? argument.name->text + " = " : "") + print(*argument.value);
    separator = ", ";
  }
  return out + ')';
}

// ` WORD body at pose`, the parts that are there
std::string mounted(const char* word, const Mount& mount) {
  std::string out;
  if (mount.body) out += fmt::format(" {} {}", word, print(*mount.body));
  if (mount.pose) out += " at " + print(*mount.pose);
  return out;
}

class DeclarationPrinter {
 public:
  DeclarationPrinter(std::string& out, int depth) : out_(out), depth_(depth) {}

  void operator()(const ValueDecl& value) {
    line(fmt::format("{} {} = {};", word(value.kind), value.name.text, print(*value.value)));
  }
  void operator()(const FunctionDecl& function) {
    std::string parameters;
    for (const FunctionParameter& parameter : function.parameters) {
      if (!parameters.empty()) parameters += ", ";
      parameters += parameter.name.text;
      if (parameter.unit) parameters += ": " + print(*parameter.unit);
      if (parameter.fallback) parameters += " = " + print(*parameter.fallback);
    }
    line(fmt::format("function {}({}) = {};", function.name.text, parameters, print(*function.value)));
  }
  void operator()(const UnitDecl& unit) { line(fmt::format("unit {} = {};", unit.name.text, print(*unit.value))); }
  void operator()(const GravityDecl& gravity) { line(fmt::format("gravity = {};", print(*gravity.value))); }
  void operator()(const SurfaceDecl& surface) { block("surface " + surface.name.text, surface.properties); }
  void operator()(const ShapeDecl& shape) {
    block_or_end(fmt::format("shape {} : {}{}", shape.name.text, kind(shape.kind), mounted("on", shape.mount)),
                 shape.properties);
  }
  void operator()(const FrameDecl& frame) {
    line(fmt::format("frame {}{};", frame.name.text, mounted("on", frame.mount)));
  }
  void operator()(const BodyDecl& body) {
    line(fmt::format("body {} {{", name(body.name)));
    ++depth_;
    for (const Property& item : body.properties) property(item);
    for (const ShapeDecl& shape : body.shapes) (*this)(shape);
    for (const FrameDecl& frame : body.frames) (*this)(frame);
    --depth_;
    line("}");
  }
  void operator()(const JointDecl& joint) {
    block_or_end(fmt::format("joint {} : {}{}{}", name(joint.name), kind(joint.type), mounted("from", joint.from),
                             mounted("to", joint.to)),
                 joint.properties);
  }
  void operator()(const LoadDecl& load) {
    const std::string frame = load.frame ? " in " + print(*load.frame) : "";
    line(fmt::format("{} {}{} = {}{};", load.is_torque ? "torque" : "force", load.name.text, mounted("on", load.mount),
                     print(*load.value), frame));
  }
  void operator()(const SpringDecl& spring) {
    block_or_end("spring " + spring.name.text + mounted("from", spring.from) + mounted("to", spring.to),
                 spring.properties);
  }
  void operator()(const MotorDecl& motor) {
    block(fmt::format("motor {} on {}", motor.name.text, print(*motor.joint)), motor.properties);
  }
  void operator()(const ContactDecl& contact) {
    block_or_end(fmt::format("{}contact {} with {}", contact.forbidden ? "no " : "", print(*contact.first),
                             print(*contact.second)),
                 contact.properties);
  }
  void operator()(const InitialDecl& initial) {
    line("initial {");
    ++depth_;
    for (const Assignment& item : initial.assignments) {
      line(fmt::format("{} = {};", print(*item.target), print(*item.value)));
    }
    --depth_;
    line("}");
  }
  void operator()(const SimulateDecl& simulate) {
    block(simulate.name ? "simulate " + simulate.name->text : "simulate", simulate.properties);
  }

 private:
  void line(const std::string& text) {
    out_.append(static_cast<std::size_t>(2 * depth_), ' ');
    out_ += text + '\n';
  }
  void property(const Property& item) { line(fmt::format("{} = {};", item.name.text, print(*item.value))); }
  void block(const std::string& head, const std::vector<Property>& properties) {
    line(head + " {");
    ++depth_;
    for (const Property& item : properties) property(item);
    --depth_;
    line("}");
  }
  void block_or_end(const std::string& head, const std::vector<Property>& properties) {
    properties.empty() ? line(head + ';') : block(head, properties);
  }

  std::string& out_;
  int depth_;
};

}  // namespace

std::string print(const File& file) {
  std::string out;
  for (const Declaration& declaration : file.declarations) std::visit(DeclarationPrinter(out, 0), declaration.node);
  for (const ModelDecl& model : file.models) {
    if (!out.empty()) out += '\n';
    out += "model " + model.name.text + (model.doc ? ' ' + quoted(*model.doc) : "") + " {\n";
    for (const Declaration& declaration : model.declarations) std::visit(DeclarationPrinter(out, 1), declaration.node);
    out += "}\n";
  }
  return out;
}

}  // namespace frix::syntax
