#include "runtime/api/frix_model.h"

#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "runtime/methods/make.h"
#include "runtime/model/model.h"
#include "runtime/simulate/run.h"
#include "runtime/simulate/simulation.h"

struct frix_simulator {
  std::optional<frix::simulate::Simulation> simulation;  // none: the method cannot run the model; `problem` says why
  std::string problem;
  const std::vector<double>* outputs = nullptr;  // of the present state, once they are asked for
};

namespace {

const frix_model& model() {
  return *frix_model_table();
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Parameters and inputs are counted apart, each from 0; in the table both are tunables. -1: there is none.
int tunable_of(bool is_input, int number) {
  for (int i = 0; i < model().ntunables; ++i)
    if ((model().tunables[i].is_input != 0) == is_input && number-- == 0) return i;
  return -1;
}

int count_tunables(bool is_input) {
  int count = 0;
  for (int i = 0; i < model().ntunables; ++i) count += (model().tunables[i].is_input != 0) == is_input ? 1 : 0;
  return count;
}

const frix_tunable* find_tunable(bool is_input, int number) {
  const int i = tunable_of(is_input, number);
  return i < 0 ? nullptr : model().tunables + i;
}

template <class Name>
int find(const char* name, int count, Name name_of) {
  for (int i = 0; name != nullptr && i < count; ++i)
    if (std::strcmp(name_of(i), name) == 0) return i;
  return -1;
}

bool is_output(int output) {
  return output >= 0 && output < model().noutputs;
}

frix_status fail(frix_simulator* simulator, frix_status status, std::string problem) {
  simulator->problem = std::move(problem);
  return status;
}

// Runs `action`, which may allocate. Nothing else in the runtime throws.
template <class Action>
frix_status guarded(frix_simulator* simulator, Action action) {
  if (simulator == nullptr || !simulator->simulation) return FRIX_BAD_ARGUMENT;  // `problem` says why since creation
  try {
    simulator->outputs = nullptr;
    return action(*simulator->simulation);
  } catch (const std::exception&) {
    simulator->problem.clear();  // a message might need memory, too
    return FRIX_NO_MEMORY;
  }
}

frix_status set_tunable(frix_simulator* simulator, bool is_input, int number, double value) {
  return guarded(simulator, [&](frix::simulate::Simulation& simulation) {
    const int i = tunable_of(is_input, number);
    if (i < 0)
      return fail(simulator, FRIX_BAD_ARGUMENT, is_input ? "there is no such input" : "there is no such parameter");
    if (!std::isfinite(value))
      return fail(simulator, FRIX_BAD_ARGUMENT, std::string(model().tunables[i].name) + " must be a finite number");
    simulation.set_tunable(i, value);
    return FRIX_OK;
  });
}

double tunable(const frix_simulator* simulator, bool is_input, int number) {
  const int i = tunable_of(is_input, number);
  return simulator == nullptr || !simulator->simulation || i < 0 ? kNone : simulator->simulation->tunable(i);
}

bool all_finite(const double* values, int count) {
  for (int i = 0; i < count; ++i)
    if (!std::isfinite(values[i])) return false;
  return true;
}

}  // namespace

const char* frix_name(void) {
  return model().name;
}
double frix_default_step(void) {
  return model().defaults->step;
}
double frix_default_duration(void) {
  return model().defaults->duration;
}
int frix_position_count(void) {
  return model().nq;
}
int frix_velocity_count(void) {
  return model().nv;
}

int frix_parameter_count(void) {
  return count_tunables(false);
}
const char* frix_parameter_name(int parameter) {
  const frix_tunable* found = find_tunable(false, parameter);
  return found == nullptr ? nullptr : found->name;
}
const char* frix_parameter_unit(int parameter) {
  const frix_tunable* found = find_tunable(false, parameter);
  return found == nullptr ? nullptr : found->unit;
}
double frix_parameter_default(int parameter) {
  const frix_tunable* found = find_tunable(false, parameter);
  return found == nullptr ? 0 : found->value;
}
int frix_find_parameter(const char* name) {
  return find(name, frix_parameter_count(), frix_parameter_name);
}

int frix_input_count(void) {
  return count_tunables(true);
}
const char* frix_input_name(int input) {
  const frix_tunable* found = find_tunable(true, input);
  return found == nullptr ? nullptr : found->name;
}
const char* frix_input_unit(int input) {
  const frix_tunable* found = find_tunable(true, input);
  return found == nullptr ? nullptr : found->unit;
}
double frix_input_default(int input) {
  const frix_tunable* found = find_tunable(true, input);
  return found == nullptr ? 0 : found->value;
}
int frix_find_input(const char* name) {
  return find(name, frix_input_count(), frix_input_name);
}

int frix_output_count(void) {
  return model().noutputs;
}
const char* frix_output_name(int output) {
  return is_output(output) ? model().outputs[output].name : nullptr;
}
const char* frix_output_unit(int output) {
  return is_output(output) ? model().outputs[output].unit : nullptr;
}
int frix_find_output(const char* name) {
  return find(name, frix_output_count(), frix_output_name);
}

frix_simulator* frix_create(void) {
  frix_simulator* simulator = nullptr;
  try {
    simulator = new frix_simulator;
    auto method = frix::methods::make_method(model(), *model().defaults, 1, simulator->problem);
    if (method) simulator->simulation.emplace(model(), std::move(method));
    return simulator;
  } catch (const std::exception&) {
    delete simulator;
    return nullptr;
  }
}

void frix_destroy(frix_simulator* simulator) {
  delete simulator;
}

frix_status frix_set_parameter(frix_simulator* simulator, int parameter, double value) {
  return set_tunable(simulator, false, parameter, value);
}
frix_status frix_set_input(frix_simulator* simulator, int input, double value) {
  return set_tunable(simulator, true, input, value);
}
double frix_get_parameter(const frix_simulator* simulator, int parameter) {
  return tunable(simulator, false, parameter);
}
double frix_get_input(const frix_simulator* simulator, int input) {
  return tunable(simulator, true, input);
}

frix_status frix_reset(frix_simulator* simulator) {
  return guarded(simulator, [](frix::simulate::Simulation& simulation) {
    simulation.reset();
    return FRIX_OK;
  });
}

frix_status frix_step(frix_simulator* simulator, double h) {
  return guarded(simulator, [&](frix::simulate::Simulation& simulation) {
    if (!(h > 0) || !std::isfinite(h)) return fail(simulator, FRIX_BAD_ARGUMENT, "a step must be longer than 0 s");
    const frix::methods::StepReport& report = simulation.step(h);
    if (report.ok) return FRIX_OK;
    return fail(simulator, FRIX_STEP_FAILED, frix::simulate::describe_failure(simulation, h, report));
  });
}

double frix_time(const frix_simulator* simulator) {
  return simulator == nullptr || !simulator->simulation ? kNone : simulator->simulation->time();
}

double frix_get_output(frix_simulator* simulator, int output) {
  if (simulator == nullptr || !simulator->simulation || !is_output(output)) return kNone;
  if (simulator->outputs == nullptr) simulator->outputs = &simulator->simulation->outputs();
  return (*simulator->outputs)[static_cast<std::size_t>(output)];
}

const double* frix_positions(const frix_simulator* simulator) {
  return simulator == nullptr || !simulator->simulation ? nullptr : simulator->simulation->q().data();
}
const double* frix_velocities(const frix_simulator* simulator) {
  return simulator == nullptr || !simulator->simulation ? nullptr : simulator->simulation->v().data();
}

frix_status frix_set_state(frix_simulator* simulator, double time, const double* positions, const double* velocities) {
  return guarded(simulator, [&](frix::simulate::Simulation& simulation) {
    if (positions == nullptr || velocities == nullptr || !std::isfinite(time) || !all_finite(positions, model().nq) ||
        !all_finite(velocities, model().nv))
      return fail(simulator, FRIX_BAD_ARGUMENT, "a state must consist of finite numbers");
    simulation.set_state(time, positions, velocities);
    return FRIX_OK;
  });
}

size_t frix_save_state(frix_simulator* simulator, void* buffer, size_t capacity) {
  size_t size = 0;
  guarded(simulator, [&](frix::simulate::Simulation& simulation) {
    const std::string checkpoint = simulation.save();
    size = checkpoint.size();
    if (buffer != nullptr) std::memcpy(buffer, checkpoint.data(), capacity < size ? capacity : size);
    return FRIX_OK;
  });
  return size;
}

frix_status frix_load_state(frix_simulator* simulator, const void* checkpoint, size_t size) {
  return guarded(simulator, [&](frix::simulate::Simulation& simulation) {
    const std::string_view bytes(static_cast<const char*>(checkpoint), checkpoint == nullptr ? 0 : size);
    const std::string problem = simulation.load(bytes);
    return problem.empty() ? FRIX_OK : fail(simulator, FRIX_BAD_STATE, "the state cannot be loaded: " + problem);
  });
}

const char* frix_last_error(const frix_simulator* simulator) {
  return simulator == nullptr ? "out of memory" : simulator->problem.c_str();
}
