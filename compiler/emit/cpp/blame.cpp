#include "compiler/emit/cpp/blame.h"

#include <algorithm>
#include <vector>

namespace frix::emit::cpp {
namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

// The location in a row of a table: a string that ends in a colon and a number.
std::string location_in(std::string_view row) {
  for (std::size_t begin = row.find('"'); begin != std::string_view::npos;) {
    const std::size_t end = row.find('"', begin + 1);
    if (end == std::string_view::npos) break;
    const std::string_view text = row.substr(begin + 1, end - begin - 1);
    const std::size_t colon = text.rfind(':');
    if (colon != std::string_view::npos && colon + 1 < text.size() &&
        text.find_first_not_of("0123456789", colon + 1) == std::string_view::npos)
      return std::string(text);
    begin = row.find('"', end + 1);
  }
  return "";
}

}  // namespace

Blame blame(std::string_view text, std::size_t line) {
  const std::vector<std::string_view> lines = split(text);
  Blame result;
  result.lines = lines.size();
  if (line == 0 || line > lines.size()) return result;
  result.line_text = trimmed(lines[line - 1]);
  if (result.line_text.empty()) return result;

  if (const std::string location = location_in(lines[line - 1]); !location.empty()) {
    result.origin = "the declaration at " + location;
    return result;
  }
  // the comment above, within the same function
  for (std::size_t i = line; i-- > 0;) {
    if (lines[i].empty()) continue;
    if (lines[i].front() != ' ') break;
    const std::string_view code = trimmed(lines[i]);
    if (code.substr(0, 3) != "// ") continue;
    result.origin = code.substr(3);
    break;
  }
  return result;
}

}  // namespace frix::emit::cpp
