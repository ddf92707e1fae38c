#include <algorithm>
#include <map>

#include "compiler/lower/kernel_builder.h"
#include "compiler/lower/whole_kernels.h"
#include "compiler/lower/whole_state.h"

namespace frix::lower {

namespace {

// A spring of no length has no direction: below this length (m) its coefficients fall to zero instead of dividing by
// zero.
constexpr double kShortest = 1e-30;

}  // namespace

// The length is |d| with d from a to b; its derivative with respect to v_j is the unit vector of d times what v_j adds
// to d's rate.
Springs lower_springs(const Mechanism& mechanism, const std::vector<Tree>& trees, const Sizes& sizes) {
  Springs result;
  KernelBuilder kernel("springs", "lengths of the springs and their derivatives");
  WholeInputs inputs;
  inputs.q = kernel.input("q", sizes.nq);
  WholeState state(mechanism, trees, inputs);

  std::vector<Scalar> values;
  for (std::size_t i = 0; i < mechanism.springs.size(); ++i) {
    const mechanism::Spring& spring = mechanism.springs[i];
    const auto purpose = kernel.origin("spring", spring.name, spring.span);
    const Vector a(spring.point_a), b(spring.point_b);
    std::map<int, Vector> rate;  // of d, by coordinate
    for (const Share& share : state.point_shares(spring.body_b, b)) rate[share.dof] = share.direction;
    for (const Share& share : state.point_shares(spring.body_a, a)) rate[share.dof] = rate[share.dof] - share.direction;
    if (rate.empty()) continue;
    const Vector d = state.position(spring.body_b, b) - state.position(spring.body_a, a);
    const Scalar length = sqrt(dot(d, d));
    const Scalar reciprocal = Scalar(1.0) / apply(ir::Op::max, length, kShortest);
    SpringRow row = {static_cast<int>(i), {}, static_cast<int>(values.size())};
    values.push_back(length);
    for (const auto& [dof, direction] : rate) {
      row.dof.push_back(dof);
      values.push_back(reciprocal * dot(d, direction));
    }
    result.rows.push_back(row);
  }
  result.values = static_cast<int>(values.size());
  if (values.empty()) return result;
  kernel.output("value", values);
  result.kernel = kernel.take();
  return result;
}

}  // namespace frix::lower
