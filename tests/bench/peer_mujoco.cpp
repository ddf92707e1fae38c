// MuJoCo (Debian's 2.2.2) on the scenes of scenes.h. Arguments: the names of the benches to run; none: all.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "tests/bench/measure.h"
#include "tests/bench/mujoco_scenes.h"

namespace frix::bench {

namespace {

class Scene {
 public:
  explicit Scene(const std::string& mjcf) {
    // an MJCF text is loaded through MuJoCo's virtual file system
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(mjcf.size()));
    const int file = mj_findFileVFS(files.get(), "scene.xml");
    std::memcpy(files->filedata[file], mjcf.data(), mjcf.size());
    char error[500] = "";
    model = mj_loadXML("scene.xml", files.get(), error, sizeof error);
    mj_deleteVFS(files.get());
    if (model == nullptr) {
      std::fprintf(stderr, "MuJoCo: %s\n", error);
      std::exit(1);
    }
    data = mj_makeData(model);
  }
  ~Scene() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  mjModel* model;
  mjData* data;
};

// Forward dynamics of a tree of hinges at states that change from call to call.
void forward_dynamics(const std::string& bench, const std::vector<Link>& links) {
  const Scene scene(mjcf_tree(links));
  const auto set_state = [&](long i) {
    const int s = static_cast<int>(i % kStates);
    for (int j = 0; j < scene.model->nv; ++j) {
      scene.data->qpos[j] = joint_position(s, j);
      scene.data->qvel[j] = joint_velocity(s, j);
    }
  };
  const double ns = nanoseconds_per_call([&](long i) {
    set_state(i);
    mj_forward(scene.model, scene.data);
  });
  set_state(1);
  mj_forward(scene.model, scene.data);
  double check = 0;
  for (int j = 0; j < scene.model->nv; ++j) check += scene.data->qacc[j] * (j + 1);
  print_row(bench, "mujoco", "mj_forward", ns, {{"check", check}});
}

// The whole run of gripper and mug. `slip_mm`: peak to peak over the last whole period; `held`: still between the pads.
void gripper_mug(const std::string& variant, const std::string& option, const std::string& geom) {
  const Gripper gripper;
  const Scene scene(mjcf_gripper(gripper, option, geom));
  const int steps = static_cast<int>(std::lround(kGripperDuration / kGripperStep));
  std::vector<double> times;
  double low = 0, high = 0, contacts = 0, tilt = 0;
  for (int run = 0; run < 7; ++run) {
    mj_resetData(scene.model, scene.data);
    mjData* d = scene.data;
    d->qvel[0] = d->qvel[4] = -gripper.omega * gripper.amplitude;
    low = HUGE_VAL, high = -HUGE_VAL, contacts = 0;
    const double start = seconds_now();
    for (int i = 0; i < steps; ++i) {
      d->qfrc_applied[0] = gripper.shaking(d->time);
      d->qfrc_applied[1] = gripper.grip;
      mj_step(scene.model, d);
      contacts += d->ncon;
      if (d->time > 4.5) {
        low = std::min(low, d->qpos[4] - d->qpos[0]);
        high = std::max(high, d->qpos[4] - d->qpos[0]);
      }
    }
    times.push_back((seconds_now() - start) / steps);
    tilt = 2 * std::acos(std::min(1.0, std::abs(d->qpos[5])));
  }
  const double ns = 1e9 * median(times);
  const bool held = std::abs(scene.data->qpos[4] - scene.data->qpos[0]) < gripper.mug_length / 2;
  print_row("gripper_mug_step", "mujoco", variant, ns,
            {{"slip_mm", 1e3 * (high - low)},
             {"held", held},
             {"tilt_rad", tilt},
             {"contacts", contacts / steps},
             {"run_ms", ns * steps * 1e-6}});
}

void ball_pit(int balls, const std::string& variant, const std::string& option, const std::string& geom) {
  const Pit scene_numbers = pit(balls);
  // MuJoCo 2.2.2 has dense matrices of max_rows x max_rows in one buffer of less than 2 GiB, and drops contacts that
  // find no row: with elliptic cones, three rows a contact, a thousand balls just fit.
  const Scene scene(mjcf_pit(scene_numbers, option, geom, balls * 26 / 10 + 40));
  for (int i = 0; i < std::lround(scene_numbers.settling() / kPitStep); ++i) mj_step(scene.model, scene.data);
  std::vector<double> times;
  for (int i = 0; i < scene_numbers.timed_steps(); ++i) {
    const double start = seconds_now();
    mj_step(scene.model, scene.data);
    times.push_back(seconds_now() - start);
  }
  double depth = 0, energy = 0, height = 0;
  for (int i = 0; i < scene.data->ncon; ++i) depth += std::max(0.0, -scene.data->contact[i].dist);
  for (int b = 0; b < balls; ++b) {
    for (int k = 0; k < 3; ++k) energy += 0.5 * scene_numbers.mass() * std::pow(scene.data->qvel[6 * b + k], 2);
    height += scene.data->qpos[7 * b + 2] / balls;
  }
  print_row("ball_pit_" + std::to_string(balls), "mujoco", variant, 1e9 * median(times),
            {{"contacts", scene.data->ncon},
             {"penetration_um", scene.data->ncon > 0 ? 1e6 * depth / scene.data->ncon : 0},
             {"kinetic_energy_J", energy},
             {"height_m", height}});
}

}  // namespace

}  // namespace frix::bench

int main(int argc, char** argv) {
  using namespace frix::bench;
  const std::vector<std::string> names(argv + 1, argv + argc);
  const auto wanted = [&](const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  if (wanted("arm7_forward_dynamics")) forward_dynamics("arm7_forward_dynamics", arm7());
  if (wanted("tree30_forward_dynamics")) forward_dynamics("tree30_forward_dynamics", tree30());
  if (wanted("gripper_mug_step")) {
    gripper_mug("default", "", "");
    gripper_mug("elliptic, stiff", R"(cone="elliptic" impratio="10")", R"(solref="0.006 1" solimp="0.95 0.99 0.001")");
  }
  for (const int balls : {10, 100, 1000})
    if (wanted("ball_pit_" + std::to_string(balls))) {
      const std::string option = R"(solver="CG" cone="elliptic" jacobian="sparse")";
      if (balls < 1000) ball_pit(balls, "CG", option, "");
      ball_pit(balls, "CG, stiff", option, R"(solref="0.004 1")");
    }
}
