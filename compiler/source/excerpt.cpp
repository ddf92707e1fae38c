#include "compiler/source/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/source/utf8.h"

namespace frix {

namespace {

constexpr std::uint32_t tab_width = 4;
constexpr std::uint32_t most_cells = 160;   // what is shown of a line
constexpr std::uint32_t cells_before = 40;  // and of them before its mark
constexpr std::string_view left_out = "...";

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

Crop::Crop(std::uint32_t line_width, std::uint32_t mark_begin, std::uint32_t mark_end)
    : width(line_width), last(line_width) {
  if (width <= most_cells) return;
  const bool fits_at_start = mark_end + cells_before <= most_cells;
  const std::uint32_t wanted = fits_at_start || mark_begin < cells_before ? 0 : mark_begin - cells_before;
  first = std::min(wanted, width - most_cells);
  last = first + most_cells;
}

std::string Crop::text(const std::string& shown) const {
  std::string out(first > 0 ? left_out : "");
  std::uint32_t at = 0;  // each code point of what is shown is one cell
  for (std::size_t i = 0; i < shown.size() && at < last; ++at) {
    const std::size_t length = decode_utf8(shown, i).length;
    if (at >= first) out += shown.substr(i, length);
    i += length;
  }
  if (last < width) out += left_out;
  return out;
}

std::uint32_t Crop::cell(std::uint32_t of_line) const {
  if (of_line < first) return 0;
  return std::min(of_line, last) - first + (first > 0 ? static_cast<std::uint32_t>(left_out.size()) : 0);
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
      const ShownLine between = shown_line(file.line(previous + 1));
      row(gutter(gutter_width, previous + 1, colour), Crop(between.cell.back(), 0, 0).text(between.text));
    } else if (previous && number > previous + 2) {
      row(paint("...", Ink::accent, colour), "");
    }
    const ShownLine shown = shown_line(file.line(number));
    const auto caret = std::find_if(strokes.begin(), strokes.end(), [](const Stroke& s) { return s.line == '^'; });
    const Stroke& middle = caret == strokes.end() ? strokes.front() : *caret;
    const Crop crop(shown.cell.back(), middle.begin, middle.end);
    for (Stroke& stroke : strokes) {
      stroke.begin = crop.cell(stroke.begin);
      stroke.end = std::max(crop.cell(stroke.end), stroke.begin + 1);
    }
    row(gutter(gutter_width, number, colour), crop.text(shown.text));
    for (const std::string& marked : underline(std::move(strokes), colour)) row(gutter(gutter_width, colour), marked);
    previous = number;
  }
  return out;
}

}  // namespace frix
