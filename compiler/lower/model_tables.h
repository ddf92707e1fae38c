// The tables of runtime/model/model.h, and the storage that they point into.
//
// Which bodies cannot touch: a body and the one that a joint joins it to. That holds between two bodies; a joint from
// the world excludes nothing, so that a box that slides along a plane of the world still meets the floor. Bodies that
// fixed joints weld are one body here.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "compiler/lower/class_kernels.h"
#include "compiler/lower/whole_kernels.h"
#include "compiler/source/source_file.h"
#include "runtime/model/model.h"

namespace frix::lower {

class ModelTables {
 public:
  ModelTables(const Mechanism& mechanism, const Sources& sources, const mechanism::Simulate& how);
  ModelTables(const ModelTables&) = delete;
  ModelTables& operator=(const ModelTables&) = delete;

  // What the class kernels are made from.
  const std::vector<ClassModel>& class_models() const { return class_models_; }
  const std::vector<Tree>& trees() const { return trees_; }
  const Sizes& sizes() const { return sizes_; }

  void add_loads(const Loads& loads);
  void add_springs(const Springs& springs);

  // Complete but for the kernels.
  frix_model& model() { return model_; }
  frix_class& model_class(std::size_t index) { return classes_[index]; }

 private:
  const char* keep(std::string text);
  const char* locate(const Span& span) { return keep(sources_.location(span)); }

  void add_classes();
  void add_moving_shapes(const std::vector<std::vector<int>>& shapes_of_body);
  void add_shape(int shape, int class_index, int instance);
  void add_surfaces();
  void add_pair_rules();
  void add_forbidden_bodies();
  void add_coordinates(const std::vector<int>& servo_targets);
  void add_queries();
  void add_signals();
  void add_initial_state();
  void add_defaults(const mechanism::Simulate& how);
  // The model's numbers of the shapes that can collide.
  const int* keep_shapes(const std::vector<int>& shapes, int32_t& count);

  const Mechanism& mechanism_;
  const Sources& sources_;
  Sizes sizes_;
  std::vector<ClassModel> class_models_;
  std::vector<Tree> trees_;
  std::vector<int> number_of_shape_;  // in the model; -1: does not collide

  frix_model model_{};
  std::deque<std::string> texts_;
  std::deque<std::vector<int>> integers_;
  std::deque<std::vector<std::uint8_t>> bytes_;
  std::deque<std::vector<double>> numbers_;
  std::vector<frix_class> classes_;
  std::vector<frix_shape> shapes_;
  std::vector<frix_pair_surface> pair_surfaces_;
  std::vector<frix_pair_rule> pair_rules_;
  std::vector<int> forbidden_;
  std::vector<frix_coordinate> coordinates_;
  std::vector<frix_spring> springs_;
  std::vector<frix_contact_query> queries_;
  std::vector<frix_output> outputs_;
  std::vector<frix_tunable> tunables_;
  std::vector<int> load_dof_;
  std::vector<double> initial_q_, initial_v_;
  std::vector<frix_method_option> method_options_;
  frix_defaults defaults_{};
};

}  // namespace frix::lower
