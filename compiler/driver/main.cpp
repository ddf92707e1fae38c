#include <fmt/format.h>

#include <exception>

#include "compiler/driver/command_line.h"
#include "compiler/driver/run_command.h"

int main(int argc, char** argv) {
  try {
    return frix::driver::command_line(argc, argv);
  } catch (const std::exception& defect) {
    fmt::print(
        stderr,
        "frix: internal error: {}\nThis is a defect of Frix, not of your model; please report it with the model.\n",
        defect.what());
    return frix::driver::exit_defect;
  }
}
