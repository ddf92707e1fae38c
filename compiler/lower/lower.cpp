#include "compiler/lower/lower.h"

#include <set>

#include "compiler/lower/model_tables.h"
#include "compiler/lower/purpose.h"

namespace frix::lower {

namespace {

// A C identifier made of a name, that no other class has.
std::string unique_identifier(const std::string& name, std::set<std::string>& taken) {
  const std::string wanted = identifier(name);
  std::string unique = wanted;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = wanted + "_" + std::to_string(i);
  return unique;
}

}  // namespace

// Where the address of a kernel goes when it is known.
struct Slot {
  std::string kernel;
  frix_kernel* pointer;
};

struct Lowered::Storage {
  ModelTables tables;
  std::vector<ir::Kernel> kernels;
  std::vector<Slot> slots;

  Storage(const mechanism::Mechanism& mechanism, const Sources& sources, const mechanism::Simulate& how)
      : tables(mechanism, sources, how) {}

  void add(ir::Kernel kernel, frix_kernel& pointer) {
    slots.push_back({kernel.name, &pointer});
    kernels.push_back(std::move(kernel));
  }
};

Lowered::Lowered(const mechanism::Mechanism& mechanism, const Sources& sources, const mechanism::Simulate& how)
    : storage_(std::make_unique<Storage>(mechanism, sources, how)) {
  Storage& s = *storage_;
  const int env = s.tables.sizes().env;
  const Vector3d& gravity = mechanism.gravity;

  // once for each class
  std::set<std::string> taken;
  for (std::size_t c = 0; c < s.tables.class_models().size(); ++c) {
    const ClassModel& model = s.tables.class_models()[c];
    frix_class& row = s.tables.model_class(c);
    const std::string name = unique_identifier(row.name, taken);
    s.add(evaluate_kernel(name + "_evaluate", model, gravity, env), row.evaluate);
    s.add(dynamics_kernel(name + "_dynamics", model.tree, gravity, env), row.dynamics);
    s.add(solve_kernel(name + "_solve", model.tree), row.solve);
    s.add(advance_kernel(name + "_advance", model.tree, env), row.advance);
    s.add(energy_kernel(name + "_energy", model.tree, gravity, env), row.energy);
  }

  // once for the whole
  frix_model& model = s.tables.model();
  Loads loads = lower_loads(mechanism, s.tables.trees(), s.tables.sizes());
  s.tables.add_loads(loads);
  if (loads.kernel) s.add(std::move(*loads.kernel), model.loads);
  Springs springs = lower_springs(mechanism, s.tables.trees(), s.tables.sizes());
  s.tables.add_springs(springs);
  if (springs.kernel) s.add(std::move(*springs.kernel), model.springs_kernel);
  if (auto signals = lower_signals(mechanism, s.tables.trees(), s.tables.sizes()))
    s.add(std::move(*signals), model.signals);
}

Lowered::~Lowered() = default;
Lowered::Lowered(Lowered&&) noexcept = default;
Lowered& Lowered::operator=(Lowered&&) noexcept = default;

const std::vector<ir::Kernel>& Lowered::kernels() const {
  return storage_->kernels;
}

const frix_model& Lowered::table() const {
  return storage_->tables.model();
}

std::string Lowered::kernel_of(const frix_kernel& pointer) const {
  for (const Slot& slot : storage_->slots)
    if (slot.pointer == &pointer) return slot.kernel;
  return "";
}

const frix_model& Lowered::bind(const std::function<frix_kernel(const std::string& name)>& find) {
  for (const Slot& slot : storage_->slots) *slot.pointer = find(slot.kernel);
  return storage_->tables.model();
}

}  // namespace frix::lower
