#include "compiler/emit/cpp/readme.h"

#include <fmt/format.h>

namespace frix::emit::cpp {
namespace {

std::string unit(const char* text) {
  return *text == '\0' ? "-" : text;
}

// A table, or a sentence when there is nothing in it.
std::string section(const std::string& title, const std::string& head, const std::string& rows,
                    const std::string& nothing) {
  return fmt::format("## {}\n\n{}\n", title, rows.empty() ? nothing + "\n" : head + rows);
}

}  // namespace

std::string readme(const ProjectModel& about) {
  const frix_model& m = about.model;
  std::string parameters, inputs, outputs;
  for (int i = 0; i < m.ntunables; ++i) {
    std::string& rows = m.tunables[i].is_input != 0 ? inputs : parameters;
    rows += fmt::format("| `{}` | {} | {} |\n", m.tunables[i].name, unit(m.tunables[i].unit), m.tunables[i].value);
  }
  for (int i = 0; i < m.noutputs; ++i)
    outputs += fmt::format("| `{}` | {} |\n", m.outputs[i].name, unit(m.outputs[i].unit));

  std::string text = fmt::format(
      "# {0}\n\n"
      "A simulator of the model `{0}`, made by Frix {1} from `{2}`. It needs a C++17 compiler, CMake and Eigen 3.4.\n\n"
      "```sh\n"
      "cmake -S . -B build && cmake --build build -j\n"
      "build/{0} --out {0}.csv      # the run that the model describes; --help lists the options\n"
      "build/example                # a small host program: example.c\n"
      "```\n\n",
      m.name, about.version, about.source);
  text += fmt::format(
      "Method `{}`, step {} s, duration {} s. The state has {} positions and {} velocities. All numbers of the API "
      "are\n"
      "in the units below.\n\n",
      m.defaults->method, m.defaults->step, m.defaults->duration, m.nq, m.nv);
  text += section("Parameters", "| name | unit | value |\n|---|---|---|\n", parameters,
                  "None: every number is compiled in. Declare one as `tunable` in the model to keep it open.");
  text += section("Inputs", "| name | unit | value until it is set |\n|---|---|---|\n", inputs, "None.");
  text += section("Outputs", "| name | unit |\n|---|---|\n", outputs, "None.");
  text += fmt::format(
      "## Embedding\n\n"
      "`runtime/api/frix_model.h` is the C interface, and `example.c` uses it:\n\n"
      "```c\n"
      "frix_simulator* simulator = frix_create();\n"
      "while (frix_time(simulator) < 1.0 && frix_step(simulator, frix_default_step()) == FRIX_OK) {{\n"
      "  use(frix_get_output(simulator, 0));\n"
      "}}\n"
      "frix_destroy(simulator);\n"
      "```\n\n"
      "In a CMake project of your own: `add_subdirectory({0})` and `target_link_libraries(host PRIVATE frix_{0})`.\n"
      "Several instances may live in one process, each used by one thread at a time. No function throws; what went\n"
      "wrong is in `frix_last_error`.\n\n"
      "## What is where\n\n"
      "- `model/`: the mechanism as code, one kernel a file, with the model's lines in its comments; `tables.cpp` has\n"
      "  its shapes, surfaces and joints. `frix blame model/FILE.cpp:LINE` says where a line comes from.\n"
      "- `runtime/`: geometry, contact and the time-stepping method, the same sources that Frix itself runs.\n"
      "- `main.cpp`: the simulator as a program.\n",
      m.name);
  return text;
}

}  // namespace frix::emit::cpp
