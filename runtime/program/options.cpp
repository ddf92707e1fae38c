#include "runtime/program/options.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace frix::program {

namespace {

std::string shortest(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

// A finite number, and the unit behind it, if any: "5", "5N", "-0.5 m/s".
bool read_number(const std::string& text, double& value, std::string& unit) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return false;
  unit = text.substr(static_cast<std::size_t>(end - text.data()));
  unit.erase(0, unit.find_first_not_of(' ') == std::string::npos ? unit.size() : unit.find_first_not_of(' '));
  return true;
}

struct TimeUnit {
  const char* name;
  double seconds;
};
constexpr TimeUnit kTimeUnits[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"h", 3600}};

// A time, in s where no unit is given. Thousandths are divided: 3ms is 0.003 to the last bit.
std::string read_time(const std::string& option, const std::string& text, bool may_be_zero, double& value) {
  std::string unit;
  double number = 0;
  if (read_number(text, number, unit)) {
    for (const TimeUnit& known : kTimeUnits) {
      if (unit != known.name) continue;
      number = known.seconds < 1 ? number / std::round(1 / known.seconds) : number * known.seconds;
      if (!(number > 0 || (may_be_zero && number == 0))) break;
      value = number;
      return "";
    }
  }
  return option + " " + text + ": write a time, for example " + option + " 3ms";
}

std::string read_setting(const std::string& text, const frix_model& model, Options& options) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return "--set " + text + ": write NAME=VALUE";
  const std::string name = text.substr(0, equals);
  for (int i = 0; i < model.ntunables; ++i) {
    const frix_tunable& tunable = model.tunables[i];
    if (name != tunable.name) continue;
    double value = 0;
    std::string unit;
    if (!read_number(text.substr(equals + 1), value, unit))
      return "--set " + text + ": write a number behind " + name + "=";
    if (!unit.empty() && unit != tunable.unit)
      return "--set " + text + ": " + name + " is given in " + (*tunable.unit == '\0' ? "no unit" : tunable.unit);
    options.settings.emplace_back(i, value);
    return "";
  }
  return "--set " + text + ": this program has no parameter or input " + name +
         "; only what the model declares as `tunable` or `input` stays open when it is compiled";
}

}  // namespace

std::string parse(int argc, char** argv, const frix_model& model, Options& options) {
  options.how = *model.defaults;
  options.out = std::string(model.name) + ".csv";
  for (int i = 1; i < argc; ++i) {
    std::string option = argv[i];
    if (option == "--help" || option == "-h") {
      options.help = true;
      return "";
    }
    if (option == "--quiet" || option == "-q") {
      options.quiet = true;
      continue;
    }
    // --option value, or --option=value
    std::string value;
    const std::size_t equals = option.find('=');
    if (option.compare(0, 2, "--") == 0 && equals != std::string::npos) {
      value = option.substr(equals + 1);
      option.resize(equals);
    } else if (++i < argc) {
      value = argv[i];
    } else {
      return option + ": a value is missing, or there is no such option (see --help)";
    }
    std::string problem;
    if (option == "--out" || option == "-o") {
      options.out = value;
    } else if (option == "--duration") {
      problem = read_time(option, value, true, options.how.duration);
    } else if (option == "--step") {
      problem = read_time(option, value, false, options.how.step);
    } else if (option == "--record") {
      problem = read_time(option, value, true, options.how.record);
    } else if (option == "--set") {
      problem = read_setting(value, model, options);
    } else if (option == "--load-state") {
      options.load_state = value;
    } else if (option == "--save-state") {
      options.save_state = value;
    } else if (option == "--threads") {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.threads);
      if (error != std::errc() || *end != '\0' || options.threads < 1 || options.threads > 256)
        problem = "--threads " + value + ": write a number from 1 to 256";
    } else {
      problem = "there is no option " + option + " (see --help)";
    }
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string help(const char* program, const frix_model& model) {
  const frix_defaults& how = *model.defaults;
  std::string text =
      std::string("The model ") + model.name + " as a program: simulates it and writes its outputs as CSV.\n\n" + "  " +
      program + " [OPTIONS]\n\n" + "  --out, -o FILE     the CSV file (default: " + model.name +
      ".csv); - is standard output\n" +
      "  --duration TIME    how long to simulate (default: " + shortest(how.duration) + "s)\n" +
      "  --step TIME        the time step (default: " + shortest(how.step) + "s)\n" +
      "  --record TIME      time between rows (default: " +
      (how.record > 0 ? shortest(how.record) + "s)\n" : "every step)\n") +
      "  --set NAME=VALUE   set a parameter or an input, in its unit\n" +
      "  --save-state FILE  write a checkpoint at the end\n" + "  --load-state FILE  go on from a checkpoint\n" +
      "  --threads N        threads for the solver (default: 1)\n" + "  --quiet, -q        no summary\n";
  const auto tunables = [&](const char* title, bool is_input) {
    std::string rows;
    for (int i = 0; i < model.ntunables; ++i) {
      const frix_tunable& tunable = model.tunables[i];
      if ((tunable.is_input != 0) != is_input) continue;
      rows += "  " + padded(tunable.name, 18) + " " + shortest(tunable.value) + " " + tunable.unit + "\n";
    }
    if (!rows.empty()) text += std::string("\n") + title + ":\n" + rows;
  };
  tunables("parameters", false);
  tunables("inputs", true);
  text += "\noutputs:\n";
  for (int i = 0; i < model.noutputs; ++i)
    text += "  " + padded(model.outputs[i].name, 18) + " " + model.outputs[i].unit + "\n";
  return text;
}

}  // namespace frix::program
