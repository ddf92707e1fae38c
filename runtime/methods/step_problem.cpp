#include "runtime/methods/step_problem.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "runtime/methods/joint_laws.h"

namespace frix::methods {

namespace {

using contact::Contact;
using contact::Group;
using contact::Link;
using contact::Pattern;
using Eigen::Map;
using Eigen::Matrix3d;
using Eigen::Vector3d;

// What a shape moves in one step is estimated from its speed and acceleration; this factor covers the error.
constexpr double kMarginFactor = 1.25;

// The radius about the shape's origin; 0 for what has none and for what a turn does not change.
double turning_radius(const frix_shape& shape) {
  const double* s = shape.size;
  switch (shape.kind) {
    case FRIX_SPHERE:
    case FRIX_HALFSPACE:
      return 0;
    case FRIX_BOX:
      return std::hypot(s[0], s[1], s[2]) / 2;
    case FRIX_CAPSULE:
      return s[1] / 2;
    case FRIX_CYLINDER:
      return std::hypot(s[0], s[1] / 2);
    case FRIX_ELLIPSOID:
      return std::max({s[0], s[1], s[2]});
    case FRIX_POINTS: {
      double radius = 0;
      for (std::int32_t i = 0; i < shape.npoints; ++i)
        radius = std::max(radius, std::hypot(shape.points[3 * i], shape.points[3 * i + 1], shape.points[3 * i + 2]));
      return radius;
    }
  }
  return 0;
}

}  // namespace

StepProblem::StepProblem(const frix_model& model) : model_(model), table_(model) {
  guess_.resize(static_cast<std::size_t>(model.nv));
  margins_.resize(static_cast<std::size_t>(model.nmoving_shapes));
  for (std::int32_t s = 0; s < model.nmoving_shapes; ++s) radii_.push_back(turning_radius(model.shapes[s]));
  for (std::int32_t c = 0; c < model.nclasses; ++c) plain_.push_back(is_plain(c) ? 1 : 0);
}

bool StepProblem::is_plain(std::int32_t class_index) const {
  const frix_class& own = model_.classes[class_index];
  if (own.nv != 6 || table_.patterns(class_index).size() != 1 || table_.patterns(class_index)[0].size() != 6)
    return false;
  const auto is_own = [&](std::int32_t dof) {
    return dof >= own.first_v && dof < own.first_v + own.nv * own.instances;
  };
  for (std::int32_t i = 0; i < model_.ncoordinates; ++i)
    if (is_own(model_.coordinates[i].v_index)) return false;
  for (std::int32_t i = 0; i < model_.nsprings; ++i)
    for (std::int32_t k = 0; k < model_.springs[i].count; ++k)
      if (is_own(model_.springs[i].dof[k])) return false;
  return true;
}

const double* StepProblem::margins(const Dynamics& dynamics, const double* v, double h) {
  std::int32_t articulation = 0;
  for (std::int32_t c = 0; c < model_.nclasses; ++c) {
    const frix_class& own = model_.classes[c];
    for (std::int32_t k = 0; k < own.instances; ++k, ++articulation) {
      const Articulation& place = dynamics.articulations()[static_cast<std::size_t>(articulation)];
      const double* screws = dynamics.screws(articulation);
      const double* mass = dynamics.mass() + place.matrix;
      const Map<const Vector3d> reference(dynamics.reference(articulation));
      std::int32_t known = -1;
      Vector3d turn = Vector3d::Zero(), shift = turn, turn_gain = turn, shift_gain = turn;
      for (std::int32_t s = 0; s < own.nshapes; ++s) {
        const std::int32_t shape = own.first_shape + k * own.nshapes + s;
        const std::int32_t pattern = table_.place(shape).pattern;
        if (pattern != known) {
          // the motion of the link, and what the forces add to it in the step
          known = pattern;
          turn.setZero(), shift.setZero(), turn_gain.setZero(), shift_gain.setZero();
          for (const std::int32_t j : table_.patterns(c)[static_cast<std::size_t>(pattern)]) {
            const Map<const Vector3d> angular(screws + 6 * j), linear(screws + 6 * j + 3);
            const double gain =
                h * dynamics.force()[static_cast<std::size_t>(place.first_v + j)] / mass[j * (own.nv + 1)];
            turn += v[place.first_v + j] * angular;
            shift += v[place.first_v + j] * linear;
            turn_gain += gain * angular;
            shift_gain += gain * linear;
          }
        }
        const Vector3d arm = Map<const Vector3d>(dynamics.poses() + 12 * shape) - reference;
        const double radius = radii_[static_cast<std::size_t>(shape)];
        const double speed = (shift + turn.cross(arm)).norm() + turn.norm() * radius;
        const double gain = (shift_gain + turn_gain.cross(arm)).norm() + turn_gain.norm() * radius;
        margins_[static_cast<std::size_t>(shape)] = kMarginFactor * h * (speed + gain);
      }
    }
  }
  return margins_.data();
}

std::int32_t StepProblem::link_of(const Dynamics& dynamics, std::int32_t articulation, std::int32_t pattern) {
  std::int32_t& first = first_link_[static_cast<std::size_t>(articulation)];
  for (std::int32_t l = first; l >= 0; l = next_link_[static_cast<std::size_t>(l)])
    if (link_pattern_[static_cast<std::size_t>(l)] == pattern) return l;
  const Articulation& place = dynamics.articulations()[static_cast<std::size_t>(articulation)];
  const Pattern& columns = table_.patterns(place.class_index)[static_cast<std::size_t>(pattern)];
  const auto link = static_cast<std::int32_t>(problem_.links.size());
  problem_.links.push_back(
      {articulation, static_cast<std::int32_t>(columns.size()), columns.data(), dynamics.screws(articulation), false});
  next_link_.push_back(first);
  link_pattern_.push_back(pattern);
  first = link;
  if (plain_[static_cast<std::size_t>(place.class_index)]) to_world_axes(dynamics, articulation);
  return link;
}

void StepProblem::to_world_axes(const Dynamics& dynamics, std::int32_t articulation) {
  // S = [0 R; Q 0] for the coordinates (translations, rotations), R and Q orthogonal?
  constexpr double kOrthogonal = 1e-12;
  const Map<const Eigen::Matrix<double, 6, 6>> screws(dynamics.screws(articulation));
  const Matrix3d q = screws.block<3, 3>(3, 0), r = screws.block<3, 3>(0, 3);
  if (!screws.block<3, 3>(0, 0).isZero(0) || !screws.block<3, 3>(3, 3).isZero(0) ||
      !(q.transpose() * q).isIdentity(kOrthogonal) || !(r.transpose() * r).isIdentity(kOrthogonal))
    return;
  problem_.links.back().identity = true;
  world_axes_.push_back(articulation);

  // the same mass matrix, momentum and velocity for the motion (angular, linear) = S v; S^-1 = S^T
  const Articulation& place = dynamics.articulations()[static_cast<std::size_t>(articulation)];
  Map<Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> matrix(matrix_.data() + place.matrix);
  const Matrix3d linear = q * matrix.block<3, 3>(0, 0) * q.transpose();
  const Matrix3d mixed = r * matrix.block<3, 3>(3, 0) * q.transpose();
  const Matrix3d angular = r * matrix.block<3, 3>(3, 3) * r.transpose();
  matrix << angular, mixed, mixed.transpose(), linear;
  for (double* values : {problem_.momentum.data() + place.first_v, guess_.data() + place.first_v}) {
    Map<Vector3d> first(values), second(values + 3);
    const Vector3d turned = r * second;
    second = q * first;
    first = turned;
  }
}

void StepProblem::to_coordinates(std::vector<double>& u) const {
  for (const std::int32_t articulation : world_axes_) {
    const contact::Block& block = problem_.blocks[static_cast<std::size_t>(articulation)];
    const Link& link = problem_.links[static_cast<std::size_t>(first_link_[static_cast<std::size_t>(articulation)])];
    const Map<const Eigen::Matrix<double, 6, 6>> screws(link.screw);
    Map<Vector3d> first(u.data() + block.first), second(u.data() + block.first + 3);
    const Vector3d translations = screws.block<3, 3>(3, 0).transpose() * second;
    second = screws.block<3, 3>(0, 3).transpose() * first;
    first = translations;
  }
}

void StepProblem::add_group(const Dynamics& dynamics, const std::vector<geometry::ContactPoint>& points,
                            std::size_t first, std::size_t last) {
  const auto place_a = table_.place(points[first].shape_a), place_b = table_.place(points[first].shape_b);
  std::int32_t pattern_a = place_a.pattern, pattern_b = place_b.pattern;
  const bool same = place_a.articulation == place_b.articulation;
  if (same)
    std::tie(pattern_a, pattern_b) = table_.relative(
        dynamics.articulations()[static_cast<std::size_t>(place_a.articulation)].class_index, pattern_a, pattern_b);

  // a link of no columns stays: then it takes the role of the world, and the other one is A
  const auto moves = [&](const contact::LinkTable::Place& place, std::int32_t pattern) {
    if (place.articulation < 0) return false;
    const auto& articulation = dynamics.articulations()[static_cast<std::size_t>(place.articulation)];
    return !table_.patterns(articulation.class_index)[static_cast<std::size_t>(pattern)].empty();
  };
  const bool a_moves = moves(place_a, pattern_a), b_moves = moves(place_b, pattern_b);
  const bool flip = !a_moves;
  Group group;
  group.first = static_cast<std::int32_t>(problem_.contacts.size());
  group.count = static_cast<std::int32_t>(last - first);
  if (!a_moves && !b_moves) return;
  const std::int32_t articulation = flip ? place_b.articulation : place_a.articulation;
  group.a = link_of(dynamics, articulation, flip ? pattern_b : pattern_a);
  const Map<const Vector3d> reference(dynamics.reference(articulation));
  if (a_moves && b_moves) {
    group.b = link_of(dynamics, place_b.articulation, pattern_b);
    if (!same) group.shift = reference - Map<const Vector3d>(dynamics.reference(place_b.articulation));
  }

  for (std::size_t i = first; i < last; ++i) {
    const geometry::ContactPoint& point = points[i];
    Contact contact;
    contact.normal = flip ? Vector3d(-point.normal) : point.normal;
    contact.arm = point.point - reference;
    contact.depth = point.depth;
    contact.surface = &model_.pair_surfaces[point.surface];
    contact.point = static_cast<std::int32_t>(i);
    problem_.contacts.push_back(contact);
    flipped_.push_back(flip ? 1 : 0);
  }

  // sum_j |velocity of the point for v_j = 1|^2 / A_jj
  const auto mobility = [&](std::int32_t index, const Vector3d& arm) {
    const Link& link = problem_.links[static_cast<std::size_t>(index)];
    const contact::Block& block = problem_.blocks[static_cast<std::size_t>(link.block)];
    double sum = 0;
    for (std::int32_t k = 0; k < link.columns; ++k) {
      const std::int32_t j = link.column[k];
      const Map<const Vector3d> angular(link.screw + 6 * j), linear(link.screw + 6 * j + 3);
      // in world axes the order of the coordinates is another, but the sum over all of them is what counts
      const std::int32_t entry = link.identity ? (j + 3) % 6 : j;
      sum += (linear + angular.cross(arm)).squaredNorm() / block.matrix[entry * (block.size + 1)];
    }
    return sum;
  };
  const Vector3d arm = problem_.contacts[static_cast<std::size_t>(group.first)].arm;
  group.mobility = mobility(group.a, arm);
  if (group.b >= 0) group.mobility += mobility(group.b, arm + group.shift);
  problem_.groups.push_back(group);
}

void StepProblem::build(const Dynamics& dynamics, const std::vector<geometry::ContactPoint>& points, const double* q,
                        const double* v0, double h) {
  const auto nv = static_cast<std::size_t>(model_.nv);
  problem_.h = h;
  problem_.links.clear(), problem_.groups.clear(), problem_.contacts.clear();
  problem_.scalars.clear(), problem_.springs.clear(), world_axes_.clear(), flipped_.clear();
  next_link_.clear(), link_pattern_.clear();
  first_link_.assign(dynamics.articulations().size(), -1);

  // articulations: p = M v0 + h tau
  matrix_.assign(dynamics.mass(), dynamics.mass() + dynamics.matrix_size());
  guess_.assign(v0, v0 + nv);
  problem_.momentum.resize(nv);
  problem_.blocks.clear();
  for (const Articulation& articulation : dynamics.articulations()) {
    problem_.blocks.push_back({articulation.first_v, articulation.nv, matrix_.data() + articulation.matrix});
    const double* mass = dynamics.mass() + articulation.matrix;
    for (std::int32_t r = 0; r < articulation.nv; ++r) {
      double sum = 0;
      for (std::int32_t c = 0; c < articulation.nv; ++c)
        sum += mass[r * articulation.nv + c] * v0[articulation.first_v + c];
      const auto j = static_cast<std::size_t>(articulation.first_v + r);
      problem_.momentum[j] = sum + h * dynamics.force()[j];
    }
  }

  // joints and line springs
  add_joint_laws(dynamics, q, h, matrix_, problem_.momentum, problem_.scalars);
  for (std::int32_t i = 0; i < model_.nsprings; ++i) {
    const frix_spring& spring = model_.springs[i];
    const double* values = dynamics.springs().data() + spring.value;
    contact::SpringRow row;
    row.count = spring.count;
    row.dof = spring.dof;
    row.coefficient = values + 1;
    row.weight = h * (spring.damping + h * spring.stiffness);
    const double force = -spring.stiffness * (values[0] - spring.length);
    row.block_a = -1;
    for (std::int32_t k = 0; k < spring.count; ++k) {
      problem_.momentum[static_cast<std::size_t>(spring.dof[k])] += h * force * row.coefficient[k];
      const auto after = std::upper_bound(problem_.blocks.begin(), problem_.blocks.end(), spring.dof[k],
                                          [](std::int32_t dof, const contact::Block& b) { return dof < b.first; });
      const auto block = static_cast<std::int32_t>(after - problem_.blocks.begin()) - 1;
      if (row.block_a < 0) row.block_a = block;
      if (block != row.block_a) row.block_b = block;
    }
    if (row.count > 0) problem_.springs.push_back(row);
  }

  // contacts, in groups of the same two links: they come in the order of their shapes
  const auto same_group = [&](const geometry::ContactPoint& a, const geometry::ContactPoint& b) {
    const auto &a1 = table_.place(a.shape_a), &a2 = table_.place(b.shape_a);
    const auto &b1 = table_.place(a.shape_b), &b2 = table_.place(b.shape_b);
    return a1.articulation == a2.articulation && a1.pattern == a2.pattern && b1.articulation == b2.articulation &&
           b1.pattern == b2.pattern;
  };
  for (std::size_t first = 0; first < points.size();) {
    std::size_t last = first + 1;
    while (last < points.size() && same_group(points[first], points[last])) ++last;
    add_group(dynamics, points, first, last);
    first = last;
  }
}

}  // namespace frix::methods
