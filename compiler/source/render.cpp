#include "compiler/source/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/source/excerpt.h"

namespace frix {

namespace {

bool shown(const Span& span, const Sources& sources) {
  return span.known() && span.file < sources.size();
}

const char* severity_word(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

std::string place(const Span& span, const Sources& sources) {
  const SourceFile& file = sources.file(span.file);
  const Position at = file.position(span.begin);
  return fmt::format("{}:{}:{}", file.path(), at.line, at.column);
}

// The fix in words, and the line as it would be then with marks under what is new.
std::string fix_lines(const Fix& fix, const Sources& sources, std::size_t gutter_width, bool colour) {
  const std::string old_text(sources.text(fix.span));
  std::string words = fmt::format("replace `{}` by `{}`", old_text, fix.replacement);
  if (old_text.empty()) words = fmt::format("insert `{}`", fix.replacement);
  if (fix.replacement.empty()) words = fmt::format("remove `{}`", old_text);
  std::string out = fmt::format("{:>{}} {} fix: {}\n", "", gutter_width, paint("=", Ink::accent, colour), words);

  // only a change within one line can be shown on one
  const SourceFile& file = sources.file(fix.span.file);
  const std::uint32_t number = file.position(fix.span.begin).line;
  if (file.position(fix.span.end).line != number || fix.replacement.find('\n') != std::string::npos) return out;
  const std::uint32_t base = file.line_begin(number);
  const std::string_view line = file.line(number);
  const std::size_t begin = std::min<std::size_t>(fix.span.begin - base, line.size());
  const std::size_t end = std::min<std::size_t>(fix.span.end - base, line.size());
  std::string mended(line.substr(0, begin));
  mended += fix.replacement;
  mended += line.substr(end);
  const ShownLine mended_line = shown_line(mended);
  const std::uint32_t begin_cell = mended_line.cell[begin], end_cell = mended_line.cell[begin + fix.replacement.size()];
  const Crop crop(mended_line.cell.back(), begin_cell, end_cell);
  out += gutter(gutter_width, number, colour) + crop.text(mended_line.text);
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
  if (fix.replacement.empty()) return out;
  const std::uint32_t from = crop.cell(begin_cell), to = crop.cell(end_cell);
  out += gutter(gutter_width, colour) + std::string(from, ' ') +
         paint(std::string(to - from, old_text.empty() ? '+' : '~'), Ink::fix, colour) + '\n';
  return out;
}

}  // namespace

std::string render_rich(const Diagnostic& diagnostic, const Sources& sources, bool colour) {
  const CodeInfo& kind = info(diagnostic.code);
  const Ink ink = kind.severity == Severity::error ? Ink::error : Ink::warning;
  std::string out = paint(fmt::format("{}[{}]", severity_word(kind.severity), kind.code), ink, colour);
  out += paint(": " + diagnostic.message, Ink::strong, colour) + '\n';

  // the caret first, then the labels; a label whose file is unknown is kept as a note
  std::vector<Mark> marks;
  std::vector<std::string> notes;
  if (shown(diagnostic.span, sources)) marks.push_back({diagnostic.span, diagnostic.label, '^', ink});
  for (const Label& label : diagnostic.labels) {
    if (shown(label.span, sources)) {
      marks.push_back({label.span, label.text, '-', Ink::accent});
    } else {
      notes.push_back(label.text);
    }
  }
  notes.insert(notes.end(), diagnostic.notes.begin(), diagnostic.notes.end());

  // the gutter is as wide as the largest line number
  std::uint32_t largest = 1;
  auto measure = [&](const Span& span) {
    if (!shown(span, sources)) return;
    const SourceFile& file = sources.file(span.file);
    largest = std::max(largest, file.position(std::max(span.begin, span.end)).line);
  };
  for (const Mark& mark : marks) measure(mark.span);
  measure(diagnostic.fix.span);
  const std::size_t width = fmt::formatted_size("{}", largest);

  // one excerpt for each file, in the order of the marks
  const char* arrow = "-->";
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const FileId file = marks[i].span.file;
    auto same = [&](const Mark& mark) { return mark.span.file == file; };
    if (std::any_of(marks.begin(), marks.begin() + static_cast<std::ptrdiff_t>(i), same)) continue;
    std::vector<Mark> here;
    std::copy_if(marks.begin(), marks.end(), std::back_inserter(here), same);
    out += fmt::format("{:>{}}{} {}\n", "", width, paint(arrow, Ink::accent, colour), place(marks[i].span, sources));
    out += fmt::format("{:>{}} {}\n", "", width, paint("|", Ink::accent, colour));
    out += excerpt(sources.file(file), here, width, colour);
    arrow = ":::";
  }

  auto remark = [&](const char* kind_of_remark, const std::string& text) {
    out += fmt::format("{:>{}} {} {}: {}\n", "", width, paint("=", Ink::accent, colour), kind_of_remark, text);
  };
  for (const std::string& note : notes) remark("note", note);
  if (!diagnostic.help.empty()) remark("help", diagnostic.help);
  if (shown(diagnostic.fix.span, sources)) out += fix_lines(diagnostic.fix, sources, width, colour);
  return out;
}

std::string render_compact(const Diagnostic& diagnostic, const Sources& sources) {
  const CodeInfo& kind = info(diagnostic.code);
  const std::string at = shown(diagnostic.span, sources) ? place(diagnostic.span, sources) + ": " : "";
  return fmt::format("{}{}[{}]: {}", at, severity_word(kind.severity), kind.code, diagnostic.message);
}

std::string render_json(const Diagnostic& diagnostic, const Sources& sources) {
  using nlohmann::ordered_json;
  auto range = [&](const Span& span) -> ordered_json {
    if (!shown(span, sources)) return nullptr;
    const SourceFile& file = sources.file(span.file);
    auto point = [&](std::uint32_t byte) {
      const Position at = file.position(byte);
      return ordered_json{{"line", at.line}, {"column", at.column}};
    };
    return {{"file", file.path()}, {"begin", point(span.begin)}, {"end", point(span.end)}};
  };
  const CodeInfo& kind = info(diagnostic.code);
  ordered_json object = {{"code", kind.code},
                         {"name", kind.name},
                         {"severity", severity_word(kind.severity)},
                         {"message", diagnostic.message},
                         {"span", range(diagnostic.span)},
                         {"label", diagnostic.label},
                         {"labels", ordered_json::array()},
                         {"notes", diagnostic.notes},
                         {"help", diagnostic.help},
                         {"fix", nullptr}};
  for (const Label& label : diagnostic.labels) {
    object["labels"].push_back({{"span", range(label.span)}, {"text", label.text}});
  }
  if (diagnostic.fix.span.known()) {
    object["fix"] = {{"span", range(diagnostic.fix.span)}, {"replacement", diagnostic.fix.replacement}};
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace frix
