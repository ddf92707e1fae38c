// Reading UTF-8 one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace frix {

struct CodePoint {
  std::uint32_t value = 0;
  std::uint32_t length = 1;  // in bytes
  bool valid = true;         // false: the byte at `position` begins no code point; take it as one character
};

// The code point that begins at `position` (< text.size()), by the table of well-formed sequences of the Unicode
// standard (3.9, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
CodePoint decode_utf8(std::string_view text, std::size_t position);

}  // namespace frix
