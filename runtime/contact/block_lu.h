// Direct solution of a sparse system of blocks with a symmetric pattern: LU factors in an order of little fill.
//
// Nodes are the articulations of an island, edges are the pairs that contacts or springs tie together. The order is
// that of minimum degree on this graph; it is kept while the graph stays the same. Pivots are searched inside the
// diagonal blocks only, where badly scaled coordinates meet.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace frix::contact {

class BlockLU {
 public:
  using Edge = std::pair<std::int32_t, std::int32_t>;  // a < b

  // The pattern: sizes of the nodes' blocks, edges in ascending order without doubles. All values become zero.
  void start(const std::vector<std::int32_t>& sizes, const std::vector<Edge>& edges);

  // The block of a pair of nodes that is in the pattern, row-major: sizes[row] rows of sizes[column] values.
  double* block(std::int32_t row, std::int32_t column);

  // False: a diagonal block is singular.
  bool factor();

  // b becomes the solution; node i has the entries offset(i) ... in the order of the nodes.
  void solve(double* b);

  // Number of blocks of the factors above the diagonal, fill included.
  std::size_t upper_blocks() const { return later_.size(); }

 private:
  void analyse();
  bool invert(double* matrix, std::int32_t n);
  template <int n>
  bool factor_blocks();
  std::int32_t find(std::int32_t node, std::int32_t later) const;  // position in later_

  std::vector<std::int32_t> sizes_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> order_, rank_, offset_;

  // for the node of rank k, the nodes that are eliminated later and that it is tied to, by ascending rank
  std::vector<std::int32_t> first_later_;              // [nodes+1], by rank
  std::vector<std::int32_t> later_;                    // ranks
  std::vector<std::size_t> diagonal_, upper_, lower_;  // where the blocks begin
  std::vector<double> values_;                         // after `factor`, the diagonal blocks are inverses
  std::vector<double> scratch_;
  bool all_six_ = false;  // are all blocks 6x6?
  std::vector<std::int32_t> pivot_, position_;
};

}  // namespace frix::contact
