// The texts that take part in a compilation, and the way from a byte to a line and a column.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/span.h"

namespace frix {

struct Position {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in code points
};

class SourceFile {
 public:
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_begin_.size()); }
  Position position(std::uint32_t byte) const;
  // The text of a line (from 1) without its line end.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t line_begin(std::uint32_t number) const;

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_begin_;
};

// Owns the files; a FileId is the index of one. References stay valid.
class Sources {
 public:
  FileId add(std::string path, std::string text);
  const SourceFile& file(FileId id) const { return files_[id]; }
  std::size_t size() const { return files_.size(); }
  // "model.frix:12": file and line of the beginning of a span, or "" if it is unknown.
  std::string location(const Span& span) const;
  std::string_view text(const Span& span) const;

 private:
  std::deque<SourceFile> files_;
};

}  // namespace frix
