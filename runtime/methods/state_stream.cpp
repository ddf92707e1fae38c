#include "runtime/methods/state_stream.h"

#include <cstring>

namespace frix::methods {

namespace {

constexpr std::string_view kMagic = "frixstate";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kWord = 8;
constexpr std::size_t kLengthAt = kMagic.size() + 2 * kWord;  // behind version and fingerprint
constexpr std::size_t kHeader = kLengthAt + kWord;

void store_word(std::uint64_t value, char* at) {
  for (std::size_t i = 0; i < kWord; ++i) at[i] = static_cast<char>(value >> (8 * i) & 0xff);
}

std::uint64_t word_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = kWord; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Of the frame around the content; null when there is none.
const char* find_problem(std::string_view bytes, std::uint64_t fingerprint) {
  if (bytes.size() < kHeader || bytes.substr(0, kMagic.size()) != kMagic) return "it is not a checkpoint of Frix";
  if (word_at(bytes, kMagic.size()) != kVersion) return "another version of Frix made it";
  const std::uint64_t length = word_at(bytes, kLengthAt);
  if (bytes.size() < kHeader + kWord || length != bytes.size() - kHeader - kWord) return "a part of it is missing";
  if (word_at(bytes, bytes.size() - kWord) != hash_bytes(bytes.substr(0, bytes.size() - kWord)))
    return "it is damaged: the checksum does not fit";
  if (word_at(bytes, kMagic.size() + kWord) != fingerprint)
    return "it belongs to another model, or to another form of this one";
  return nullptr;
}

}  // namespace

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  for (const char c : bytes) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return seed;
}

StateWriter::StateWriter(std::uint64_t fingerprint) : bytes_(kMagic) {
  put(kVersion);
  put(fingerprint);
  put(std::uint64_t{0});  // the length, known at the end
}

void StateWriter::put(std::uint64_t value) {
  char word[kWord];
  store_word(value, word);
  bytes_.append(word, kWord);
}

void StateWriter::put(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  put(bits);
}

void StateWriter::put(const double* values, std::size_t count) {
  put(static_cast<std::uint64_t>(count));
  for (std::size_t i = 0; i < count; ++i) put(values[i]);
}

std::string StateWriter::finish() {
  store_word(bytes_.size() - kHeader, bytes_.data() + kLengthAt);
  put(hash_bytes(bytes_));
  return std::move(bytes_);
}

StateReader::StateReader(std::string_view bytes, std::uint64_t fingerprint) {
  if (const char* problem = find_problem(bytes, fingerprint); problem != nullptr)
    fail(problem);
  else
    left_ = bytes.substr(kHeader, bytes.size() - kHeader - kWord);
}

std::uint64_t StateReader::get_unsigned() {
  if (left_.size() < kWord) {
    fail("it ends too early");
    return 0;
  }
  const std::uint64_t value = word_at(left_, 0);
  left_.remove_prefix(kWord);
  return value;
}

double StateReader::get_double() {
  const std::uint64_t bits = get_unsigned();
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

void StateReader::get(double* values, std::size_t count) {
  if (get_unsigned() != count) return fail("it has another number of values than this model");
  for (std::size_t i = 0; i < count; ++i) values[i] = get_double();
}

void StateReader::fail(const char* reason) {
  if (error_.empty()) error_ = reason;
  left_ = {};
}

void StateReader::finish() {
  if (!left_.empty()) fail("it has more values than this model");
}

}  // namespace frix::methods
