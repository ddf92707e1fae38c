#include "compiler/source/source_file.h"

#include <algorithm>
#include <filesystem>

#include "compiler/source/utf8.h"

namespace frix {

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
  line_begin_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_begin_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

Position SourceFile::position(std::uint32_t byte) const {
  byte = std::min(byte, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_begin_.begin(), line_begin_.end(), byte);
  const auto line = static_cast<std::uint32_t>(after - line_begin_.begin());
  std::uint32_t column = 1;
  for (std::uint32_t at = line_begin_[line - 1]; at < byte; ++column) at += decode_utf8(text_, at).length;
  return {line, column};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number < 1 || number > line_count()) return {};
  const std::uint32_t begin = line_begin_[number - 1];
  std::size_t end = number < line_count() ? line_begin_[number] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

std::uint32_t SourceFile::line_begin(std::uint32_t number) const {
  return line_begin_[std::clamp<std::uint32_t>(number, 1, line_count()) - 1];
}

FileId Sources::add(std::string path, std::string text) {
  files_.emplace_back(std::move(path), std::move(text));
  return static_cast<FileId>(files_.size() - 1);
}

std::string Sources::location(const Span& span) const {
  if (!span.known() || span.file >= files_.size()) return "";
  const SourceFile& source = files_[span.file];
  return std::filesystem::path(source.path()).filename().string() + ":" + std::to_string(source.position(span.begin).line);
}

std::string_view Sources::text(const Span& span) const {
  if (!span.known() || span.file >= files_.size()) return {};
  const std::string_view whole = files_[span.file].text();
  if (span.begin >= whole.size() || span.end < span.begin) return {};
  return whole.substr(span.begin, span.end - span.begin);
}

}  // namespace frix
