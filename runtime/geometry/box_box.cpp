// Box against box.
//
// The normal n is the direction of least overlap, by separating axes: with centres c, axes a_i, b_j and half sizes, the
// overlap along a unit vector n is
//
//     sum_i h_i |n.a_i| + sum_j k_j |n.b_j| - |n.(c_first - c_second)|,
//
// and the least one over all directions is at one of 15: the faces' normals and the products a_i x b_j (S. Gottschalk,
// M. Lin, D. Manocha, "OBBTree", 1996). A negative overlap is a gap.
//
// The contacts are the corners of the overlap of two faces as seen along n: the first box's face that looks most along
// -n and the second's that looks most along n. Such a corner is a corner of one of the faces or a crossing of two
// edges. Its witness points are on the two faces, its depth is measured along n. So the contacts have the same names
// and change continuously whichever box's normal n comes from, and edge against edge is no case of its own: its
// crossing is the deepest corner.
//
// Boxes of one size that are stacked exactly have corners on corners and edges on edges. So that rounding does not
// decide how many contacts there are, corners within kSnap of the other face's border are inside, and a corner within
// kSnap of one that was found before is left out; the first box's corners go first, then the second's, then crossings.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/geometry/box_face.h"
#include "runtime/geometry/box_pairs.h"

namespace frix::geometry {

namespace {

constexpr double kSnap = 1e-3;           // of the smallest half size
constexpr double kPreferFaces = 1e-6;    // likewise: by how much a pair of edges must beat the faces
constexpr double kParallelEdges = 1e-6;  // sine below which two edges are parallel

struct Direction {
  Vector3d normal = Vector3d::Zero();
  double overlap = 0;
};

double smallest_half_size(const PlacedShape& first, const PlacedShape& second) {
  return std::min(first.shape.half_size.minCoeff(), second.shape.half_size.minCoeff());
}

// The direction of least overlap, from the second box into the first; of equal ones, the first in the order: faces of
// the first box in x, y, z, of the second, edges.
Direction least_overlap(const PlacedShape& first, const PlacedShape& second) {
  const Vector3d offset = first.pose.position() - second.pose.position();
  const Vector3d &h = first.shape.half_size, &k = second.shape.half_size;
  double cosine[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) cosine[i][j] = first.pose.axis(i).dot(second.pose.axis(j));

  Direction best{Vector3d::Zero(), INFINITY};
  const auto consider = [&](const Vector3d& axis, double half_extents, double advantage) {
    const double along = axis.dot(offset);
    const double overlap = half_extents - std::abs(along);
    if (overlap < best.overlap - advantage) best = {along >= 0 ? axis : Vector3d(-axis), overlap};
  };
  for (int i = 0; i < 3; ++i) {
    const double* c = cosine[i];
    consider(first.pose.axis(i), h[i] + k[0] * std::abs(c[0]) + k[1] * std::abs(c[1]) + k[2] * std::abs(c[2]), 0);
  }
  for (int j = 0; j < 3; ++j) {
    const double extent = h[0] * std::abs(cosine[0][j]) + h[1] * std::abs(cosine[1][j]) + h[2] * std::abs(cosine[2][j]);
    consider(second.pose.axis(j), k[j] + extent, 0);
  }
  const double advantage = kPreferFaces * smallest_half_size(first, second);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vector3d product = first.pose.axis(i).cross(second.pose.axis(j));
      const double sine = product.norm();
      if (sine < kParallelEdges) continue;
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double extents = h[i1] * std::abs(cosine[i2][j]) + h[i2] * std::abs(cosine[i1][j]) +
                             k[j1] * std::abs(cosine[i][j2]) + k[j2] * std::abs(cosine[i][j1]);
      consider(product / sine, extents / sine, advantage);
    }
  return best;
}

// The corners of the overlap of two faces.
class Overlap {
 public:
  explicit Overlap(double snap) : snap2_(snap * snap) {}

  void add(const Vector3d& on_first, const Vector3d& on_second, std::int32_t feature) {
    const Vector3d middle = 0.5 * (on_first + on_second);
    for (int i = 0; i < count_; ++i)
      if ((corners_[i].middle - middle).squaredNorm() < snap2_) return;
    corners_[count_++] = {middle, on_second, (on_second - on_first), feature};
  }

  void emit(const Vector3d& normal, ContactSink& sink) const {
    for (int i = 0; i < count_; ++i)
      sink.add(corners_[i].on_second, normal, normal.dot(corners_[i].through), corners_[i].feature);
  }

 private:
  struct Corner {
    Vector3d middle, on_second, through;
    std::int32_t feature;
  };
  double snap2_;
  int count_ = 0;
  std::array<Corner, 4 + 4 + 16> corners_;
};

bool is_inside(const BoxFace& face, const BoxFace::Seen& seen, double snap) {
  return (std::abs(seen.s) - 1) * face.edge_s.norm() <= snap && (std::abs(seen.t) - 1) * face.edge_t.norm() <= snap;
}

}  // namespace

void box_box(const PlacedShape& first, const PlacedShape& second, ContactSink& sink) {
  const auto [normal, overlap] = least_overlap(first, second);
  if (!sink.wants(overlap)) return;

  const BoxFace p(first, -normal), q(second, normal);
  const double snap = kSnap * smallest_half_size(first, second);
  Overlap corners(snap);

  // corners of one face that see the other
  for (int i = 0; i < 4; ++i) {
    const Vector3d corner = p.corner(i);
    const BoxFace::Seen seen = q.see(corner, normal);
    if (is_inside(q, seen, snap)) corners.add(corner, corner + seen.along * normal, p.corner_of_box(i));
  }
  for (int i = 0; i < 4; ++i) {
    const Vector3d corner = q.corner(i);
    const BoxFace::Seen seen = p.see(corner, normal);
    if (is_inside(p, seen, snap)) corners.add(corner + seen.along * normal, corner, 8 + q.corner_of_box(i));
  }

  // edges that cross: centre_p + alpha half_p + lambda normal = centre_q + beta half_q
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const Vector3d &half_p = p.half_edge(i), &half_q = q.half_edge(j);
      const double area = half_p.cross(half_q).dot(normal);
      if (std::abs(area) <= kParallelEdges * half_p.norm() * half_q.norm()) continue;
      const Vector3d between = q.edge_centre(j) - p.edge_centre(i);
      const double alpha = between.cross(half_q).dot(normal) / area;
      const double beta = between.cross(half_p).dot(normal) / area;
      if (std::abs(alpha) > 1 || std::abs(beta) > 1) continue;
      corners.add(p.edge_centre(i) + alpha * half_p, q.edge_centre(j) + beta * half_q,
                  16 + 12 * p.edge_of_box(i) + q.edge_of_box(j));
    }
  corners.emit(normal, sink);
}

}  // namespace frix::geometry
