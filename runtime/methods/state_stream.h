// Checkpoints: what a simulation and its method remember, as bytes. The same bytes on every machine (little-endian
// IEEE 754), so that a run that is taken up again goes on with the same bits.
//
//   "frixstate"  version  fingerprint  length  content  checksum (FNV-1a of all before it)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frix::methods {

class StateWriter {
 public:
  // `fingerprint`: of the model that the state belongs to.
  explicit StateWriter(std::uint64_t fingerprint);

  void put(std::uint64_t value);
  void put(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
  void put(double value);
  void put(const double* values, std::size_t count);
  void put(const std::vector<double>& values) { put(values.data(), values.size()); }

  // The whole checkpoint; ends the writing.
  std::string finish();

 private:
  std::string bytes_;
};

// Reads what the writer wrote, in the same order. A reader never reads behind the end: after the first error all
// values are 0 and error() says what is wrong.
class StateReader {
 public:
  StateReader(std::string_view bytes, std::uint64_t fingerprint);

  std::uint64_t get_unsigned();
  std::int64_t get_integer() { return static_cast<std::int64_t>(get_unsigned()); }
  double get_double();
  void get(double* values, std::size_t count);  // fails when another number of values was put
  void get(std::vector<double>& values) { get(values.data(), values.size()); }

  void fail(const char* reason);
  // All has been read: an error when something is left.
  void finish();
  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }  // in the user's words; "" while all is well

 private:
  std::string_view left_;
  std::string error_;
};

// FNV-1a of 64 bits; `seed` continues an earlier one. (G. Fowler, L. C. Noll, K.-P. Vo)
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 14695981039346656037ull);

}  // namespace frix::methods
