// The scenes of scenes.h as MJCF text.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/scenes.h"

namespace frix::bench {

std::string mjcf_tree(const std::vector<Link>& links);

// `option`: attributes of <option>, `geom`: attributes of all geoms; they choose the solver and its softness.
std::string mjcf_gripper(const Gripper& gripper, const std::string& option, const std::string& geom);
std::string mjcf_pit(const Pit& pit, const std::string& option, const std::string& geom, int max_contacts);

}  // namespace frix::bench
