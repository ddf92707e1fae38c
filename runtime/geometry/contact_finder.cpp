#include <algorithm>
#include <cstddef>

#include "runtime/geometry/contact_geometry.h"
#include "runtime/geometry/hierarchical_grid.h"
#include "runtime/geometry/narrow_phase.h"
#include "runtime/geometry/pair_filter.h"

namespace frix::geometry {

namespace {

// Up to so many pairs, testing all of them is faster than finding out which ones are near.
constexpr std::int64_t kManyPairs = 2000;

// Errors name a few pairs; a model of a thousand cylinders has half a million.
constexpr std::size_t kReportedPairs = 16;

// The grid's cells are bigger than most balls by this factor, so that a small margin does not move balls to a coarser
// level.
constexpr double kCellSlack = 1.1;

std::int64_t count_pairs(const frix_model& model) {
  const std::int64_t moving = model.nmoving_shapes, world = model.nshapes - moving;
  return moving * (moving - 1) / 2 + moving * world;
}

}  // namespace

struct ContactFinder::Implementation {
  explicit Implementation(const frix_model& model)
      : filter(model), nmoving(model.nmoving_shapes), is_small(count_pairs(model) <= kManyPairs) {
    for (std::int32_t i = 0; i < model.nshapes; ++i) {
      const frix_shape& shape = model.shapes[i];
      shapes.emplace_back(shape);
      if (i >= nmoving) world_poses.insert(world_poses.end(), shape.pose, shape.pose + 12);
      if (shape.kind == FRIX_HALFSPACE)
        halfspaces.push_back(i);
      else
        bounded.push_back(i);
    }
    find_unsupported();
    if (is_small)
      for (std::int32_t a = 0; a < nmoving; ++a)
        for (std::int32_t b = a + 1; b < model.nshapes; ++b) add_candidate(a, b);
    else
      choose_cell_size();
  }

  // Pairs without narrow phase are looked for kind by kind: mostly there are none.
  void find_unsupported() {
    std::vector<std::int32_t> of_kind[kShapeKinds];
    for (std::int32_t i = 0; i < nshapes(); ++i) of_kind[shapes[i].kind].push_back(i);
    for (int first = 0; first < kShapeKinds; ++first)
      for (int second = first; second < kShapeKinds; ++second) {
        if (pair_order(frix_shape_kind(first), frix_shape_kind(second)).kind != kUnsupported) continue;
        for (const std::int32_t i : of_kind[first])
          for (const std::int32_t j : of_kind[second]) {
            const auto [a, b] = std::minmax(i, j);
            if (a == b || (first == second && j < i) || a >= nmoving) continue;
            if (filter.surface(a, b) == PairFilter::kNoContact) continue;
            unsupported.emplace_back(a, b);
            if (unsupported.size() == kReportedPairs) return;
          }
      }
  }

  void choose_cell_size() {
    std::vector<double> diameters;
    for (const std::int32_t i : bounded) diameters.push_back(2 * shapes[i].bounding_radius);
    const auto middle = diameters.begin() + static_cast<std::ptrdiff_t>(diameters.size() / 2);
    std::nth_element(diameters.begin(), middle, diameters.end());
    usual_diameter = middle == diameters.end() || *middle <= 0 ? 1 : *middle;
  }

  std::int32_t nshapes() const { return static_cast<std::int32_t>(shapes.size()); }

  // For a < b.
  void add_candidate(std::int32_t a, std::int32_t b) {
    const PairOrder order = pair_order(shapes[a].kind, shapes[b].kind);
    if (order.kind == kUnsupported) return;
    const std::int32_t surface = filter.surface(a, b);
    if (surface == PairFilter::kNoContact) return;
    candidates.push_back(order.swapped ? Candidate{b, a, surface, order.kind} : Candidate{a, b, surface, order.kind});
  }

  void find_near_pairs(const Placement& placement) {
    // bounding balls with their margins
    pairs.clear();
    balls.resize(bounded.size());
    double margins = 0;
    for (std::size_t k = 0; k < bounded.size(); ++k) {
      const std::int32_t i = bounded[k];
      const double margin = placement.margin(i);
      const Vector3d centre = placement[i].pose.position();
      balls[k] = {centre[0], centre[1], centre[2], shapes[i].bounding_radius + margin};
      margins += margin;
    }

    // each halfspace against all bounded shapes
    for (const std::int32_t h : halfspaces) {
      const PlacedShape halfspace = placement[h];
      const Vector3d normal = halfspace.pose.axis(2);
      const double offset = normal.dot(halfspace.pose.position()) + placement.margin(h);
      for (std::size_t k = 0; k < bounded.size(); ++k) {
        const BoundingBall& ball = balls[k];
        if (!(normal[0] * ball.x + normal[1] * ball.y + normal[2] * ball.z < offset + ball.radius)) continue;
        const auto [a, b] = std::minmax(bounded[k], h);
        if (a < nmoving) pairs.emplace_back(a, b);
      }
    }

    // bounded shapes among each other; `bounded` is in order, so the moving ones come first
    const std::size_t first = pairs.size();
    const auto nmoving_bounded =
        static_cast<std::int32_t>(std::lower_bound(bounded.begin(), bounded.end(), nmoving) - bounded.begin());
    const double mean_margin = bounded.empty() ? 0 : margins / static_cast<double>(bounded.size());
    grid.find_pairs(balls, nmoving_bounded, kCellSlack * usual_diameter + 2 * mean_margin, pairs);
    for (std::size_t k = first; k < pairs.size(); ++k) pairs[k] = {bounded[pairs[k].first], bounded[pairs[k].second]};
  }

  // Sorts the pairs by their first shape (a counting sort), then each shape's few partners.
  void sort_near_pairs() {
    start.assign(static_cast<std::size_t>(nmoving) + 1, 0);
    partners.resize(pairs.size());
    for (const auto& [a, b] : pairs) ++start[a];
    std::int32_t sum = 0;
    for (std::int32_t& count : start) sum = (count += sum);
    for (const auto& [a, b] : pairs) partners[--start[a]] = b;
    candidates.clear();
    for (std::int32_t a = 0; a < nmoving; ++a) {
      std::sort(partners.begin() + start[a], partners.begin() + start[a + 1]);
      for (std::int32_t k = start[a]; k < start[a + 1]; ++k) add_candidate(a, partners[k]);
    }
  }

  void find(const double* poses, const double* margins, std::vector<ContactPoint>& contacts) {
    const Placement placement{shapes, nmoving, poses, world_poses.data(), margins};
    if (!is_small) {
      find_near_pairs(placement);
      sort_near_pairs();
    }
    contacts.clear();
    collide(placement, candidates, contacts);
  }

  // fixed
  std::vector<Shape> shapes;
  PairFilter filter;
  std::vector<double> world_poses;
  std::int32_t nmoving;
  bool is_small;
  std::vector<std::int32_t> halfspaces, bounded;
  std::vector<std::pair<std::int32_t, std::int32_t>> unsupported;
  double usual_diameter = 1;

  // all pairs, once and for all, in a small scene; else those that are near in this step
  std::vector<Candidate> candidates;

  // work space of a step
  HierarchicalGrid grid;
  std::vector<BoundingBall> balls;  // of `bounded`
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  std::vector<std::int32_t> start, partners;
};

ContactFinder::ContactFinder(const frix_model& model) : implementation_(std::make_unique<Implementation>(model)) {}
ContactFinder::~ContactFinder() = default;

const std::vector<std::pair<std::int32_t, std::int32_t>>& ContactFinder::unsupported_pairs() const {
  return implementation_->unsupported;
}

void ContactFinder::find(const double* poses, const double* margins, std::vector<ContactPoint>& contacts) {
  implementation_->find(poses, margins, contacts);
}

}  // namespace frix::geometry
