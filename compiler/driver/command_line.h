// The command line: options to commands.
#pragma once

namespace frix::driver {

// Returns the exit code of the process.
int command_line(int argc, char** argv);

}  // namespace frix::driver
