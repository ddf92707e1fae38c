#include "compiler/emit/cpp/kernel_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "compiler/emit/cpp/layout.h"

namespace frix::emit::cpp {
namespace {

using ir::NodeId;
using ir::Op;

bool is_truth(Op op) {
  switch (op) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
      return true;
    default:
      return false;
  }
}

// As many equal elements are written by one call.
constexpr std::size_t kWorthFilling = 4;

class KernelWriter {
 public:
  KernelWriter(const ir::Kernel& kernel, const Sources& sources)
      : kernel_(kernel), graph_(*kernel.graph), sources_(sources), layout_(lay_out(kernel)) {}

  File write() {
    File file;
    file.comment = fmt::format("{}{}.", kernel_.name, kernel_.purpose.empty() ? "" : ": " + kernel_.purpose);
    const bool whole = layout_.parts.size() <= 1;
    Struct values = shared_values();
    const bool has_shared = !values.members.empty();
    if (!whole) {
      if (has_shared) file.hidden.emplace_back(std::move(values));
      for (std::size_t part = 0; part < layout_.parts.size(); ++part) file.hidden.push_back(part_function(part));
    }
    Function kernel;
    Loop loop{"for (std::int64_t k = begin; k < end; ++k)", {}};
    const std::set<std::string> used = buffers_of_all();
    bind_buffers(kernel_.inputs, "in", "const double* const", used, kernel.body, loop.body);
    bind_buffers(kernel_.outputs, "out", "double* const", used, kernel.body, loop.body);
    if (!loop.body.empty()) loop.body.push_back(Blank{});
    if (whole) {
      if (!layout_.parts.empty()) write_part(0, loop.body);
    } else {
      if (has_shared) loop.body.push_back(Do{atom("Values s")});
      for (std::size_t part = 0; part < layout_.parts.size(); ++part) {
        std::vector<ExpressionPtr> arguments;
        for (const std::string& buffer : ordered_buffers(part)) arguments.push_back(atom(buffer));
        if (touches_shared(part)) arguments.push_back(atom("s"));
        loop.body.push_back(Do{call(part_name(part), std::move(arguments))});
      }
    }
    const bool reads = std::any_of(kernel_.inputs.begin(), kernel_.inputs.end(),
                                   [&](const ir::Buffer& buffer) { return used.count(buffer.name) > 0; });
    kernel.head =
        fmt::format("void {}(const double* const* {}, double* const* out, std::int64_t begin, std::int64_t end)",
                    kernel_.name, reads ? "in" : "/*in*/");
    kernel.body.push_back(std::move(loop));
    file.items.push_back(std::move(kernel));
    headers_.insert("<cstdint>");
    file.includes.assign(headers_.begin(), headers_.end());
    file.includes.push_back("\"model/kernels.h\"");
    return file;
  }

 private:
  std::string part_name(std::size_t part) const { return fmt::format("part_{}", part + 1); }

  void bind_buffers(const std::vector<ir::Buffer>& buffers, const char* array, const char* type,
                    const std::set<std::string>& used, std::vector<Statement>& outside,
                    std::vector<Statement>& inside) const {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const ir::Buffer& buffer = buffers[i];
      if (used.count(buffer.name) == 0) continue;
      const std::string base = fmt::format("{}[{}]", array, i);
      if (buffer.shared)
        outside.push_back(Define{type, buffer.name, atom(base)});
      else
        inside.push_back(
            Define{type, buffer.name,
                   binary("+", atom(base), atom(buffer.size == 1 ? "k" : fmt::format("{} * k", buffer.size)))});
    }
  }

  // Every node that a part's text names: variables and inputs, read or made.
  template <class Visit>
  void for_names(std::size_t part, const Visit& visit) const {
    const auto read = [&](const auto& self, NodeId id, bool is_root) -> void {
      visit(id);
      if (!is_root && !layout_.variable[id].empty()) return;
      const ir::Node& node = graph_.node(id);
      for (int i = 0; i < ir::operand_count(node.op); ++i) self(self, node.operand[i], false);
    };
    for (const Paragraph& paragraph : layout_.parts[part])
      for (const Line& line : paragraph.lines) read(read, line.node, line.store == Line::kNoStore);
  }

  bool touches_shared(std::size_t part) const {
    bool found = false;
    for_names(part, [&](NodeId id) { found = found || layout_.shared[id]; });
    return found;
  }

  // The buffers that the lines of a part read or write.
  std::set<std::string> buffers_of(std::size_t part) const {
    std::set<std::string> names;
    for_names(part, [&](NodeId id) {
      const ir::Node& node = graph_.node(id);
      if (node.op == Op::input) names.insert(kernel_.inputs[node.buffer].name);
    });
    for (const Paragraph& paragraph : layout_.parts[part])
      for (const Line& line : paragraph.lines)
        if (line.store != Line::kNoStore) names.insert(kernel_.outputs[kernel_.stores[line.store].buffer].name);
    return names;
  }

  std::set<std::string> buffers_of_all() const {
    std::set<std::string> names;
    for (std::size_t part = 0; part < layout_.parts.size(); ++part) names.merge(buffers_of(part));
    return names;
  }

  // The same in the order of the contract.
  std::vector<std::string> ordered_buffers(std::size_t part) const {
    const std::set<std::string> used = buffers_of(part);
    std::vector<std::string> ordered;
    for (const auto* buffers : {&kernel_.inputs, &kernel_.outputs})
      for (const ir::Buffer& buffer : *buffers)
        if (used.count(buffer.name) > 0) ordered.push_back(buffer.name);
    return ordered;
  }

  Struct shared_values() const {
    Struct values{"What the parts hand on to each other.", "Values", {}};
    for (const auto& part : layout_.parts)
      for (const Paragraph& paragraph : part) {
        Member numbers{"double", {}}, truths{"bool", {}};
        for (const Line& line : paragraph.lines) {
          if (line.store != Line::kNoStore || !layout_.shared[line.node]) continue;
          (is_truth(graph_.node(line.node).op) ? truths : numbers).names.push_back(layout_.variable[line.node]);
        }
        for (Member* member : {&numbers, &truths})
          if (!member->names.empty()) values.members.push_back(std::move(*member));
      }
    return values;
  }

  Function part_function(std::size_t part) {
    Function function;
    const std::vector<std::string> used = ordered_buffers(part);
    std::vector<std::string> parameters;
    for (const auto* buffers : {&kernel_.inputs, &kernel_.outputs})
      for (const ir::Buffer& buffer : *buffers)
        if (std::find(used.begin(), used.end(), buffer.name) != used.end())
          parameters.push_back(
              fmt::format("{} {}", buffers == &kernel_.inputs ? "const double*" : "double*", buffer.name));
    if (touches_shared(part)) parameters.push_back("Values& s");
    function.head = fmt::format("void {}({})", part_name(part), fmt::join(parameters, ", "));
    write_part(part, function.body);
    return function;
  }

  void write_part(std::size_t part, std::vector<Statement>& body) const {
    bool first = true;
    for (const Paragraph& paragraph : layout_.parts[part]) {
      const std::string text = describe(graph_.origin(paragraph.origin), sources_);
      if (!first) body.push_back(Blank{});
      first = false;
      body.push_back(Comment{text.empty() ? "the results, which may take the place of what was read" : text});
      for (std::size_t i = 0; i < paragraph.lines.size();) {
        const std::size_t run = equal_run(paragraph.lines, i);
        body.push_back(run < kWorthFilling ? statement(paragraph.lines[i]) : fill(paragraph.lines[i], run));
        i += run < kWorthFilling ? 1 : run;
      }
    }
  }

  // How many lines from `first` on store one constant in neighbouring elements.
  std::size_t equal_run(const std::vector<Line>& lines, std::size_t first) const {
    if (lines[first].store == Line::kNoStore || !graph_.is_constant(lines[first].node)) return 1;
    const ir::Store& begin = kernel_.stores[lines[first].store];
    std::size_t count = 1;
    while (first + count < lines.size() && lines[first + count].store != Line::kNoStore) {
      const ir::Store& next = kernel_.stores[lines[first + count].store];
      if (next.buffer != begin.buffer || next.node != begin.node || next.index != begin.index + count) break;
      ++count;
    }
    return count;
  }

  Statement fill(const Line& line, std::size_t count) const {
    const ir::Store& store = kernel_.stores[line.store];
    const std::string& buffer = kernel_.outputs[store.buffer].name;
    headers_.insert("<algorithm>");
    return Do{call("std::fill_n", {atom(store.index == 0 ? buffer : fmt::format("{} + {}", buffer, store.index)),
                                   atom(std::to_string(count)), literal(graph_.node(store.node).value)})};
  }

  Statement statement(const Line& line) const {
    const ir::Node& node = graph_.node(line.node);
    if (line.store != Line::kNoStore) {
      const ir::Store& store = kernel_.stores[line.store];
      return Assign{fmt::format("{}[{}]", kernel_.outputs[store.buffer].name, store.index), number(line.node)};
    }
    const bool truth = is_truth(node.op);
    if (layout_.shared[line.node]) return Assign{"s." + layout_.variable[line.node], computed(line.node)};
    return Define{truth ? "const bool" : "const double", layout_.variable[line.node], computed(line.node)};
  }

  // The node where it is used: its variable, or its expression.
  ExpressionPtr used(NodeId id) const {
    const std::string& name = layout_.variable[id];
    if (name.empty()) return computed(id);
    return atom(layout_.shared[id] ? "s." + name : name);
  }
  ExpressionPtr number(NodeId id) const {
    ExpressionPtr e = used(id);
    return is_truth(graph_.node(id).op) ? conditional(std::move(e), literal(1), literal(0)) : e;
  }
  ExpressionPtr truth(NodeId id) const {
    ExpressionPtr e = used(id);
    return is_truth(graph_.node(id).op) ? e : binary("!=", std::move(e), literal(0));
  }

  ExpressionPtr computed(NodeId id) const {
    const ir::Node& node = graph_.node(id);
    const auto a = [&] { return number(node.operand[0]); };
    const auto b = [&] { return number(node.operand[1]); };
    const auto c = [&] { return number(node.operand[2]); };
    const auto truth_a = [&] { return truth(node.operand[0]); };
    const auto truth_b = [&] { return truth(node.operand[1]); };
    switch (node.op) {
      case Op::constant:
        if (!std::isfinite(node.value)) headers_.insert("<cmath>");
        return literal(node.value);
      case Op::input:
        return atom(fmt::format("{}[{}]", kernel_.inputs[node.buffer].name, node.index));
      case Op::negate:
        return negation(a());
      case Op::add:
        return binary("+", a(), b());
      case Op::subtract:
        return binary("-", a(), b());
      case Op::multiply:
        return binary("*", a(), b());
      case Op::divide:
        return binary("/", a(), b());
      case Op::less:
        return binary("<", a(), b());
      case Op::less_equal:
        return binary("<=", a(), b());
      case Op::equal:
        return binary("==", a(), b());
      case Op::logical_not:
        return inversion(truth_a());
      case Op::logical_and:
        return binary("&&", truth_a(), truth_b());
      case Op::logical_or:
        return binary("||", truth_a(), truth_b());
      case Op::select:
        return conditional(truth_a(), b(), c());
      case Op::min:
      case Op::max:
        headers_.insert("<algorithm>");
        return call(fmt::format("std::{}", ir::name(node.op)), {a(), b()});
      default:  // functions of <cmath>; the graph names them as C does
        headers_.insert("<cmath>");
        if (node.op == Op::power) return call("std::pow", {a(), b()});
        if (node.op == Op::atan2) return call("std::atan2", {a(), b()});
        return call(fmt::format("std::{}", ir::name(node.op)), {a()});
    }
  }

  const ir::Kernel& kernel_;
  const ir::Graph& graph_;
  const Sources& sources_;
  Layout layout_;
  mutable std::set<std::string> headers_;  // that the text needs
};

}  // namespace

std::string describe(const ir::Origin& origin, const Sources& sources) {
  std::string text = origin.step;
  if (!origin.subject.empty()) text += ": " + origin.subject;
  const std::string location = sources.location(origin.span);
  if (!location.empty()) text += " (" + location + ")";
  return text;
}

File kernel_source(const ir::Kernel& kernel, const Sources& sources) {
  return KernelWriter(kernel, sources).write();
}

}  // namespace frix::emit::cpp
