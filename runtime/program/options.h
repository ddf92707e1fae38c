// The command line of a model's own program.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/model/model.h"

namespace frix::program {

struct Options {
  frix_defaults how{};  // those of the model, with what the command line changes
  std::string out;      // the CSV file; "-": standard output
  std::string load_state, save_state;
  std::vector<std::pair<int, double>> settings;  // tunables, by number
  int threads = 1;
  bool quiet = false;
  bool help = false;
};

// What is wrong with the command line, or "".
std::string parse(int argc, char** argv, const frix_model& model, Options& options);

// The text of --help: options, parameters, inputs and outputs.
std::string help(const char* program, const frix_model& model);

}  // namespace frix::program
