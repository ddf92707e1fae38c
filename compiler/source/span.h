// Where a thing was written: a half-open range of bytes in one file.
#pragma once

#include <cstdint>

namespace frix {

using FileId = std::uint32_t;
inline constexpr FileId kNoFile = ~FileId{0};

struct Span {
  FileId file = kNoFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool known() const { return file != kNoFile; }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest range that covers both; an unknown one does not count.
inline Span join(const Span& a, const Span& b) {
  if (!a.known()) return b;
  if (!b.known() || a.file != b.file) return a;
  return {a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

}  // namespace frix
