#include "runtime/methods/method.h"

namespace frix::methods {

void save(const std::vector<ContactForce>& forces, StateWriter& writer) {
  writer.put(static_cast<std::uint64_t>(forces.size()));
  for (const ContactForce& contact : forces) {
    const geometry::ContactPoint& where = contact.where;
    for (const Vector3d& vector : {where.point, where.normal, contact.force, contact.slip})
      for (const double x : vector) writer.put(x);
    writer.put(where.depth);
    writer.put(contact.normal_force);
    for (const std::int32_t number : {where.shape_a, where.shape_b, where.feature, where.surface})
      writer.put(std::int64_t{number});
  }
}

std::vector<ContactForce> load_contact_forces(StateReader& reader, std::int32_t nshapes) {
  std::vector<ContactForce> forces;
  const std::uint64_t count = reader.get_unsigned();
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
    ContactForce contact;
    geometry::ContactPoint& where = contact.where;
    for (Vector3d* vector : {&where.point, &where.normal, &contact.force, &contact.slip})
      for (double& x : *vector) x = reader.get_double();
    where.depth = reader.get_double();
    contact.normal_force = reader.get_double();
    for (std::int32_t* number : {&where.shape_a, &where.shape_b, &where.feature, &where.surface})
      *number = static_cast<std::int32_t>(reader.get_integer());
    const auto exists = [&](std::int32_t shape) { return shape >= 0 && shape < nshapes; };
    if (!exists(where.shape_a) || !exists(where.shape_b)) reader.fail("it has contacts of shapes that do not exist");
    forces.push_back(contact);
  }
  return forces;
}

}  // namespace frix::methods
