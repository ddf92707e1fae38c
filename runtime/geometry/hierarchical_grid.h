// Broad phase of many shapes: which balls overlap.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>
#include <vector>

namespace frix::geometry {

// A bounding ball with its margin.
struct BoundingBall {
  double x, y, z, radius;
};

// A grid for each size of ball, in one hash table (C. Ericson, Real-Time Collision Detection, 7.2.1). Level k has cells
// of edge s 2^k; a ball lives in the one cell of its centre, at the finest level whose cells are not smaller than the
// ball. So two balls that overlap are in cells that touch, of one level or of two, and each ball has to look at its 27
// cells only: at half of them on its own level, as the other ball looks back, and at all of them on each coarser level.
//
// Three cells in a row along x are neighbours in the table: the bucket of a cell is hash(level, y, z) + x. Where two
// rows share a bucket, a ball's row tells them apart. Space has no bounds, and one ball far away costs nothing.
class HierarchicalGrid {
 public:
  // Appends all pairs (i < j) of overlapping balls with i < nmoving, each once. The order depends on the arguments
  // only. `edge`: s, best a bit above the diameter of most balls. A ball that is not finite overlaps nothing.
  void find_pairs(const std::vector<BoundingBall>& balls, std::int32_t nmoving, double edge,
                  std::vector<std::pair<std::int32_t, std::int32_t>>& pairs);

 private:
  struct Cell {
    std::uint64_t row;  // level, y and z
    std::uint32_t bucket;
    int level;
  };
  struct Item {
    BoundingBall ball;
    std::uint64_t row;
    std::int32_t index;
    std::int32_t level;
  };

  void sort_into_buckets(const std::vector<BoundingBall>& balls, double edge);
  template <typename Visit>
  void visit_bucket_range(std::uint32_t first, std::uint32_t count, const Visit& visit) const;

  std::uint32_t mask_ = 0;            // number of buckets (a power of two) - 1
  std::uint64_t levels_ = 0;          // bit k: level k has balls
  std::vector<Cell> cells_;           // of each ball
  std::vector<std::uint32_t> start_;  // of each bucket in items_, and the end
  std::vector<Item> items_;           // by bucket, then by index
};

}  // namespace frix::geometry
