#include "compiler/lower/model_tables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "compiler/lower/surfaces.h"

namespace frix::lower {

using mechanism::ArticulationClass;
using mechanism::Coordinate;
using mechanism::Joint;
using mechanism::JointType;
using mechanism::kWorld;
using mechanism::Motor;
using mechanism::Shape;

namespace {

int count_of(std::size_t size) {
  return static_cast<int>(size);
}

bool has_law(const Coordinate& c) {
  return c.damping != 0 || c.stiffness != 0 || c.friction != 0 || std::isfinite(c.lower) || std::isfinite(c.upper);
}

// Whether the velocity coordinate k of a joint is the rate of one of its positions.
bool has_position(JointType type, int k) {
  return type == JointType::free ? k < 3 : type != JointType::ball;
}

frix_shape_kind kind_of(mechanism::ShapeKind kind) {
  switch (kind) {
    case mechanism::ShapeKind::sphere:
      return FRIX_SPHERE;
    case mechanism::ShapeKind::box:
      return FRIX_BOX;
    case mechanism::ShapeKind::capsule:
      return FRIX_CAPSULE;
    case mechanism::ShapeKind::cylinder:
      return FRIX_CYLINDER;
    case mechanism::ShapeKind::ellipsoid:
      return FRIX_ELLIPSOID;
    case mechanism::ShapeKind::halfspace:
      return FRIX_HALFSPACE;
    case mechanism::ShapeKind::points:
      return FRIX_POINTS;
  }
  return FRIX_POINTS;
}

}  // namespace

ModelTables::ModelTables(const Mechanism& mechanism, const Sources& sources, const mechanism::Simulate& how)
    : mechanism_(mechanism), sources_(sources), number_of_shape_(mechanism.shapes.size(), -1) {
  model_.abi = FRIX_MODEL_ABI;
  model_.name = keep(mechanism.name);
  for (const ArticulationClass& a : mechanism.articulations) {
    sizes_.nq += count_of(a.instances.size()) * a.position_count;
    sizes_.nv += count_of(a.instances.size()) * a.velocity_count;
  }
  sizes_.env = FRIX_ENV_TUNABLES + count_of(mechanism.tunables.size());
  model_.nq = sizes_.nq;
  model_.nv = sizes_.nv;
  add_classes();
  add_surfaces();
  add_pair_rules();
  add_forbidden_bodies();
  add_queries();
  add_signals();
  add_initial_state();
  add_defaults(how);
}

const char* ModelTables::keep(std::string text) {
  return texts_.emplace_back(std::move(text)).c_str();
}

void ModelTables::add_classes() {
  std::vector<std::vector<int>> shapes_of_body(mechanism_.bodies.size());
  for (int s = 0; s < count_of(mechanism_.shapes.size()); ++s)
    if (mechanism_.shapes[s].collide && mechanism_.shapes[s].body != kWorld)
      shapes_of_body[mechanism_.shapes[s].body].push_back(s);

  for (const ArticulationClass& a : mechanism_.articulations) {
    ClassModel model = {build_tree(mechanism_, a), {}};
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i)
      for (const int s : shapes_of_body[a.instances.front()[i]]) {
        const Shape& shape = mechanism_.shapes[s];
        const BodyInLink& body = model.tree.bodies[i];
        model.shapes.push_back(
            {body.link, body.pose * shape.pose, shape.kind == mechanism::ShapeKind::sphere, shape.name, shape.span});
      }
    trees_.push_back(model.tree);
    class_models_.push_back(std::move(model));
  }

  for (std::size_t c = 0; c < class_models_.size(); ++c) {
    const ArticulationClass& a = mechanism_.articulations[c];
    const ClassModel& model = class_models_[c];
    std::vector<std::uint8_t> moved;
    for (const MovingShape& shape : model.shapes)
      for (int j = 0; j < model.tree.nv; ++j) moved.push_back(moves(model.tree, model.tree.link_of[j], shape.link));
    frix_class row{};
    row.name = keep(a.name);
    row.nq = a.position_count;
    row.nv = a.velocity_count;
    row.nbodies = count_of(model.tree.bodies.size());
    row.nshapes = count_of(model.shapes.size());
    row.instances = count_of(a.instances.size());
    row.first_q = a.first_position;
    row.first_v = a.first_velocity;
    row.moves = bytes_.emplace_back(std::move(moved)).data();
    row.parent = integers_.emplace_back(model.tree.parent).data();
    classes_.push_back(row);
  }
  add_moving_shapes(shapes_of_body);

  // then what does not move: shapes of the world and of what is fixed to it
  model_.nmoving_shapes = count_of(shapes_.size());
  for (int s = 0; s < count_of(mechanism_.shapes.size()); ++s) {
    const int body = mechanism_.shapes[s].body;
    if (mechanism_.shapes[s].collide && (body == kWorld || mechanism_.places[body].articulation < 0))
      add_shape(s, -1, 0);
  }
  model_.nshapes = count_of(shapes_.size());
  model_.shapes = shapes_.data();
  model_.nclasses = count_of(classes_.size());
  model_.classes = classes_.data();
}

void ModelTables::add_moving_shapes(const std::vector<std::vector<int>>& shapes_of_body) {
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    classes_[c].first_shape = count_of(shapes_.size());
    const auto& instances = mechanism_.articulations[c].instances;
    for (std::size_t k = 0; k < instances.size(); ++k)
      for (const int body : instances[k])
        for (const int s : shapes_of_body[body]) add_shape(s, count_of(c), count_of(k));
  }
}

void ModelTables::add_shape(int index, int class_index, int instance) {
  const Shape& shape = mechanism_.shapes[index];
  number_of_shape_[index] = count_of(shapes_.size());
  frix_shape row{};
  row.name = keep(shape.name);
  row.location = locate(shape.span);
  row.kind = kind_of(shape.kind);
  for (int i = 0; i < 3; ++i) row.size[i] = shape.size[i];
  if (!shape.points.empty()) {
    std::vector<double> points;
    for (const Vector3d& point : shape.points) points.insert(points.end(), point.begin(), point.end());
    row.npoints = count_of(shape.points.size());
    row.points = numbers_.emplace_back(std::move(points)).data();
  }
  row.surface = shape.surface;
  row.class_index = class_index;
  row.instance = instance;
  row.body = mechanism::weld_root(mechanism_, shape.body);
  if (class_index < 0) {
    const Pose pose = mechanism::static_pose(mechanism_, shape.body) * shape.pose;
    for (int i = 0; i < 3; ++i) row.pose[i] = pose.position[i];
    for (int i = 0; i < 9; ++i) row.pose[3 + i] = pose.rotation(i / 3, i % 3);
  }
  shapes_.push_back(row);
}

void ModelTables::add_surfaces() {
  for (const mechanism::Surface& a : mechanism_.surfaces)
    for (const mechanism::Surface& b : mechanism_.surfaces) pair_surfaces_.push_back(combine(a, b));
  model_.nsurfaces = count_of(mechanism_.surfaces.size());
}

// A later rule about the same pair takes the place of an earlier one.
void ModelTables::add_pair_rules() {
  std::map<std::pair<int, int>, int> rules;
  for (const mechanism::PairRule& rule : mechanism_.pair_rules) {
    int surface = -1;
    if (rule.surface >= 0) {
      surface = count_of(pair_surfaces_.size());
      pair_surfaces_.push_back(pair_surface(mechanism_.surfaces[rule.surface]));
    }
    for (const int first : rule.first)
      for (const int second : rule.second) {
        const int a = number_of_shape_[first], b = number_of_shape_[second];
        if (a >= 0 && b >= 0 && a != b) rules[{std::min(a, b), std::max(a, b)}] = surface;
      }
  }
  for (const auto& [pair, surface] : rules) pair_rules_.push_back({pair.first, pair.second, surface});
  model_.pair_surfaces = pair_surfaces_.data();
  model_.npair_rules = count_of(pair_rules_.size());
  model_.pair_rules = pair_rules_.data();
}

void ModelTables::add_forbidden_bodies() {
  std::set<std::pair<int, int>> pairs;
  for (const Joint& joint : mechanism_.joints) {
    if (joint.parent == kWorld || joint.type == JointType::fixed) continue;
    const int a = mechanism::weld_root(mechanism_, joint.parent);
    const int b = mechanism::weld_root(mechanism_, joint.child);
    pairs.emplace(std::min(a, b), std::max(a, b));
  }
  for (const auto& [a, b] : pairs) {
    forbidden_.push_back(a);
    forbidden_.push_back(b);
  }
  model_.nforbidden_bodies = count_of(pairs.size());
  model_.forbidden_bodies = forbidden_.data();
}

// One row for each coordinate with a law or a servo; a second servo on a coordinate has a row of its own.
void ModelTables::add_coordinates(const std::vector<int>& servo_targets) {
  std::map<std::pair<int, int>, std::vector<int>> servos;
  for (int i = 0; i < count_of(mechanism_.motors.size()); ++i)
    if (servo_targets[i] >= 0) servos[{mechanism_.motors[i].joint, mechanism_.motors[i].coordinate}].push_back(i);

  for (int j = 0; j < count_of(mechanism_.joints.size()); ++j) {
    const Joint& joint = mechanism_.joints[j];
    const mechanism::Place& place = mechanism_.places[joint.child];
    if (place.articulation < 0) continue;
    const ArticulationClass& a = mechanism_.articulations[place.articulation];
    for (int k = 0; k < mechanism::velocity_count(joint.type); ++k) {
      const Coordinate& law = joint.coordinate[k];
      const auto found = servos.find({j, k});
      if (!has_law(law) && found == servos.end()) continue;
      frix_coordinate row{};
      row.name = keep(joint.name.empty() ? mechanism_.bodies[joint.child].name : joint.name);
      row.location = locate(joint.span);
      row.class_index = place.articulation;
      row.instance = place.instance;
      row.q_index = -1;
      row.lower = -HUGE_VAL;
      row.upper = HUGE_VAL;
      row.v_index = a.first_velocity + place.instance * a.velocity_count + a.velocity_offset[place.body] + k;
      row.effort_limit = HUGE_VAL;
      row.target = -1;
      frix_coordinate bare = row;
      row.damping = law.damping;
      row.friction = law.friction;
      if (has_position(joint.type, k)) {
        row.q_index = a.first_position + place.instance * a.position_count + a.position_offset[place.body] + k;
        bare.q_index = row.q_index;
        row.stiffness = law.stiffness;
        row.rest = law.rest;
        row.lower = law.lower;
        row.upper = law.upper;
      }
      coordinates_.push_back(row);
      if (found == servos.end()) continue;
      for (std::size_t s = 0; s < found->second.size(); ++s) {
        if (s > 0) coordinates_.push_back(bare);
        const Motor& motor = mechanism_.motors[found->second[s]];
        frix_coordinate& servo = coordinates_.back();
        servo.kp = motor.kp;
        servo.kd = motor.kd;
        servo.effort_limit = motor.effort_limit;
        servo.target = servo_targets[found->second[s]];
      }
    }
  }
  model_.ncoordinates = count_of(coordinates_.size());
  model_.coordinates = coordinates_.data();
}

void ModelTables::add_loads(const Loads& loads) {
  load_dof_ = loads.dof;
  model_.nloads = count_of(load_dof_.size());
  model_.load_dof = load_dof_.data();
  model_.nefforts = loads.efforts;
  add_coordinates(loads.target);
}

void ModelTables::add_springs(const Springs& springs) {
  for (const SpringRow& row : springs.rows) {
    const mechanism::Spring& spring = mechanism_.springs[row.spring];
    const std::vector<int>& dof = integers_.emplace_back(row.dof);
    springs_.push_back({keep(spring.name), locate(spring.span), spring.stiffness, spring.damping, spring.length,
                        count_of(dof.size()), dof.data(), row.value});
  }
  model_.nsprings = count_of(springs_.size());
  model_.springs = springs_.data();
  model_.nspring_values = springs.values;
}

const int* ModelTables::keep_shapes(const std::vector<int>& shapes, int32_t& count) {
  std::vector<int>& numbers = integers_.emplace_back();
  for (const int s : shapes)
    if (number_of_shape_[s] >= 0) numbers.push_back(number_of_shape_[s]);
  count = count_of(numbers.size());
  return numbers.data();
}

void ModelTables::add_queries() {
  for (const mechanism::ContactQuery& query : mechanism_.contact_queries) {
    frix_contact_query row{};
    row.first = keep_shapes(query.first, row.nfirst);
    row.second = keep_shapes(query.second, row.nsecond);
    queries_.push_back(row);
  }
  model_.nqueries = count_of(queries_.size());
  model_.queries = queries_.data();
}

void ModelTables::add_signals() {
  constexpr const char* suffix[] = {".x", ".y", ".z"};
  for (const mechanism::Output& output : mechanism_.outputs)
    for (int i = 0; i < output.components; ++i)
      outputs_.push_back({keep(output.name + (output.components > 1 ? suffix[i] : "")), keep(output.unit)});
  for (const mechanism::Tunable& tunable : mechanism_.tunables)
    tunables_.push_back({keep(tunable.name), keep(tunable.unit), tunable.value, tunable.is_input ? 1 : 0});
  model_.noutputs = count_of(outputs_.size());
  model_.outputs = outputs_.data();
  model_.ntunables = count_of(tunables_.size());
  model_.tunables = tunables_.data();
}

void ModelTables::add_initial_state() {
  initial_q_.resize(sizes_.nq);
  initial_v_.resize(sizes_.nv);
  for (const ArticulationClass& a : mechanism_.articulations)
    for (std::size_t k = 0; k < a.instances.size(); ++k)
      for (std::size_t i = 0; i < a.instances[k].size(); ++i) {
        const Joint& joint = mechanism_.joints[mechanism_.bodies[a.instances[k][i]].joint];
        const int q = a.first_position + count_of(k) * a.position_count + a.position_offset[i];
        const int v = a.first_velocity + count_of(k) * a.velocity_count + a.velocity_offset[i];
        std::copy_n(joint.initial_position.begin(), mechanism::position_count(joint.type), initial_q_.begin() + q);
        std::copy_n(joint.initial_velocity.begin(), mechanism::velocity_count(joint.type), initial_v_.begin() + v);
      }
  model_.initial_q = initial_q_.data();
  model_.initial_v = initial_v_.data();
}

void ModelTables::add_defaults(const mechanism::Simulate& how) {
  for (const mechanism::MethodOption& option : how.options)
    method_options_.push_back({keep(option.name), keep(option.word), option.number});
  defaults_ = {
      how.step, how.duration, how.record, keep(how.method), count_of(method_options_.size()), method_options_.data()};
  model_.defaults = &defaults_;
}

}  // namespace frix::lower
