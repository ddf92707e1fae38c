// The part of a rich message that shows source lines with marks under them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/source/source_file.h"

namespace frix {

enum class Ink { plain, error, warning, accent, strong, fix };

// `text` in the ink's colour (ANSI escapes), or as it is without colour.
std::string paint(const std::string& text, Ink ink, bool colour);

// A range to be underlined, with words. Columns of a file are in code points; here they are cells of the terminal.
struct Mark {
  Span span;
  std::string text;
  char line = '^';
  Ink ink = Ink::error;
};

// A source line as a terminal shows it: tabs become spaces, what cannot be shown becomes U+FFFD.
struct ShownLine {
  std::string text;
  std::vector<std::uint32_t> cell;  // of each byte of the line, and of its end
};
ShownLine shown_line(std::string_view line);

// The cells [first, last) that are shown of a line: all, or those around a mark when the line is too wide, with `...`
// where text is left out.
struct Crop {
  // Around the cells of a mark, as many of them as there is room for.
  Crop(std::uint32_t line_width, std::uint32_t mark_begin, std::uint32_t mark_end);
  std::string text(const std::string& shown) const;
  // Where a cell of the whole line is now; what is left out lies on the `...`.
  std::uint32_t cell(std::uint32_t of_line) const;

  std::uint32_t width, first = 0, last;
};

// The lines of one file that carry marks, each with its underlines, and what lies between them left out. Every line of
// the result begins with the gutter of `gutter_width` cells for the line numbers.
std::string excerpt(const SourceFile& file, const std::vector<Mark>& marks, std::size_t gutter_width, bool colour);

// "12 | " and "   | ": the beginning of a line with and without a number.
std::string gutter(std::size_t width, std::uint32_t line_number, bool colour);
std::string gutter(std::size_t width, bool colour);

}  // namespace frix
