// From a line of emitted code back to the line of the model that it was made for, by the comments of the code itself:
// they move with it when somebody edits it.
#pragma once

#include <string>
#include <string_view>

namespace frix::emit::cpp {

struct Blame {
  std::size_t lines = 0;  // of the file
  std::string line_text;  // without indentation; empty when there is no such line, or nothing on it
  std::string origin;     // "mass matrix: elbow (arm.frix:12)"; empty when no line of the model made it
};

Blame blame(std::string_view text, std::size_t line);

}  // namespace frix::emit::cpp
