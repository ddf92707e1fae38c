// Where a method's contacts come from: the shapes of the model, or a test.
#pragma once

#include <vector>

#include "runtime/geometry/contact_geometry.h"

namespace frix::methods {

class ContactSource {
 public:
  virtual ~ContactSource() = default;
  // Arguments and order of the result as in geometry::ContactFinder::find.
  virtual void find(const double* poses, const double* margins, std::vector<geometry::ContactPoint>& contacts) = 0;
};

}  // namespace frix::methods
