#include "runtime/methods/tamsi_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/contact/evaluation.h"
#include "runtime/contact/islands.h"
#include "runtime/methods/dynamics.h"
#include "runtime/methods/joint_laws.h"
#include "runtime/methods/newton.h"
#include "runtime/methods/step_problem.h"
#include "runtime/methods/workers.h"

namespace frix::methods {

namespace {

using contact::Island;
using contact::ScalarKind;

class Tamsi final : public Method {
 public:
  Tamsi(const frix_model& model, const TamsiOptions& options, std::unique_ptr<ContactSource> contacts)
      : model_(model),
        options_(options),
        source_(std::move(contacts)),
        dynamics_(model),
        step_problem_(model),
        workers_(options.threads) {
    const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
    q_.resize(nq), v_.resize(nv), u_.resize(nv), acceleration_.resize(nv), effort_.resize(nv);
    workspaces_.resize(static_cast<std::size_t>(workers_.count()));
    newton_options_ = {options.line_search, options.max_iterations, options.tolerance};
    solve_one_ = [this](std::int32_t index, std::int32_t worker) { solve_with_newton(index, worker); };
  }

  const char* name() const override { return "tamsi"; }
  void set_tunable(std::int32_t i, double value) override { dynamics_.set_tunable(i, value); }

  const StepReport& step(double time, double h, double* q, double* v) override {
    report_.ok = true;
    report_.reason.clear();
    report_.contacts.clear();
    report_.residual = 0;
    report_.newton_iterations = report_.substeps = report_.islands = 0;
    ++statistics_.steps;

    std::copy(q, q + model_.nq, q_.begin());
    std::copy(v, v + model_.nv, v_.begin());
    if (!advance(time, h, 0)) {
      report_.ok = false;
      return report_;
    }
    report_.reason.clear();
    report_.contacts.clear();
    for (std::int32_t j = 0; j < model_.nv; ++j) acceleration_[index(j)] = (v_[index(j)] - v[j]) / h;
    std::copy(q_.begin(), q_.end(), q);
    std::copy(v_.begin(), v_.end(), v);
    return report_;
  }

  void reset() override {
    std::fill(acceleration_.begin(), acceleration_.end(), 0.0);
    std::fill(effort_.begin(), effort_.end(), 0.0);
    forces_.clear();
  }

  const std::vector<ContactForce>& contact_forces() const override { return forces_; }
  const double* acceleration() const override { return acceleration_.data(); }
  const double* effort() const override { return effort_.data(); }
  const Statistics& statistics() const override { return statistics_; }

  // A step starts from q and v alone, so only what the outputs show is kept.
  void save(StateWriter& writer) const override {
    writer.put(acceleration_);
    writer.put(effort_);
    methods::save(forces_, writer);
  }
  void load(StateReader& reader) override {
    std::vector<double> acceleration(acceleration_.size()), effort(effort_.size());
    reader.get(acceleration);
    reader.get(effort);
    std::vector<ContactForce> forces = load_contact_forces(reader, model_.nshapes);
    reader.finish();
    if (!reader.ok()) return;
    acceleration_ = std::move(acceleration);
    effort_ = std::move(effort);
    forces_ = std::move(forces);
  }

 private:
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  // Advances q_, v_ by h, in halves where it must. They are unchanged where it returns false at depth 0.
  bool advance(double time, double h, int depth) {
    if (attempt(time, h)) {
      ++report_.substeps;
      return true;
    }
    if (!retry_ || depth == options_.max_substep_depth) return false;
    ++statistics_.rejected;
    return advance(time, h / 2, depth + 1) && advance(time + h / 2, h / 2, depth + 1);
  }

  // One step of the scheme. On failure q_, v_ are as before, and the report says why.
  bool attempt(double time, double h) {
    retry_ = false;
    for (const double value : q_)
      if (!std::isfinite(value)) return fail("the position is not a number");
    for (const double value : v_)
      if (!std::isfinite(value)) return fail("the velocity is not a number");

    // kernels and contacts at the start of the step
    dynamics_.evaluate(q_.data(), v_.data(), time + h, h);
    for (std::int32_t j = 0; j < model_.nv; ++j)
      if (!std::isfinite(dynamics_.force()[index(j)])) return fail("the force on " + name_of(j) + " is not a number");
    for (std::int32_t i = 0; i < model_.ncoordinates; ++i) {
      const frix_coordinate& coordinate = model_.coordinates[i];
      if (coordinate.target >= 0 && !std::isfinite(dynamics_.loads()[index(coordinate.target)]))
        return fail(std::string("the position that the servo on ") + coordinate.name + " should reach is not a number");
    }
    points_.clear();
    if (model_.nmoving_shapes > 0)
      source_->find(dynamics_.poses(), step_problem_.margins(dynamics_, v_.data(), h), points_);

    // the velocity at the end of the step
    step_problem_.build(dynamics_, points_, q_.data(), v_.data(), h);
    const bool solved = solve();
    collect_forces();
    if (!solved) return false;
    step_problem_.to_coordinates(u_);
    for (std::int32_t j = 0; j < model_.nv; ++j)
      if (!std::isfinite(u_[index(j)])) return fail("the velocity of " + name_of(j) + " grows beyond all numbers");
    joint_efforts(dynamics_, q_.data(), u_.data(), h, step_problem_.problem().scalars, effort_);

    // the position
    std::swap(u_, v_);
    dynamics_.advance(q_.data(), v_.data());
    for (const double value : q_)
      if (!std::isfinite(value)) return fail("a position grows beyond all numbers");
    return true;
  }

  // Solves all islands for u_.
  bool solve() {
    contact::Problem& problem = step_problem_.problem();
    islands_.find(problem);
    evaluation_.resize(problem);
    u_ = step_problem_.guess();
    const auto& islands = islands_.islands();
    results_.assign(islands.size(), {true});
    report_.islands = static_cast<int>(islands.size());

    solve_free_islands();
    newton_islands_.clear();
    for (std::size_t i = 0; i < islands.size(); ++i)
      if (!is_free_[i]) newton_islands_.push_back(static_cast<std::int32_t>(i));
    workers_.run(static_cast<std::int32_t>(newton_islands_.size()), solve_one_);

    bool solved = true;
    int most_iterations = 0;
    for (const std::int32_t i : newton_islands_) {
      const NewtonResult& result = results_[index(i)];
      statistics_.newton_iterations += result.iterations;
      statistics_.factorisations += result.factorisations;
      statistics_.line_search_cuts += result.cuts;
      most_iterations = std::max(most_iterations, result.iterations);
      report_.residual = solved ? std::max(report_.residual, result.residual) : report_.residual;
      if (solved && !result.converged) {
        solved = false;
        report_.residual = result.residual;
        describe_failure(islands[index(i)], result);
      }
    }
    report_.newton_iterations += most_iterations;
    return solved;
  }

  // Articulations that nothing touches are solved by their class's kernel, neighbours of one class in one call. Those
  // with stops only are tried like that too: a stop that is not reached must not change a bit of the result.
  void solve_free_islands() {
    const contact::Problem& problem = step_problem_.problem();
    const auto& islands = islands_.islands();
    is_free_.assign(islands.size(), 0);
    const auto only_stops = [&](const Island& island) {
      for (std::int32_t s = 0; s < island.scalars.size(); ++s)
        if (problem.scalars[index(islands_.scalars(island)[s])].law.kind == ScalarKind::saturated) return false;
      return island.groups.size() == 0 && island.springs.size() == 0 && island.blocks.size() == 1;
    };
    for (std::size_t i = 0; i < islands.size(); ++i) is_free_[i] = only_stops(islands[i]) ? 1 : 0;

    for (std::size_t i = 0; i < islands.size();) {
      if (!is_free_[i]) {
        ++i;
        continue;
      }
      const std::int32_t first = *islands_.blocks(islands[i]);
      std::int32_t last = first + 1;
      const auto continues = [&](std::size_t k) {
        return k < islands.size() && is_free_[k] && *islands_.blocks(islands[k]) == last &&
               dynamics_.articulations()[index(last)].class_index ==
                   dynamics_.articulations()[index(first)].class_index;
      };
      for (++i; continues(i); ++i) ++last;
      dynamics_.solve(first, last, step_problem_.matrix().data(), problem.momentum.data(), u_.data());
    }

    for (std::size_t i = 0; i < islands.size(); ++i) {
      if (!is_free_[i]) continue;
      const Island& island = islands[i];
      bool reached = false;
      for (std::int32_t s = 0; s < island.scalars.size(); ++s) {
        const contact::ScalarRow& row = problem.scalars[index(islands_.scalars(island)[s])];
        reached = reached || row.law.evaluate(u_[index(row.dof)]).force != 0;
      }
      if (!reached) continue;
      const contact::Block& block = problem.blocks[index(*islands_.blocks(island))];
      std::copy_n(step_problem_.guess().begin() + block.first, block.size, u_.begin() + block.first);
      is_free_[i] = 0;
    }
  }

  void solve_with_newton(std::int32_t number, std::int32_t worker) {
    const std::int32_t i = newton_islands_[index(number)];
    results_[index(i)] = solve_island(step_problem_.problem(), islands_, islands_.islands()[index(i)], newton_options_,
                                      u_.data(), evaluation_, workspaces_[index(worker)]);
  }

  bool fail(std::string reason) {
    report_.reason = std::move(reason);
    return false;
  }

  void describe_failure(const Island& island, const NewtonResult& result) {
    const contact::Problem& problem = step_problem_.problem();
    retry_ = true;
    if (!result.finite)
      report_.reason = "the equations of motion of " + name_of(problem.blocks[index(*islands_.blocks(island))].first) +
                       " are not finite";
    else if (result.singular)
      report_.reason = "the Newton matrix is singular";
    else
      report_.reason = "no convergence in " + std::to_string(result.iterations) + " Newton iterations";

    // the contacts whose velocities still change
    report_.contacts.clear();
    for (std::int32_t i = 0; i < island.groups.size(); ++i) {
      const contact::Group& group = problem.groups[index(islands_.groups(island)[i])];
      for (std::int32_t c = group.first; c < group.first + group.count; ++c) {
        const contact::Contact& contact = problem.contacts[index(c)];
        if (contact.lags || !contact.settled) report_.contacts.push_back(contact.point);
      }
    }
  }

  // What the contacts feel at the last iterate.
  void collect_forces() {
    forces_.resize(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) forces_[i] = {points_[i], Vector3d::Zero(), 0, Vector3d::Zero()};
    const contact::Problem& problem = step_problem_.problem();
    std::int64_t touching = 0;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const contact::Contact& contact = problem.contacts[c];
      const double sign = step_problem_.flipped(static_cast<std::int32_t>(c)) ? -1 : 1;
      ContactForce& force = forces_[index(contact.point)];
      force.force = sign * contact.force;
      force.normal_force = contact.normal_force;
      force.slip = sign * contact.tangential;
      touching += contact.normal_force > 0 ? 1 : 0;
    }
    statistics_.max_contacts = std::max(statistics_.max_contacts, touching);
  }

  // The coordinate's own name if it has one, else that of its articulation.
  std::string name_of(std::int32_t dof) const {
    for (std::int32_t i = 0; i < model_.ncoordinates; ++i)
      if (model_.coordinates[i].v_index == dof) return model_.coordinates[i].name;
    for (const Articulation& articulation : dynamics_.articulations()) {
      if (dof < articulation.first_v || dof >= articulation.first_v + articulation.nv) continue;
      const frix_class& own = model_.classes[articulation.class_index];
      return own.instances == 1 ? own.name : std::string(own.name) + "[" + std::to_string(articulation.instance) + "]";
    }
    return "coordinate " + std::to_string(dof);
  }

  const frix_model& model_;
  const TamsiOptions options_;
  NewtonOptions newton_options_;
  std::unique_ptr<ContactSource> source_;
  Dynamics dynamics_;
  StepProblem step_problem_;
  contact::Islands islands_;
  contact::Evaluation evaluation_;
  Workers workers_;
  Workers::Task solve_one_;
  std::vector<NewtonWorkspace> workspaces_;
  std::vector<NewtonResult> results_;
  std::vector<std::int32_t> newton_islands_;
  std::vector<char> is_free_;
  std::vector<double> q_, v_, u_, acceleration_, effort_;
  std::vector<geometry::ContactPoint> points_;
  std::vector<ContactForce> forces_;
  StepReport report_;
  Statistics statistics_;
  bool retry_ = false;  // may the last failed attempt succeed with a smaller step?
};

}  // namespace

std::unique_ptr<Method> make_tamsi(const frix_model& model, const TamsiOptions& options,
                                   std::unique_ptr<ContactSource> contacts) {
  return std::make_unique<Tamsi>(model, options, std::move(contacts));
}

}  // namespace frix::methods
