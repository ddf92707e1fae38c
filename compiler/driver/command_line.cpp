#include "compiler/driver/command_line.h"

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "compiler/driver/compile_command.h"
#include "compiler/driver/emit_command.h"
#include "compiler/driver/run_command.h"

namespace frix::driver {

namespace {

const std::map<std::string, DiagnosticStyle> kStyles = {
    {"rich", DiagnosticStyle::rich}, {"compact", DiagnosticStyle::compact}, {"json", DiagnosticStyle::json}};

struct Words {  // options as they were typed
  std::vector<std::string> settings;
  std::string step, duration, method, record;
  bool no_cache = false;
};

// What `run` and `check` share: the model and how it is set.
void add_model_options(CLI::App& app, RunCommand& command, Words& words) {
  app.add_option("model", command.compile.path, "the model file (.frix); - reads standard input")->required();
  app.add_option("--model", command.compile.model, "which model of the file (default: the last one)");
  app.add_option("--set", words.settings, "NAME=VALUE: set a parameter, with its unit: --set amplitude=5N")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--simulate", command.compile.simulate, "which simulate block (default: the first)");
  app.add_option("--step", words.step, "the time step, with its unit: --step 3ms");
  app.add_option("--duration", words.duration, "how long to simulate: --duration 5s");
  app.add_option("--record", words.record, "time between rows: --record 10ms");
  app.add_option("--method", words.method, "the method: --method tamsi");
  app.add_option("--diagnostics", command.style, "how messages are written: rich, compact, json")
      ->transform(CLI::CheckedTransformer(kStyles, CLI::ignore_case).description(""));
  app.add_flag("--time-passes", command.time_passes, "print what each pass of the compiler took");
  app.add_flag("--quiet,-q", command.quiet, "no summary");
}

// False, with a message, when a setting is not NAME=VALUE.
bool take_settings(const Words& words, CompileOptions& compile) {
  for (const std::string& setting : words.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      std::fprintf(stderr, "frix: --set %s: write NAME=VALUE, for example --set amplitude=5N\n", setting.c_str());
      return false;
    }
    compile.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  const std::pair<const char*, const std::string&> properties[] = {
      {"step", words.step}, {"duration", words.duration}, {"record", words.record}, {"method", words.method}};
  for (const auto& [name, text] : properties) {
    if (!text.empty()) compile.simulate_settings.emplace_back(name, text);
  }
  compile.jit.cache = !words.no_cache;
  return true;
}

}  // namespace

int command_line(int argc, char** argv) {
  CLI::App app{"Frix: mechanisms with contact and friction, compiled"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "frix " FRIX_VERSION);
  RunCommand command;
  Words words;

  CLI::App* run_app = app.add_subcommand("run", "compile a model, simulate it and write its outputs as CSV");
  add_model_options(*run_app, command, words);
  run_app->add_option("--out,-o", command.out, "the CSV file (default: the model's name); - writes to standard output");
  run_app->add_option("--save-state", command.save_state, "write a checkpoint at the end of the run");
  run_app->add_option("--load-state", command.load_state, "go on from a checkpoint");
  run_app->add_option("--threads", command.threads, "threads for the solver and the compiler")
      ->check(CLI::Range(1, 256));
  run_app->add_flag("--no-cache", words.no_cache, "compile even what the object cache has");
  run_app->add_option("--opt", command.compile.jit.optimisation, "optimisation level 0 to 3 (default: chosen by size)")
      ->check(CLI::Range(0, 3));
  run_app
      ->add_option("--emit", command.emit, "print a representation instead of running: ast, mechanism, kernels, llvm")
      ->check(CLI::IsMember({"ast", "mechanism", "kernels", "llvm"}));

  CLI::App* check_app = app.add_subcommand("check", "look for errors in a model without running it");
  add_model_options(*check_app, command, words);

  CLI::App* compile_app = app.add_subcommand("compile", "make a native program or library of a model");
  add_model_options(*compile_app, command, words);
  compile_app->add_option("--out,-o", command.out, "the file (default: made of the model's name)");
  Artifact artifact = Artifact::executable;
  const auto artifact_flag = [&](const char* name, Artifact value, const char* help) {
    return compile_app->add_flag_callback(
        name, [&artifact, value] { artifact = value; }, help);
  };
  CLI::Option* exe = artifact_flag("--exe", Artifact::executable, "a program that needs no Frix (the default)");
  CLI::Option* shared = artifact_flag("--shared", Artifact::shared, "a shared library and frix_model.h, its C header");
  CLI::Option* object = artifact_flag("--object", Artifact::object, "an object file, to be linked with the runtime");
  exe->excludes(shared)->excludes(object);
  shared->excludes(object);

  CLI::App* emit_app = app.add_subcommand("emit", "write the simulator of a model as sources");
  emit_app->require_subcommand(1);
  CLI::App* emit_cpp_app = emit_app->add_subcommand("cpp", "a folder of C++17 that needs CMake and Eigen only");
  add_model_options(*emit_cpp_app, command, words);
  emit_cpp_app->add_option("--out,-o", command.out, "the folder (default: the model's name)");

  std::string place;
  CLI::App* blame_app = app.add_subcommand("blame", "tell which line of the model made a line of emitted code");
  blame_app->add_option("place", place, "FILE:LINE")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_ok : exit_usage;
  }
  if (!take_settings(words, command.compile)) return exit_usage;
  command.compile.jit.threads = command.threads;
  if (compile_app->parsed())
    return compile_native({command.compile, command.style, artifact, command.out, command.quiet});
  if (emit_app->parsed()) return emit_cpp({command.compile, command.style, command.out, command.quiet});
  if (blame_app->parsed()) return blame(place);
  return run_app->parsed() ? run(command) : check(command);
}

}  // namespace frix::driver
