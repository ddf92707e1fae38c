// Trees of bodies, grouped into classes by content.
//
// A body that only fixed joints hold to the world is part of the static world and belongs to no articulation; what
// hangs on it hangs on the world. Every other tree becomes the text of what goes into its kernels (its key), and trees
// with equal keys are one class: one pass over the bodies and one hash map.
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

#include "compiler/mechanism/weld.h"

namespace frix::mechanism {

namespace {

// The bytes of all that distinguishes kernels. -0 and 0 are the same number.
class Key {
 public:
  void add(double value) { append(value + 0.0); }
  void add(int value) { append(value); }
  template <typename Derived>
  void add(const Eigen::MatrixBase<Derived>& matrix) {
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) add(matrix(i, j));
  }
  void add(const Pose& pose) {
    add(pose.rotation);
    add(pose.position);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <typename T>
  void append(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    bytes_.append(raw, sizeof(T));
  }
  std::string bytes_;
};

// Who hangs on whom, and which shapes are whose.
struct Adjacency {
  std::vector<std::vector<int>> children;
  std::vector<std::vector<int>> shapes;

  explicit Adjacency(const Mechanism& mechanism) : children(mechanism.bodies.size()), shapes(mechanism.bodies.size()) {
    for (int body = 0; body < static_cast<int>(mechanism.bodies.size()); ++body) {
      const int parent = mechanism.joints[mechanism.bodies[body].joint].parent;
      if (parent != kWorld) children[parent].push_back(body);
    }
    for (int shape = 0; shape < static_cast<int>(mechanism.shapes.size()); ++shape) {
      const int body = mechanism.shapes[shape].body;
      if (body != kWorld) shapes[body].push_back(shape);
    }
  }
};

// The bodies of the tree below `root`, each before its children, branch by branch.
std::vector<int> bodies_of_tree(const Adjacency& adjacency, int root) {
  std::vector<int> order;
  std::vector<int> open = {root};
  while (!open.empty()) {
    const int body = open.back();
    open.pop_back();
    order.push_back(body);
    const std::vector<int>& children = adjacency.children[body];
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return order;
}

void add_joint(Key& key, const Mechanism& mechanism, const Joint& joint, int local_parent) {
  key.add(static_cast<int>(joint.type));
  key.add(local_parent);
  key.add(local_parent < 0 ? static_pose(mechanism, joint.parent) * joint.parent_frame : joint.parent_frame);
  key.add(joint.child_frame);
  key.add(joint.axis);
  if (joint.type == JointType::universal) key.add(joint.axis2);
  if (joint.type == JointType::planar) {
    key.add(joint.plane_x);
    key.add(joint.plane_y);
  }
  if (joint.type == JointType::screw) key.add(joint.pitch);
  for (int i = 0; i < velocity_count(joint.type); ++i) key.add(joint.coordinate[i].armature);
}

void add_shape(Key& key, const Shape& shape) {
  key.add(static_cast<int>(shape.kind));
  key.add(static_cast<int>(shape.collide));
  key.add(shape.pose);
  key.add(shape.size);
  key.add(static_cast<int>(shape.points.size()));
  for (const Vector3d& point : shape.points) key.add(point);
}

std::string key_of_tree(const Mechanism& mechanism, const Adjacency& adjacency, const std::vector<int>& tree,
                        std::vector<int>& local_index) {
  Key key;
  for (int i = 0; i < static_cast<int>(tree.size()); ++i) local_index[tree[i]] = i;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Body& body = mechanism.bodies[tree[i]];
    const Joint& joint = mechanism.joints[body.joint];
    key.add(body.mass);
    key.add(body.com);
    key.add(body.inertia);
    add_joint(key, mechanism, joint, i == 0 ? -1 : local_index[joint.parent]);
    key.add(static_cast<int>(adjacency.shapes[tree[i]].size()));
    for (const int shape : adjacency.shapes[tree[i]]) add_shape(key, mechanism.shapes[shape]);
  }
  return key.take();
}

void lay_out(const Mechanism& mechanism, ArticulationClass& result, int& next_position, int& next_velocity) {
  for (const int body : result.instances.front()) {
    const JointType type = mechanism.joints[mechanism.bodies[body].joint].type;
    result.position_offset.push_back(result.position_count);
    result.velocity_offset.push_back(result.velocity_count);
    result.position_count += position_count(type);
    result.velocity_count += velocity_count(type);
  }
  const int instances = static_cast<int>(result.instances.size());
  result.first_position = next_position;
  result.first_velocity = next_velocity;
  next_position += instances * result.position_count;
  next_velocity += instances * result.velocity_count;
}

}  // namespace

int position_count(JointType type) {
  switch (type) {
    case JointType::fixed:
      return 0;
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::screw:
      return 1;
    case JointType::cylindrical:
    case JointType::universal:
      return 2;
    case JointType::planar:
      return 3;
    case JointType::ball:
      return 4;
    case JointType::free:
      return 7;
  }
  return 0;
}

int velocity_count(JointType type) {
  switch (type) {
    case JointType::ball:
      return 3;
    case JointType::free:
      return 6;
    default:
      return position_count(type);
  }
}

const char* name(JointType type) {
  constexpr const char* names[] = {"fixed",     "revolute", "prismatic", "screw", "cylindrical",
                                   "universal", "ball",     "planar",    "free"};
  return names[static_cast<int>(type)];
}

void articulate(Mechanism& mechanism) {
  mechanism.articulations.clear();
  mechanism.places.assign(mechanism.bodies.size(), Place{});
  const Adjacency adjacency(mechanism);
  std::unordered_map<std::string, int> class_of_key;
  std::vector<int> local_index(mechanism.bodies.size(), -1);

  for (int root = 0; root < static_cast<int>(mechanism.bodies.size()); ++root) {
    const Joint& joint = mechanism.joints[mechanism.bodies[root].joint];
    if (joint.type == JointType::fixed || !is_static(mechanism, joint.parent)) continue;
    const std::vector<int> tree = bodies_of_tree(adjacency, root);
    const int next_class = static_cast<int>(mechanism.articulations.size());
    const auto [found, is_new] = class_of_key.emplace(key_of_tree(mechanism, adjacency, tree, local_index), next_class);
    if (is_new) mechanism.articulations.push_back({});
    ArticulationClass& articulation = mechanism.articulations[found->second];
    const int instance = static_cast<int>(articulation.instances.size());
    for (int i = 0; i < static_cast<int>(tree.size()); ++i) mechanism.places[tree[i]] = {found->second, instance, i};
    articulation.instances.push_back(tree);
  }

  int next_position = 0;
  int next_velocity = 0;
  for (ArticulationClass& articulation : mechanism.articulations) {
    lay_out(mechanism, articulation, next_position, next_velocity);
    // an array's class has the array's name
    articulation.name = mechanism.bodies[articulation.instances.front().front()].name;
    if (articulation.instances.size() > 1) articulation.name = articulation.name.substr(0, articulation.name.find('['));
  }
}

}  // namespace frix::mechanism
