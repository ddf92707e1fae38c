// Builds the equations of one step (contact::Problem) from a model's dynamics and its contact points.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/contact/links.h"
#include "runtime/contact/problem.h"
#include "runtime/geometry/contact_geometry.h"
#include "runtime/methods/dynamics.h"

namespace frix::methods {

class StepProblem {
 public:
  explicit StepProblem(const frix_model& model);

  // For each moving shape, how far it may come in one step: contacts that close within the step must be found before.
  const double* margins(const Dynamics& dynamics, const double* v, double h);

  // Fills the problem and the initial guess u = v0 for the state (q, v0) that `dynamics` was evaluated at.
  void build(const Dynamics& dynamics, const std::vector<geometry::ContactPoint>& points, const double* q,
             const double* v0, double h);

  // The solution's velocity coordinates: free bodies in contact are solved for in world axes, see below.
  void to_coordinates(std::vector<double>& u) const;

  contact::Problem& problem() { return problem_; }
  std::vector<double>& guess() { return guess_; }
  const std::vector<double>& matrix() const { return matrix_; }
  // Did the contact's link A stay, so that its roles were exchanged?
  bool flipped(std::int32_t contact) const { return flipped_[static_cast<std::size_t>(contact)] != 0; }

 private:
  // A class of free bodies: one moving thing, six coordinates, no law that is written in the coordinates. If its screws
  // are three translations and three rotations about orthogonal axes, the coordinates are an orthogonal map S of the
  // link's motion, and the articulation is solved for the motion itself: then contacts need no projection.
  bool is_plain(std::int32_t class_index) const;

  std::int32_t link_of(const Dynamics& dynamics, std::int32_t articulation, std::int32_t pattern);
  void add_group(const Dynamics& dynamics, const std::vector<geometry::ContactPoint>& points, std::size_t first,
                 std::size_t last);
  void to_world_axes(const Dynamics& dynamics, std::int32_t articulation);

  const frix_model& model_;
  contact::LinkTable table_;
  contact::Problem problem_;
  std::vector<double> guess_, matrix_, margins_, radii_;
  std::vector<char> plain_;               // of each class
  std::vector<std::int32_t> world_axes_;  // articulations of this step that are solved for in world axes
  std::vector<char> flipped_;             // of each contact
  std::vector<std::int32_t> first_link_, next_link_, link_pattern_;  // links of this step by articulation
};

}  // namespace frix::methods
