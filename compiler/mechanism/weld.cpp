#include "compiler/mechanism/weld.h"

namespace frix::mechanism {

Pose operator*(const Pose& a, const Pose& b) {
  return {a.rotation * b.rotation, a.rotation * b.position + a.position};
}

Pose inverse(const Pose& pose) {
  return {pose.rotation.transpose(), -(pose.rotation.transpose() * pose.position)};
}

Pose rest_pose(const Joint& joint) {
  return joint.parent_frame * inverse(joint.child_frame);
}

bool is_static(const Mechanism& mechanism, int body) {
  while (body != kWorld) {
    const Joint& joint = mechanism.joints[mechanism.bodies[body].joint];
    if (joint.type != JointType::fixed) return false;
    body = joint.parent;
  }
  return true;
}

Pose static_pose(const Mechanism& mechanism, int body) {
  Pose pose;
  while (body != kWorld) {
    const Joint& joint = mechanism.joints[mechanism.bodies[body].joint];
    pose = rest_pose(joint) * pose;
    body = joint.parent;
  }
  return pose;
}

int weld_root(const Mechanism& mechanism, int body) {
  while (body != kWorld) {
    const Joint& joint = mechanism.joints[mechanism.bodies[body].joint];
    if (joint.type != JointType::fixed || joint.parent == kWorld) return body;
    body = joint.parent;
  }
  return kWorld;
}

}  // namespace frix::mechanism
