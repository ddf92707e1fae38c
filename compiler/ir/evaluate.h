// One operation on numbers: the meaning of `Op` for constant folding, the interpreter and every emitter.
#pragma once

#include "compiler/ir/graph.h"

namespace frix::ir {

// min(a, b) is b < a ? b : a and max(a, b) is a < b ? b : a, which also settles NaN and signed zeros. Anything but 0 is
// true, NaN included. Functions are those of the C math library of this process. Not for inputs and constants.
double evaluate(Op op, double a, double b, double c);

}  // namespace frix::ir
