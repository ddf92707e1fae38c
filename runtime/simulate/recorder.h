// Writes the rows of a run as CSV: the time first, units in the header, numbers so that reading gives the same bits.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "runtime/model/model.h"

namespace frix::simulate {

class Recorder {
 public:
  Recorder() = default;
  ~Recorder() { close(); }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Opens the file ("-": standard output) and writes the header. Returns what went wrong, or "".
  std::string open(const std::string& path, const frix_model& model);
  void row(double time, const std::vector<double>& outputs);
  // Writes what is left. Returns what went wrong since open ("no space left"), or "".
  std::string close();

  std::int64_t rows() const { return rows_; }

 private:
  void write_number(double value);
  void flush();

  std::FILE* file_ = nullptr;
  std::string path_, buffer_, error_;
  std::int64_t rows_ = 0;
};

}  // namespace frix::simulate
