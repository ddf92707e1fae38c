#include "compiler/emit/table/table.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace frix::emit {
namespace {

Constant shape_kind(frix_shape_kind kind) {
  constexpr const char* names[] = {"FRIX_SPHERE",    "FRIX_BOX",       "FRIX_CAPSULE", "FRIX_CYLINDER",
                                   "FRIX_ELLIPSOID", "FRIX_HALFSPACE", "FRIX_POINTS"};
  return {names[kind], static_cast<std::int32_t>(kind)};
}

Constant stiction_shape(std::int32_t shape) {
  return {shape == FRIX_STICTION_LINEAR ? "FRIX_STICTION_LINEAR" : "FRIX_STICTION_QUADRATIC", shape};
}

Constant normal_law(std::int32_t law) {
  constexpr const char* names[] = {"FRIX_NORMAL_RIGID", "FRIX_NORMAL_HUNT_CROSSLEY", "FRIX_NORMAL_LINEAR"};
  return {names[law], law};
}

// Writes one struct after the other; each method follows the members of its struct in their order.
class TableMaker {
 public:
  TableMaker(const frix_model& model, const KernelNames& kernel_of) : model_(model), kernel_of_(kernel_of) {}

  std::vector<Table> make() {
    const frix_model& m = model_;
    const Array classes = this->classes();
    const Array shapes = this->shapes();
    const Array pair_surfaces = this->pair_surfaces();
    const Array pair_rules = this->pair_rules();
    const Array forbidden = plain("std::int32_t", "forbidden_bodies", m.forbidden_bodies, 2 * m.nforbidden_bodies);
    const Array coordinates = this->coordinates();
    const Array springs = this->springs();
    const Array queries = this->queries();
    const Array outputs = this->outputs();
    const Array tunables = this->tunables();
    const Array load_dof = plain("std::int32_t", "load_dof", m.load_dof, m.nloads);
    const Array initial_q = plain("double", "initial_q", m.initial_q, m.nq);
    const Array initial_v = plain("double", "initial_v", m.initial_v, m.nv);
    const Array defaults = this->defaults();
    Table& table = add("frix_model", "model",
                       {"abi",
                        "name",
                        "nq",
                        "nv",
                        "nclasses",
                        "classes",
                        "nshapes",
                        "nmoving_shapes",
                        "shapes",
                        "nsurfaces",
                        "pair_surfaces",
                        "npair_rules",
                        "pair_rules",
                        "nforbidden_bodies",
                        "forbidden_bodies",
                        "ncoordinates",
                        "coordinates",
                        "nsprings",
                        "springs",
                        "nqueries",
                        "queries",
                        "noutputs",
                        "outputs",
                        "ntunables",
                        "tunables",
                        "loads",
                        "nloads",
                        "nefforts",
                        "load_dof",
                        "springs_kernel",
                        "nspring_values",
                        "signals",
                        "initial_q",
                        "initial_v",
                        "defaults"});
    table.rows.push_back({m.abi,
                          Text{m.name},
                          m.nq,
                          m.nv,
                          m.nclasses,
                          classes,
                          m.nshapes,
                          m.nmoving_shapes,
                          shapes,
                          m.nsurfaces,
                          pair_surfaces,
                          m.npair_rules,
                          pair_rules,
                          m.nforbidden_bodies,
                          forbidden,
                          m.ncoordinates,
                          coordinates,
                          m.nsprings,
                          springs,
                          m.nqueries,
                          queries,
                          m.noutputs,
                          outputs,
                          m.ntunables,
                          tunables,
                          kernel(m.loads),
                          m.nloads,
                          m.nefforts,
                          load_dof,
                          kernel(m.springs_kernel),
                          m.nspring_values,
                          kernel(m.signals),
                          initial_q,
                          initial_v,
                          defaults});
    return std::move(tables_);
  }

 private:
  // References to tables live until the next one is added.
  Table& add(std::string type, std::string name, std::vector<std::string> columns = {}) {
    return tables_.emplace_back(Table{std::move(type), std::move(name), std::move(columns), {}});
  }

  KernelAddress kernel(const frix_kernel& pointer) const { return {kernel_of_(pointer)}; }

  // An array of numbers; "" and no table when there are none.
  template <class T>
  Array plain(const char* type, std::string name, const T* values, std::int32_t count) {
    if (count == 0) return {""};
    Table& table = add(type, name);
    for (std::int32_t i = 0; i < count; ++i) table.rows.push_back({values[i]});
    return {std::move(name)};
  }

  Array keep(Table table) {
    if (table.rows.empty()) return {""};
    Array address{table.name};
    tables_.push_back(std::move(table));
    return address;
  }

  Array classes() {
    Table table{"frix_class",
                "classes",
                {"name", "nq", "nv", "nbodies", "nshapes", "instances", "first_q", "first_v", "first_shape", "moves",
                 "parent", "evaluate", "dynamics", "solve", "advance", "energy"},
                {}};
    for (std::int32_t i = 0; i < model_.nclasses; ++i) {
      const frix_class& c = model_.classes[i];
      const Array moves = plain("std::uint8_t", fmt::format("moves_{}", i), c.moves, c.nshapes * c.nv);
      const Array parent = plain("std::int32_t", fmt::format("parent_{}", i), c.parent, c.nv);
      table.rows.push_back({Text{c.name}, c.nq, c.nv, c.nbodies, c.nshapes, c.instances, c.first_q, c.first_v,
                            c.first_shape, moves, parent, kernel(c.evaluate), kernel(c.dynamics), kernel(c.solve),
                            kernel(c.advance), kernel(c.energy)});
    }
    return keep(std::move(table));
  }

  Array shapes() {
    Table table{
        "frix_shape",
        "shapes",
        {"name", "location", "kind", "size", "npoints", "points", "surface", "class_index", "instance", "body", "pose"},
        {}};
    for (std::int32_t i = 0; i < model_.nshapes; ++i) {
      const frix_shape& s = model_.shapes[i];
      const Array points = plain("double", fmt::format("points_{}", i), s.points, 3 * s.npoints);
      table.rows.push_back({Text{s.name}, Text{s.location}, shape_kind(s.kind), std::vector<double>(s.size, s.size + 3),
                            s.npoints, points, s.surface, s.class_index, s.instance, s.body,
                            std::vector<double>(s.pose, s.pose + 12)});
    }
    return keep(std::move(table));
  }

  Array pair_surfaces() {
    Table table{
        "frix_pair_surface",
        "pair_surfaces",
        {"mu", "stiction_speed", "stiffness", "dissipation", "damping", "restitution", "stiction_shape", "normal_law"},
        {}};
    std::int32_t count = model_.nsurfaces * model_.nsurfaces;
    for (std::int32_t i = 0; i < model_.npair_rules; ++i)
      if (model_.pair_rules[i].surface >= count) count = model_.pair_rules[i].surface + 1;
    for (std::int32_t i = 0; i < count; ++i) {
      const frix_pair_surface& s = model_.pair_surfaces[i];
      table.rows.push_back({s.mu, s.stiction_speed, s.stiffness, s.dissipation, s.damping, s.restitution,
                            stiction_shape(s.stiction_shape), normal_law(s.normal_law)});
    }
    return keep(std::move(table));
  }

  Array pair_rules() {
    Table table{"frix_pair_rule", "pair_rules", {"a", "b", "surface"}, {}};
    for (std::int32_t i = 0; i < model_.npair_rules; ++i) {
      const frix_pair_rule& r = model_.pair_rules[i];
      table.rows.push_back({r.a, r.b, r.surface});
    }
    return keep(std::move(table));
  }

  Array coordinates() {
    Table table{"frix_coordinate",
                "coordinates",
                {"name", "location", "class_index", "instance", "q_index", "v_index", "damping", "stiffness", "rest",
                 "lower", "upper", "friction", "kp", "kd", "effort_limit", "target"},
                {}};
    for (std::int32_t i = 0; i < model_.ncoordinates; ++i) {
      const frix_coordinate& c = model_.coordinates[i];
      table.rows.push_back({Text{c.name}, Text{c.location}, c.class_index, c.instance, c.q_index, c.v_index, c.damping,
                            c.stiffness, c.rest, c.lower, c.upper, c.friction, c.kp, c.kd, c.effort_limit, c.target});
    }
    return keep(std::move(table));
  }

  Array springs() {
    Table table{
        "frix_spring", "springs", {"name", "location", "stiffness", "damping", "length", "count", "dof", "value"}, {}};
    for (std::int32_t i = 0; i < model_.nsprings; ++i) {
      const frix_spring& s = model_.springs[i];
      const Array dof = plain("std::int32_t", fmt::format("spring_dof_{}", i), s.dof, s.count);
      table.rows.push_back({Text{s.name}, Text{s.location}, s.stiffness, s.damping, s.length, s.count, dof, s.value});
    }
    return keep(std::move(table));
  }

  Array queries() {
    Table table{"frix_contact_query", "queries", {"nfirst", "nsecond", "first", "second"}, {}};
    for (std::int32_t i = 0; i < model_.nqueries; ++i) {
      const frix_contact_query& q = model_.queries[i];
      const Array first = plain("std::int32_t", fmt::format("query_first_{}", i), q.first, q.nfirst);
      const Array second = plain("std::int32_t", fmt::format("query_second_{}", i), q.second, q.nsecond);
      table.rows.push_back({q.nfirst, q.nsecond, first, second});
    }
    return keep(std::move(table));
  }

  Array outputs() {
    Table table{"frix_output", "outputs", {"name", "unit"}, {}};
    for (std::int32_t i = 0; i < model_.noutputs; ++i)
      table.rows.push_back({Text{model_.outputs[i].name}, Text{model_.outputs[i].unit}});
    return keep(std::move(table));
  }

  Array tunables() {
    Table table{"frix_tunable", "tunables", {"name", "unit", "value", "is_input"}, {}};
    for (std::int32_t i = 0; i < model_.ntunables; ++i) {
      const frix_tunable& t = model_.tunables[i];
      table.rows.push_back({Text{t.name}, Text{t.unit}, t.value, t.is_input});
    }
    return keep(std::move(table));
  }

  Array defaults() {
    const frix_defaults& d = *model_.defaults;
    Table options{"frix_method_option", "method_options", {"name", "word", "number"}, {}};
    for (std::int32_t i = 0; i < d.noptions; ++i) {
      const frix_method_option& option = d.options[i];
      options.rows.push_back({Text{option.name}, Text{option.word}, option.number});
    }
    const Array kept = keep(std::move(options));
    Table table{"frix_defaults", "defaults", {"step", "duration", "record", "method", "noptions", "options"}, {}};
    table.rows.push_back({d.step, d.duration, d.record, Text{d.method}, d.noptions, kept});
    return keep(std::move(table));
  }

  const frix_model& model_;
  const KernelNames& kernel_of_;
  std::vector<Table> tables_;
};

}  // namespace

std::vector<Table> make_tables(const frix_model& model, const KernelNames& kernel_of) {
  return TableMaker(model, kernel_of).make();
}

}  // namespace frix::emit
