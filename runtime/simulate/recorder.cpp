#include "runtime/simulate/recorder.h"

#include <cerrno>
#include <charconv>
#include <cstring>

namespace frix::simulate {

namespace {
constexpr std::size_t kBufferSize = 1 << 16;

// A field with a comma or a quote is quoted, as RFC 4180 asks.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}
}  // namespace

std::string Recorder::open(const std::string& path, const frix_model& model) {
  path_ = path;
  file_ = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  if (file_ == nullptr) return "cannot write " + path + ": " + std::strerror(errno);
  buffer_.reserve(2 * kBufferSize);
  buffer_ = "time [s]";
  for (int i = 0; i < model.noutputs; ++i) {
    const frix_output& output = model.outputs[i];
    const std::string unit = output.unit;
    buffer_ += ',' + field(unit.empty() ? std::string(output.name) : output.name + (" [" + unit + "]"));
  }
  buffer_ += '\n';
  return "";
}

void Recorder::write_number(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  buffer_.append(text, end);
}

void Recorder::row(double time, const std::vector<double>& outputs) {
  write_number(time);
  for (const double value : outputs) {
    buffer_ += ',';
    write_number(value);
  }
  buffer_ += '\n';
  ++rows_;
  if (buffer_.size() > kBufferSize) flush();
}

void Recorder::flush() {
  if (file_ == nullptr || !error_.empty()) return;
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size() || std::fflush(file_) != 0) {
    error_ = "cannot write " + path_ + ": " + std::strerror(errno);
  }
  buffer_.clear();
}

std::string Recorder::close() {
  if (file_ == nullptr) return error_;
  flush();
  if (file_ != stdout && std::fclose(file_) != 0 && error_.empty())
    error_ = "cannot write " + path_ + ": " + std::strerror(errno);
  file_ = nullptr;
  return error_;
}

}  // namespace frix::simulate
