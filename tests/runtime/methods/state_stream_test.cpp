// Checkpoints come back as they went, and nothing damaged is taken for one.
#include "runtime/methods/state_stream.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using frix::methods::StateReader;
using frix::methods::StateWriter;

namespace {

constexpr std::uint64_t kFingerprint = 42;

std::string sample() {
  StateWriter writer(kFingerprint);
  writer.put(std::int64_t{-7});
  writer.put(-0.0);
  writer.put(std::numeric_limits<double>::denorm_min());
  writer.put(std::vector<double>{1.0 / 3, 1e300});
  return writer.finish();
}

}  // namespace

TEST_CASE("values come back with their bits") {
  const std::string bytes = sample();
  StateReader reader(bytes, kFingerprint);
  CHECK(reader.get_integer() == -7);
  const double zero = reader.get_double();
  CHECK(zero == 0);
  CHECK(std::signbit(zero));
  CHECK(reader.get_double() == std::numeric_limits<double>::denorm_min());
  std::vector<double> values(2);
  reader.get(values);
  CHECK(values == std::vector<double>{1.0 / 3, 1e300});
  reader.finish();
  CHECK(reader.error() == "");
}

TEST_CASE("the bytes are the same on every machine") {
  StateWriter writer(0x0102030405060708);
  writer.put(1.0);  // 0x3ff0000000000000
  const std::string bytes = writer.finish();
  CHECK(bytes.substr(0, 9) == "frixstate");
  CHECK(bytes.substr(17, 8) == "\x08\x07\x06\x05\x04\x03\x02\x01");
  CHECK(bytes.substr(33, 8) == std::string("\0\0\0\0\0\0\xf0\x3f", 8));
  // the published test vector of FNV-1a
  CHECK(frix::methods::hash_bytes("foobar") == 0x85944171f73967e8);
}

TEST_CASE("any change of one bit, and any cut, is found") {
  const std::string bytes = sample();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    CHECK_FALSE(StateReader(damaged, kFingerprint).ok());
    CHECK_FALSE(StateReader(bytes.substr(0, i), kFingerprint).ok());
  }
  CHECK_FALSE(StateReader(bytes + "x", kFingerprint).ok());
}

TEST_CASE("what does not fit is an error, once and for all") {
  const std::string bytes = sample();
  CHECK(StateReader(bytes, kFingerprint + 1).error() == "it belongs to another model, or to another form of this one");
  StateReader reader(bytes, kFingerprint);
  reader.get_integer();
  reader.finish();
  CHECK(reader.error() == "it has more values than this model");
  CHECK(reader.get_double() == 0);
  StateReader short_reader(bytes, kFingerprint);
  for (int i = 0; i < 7; ++i) short_reader.get_unsigned();
  CHECK(short_reader.error() == "it ends too early");
}
