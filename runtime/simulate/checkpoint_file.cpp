#include "runtime/simulate/checkpoint_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace frix::simulate {

std::string save_state(const Simulation& simulation, const std::string& path) {
  const std::string bytes = simulation.save();
  const std::string draft = path + ".part";
  std::FILE* file = std::fopen(draft.c_str(), "wb");
  bool ok = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr) ok = std::fclose(file) == 0 && ok;
  if (ok && std::rename(draft.c_str(), path.c_str()) == 0) return "";
  const std::string problem = "cannot write " + path + ": " + std::strerror(errno);
  std::remove(draft.c_str());
  return problem;
}

std::string load_state(Simulation& simulation, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  std::string bytes;
  bool ok = file != nullptr;
  if (ok) {
    char block[1 << 14];
    while (const std::size_t n = std::fread(block, 1, sizeof block, file)) bytes.append(block, n);
    ok = std::ferror(file) == 0;
  }
  const int reason = errno;
  if (file != nullptr) std::fclose(file);
  if (!ok) return "cannot read " + path + ": " + std::strerror(reason);
  const std::string problem = simulation.load(bytes);
  return problem.empty() ? "" : "cannot take up " + path + ": " + problem;
}

}  // namespace frix::simulate
