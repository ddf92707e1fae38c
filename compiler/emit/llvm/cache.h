// Objects on disk, keyed by content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "compiler/ir/kernel.h"

namespace frix::emit {

// A key for the object of this kernel: a hash of all that its code depends on. It does not need LLVM IR, so that a warm
// start is fast. `target` is target_description().
std::string cache_key(const ir::Kernel& kernel, int level, const std::string& target);

// $FRIX_CACHE, $XDG_CACHE_HOME/frix or ~/.cache/frix; empty when none of them is set.
std::filesystem::path default_cache_directory();

// One file per object. What cannot be read is not there, what cannot be written is not kept: a cache never fails.
// Several processes may share a directory: files appear under their name only when complete.
class ObjectCache {
 public:
  static constexpr std::uintmax_t kMaxBytes = 256u << 20;

  explicit ObjectCache(std::filesystem::path directory) : directory_(std::move(directory)) {}

  std::optional<std::string> load(const std::string& key) const;
  // Now and then it also trims.
  void save(const std::string& key, const std::string& object) const;
  // Removes what was not used for longest until `bytes` or less are left.
  void trim(std::uintmax_t bytes = kMaxBytes) const;

 private:
  std::filesystem::path file(const std::string& key) const { return directory_ / (key + ".frixo"); }

  std::filesystem::path directory_;  // empty: no cache
};

}  // namespace frix::emit
