#include "compiler/source/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/source/utf8.h"

namespace frix {

namespace {

constexpr std::uint32_t tab_width = 4;

// The share of a mark that lies on one line, in cells.
struct Stroke {
  std::uint32_t begin = 0, end = 0;
  std::string text;
  char line = '^';
  Ink ink = Ink::error;
};

// A row under a source line: pieces of text at cells, from left to right.
class Row {
 public:
  explicit Row(bool colour) : colour_(colour) {}
  void add(std::uint32_t cell, const std::string& text, Ink ink) {
    if (cell > width_) row_.append(cell - width_, ' ');
    row_ += paint(text, ink, colour_);
    width_ = std::max(width_, cell) + static_cast<std::uint32_t>(text.size());
  }
  const std::string& text() const { return row_; }

 private:
  std::string row_;
  std::uint32_t width_ = 0;
  bool colour_;
};

// Splits a mark into its first and its last line; what is between needs no underline to be understood.
void add_strokes(const SourceFile& file, const Mark& mark, std::map<std::uint32_t, std::vector<Stroke>>& lines) {
  const std::uint32_t size = static_cast<std::uint32_t>(file.text().size());
  const std::uint32_t begin = std::min(mark.span.begin, size);
  const std::uint32_t end = std::clamp(mark.span.end, begin, size);
  const std::uint32_t first = file.position(begin).line;
  // a range that ends at the very beginning of a line ends on the line before
  const std::uint32_t last = file.position(end > begin ? end - 1 : end).line;
  for (const std::uint32_t number : {first, last}) {
    const std::string_view line = file.line(number);
    const ShownLine shown = shown_line(line);
    const std::uint32_t base = file.line_begin(number);
    const std::uint32_t length = static_cast<std::uint32_t>(line.size());
    const std::uint32_t indent = static_cast<std::uint32_t>(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::uint32_t from = number == first ? std::min(begin - base, length) : indent;
    const std::uint32_t to = number == last ? std::min(end - base, length) : length;
    Stroke stroke{shown.cell[from], shown.cell[std::max(from, to)], number == last ? mark.text : "", mark.line,
                  mark.ink};
    stroke.end = std::max(stroke.end, stroke.begin + 1);  // an empty range still has a place
    lines[number].push_back(std::move(stroke));
    if (first == last) break;
  }
}

// The rows under one source line: the underlines with the rightmost label beside them, the other labels hung below.
std::vector<std::string> underline(std::vector<Stroke> strokes, bool colour) {
  std::stable_sort(strokes.begin(), strokes.end(), [](const Stroke& a, const Stroke& b) { return a.begin < b.begin; });

  // one character and ink for every cell; where ranges overlap the caret is on top
  std::uint32_t width = 0;
  for (const Stroke& stroke : strokes) width = std::max(width, stroke.end);
  std::vector<const Stroke*> cells(width, nullptr);
  for (const Stroke& stroke : strokes) {
    for (std::uint32_t cell = stroke.begin; cell < stroke.end; ++cell) {
      if (!cells[cell] || stroke.line == '^') cells[cell] = &stroke;
    }
  }
  Row line(colour);
  for (std::uint32_t cell = 0; cell < width;) {
    const Stroke* stroke = cells[cell];
    std::uint32_t end = cell + 1;
    while (end < width && cells[end] == stroke) ++end;
    if (stroke) line.add(cell, std::string(end - cell, stroke->line), stroke->ink);
    cell = end;
  }

  std::vector<const Stroke*> hanging;
  for (const Stroke& stroke : strokes) {
    if (!stroke.text.empty()) hanging.push_back(&stroke);
  }
  const bool beside = !hanging.empty() && hanging.back()->end == width;
  if (beside) {
    line.add(width + 1, hanging.back()->text, hanging.back()->ink);
    hanging.pop_back();
  }
  std::vector<std::string> rows{line.text()};
  for (bool first = true; !hanging.empty(); first = false) {
    Row bars(colour), words(colour);
    std::uint32_t last_bar = ~0u;
    for (const Stroke* stroke : hanging) {
      if (stroke->begin == last_bar) continue;
      last_bar = stroke->begin;
      bars.add(stroke->begin, "|", stroke->ink);
      if (stroke->begin < hanging.back()->begin) words.add(stroke->begin, "|", stroke->ink);
    }
    words.add(hanging.back()->begin, hanging.back()->text, hanging.back()->ink);
    if (first) rows.push_back(bars.text());
    rows.push_back(words.text());
    hanging.pop_back();
  }
  return rows;
}

}  // namespace

std::string paint(const std::string& text, Ink ink, bool colour) {
  if (!colour || text.empty() || ink == Ink::plain) return text;
  const char* code = "";
  switch (ink) {
    case Ink::plain:
      break;
    case Ink::error:
      code = "1;31";
      break;
    case Ink::warning:
      code = "1;33";
      break;
    case Ink::accent:
      code = "1;34";
      break;
    case Ink::strong:
      code = "1";
      break;
    case Ink::fix:
      code = "1;32";
      break;
  }
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

ShownLine shown_line(std::string_view line) {
  ShownLine shown;
  std::uint32_t cell = 0;
  for (std::size_t i = 0; i < line.size();) {
    const CodePoint point = decode_utf8(line, i);
    shown.cell.insert(shown.cell.end(), point.length, cell);
    if (point.value == '\t') {
      const std::uint32_t spaces = tab_width - cell % tab_width;
      shown.text.append(spaces, ' ');
      cell += spaces;
    } else {
      const bool control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
      shown.text += !point.valid || control ? "\uFFFD" : line.substr(i, point.length);
      ++cell;
    }
    i += point.length;
  }
  shown.cell.push_back(cell);
  return shown;
}

std::string gutter(std::size_t width, std::uint32_t line_number, bool colour) {
  return paint(fmt::format("{:>{}} | ", line_number, width), Ink::accent, colour);
}

std::string gutter(std::size_t width, bool colour) {
  return paint(fmt::format("{:>{}} | ", "", width), Ink::accent, colour);
}

std::string excerpt(const SourceFile& file, const std::vector<Mark>& marks, std::size_t gutter_width, bool colour) {
  std::map<std::uint32_t, std::vector<Stroke>> lines;
  for (const Mark& mark : marks) add_strokes(file, mark, lines);

  std::string out;
  auto row = [&](const std::string& head, const std::string& body) {
    out += head + body;
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  };
  std::uint32_t previous = 0;
  for (auto& [number, strokes] : lines) {
    // a gap of one line is shown, a wider one is left out
    if (previous && number == previous + 2) {
      row(gutter(gutter_width, previous + 1, colour), shown_line(file.line(previous + 1)).text);
    } else if (previous && number > previous + 2) {
      row(paint("...", Ink::accent, colour), "");
    }
    row(gutter(gutter_width, number, colour), shown_line(file.line(number)).text);
    for (const std::string& marked : underline(std::move(strokes), colour)) row(gutter(gutter_width, colour), marked);
    previous = number;
  }
  return out;
}

}  // namespace frix
