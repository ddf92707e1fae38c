#include "compiler/lower/expressions.h"
#include "compiler/lower/kernel_builder.h"
#include "compiler/lower/whole_kernels.h"
#include "runtime/model/model.h"

namespace frix::lower {

std::optional<ir::Kernel> lower_signals(const Mechanism& mechanism, const std::vector<Tree>& trees,
                                        const Sizes& sizes) {
  KernelBuilder kernel("signals", "the outputs, each in its unit");
  WholeInputs inputs;
  inputs.q = kernel.input("q", sizes.nq);
  inputs.v = kernel.input("v", sizes.nv);
  inputs.acceleration = kernel.input("acceleration", sizes.nv);
  inputs.effort = kernel.input("effort", sizes.nv);
  inputs.queries = kernel.input("queries", mechanism.contact_queries.size() * FRIX_QUERY_SIZE);
  inputs.system = kernel.input("system", FRIX_SYSTEM_SIZE);
  inputs.env = kernel.input("env", sizes.env);
  WholeState state(mechanism, trees, inputs);
  Expressions expressions(state);

  std::size_t size = 0, next = 0;
  for (const mechanism::Output& output : mechanism.outputs) size += static_cast<std::size_t>(output.components);
  if (size == 0) return std::nullopt;
  const std::uint16_t value = kernel.output("value", size);
  for (const mechanism::Output& output : mechanism.outputs) {
    const auto purpose = kernel.origin("output", output.name, output.span);
    for (int i = 0; i < output.components; ++i)
      kernel.store(value, next++, expressions.value(output.value[i]) / Scalar(output.scale));
  }
  return kernel.take();
}

}  // namespace frix::lower
