#include "compiler/source/source_file.h"

#include <doctest/doctest.h>

#include "compiler/source/utf8.h"

using namespace frix;

TEST_CASE("positions are lines and columns of code points") {
  const SourceFile file("a.frix", "let α = 1;\r\n\n\tx\xF0\x9F\x98\x80y");
  CHECK(file.line_count() == 3);
  auto at = [&](std::uint32_t byte) {
    const Position position = file.position(byte);
    return std::pair(position.line, position.column);
  };
  CHECK(at(0) == std::pair(1u, 1u));
  CHECK(at(4) == std::pair(1u, 5u));  // α, of two bytes
  CHECK(at(6) == std::pair(1u, 6u));
  CHECK(at(13) == std::pair(2u, 1u));
  CHECK(at(14) == std::pair(3u, 1u));  // a tab is one column
  CHECK(at(15) == std::pair(3u, 2u));
  CHECK(at(20) == std::pair(3u, 4u));  // behind an emoji of four bytes
  CHECK(at(21) == std::pair(3u, 5u));  // the end of the file
  CHECK(at(999) == std::pair(3u, 5u));
}

TEST_CASE("lines come without their ends") {
  const SourceFile file("a.frix", "one\r\ntwo\n");
  CHECK(file.line_count() == 3);
  CHECK(file.line(1) == "one");
  CHECK(file.line(2) == "two");
  CHECK(file.line(3).empty());
  CHECK(file.line(0).empty());
  CHECK(file.line(4).empty());
  CHECK(file.line_begin(2) == 5);
}

TEST_CASE("an empty file has one empty line") {
  const SourceFile file("empty.frix", "");
  CHECK(file.line_count() == 1);
  CHECK(file.position(0).line == 1);
  CHECK(file.position(0).column == 1);
}

TEST_CASE("references to files stay valid, and spans give text and place") {
  Sources sources;
  const FileId first = sources.add("a.frix", "alpha\nbeta");
  const SourceFile& reference = sources.file(first);
  for (int i = 0; i < 100; ++i) sources.add("other", "");
  CHECK(&reference == &sources.file(first));
  CHECK(sources.text({first, 6, 10}) == "beta");
  CHECK(sources.location({first, 6, 10}) == "a.frix:2");
  CHECK(sources.location({}).empty());
  // the same wherever the file lies: locations are compiled into models
  const FileId far = sources.add("/home/somebody/models/b.frix", "model B {}");
  CHECK(sources.location({far, 0, 5}) == "b.frix:1");
  CHECK(sources.text({}).empty());
  CHECK(sources.text({first, 50, 60}).empty());
}

TEST_CASE("ill-formed UTF-8 is taken byte by byte") {
  // a lone continuation, an overlong form, a surrogate, a value above U+10FFFF, a truncated sequence
  for (const char* text : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    CAPTURE(text);
    CHECK_FALSE(decode_utf8(text, 0).valid);
    CHECK(decode_utf8(text, 0).length == 1);
  }
  CHECK(decode_utf8("\xE2\x82\xAC", 0).value == 0x20AC);
  CHECK(decode_utf8("\xF4\x8F\xBF\xBF", 0).value == 0x10FFFF);
}
