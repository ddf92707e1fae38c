#include "compiler/source/utf8.h"

namespace frix {

CodePoint decode_utf8(std::string_view text, std::size_t position) {
  auto byte = [&](std::size_t offset) -> std::uint32_t {
    return position + offset < text.size() ? static_cast<unsigned char>(text[position + offset]) : 0u;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};

  // the lead byte gives the length, and the smallest value that needs that length
  std::uint32_t length = 0, value = 0, smallest = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2, value = lead & 0x1Fu, smallest = 0x80;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3, value = lead & 0x0Fu, smallest = 0x800;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4, value = lead & 0x07u, smallest = 0x10000;
  } else {
    return {lead, 1, false};
  }
  for (std::uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return {lead, 1, false};
    value = (value << 6) | (byte(i) & 0x3Fu);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest || value > 0x10FFFF || surrogate) return {lead, 1, false};
  return {value, length, true};
}

}  // namespace frix
