// Runs another program, such as the system's linker.
#pragma once

#include <string>
#include <vector>

namespace frix::driver {

struct ToolResult {
  bool started = false;
  int exit_code = 0;
  std::string output;  // what it wrote to standard output and standard error
};

// Looks for the program on the PATH; no shell takes part.
ToolResult run_tool(const std::vector<std::string>& command);

}  // namespace frix::driver
