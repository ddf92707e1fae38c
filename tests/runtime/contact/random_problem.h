// A random contact problem: articulations of several sizes, links, contacts, joint laws and springs.
#pragma once

#include <Eigen/Core>
#include <deque>
#include <random>
#include <vector>

#include "runtime/contact/problem.h"

namespace frix::test {

struct RandomProblem {
  contact::Problem problem;
  std::vector<double> v;
  // what the problem points to
  std::deque<std::vector<double>> numbers;
  std::deque<std::vector<std::int32_t>> indices;
  std::deque<frix_pair_surface> surfaces;

  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  Eigen::Vector3d vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

  explicit RandomProblem(unsigned seed) : random(seed) { problem.h = 2e-3; }

  // An articulation with one link that all its coordinates move, and one that only the first half moves.
  void add_block(int size, double mass) {
    const auto first = static_cast<std::int32_t>(problem.momentum.size());
    Eigen::MatrixXd root(size, size);
    for (int i = 0; i < size * size; ++i) root.data()[i] = number(-1, 1);
    const Eigen::MatrixXd matrix = mass * (root * root.transpose() + Eigen::MatrixXd::Identity(size, size));
    numbers.emplace_back(matrix.data(), matrix.data() + size * size);
    const auto block = static_cast<std::int32_t>(problem.blocks.size());
    problem.blocks.push_back({first, size, numbers.back().data()});
    numbers.emplace_back();
    for (int i = 0; i < 6 * size; ++i) numbers.back().push_back(number(-1, 1));
    const double* screws = numbers.back().data();
    for (const int columns : {size, (size + 1) / 2}) {
      indices.emplace_back();
      for (int j = 0; j < columns; ++j) indices.back().push_back(j);
      problem.links.push_back({block, columns, indices.back().data(), screws, false});
    }
    for (int j = 0; j < size; ++j) {
      problem.momentum.push_back(mass * number(-0.1, 0.1));
      v.push_back(number(-0.1, 0.1));
    }
  }

  // A free body in world axes: V = v.
  void add_free_body(double mass) {
    const auto first = static_cast<std::int32_t>(problem.momentum.size());
    numbers.emplace_back(36, 0.0);
    for (int j = 0; j < 6; ++j) numbers.back()[static_cast<std::size_t>(7 * j)] = mass * (j < 3 ? 0.1 : 1);
    const auto block = static_cast<std::int32_t>(problem.blocks.size());
    problem.blocks.push_back({first, 6, numbers.back().data()});
    numbers.emplace_back(36, 0.0);
    for (int j = 0; j < 6; ++j) numbers.back()[static_cast<std::size_t>(7 * j)] = 1;
    indices.push_back({0, 1, 2, 3, 4, 5});
    problem.links.push_back({block, 6, indices.back().data(), numbers.back().data(), true});
    for (int j = 0; j < 6; ++j) {
      problem.momentum.push_back(mass * number(-0.1, 0.1));
      v.push_back(number(-0.1, 0.1));
    }
  }

  // Contacts between two links; b = -1: the world.
  void add_contacts(std::int32_t a, std::int32_t b, int count, double stiction_speed = 0.05) {
    contact::Group group;
    group.a = a, group.b = b;
    group.first = static_cast<std::int32_t>(problem.contacts.size()), group.count = count;
    if (b >= 0) group.shift = vector(0.3);
    group.mobility = 1;
    const auto shape = problem.groups.size() % 2 == 0 ? FRIX_STICTION_LINEAR : FRIX_STICTION_QUADRATIC;
    const auto law = problem.groups.size() % 3 == 0 ? FRIX_NORMAL_LINEAR : FRIX_NORMAL_HUNT_CROSSLEY;
    surfaces.push_back({0.7, stiction_speed, 2e3, 2, 10, 0, shape, law});
    for (int i = 0; i < count; ++i) {
      contact::Contact contact;
      contact.normal = vector(1).normalized();
      contact.arm = vector(0.3);
      contact.depth = number(-1e-4, 2e-3);
      contact.surface = &surfaces.back();
      problem.contacts.push_back(contact);
    }
    problem.groups.push_back(group);
  }

  void add_scalar(std::int32_t block, std::int32_t j, contact::ScalarLaw law) {
    problem.scalars.push_back({block, problem.blocks[static_cast<std::size_t>(block)].first + j, 0, law});
  }

  void add_spring(std::int32_t block_a, std::int32_t block_b, double weight) {
    indices.emplace_back();
    numbers.emplace_back();
    for (const std::int32_t b : {block_a, block_b}) {
      if (b < 0) continue;
      const contact::Block& block = problem.blocks[static_cast<std::size_t>(b)];
      for (int j = 0; j < block.size; ++j) {
        indices.back().push_back(block.first + j);
        numbers.back().push_back(number(-1, 1));
      }
    }
    problem.springs.push_back({block_a, block_b, static_cast<std::int32_t>(indices.back().size()),
                               indices.back().data(), numbers.back().data(), weight});
  }

 private:
  std::mt19937 random;
};

}  // namespace frix::test
