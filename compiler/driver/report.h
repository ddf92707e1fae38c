// How the driver speaks: diagnostics in the form that was asked for, and numbers that people read.
#pragma once

#include <string>

#include "compiler/source/diagnostics.h"
#include "compiler/source/source_file.h"

namespace frix::driver {

enum class DiagnosticStyle { rich, compact, json };

// Writes all messages to standard error (JSON: to standard output), and a closing line with their number.
void print_diagnostics(const Diagnostics& diagnostics, const Sources& sources, DiagnosticStyle style);

// "3.2 ms", "1.5 s"
std::string human_time(double seconds);

}  // namespace frix::driver
