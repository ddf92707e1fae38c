#include "compiler/lower/purpose.h"

namespace frix::lower {

std::string identifier(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain || result.empty() || result.back() != '_') result += plain ? c : '_';
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  if (result.empty() || (result[0] >= '0' && result[0] <= '9')) result = "_" + result;
  return result;
}

}  // namespace frix::lower
