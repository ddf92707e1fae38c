// The runtime's own sources as text, put into the compiler when it is built.
#pragma once

#include <string_view>
#include <vector>

namespace frix::emit::cpp {

struct RuntimeSource {
  std::string_view path;  // "runtime/contact/islands.cpp"
  std::string_view text;
};

const std::vector<RuntimeSource>& runtime_sources();  // by path

}  // namespace frix::emit::cpp
