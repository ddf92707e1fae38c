#include "compiler/lower/kernel_builder.h"

namespace frix::lower {

using ir::Scalar;

KernelBuilder::KernelBuilder(std::string name, std::string purpose) {
  kernel_.name = std::move(name);
  kernel_.purpose = std::move(purpose);
  kernel_.graph = std::make_shared<ir::Graph>();
}

Elements KernelBuilder::input(const std::string& name, std::size_t size, bool shared) {
  kernel_.inputs.push_back({name, static_cast<std::uint32_t>(size), shared});
  return {*kernel_.graph, static_cast<std::uint16_t>(kernel_.inputs.size() - 1), size};
}

std::uint16_t KernelBuilder::output(const std::string& name, std::size_t size) {
  kernel_.outputs.push_back({name, static_cast<std::uint32_t>(size), false});
  return static_cast<std::uint16_t>(kernel_.outputs.size() - 1);
}

void KernelBuilder::store(std::uint16_t buffer, std::size_t index, const Scalar& value) {
  kernel_.stores.push_back(
      {buffer, static_cast<std::uint32_t>(index), value.id_in(*kernel_.graph), kernel_.graph->current_origin()});
}

void KernelBuilder::store(std::uint16_t buffer, std::size_t index, const Vec<Scalar>& value) {
  for (int i = 0; i < 3; ++i) store(buffer, index + i, value[i]);
}

void KernelBuilder::output(const std::string& name, const std::vector<Scalar>& values) {
  const std::uint16_t buffer = output(name, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) store(buffer, i, values[i]);
}

}  // namespace frix::lower
