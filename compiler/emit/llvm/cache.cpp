#include "compiler/emit/llvm/cache.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace frix::emit {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kDigestBytes = 16;

std::string digest(const std::string& bytes) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(bytes));
  const auto hash = hasher.final<kDigestBytes>();
  return {hash.begin(), hash.end()};
}

template <typename T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_text(std::string& bytes, const std::string& text) {
  append(bytes, text.size());
  bytes += text;
}

void append_buffers(std::string& bytes, const std::vector<ir::Buffer>& buffers) {
  append(bytes, buffers.size());
  for (const ir::Buffer& buffer : buffers) {
    append(bytes, buffer.size);
    append(bytes, buffer.shared);
  }
}

}  // namespace

std::string cache_key(const ir::Kernel& kernel, int level, const std::string& target) {
  const ir::Graph& graph = *kernel.graph;
  std::string bytes;
  append_text(bytes, target);
  append(bytes, level);
  append_text(bytes, kernel.name);
  append(bytes, kernel.in_place);
  append_buffers(bytes, kernel.inputs);
  append_buffers(bytes, kernel.outputs);

  // nodes are named by their place in the schedule, which does not depend on what else is in the graph
  std::vector<std::uint32_t> place(graph.size(), 0);
  std::uint32_t count = 0;
  for (const ir::NodeId id : ir::schedule(kernel)) {
    const ir::Node& node = graph.node(id);
    place[id] = count++;
    append(bytes, node.op);
    if (node.op == ir::Op::constant) append(bytes, node.value);
    if (node.op == ir::Op::input) {
      append(bytes, node.buffer);
      append(bytes, node.index);
    }
    for (int i = 0; i < ir::operand_count(node.op); ++i) append(bytes, place[node.operand[i]]);
  }
  for (const ir::Store& store : kernel.stores) {
    append(bytes, store.buffer);
    append(bytes, store.index);
    append(bytes, place[store.node]);
  }
  return llvm::toHex(digest(bytes), true);
}

fs::path default_cache_directory() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const std::string own = variable("FRIX_CACHE"); !own.empty()) return own;
  if (const std::string base = variable("XDG_CACHE_HOME"); !base.empty()) return fs::path(base) / "frix";
  if (const std::string home = variable("HOME"); !home.empty()) return fs::path(home) / ".cache" / "frix";
  return {};
}

std::optional<std::string> ObjectCache::load(const std::string& key) const {
  if (directory_.empty()) return std::nullopt;
  std::ifstream stream(file(key), std::ios::binary);
  if (!stream) return std::nullopt;
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};

  // a file is the digest of the object, then the object
  if (bytes.size() <= kDigestBytes) return std::nullopt;
  std::string object = bytes.substr(kDigestBytes);
  if (digest(object) != bytes.substr(0, kDigestBytes)) return std::nullopt;

  // the time of the last write is the time of the last use
  std::error_code ignored;
  fs::last_write_time(file(key), fs::file_time_type::clock::now(), ignored);
  return object;
}

void ObjectCache::save(const std::string& key, const std::string& object) const {
  if (directory_.empty()) return;
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) return;

  // written beside, then renamed: readers never see half a file
  static std::atomic<unsigned> count = 0;
  fs::path part = file(key);
  part += fmt::format(".{}-{}.part", ::getpid(), count++);
  {
    std::ofstream stream(part, std::ios::binary);
    stream << digest(object) << object;
    stream.close();
    if (!stream) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(part, file(key), error);
  if (error) fs::remove(part, error);

  // keys are random: one in sixteen looks after the size, which takes a look at every file
  if (key.starts_with('0')) trim();
}

void ObjectCache::trim(std::uintmax_t bytes) const {
  if (directory_.empty()) return;
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uintmax_t size;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;
  for (fs::directory_iterator at(directory_, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;  // another process may remove files meanwhile
    if (at->path().extension() != ".frixo" && at->path().extension() != ".part") continue;
    Entry entry{at->path(), at->last_write_time(gone), at->file_size(gone)};
    if (gone) continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= bytes) break;
    fs::remove(entry.path, error);
    total -= entry.size;
  }
}

}  // namespace frix::emit
