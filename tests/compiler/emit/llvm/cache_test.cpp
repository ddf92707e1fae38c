#include <doctest/doctest.h>
#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compiler/emit/llvm/cache.h"
#include "compiler/emit/llvm/jit.h"
#include "tests/compiler/emit/random_kernel.h"

using namespace frix;
namespace fs = std::filesystem;

namespace {

// An empty directory that goes away, and is the cache meanwhile.
class Directory {
 public:
  Directory() {
    std::string pattern = (fs::temp_directory_path() / "frix-cache-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
    ::setenv("FRIX_CACHE", path_.c_str(), 1);
  }
  ~Directory() {
    ::unsetenv("FRIX_CACHE");
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  std::vector<fs::path> files() const {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) files.push_back(entry.path());
    return files;
  }

 private:
  fs::path path_;
};

double first_result(const emit::Jit& jit, const ir::Kernel& kernel) {
  const std::vector<double> a = test::random_values(kernel.inputs[0].size, 1), b = {0.1, 0.2, 0.3};
  std::vector<double> x(kernel.outputs[0].size), y(4);
  const double* in[] = {a.data(), b.data()};
  double* out[] = {x.data(), y.data()};
  jit.find(kernel.name)(in, out, 0, 1);
  return x[0];
}

}  // namespace

TEST_CASE("the second compilation comes from the cache") {
  const Directory directory;
  const ir::Kernel kernel = test::random_kernel("k", 11);
  const emit::Jit first({kernel}, {});
  CHECK(first.report().cached == 0);
  CHECK(directory.files().size() == 1);
  const emit::Jit second({kernel}, {});
  REQUIRE(second.error() == "");
  CHECK(second.report().cached == 1);
  CHECK(second.report().generate_seconds == 0);
  CHECK(first_result(first, kernel) == first_result(second, kernel));
}

TEST_CASE("a damaged entry is compiled again and replaced") {
  const Directory directory;
  const ir::Kernel kernel = test::random_kernel("k", 11);
  const double expected = first_result(emit::Jit({kernel}, {}), kernel);
  const fs::path file = directory.files().at(0);
  const auto size = fs::file_size(file);
  const auto damage = [&](int kind) {
    if (kind == 0) fs::resize_file(file, 0);
    if (kind == 1) fs::resize_file(file, size / 2);
    if (kind == 2) {
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(static_cast<std::streamoff>(size / 2));
      stream << "garbage";
    }
  };
  for (int kind = 0; kind < 3; ++kind) {
    CAPTURE(kind);
    damage(kind);
    const emit::Jit again({kernel}, {});
    REQUIRE(again.error() == "");
    CHECK(again.report().cached == 0);
    CHECK(first_result(again, kernel) == expected);
    CHECK(emit::Jit({kernel}, {}).report().cached == 1);
  }
}

TEST_CASE("a cache that cannot be written does no harm") {
  const ir::Kernel kernel = test::random_kernel("k", 11);
  for (const char* path : {"/proc/no/such/place", "/dev/null"}) {
    ::setenv("FRIX_CACHE", path, 1);
    const emit::Jit jit({kernel}, {});
    CHECK(jit.error() == "");
    CHECK((jit.find("k") != nullptr));
  }
  ::unsetenv("FRIX_CACHE");
}

TEST_CASE("the directory follows the environment") {
  const auto set = [](const char* name, const char* value) {
    if (value == nullptr)
      ::unsetenv(name);
    else
      ::setenv(name, value, 1);
  };
  const char* old_home = ::getenv("HOME");
  const char* old_base = ::getenv("XDG_CACHE_HOME");
  const std::string home = old_home == nullptr ? "" : old_home, base = old_base == nullptr ? "" : old_base;
  set("HOME", "/h");
  set("XDG_CACHE_HOME", "/x");
  set("FRIX_CACHE", "/f");
  CHECK(emit::default_cache_directory() == "/f");
  set("FRIX_CACHE", nullptr);
  CHECK(emit::default_cache_directory() == "/x/frix");
  set("XDG_CACHE_HOME", nullptr);
  CHECK(emit::default_cache_directory() == "/h/.cache/frix");
  set("HOME", nullptr);
  CHECK(emit::default_cache_directory().empty());
  const ir::Kernel kernel = test::random_kernel("k", 11);
  CHECK((emit::Jit({kernel}, {}).find("k") != nullptr));
  set("HOME", old_home == nullptr ? nullptr : home.c_str());
  set("XDG_CACHE_HOME", old_base == nullptr ? nullptr : base.c_str());
}

TEST_CASE("the key names the content and nothing else") {
  const ir::Kernel kernel = test::random_kernel("k", 11);
  const std::string key = emit::cache_key(kernel, 1, "target");
  CHECK(key.size() == 32);
  CHECK(emit::cache_key(kernel, 2, "target") != key);
  CHECK(emit::cache_key(kernel, 1, "other") != key);

  // other things in the same graph do not matter
  ir::Kernel more = test::random_kernel("k", 11);
  more.graph->apply(ir::Op::sinh, more.graph->input(0, 0));
  CHECK(emit::cache_key(more, 1, "target") == key);

  // everything of the kernel does
  ir::Kernel changed = kernel;
  changed.name.push_back('l');
  CHECK(emit::cache_key(changed, 1, "target") != key);
  changed = kernel;
  changed.inputs[0].size += 1;
  CHECK(emit::cache_key(changed, 1, "target") != key);
  changed = kernel;
  changed.inputs[1].shared = false;
  CHECK(emit::cache_key(changed, 1, "target") != key);
  changed = kernel;
  std::swap(changed.stores[0].index, changed.stores[1].index);
  CHECK(emit::cache_key(changed, 1, "target") != key);
  changed = kernel;
  changed.stores[0].node = kernel.graph->constant(0.125);
  CHECK(emit::cache_key(changed, 1, "target") != key);
}

TEST_CASE("trimming removes what was not used for longest") {
  const Directory directory;
  const emit::ObjectCache cache(directory.path());
  const auto now = fs::file_time_type::clock::now();
  for (const char* key : {"a", "b", "c", "d"}) cache.save(key, std::string(1000, *key));
  const char* ages[] = {"c", "a", "d", "b"};  // oldest first
  for (int i = 0; i < 4; ++i)
    fs::last_write_time(directory.path() / (fmt::format("{}.frixo", ages[i])), now - std::chrono::hours(10 - i));
  CHECK(cache.load("c").has_value());  // used: now the youngest
  cache.trim(2500);
  CHECK(directory.files().size() == 2);
  CHECK(cache.load("b").has_value());
  CHECK(cache.load("c") == std::string(1000, 'c'));
}
