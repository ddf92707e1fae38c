// A kernel while it is written: buffers in, scalars, buffers out.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/lower/algebra.h"

namespace frix::lower {

// The elements of an input buffer. Nodes are made for those that are asked for, so a large state costs nothing.
class Elements {
 public:
  Elements() = default;
  Elements(ir::Graph& graph, std::uint16_t buffer, std::size_t size) : graph_(&graph), buffer_(buffer), size_(size) {}

  std::size_t size() const { return size_; }
  ir::Scalar operator[](std::size_t index) const {
    return {*graph_, graph_->input(buffer_, static_cast<std::uint32_t>(index))};
  }
  std::vector<ir::Scalar> part(std::size_t first, std::size_t count) const {
    std::vector<ir::Scalar> elements;
    for (std::size_t i = 0; i < count; ++i) elements.push_back((*this)[first + i]);
    return elements;
  }
  std::vector<ir::Scalar> all() const { return part(0, size_); }

 private:
  ir::Graph* graph_ = nullptr;
  std::uint16_t buffer_ = 0;
  std::size_t size_ = 0;
};

class KernelBuilder {
 public:
  // `purpose` says in a sentence what the kernel computes.
  KernelBuilder(std::string name, std::string purpose);

  // What is made while the result lives is made for this.
  ir::OriginScope origin(const std::string& step, const std::string& subject = "", const Span& span = {}) {
    return {kernel_.graph.get(), {step, subject, span}};
  }

  // A new input buffer. `shared`: the same for all instances.
  Elements input(const std::string& name, std::size_t size, bool shared = false);

  // A new output buffer; the elements that are not stored are not written.
  std::uint16_t output(const std::string& name, std::size_t size);
  void store(std::uint16_t buffer, std::size_t index, const ir::Scalar& value);
  void store(std::uint16_t buffer, std::size_t index, const Vec<ir::Scalar>& value);
  void output(const std::string& name, const std::vector<ir::Scalar>& values);

  ir::Kernel take() { return std::move(kernel_); }

 private:
  ir::Kernel kernel_;
};

}  // namespace frix::lower
