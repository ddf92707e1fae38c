#include "compiler/emit/cpp/table_source.h"

#include <fmt/format.h>

namespace frix::emit::cpp {
namespace {

template <class... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};

// A string literal; names of a model are plain text, but a unit may hold any letter.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string write(const Cell& cell) {
  return std::visit(
      Match{[](std::int32_t value) { return fmt::format("{}", value); },
            [](std::uint8_t value) { return fmt::format("{}", value); },
            [](double value) { return print(literal(value)); },
            [](const std::vector<double>& values) {
              std::string list;
              for (const double value : values) list += (list.empty() ? "" : ", ") + print(literal(value));
              return "{" + list + "}";
            },
            [](const Constant& constant) { return constant.name; }, [](const Text& text) { return quoted(text.value); },
            [](const Array& array) { return array.table.empty() ? "nullptr" : array.table; },
            [](const KernelAddress& kernel) { return kernel.kernel.empty() ? "nullptr" : kernel.kernel; }},
      cell);
}

// Numbers fill lines; structs have a row each, or a member each when there is one row only.
Lines rows(const Table& table) {
  constexpr std::size_t kColumns = 108;
  Lines lines;
  if (table.columns.empty()) {
    lines.lines.push_back(fmt::format("const {} {}[] = {{", table.type, table.name));
    std::string line = " ";
    for (const auto& row : table.rows) {
      const std::string value = write(row.front()) + ",";
      if (line.size() + 1 + value.size() > kColumns) {
        lines.lines.push_back(line);
        line = " ";
      }
      line += ' ' + value;
    }
    lines.lines.push_back(line);
  } else {
    for (const std::string& column : table.columns) lines.comment += (lines.comment.empty() ? "" : ", ") + column;
    lines.lines.push_back(fmt::format("const {} {}[] = {{", table.type, table.name));
    for (const auto& row : table.rows) {
      std::string line = "  {";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string value = write(row[i]) + (i + 1 < row.size() ? "," : "},");
        if (line.size() + 1 + value.size() > kColumns) {
          lines.lines.push_back(line);
          line = "   ";
        }
        line += (i > 0 ? " " : "") + value;
      }
      lines.lines.push_back(line);
    }
  }
  lines.lines.emplace_back("};");
  return lines;
}

}  // namespace

File table_source(const std::vector<Table>& tables) {
  File file;
  file.comment = "The tables of the model; runtime/model/model.h says what their members are.";
  file.includes = {"<cmath>", "<cstdint>", "\"model/kernels.h\"", "\"runtime/model/model.h\""};
  for (const Table& table : tables) {
    if (table.type != "frix_model") {
      file.hidden.emplace_back(rows(table));
      continue;
    }
    Lines model{"", {fmt::format("const {} {} = {{", table.type, table.name)}};
    const auto& row = table.rows.front();
    for (std::size_t i = 0; i < row.size(); ++i)
      model.lines.push_back(fmt::format("  /* {} */ {},", table.columns[i], write(row[i])));
    model.lines.emplace_back("};");
    file.hidden.emplace_back(std::move(model));
  }
  file.items.push_back(
      Function{"", "extern \"C\" const frix_model* frix_model_table(void)", {Do{atom("return &model")}}});
  return file;
}

}  // namespace frix::emit::cpp
