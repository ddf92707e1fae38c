#include "compiler/driver/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "compiler/source/render.h"

namespace frix::driver {

void print_diagnostics(const Diagnostics& diagnostics, const Sources& sources, DiagnosticStyle style) {
  const bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    switch (style) {
      case DiagnosticStyle::rich:
        fmt::print(stderr, "{}\n", render_rich(diagnostic, sources, colour));
        break;
      case DiagnosticStyle::compact:
        fmt::print(stderr, "{}\n", render_compact(diagnostic, sources));
        break;
      case DiagnosticStyle::json:
        fmt::print("{}\n", render_json(diagnostic, sources));
        break;
    }
  }
  if (style != DiagnosticStyle::rich || diagnostics.all().empty()) return;
  const auto count = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  const std::size_t hidden = diagnostics.error_count() + diagnostics.warning_count() - diagnostics.all().size();
  fmt::print(stderr, "{}, {}{}\n", count(diagnostics.error_count(), "error"),
             count(diagnostics.warning_count(), "warning"), hidden > 0 ? fmt::format(" ({} not shown)", hidden) : "");
}

std::string human_time(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.4g} s", seconds);
}

}  // namespace frix::driver
