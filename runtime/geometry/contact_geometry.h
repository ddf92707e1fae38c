// Which shapes touch, and where: broad phase, narrow phase and contact manifolds over the shapes of a model.
//
// Conventions of the contact of shapes A and B (a < b by shape index): the normal points from B into A; depth is
// positive in overlap and negative for a gap; the point is midway between the two witness points. See FORMULATIONS in
// runtime/README.md.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/model/model.h"

namespace frix::geometry {

using Eigen::Vector3d;

struct ContactPoint {
  Vector3d point;
  Vector3d normal;  // unit, from B into A
  double depth = 0;
  std::int32_t shape_a = 0, shape_b = 0;
  std::int32_t feature = 0;  // which of the pair's points this is; the same from step to step
  std::int32_t surface = 0;  // index in frix_model.pair_surfaces
};

class ContactFinder {
 public:
  explicit ContactFinder(const frix_model& model);
  ~ContactFinder();

  // Pairs of shapes of the model that could meet but have no narrow phase ("cylinder against cylinder"), as shape
  // indices, smaller first: for a clear error before the run. The first 16 of them if there are more.
  const std::vector<std::pair<std::int32_t, std::int32_t>>& unsupported_pairs() const;

  // Finds all contacts with depth > -margin, margin = the sum of the two shapes' margins. `poses` is
  // [12*nmoving_shapes] (position, then rotation row-major); `margins` is [nmoving_shapes] (>= 0), null for zero. The
  // order of the result depends on nothing but the arguments: by shape_a, shape_b, feature. No allocation once the
  // buffers have grown.
  void find(const double* poses, const double* margins, std::vector<ContactPoint>& contacts);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace frix::geometry
