#include "runtime/geometry/hierarchical_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace frix::geometry {

namespace {

constexpr int kLevels = 64;
constexpr int kUnitLevel = 16;  // the level whose cells have the edge that the caller gave

struct Coordinates {
  std::int64_t x, y, z;
};

// Rounds down without std::floor, which plain x86-64 has no instruction for.
std::int64_t coordinate(double value, double inverse_edge) {
  constexpr double kLimit = 1e18;  // further away all cells are one, which costs time but loses nothing
  const double cell = value * inverse_edge;
  if (!(cell > -kLimit && cell < kLimit)) return 0;
  const auto truncated = static_cast<std::int64_t>(cell);
  return truncated - (static_cast<double>(truncated) > cell);
}

constexpr std::array<double, kLevels> kInverseScale = [] {
  std::array<double, kLevels> scale{};
  double value = std::uint64_t{1} << kUnitLevel;
  for (double& entry : scale) {
    entry = value;
    value *= 0.5;
  }
  return scale;
}();

double inverse_edge_of_level(double edge, int level) {
  return kInverseScale[level] / edge;
}

Coordinates coordinates(const BoundingBall& ball, double inverse_edge) {
  return {coordinate(ball.x, inverse_edge), coordinate(ball.y, inverse_edge), coordinate(ball.z, inverse_edge)};
}

std::uint64_t row_of(int level, std::int64_t y, std::int64_t z) {
  constexpr std::uint64_t kBits = 29, kMask = (1ull << kBits) - 1;
  return static_cast<std::uint64_t>(level) << (2 * kBits) | (static_cast<std::uint64_t>(y) & kMask) << kBits |
         (static_cast<std::uint64_t>(z) & kMask);
}

// Fibonacci hashing.
std::uint32_t bucket_of(std::uint64_t row, std::int64_t x) {
  return static_cast<std::uint32_t>(row * 0x9E3779B97F4A7C15ull >> 32) + static_cast<std::uint32_t>(x);
}

bool overlap(const BoundingBall& a, const BoundingBall& b) {
  const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, reach = a.radius + b.radius;
  return x * x + y * y + z * z < reach * reach;
}

}  // namespace

// A counting sort; it keeps the order of indices within a bucket.
void HierarchicalGrid::sort_into_buckets(const std::vector<BoundingBall>& balls, double edge) {
  mask_ = 7;
  while (mask_ < 2 * balls.size() + 3) mask_ = 2 * mask_ + 1;
  levels_ = 0;
  cells_.resize(balls.size());
  items_.resize(balls.size());
  start_.assign(mask_ + 2, 0);

  // find the cells and count each bucket's items, one place further on
  for (std::size_t i = 0; i < balls.size(); ++i) {
    int exponent = 0;
    std::frexp(2 * balls[i].radius / edge, &exponent);  // diameter < edge * 2^exponent
    const int level = std::clamp(exponent + kUnitLevel, 0, kLevels - 1);
    const Coordinates at = coordinates(balls[i], inverse_edge_of_level(edge, level));
    const std::uint64_t row = row_of(level, at.y, at.z);
    cells_[i] = {row, bucket_of(row, at.x) & mask_, level};
    levels_ |= 1ull << level;
    ++start_[cells_[i].bucket + 1];
  }

  // sums of counts are starts; filling moves each start to its end, which is the next one's start
  for (std::uint32_t b = 0; b <= mask_; ++b) start_[b + 1] += start_[b];
  for (std::size_t i = 0; i < balls.size(); ++i)
    items_[start_[cells_[i].bucket]++] = {balls[i], cells_[i].row, static_cast<std::int32_t>(i), cells_[i].level};
  for (std::uint32_t b = mask_ + 1; b > 0; --b) start_[b] = start_[b - 1];
  start_[0] = 0;
}

// Visits the items of `count` buckets in a row, which may run over the end of the table.
template <typename Visit>
void HierarchicalGrid::visit_bucket_range(std::uint32_t first, std::uint32_t count, const Visit& visit) const {
  first &= mask_;
  const std::uint32_t last = std::min(first + count, mask_ + 1);
  for (std::uint32_t i = start_[first]; i < start_[last]; ++i) visit(items_[i]);
  const std::uint32_t left = count - (last - first);
  for (std::uint32_t i = 0; i < start_[left]; ++i) visit(items_[i]);
}

void HierarchicalGrid::find_pairs(const std::vector<BoundingBall>& balls, std::int32_t nmoving, double edge,
                                  std::vector<std::pair<std::int32_t, std::int32_t>>& pairs) {
  sort_into_buckets(balls, edge);

  for (std::uint32_t position = 0; position < items_.size(); ++position) {
    const Item& item = items_[position];
    const auto visit_row_of = [&](std::uint64_t row) {
      return [&, row](const Item& other) {
        if (other.row != row || !overlap(item.ball, other.ball)) return;
        const auto [smaller, bigger] = std::minmax(item.index, other.index);
        if (smaller < nmoving) pairs.emplace_back(smaller, bigger);
      };
    };

    // own level: the half of the neighbourhood that comes after this ball's place
    const Coordinates own = coordinates(item.ball, inverse_edge_of_level(edge, item.level));
    const std::uint32_t bucket = bucket_of(item.row, own.x);
    const auto visit_own_row = visit_row_of(item.row);
    for (std::uint32_t i = position + 1; i < start_[(bucket & mask_) + 1]; ++i) visit_own_row(items_[i]);
    visit_bucket_range(bucket + 1, 1, visit_own_row);
    for (const auto& [dy, dz] : {std::pair(1, 0), std::pair(-1, 1), std::pair(0, 1), std::pair(1, 1)}) {
      const std::uint64_t row = row_of(item.level, own.y + dy, own.z + dz);
      visit_bucket_range(bucket_of(row, own.x - 1), 3, visit_row_of(row));
    }

    // coarser levels: the whole neighbourhood
    for (int level = item.level + 1; level < 64 && levels_ >> level != 0; ++level) {
      if ((levels_ >> level & 1) == 0) continue;
      const Coordinates at = coordinates(item.ball, inverse_edge_of_level(edge, level));
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy) {
          const std::uint64_t row = row_of(level, at.y + dy, at.z + dz);
          visit_bucket_range(bucket_of(row, at.x - 1), 3, visit_row_of(row));
        }
    }
  }
}

}  // namespace frix::geometry
