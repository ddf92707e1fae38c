// The house stands as ARCHITECTURE says: includes point down the floors, and the great libraries stay behind their
// walls.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace fs = std::filesystem;

namespace {

using Rooms = std::set<std::string>;

// Each room, and the rooms that it may include beside itself.
const std::map<std::string, Rooms> kFloors = {
    {"runtime/model", {}},
    {"runtime/geometry", {"runtime/model"}},
    {"runtime/contact", {"runtime/model", "runtime/geometry"}},
    {"runtime/methods", {"runtime/model", "runtime/geometry", "runtime/contact"}},
    {"runtime/simulate", {"runtime/model", "runtime/geometry", "runtime/contact", "runtime/methods"}},
    {"runtime/api", {"runtime/model", "runtime/methods", "runtime/simulate"}},
    {"runtime/program", {"runtime/model", "runtime/methods", "runtime/simulate"}},
    {"compiler/source", {}},
    {"compiler/units", {"compiler/source"}},
    {"compiler/syntax", {"compiler/source"}},
    {"compiler/mechanism", {"compiler/source", "compiler/units"}},
    {"compiler/sema", {"compiler/source", "compiler/units", "compiler/syntax", "compiler/mechanism"}},
    {"compiler/ir", {"compiler/source"}},
    {"compiler/lower", {"compiler/source", "compiler/units", "compiler/mechanism", "compiler/ir", "runtime/model"}},
    {"compiler/emit/table", {"runtime/model"}},
    {"compiler/emit/llvm", {"compiler/source", "compiler/ir", "compiler/emit/table", "runtime/model"}},
    {"compiler/emit/cpp", {"compiler/source", "compiler/ir", "compiler/emit/table", "runtime/model"}},
};

// The room of a path, or "" for a room that may include everything (the driver, the top floor).
std::string room_of(const std::string& path) {
  std::string best;
  for (const auto& [room, below] : kFloors) {
    if (path.rfind(room + "/", 0) == 0 && room.size() > best.size()) best = room;
  }
  return best;
}

template <class Visit>
void for_each_include(Visit visit) {
  const std::regex include(R"(^\s*#include\s+[<"]([^>"]+)[>"])");
  const fs::path root = FRIX_ROOT;
  for (const char* wing : {"compiler", "runtime"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / wing)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      std::ifstream file(entry.path());
      std::string line;
      while (std::getline(file, line)) {
        std::smatch match;
        if (std::regex_search(line, match, include))
          visit(fs::relative(entry.path(), root).generic_string(), match[1].str());
      }
    }
  }
}

}  // namespace

TEST_CASE("includes point down the floors") {
  int seen = 0;
  for_each_include([&](const std::string& file, const std::string& included) {
    const std::string from = room_of(file), to = room_of(included);
    ++seen;
    if (included.rfind("compiler/driver/", 0) == 0)
      CHECK_MESSAGE(file.rfind("compiler/driver/", 0) == 0, file, " includes ", included);
    if (from.empty() || to.empty() || from == to) return;
    CHECK_MESSAGE(kFloors.at(from).count(to) == 1, file, " includes ", included);
  });
  CHECK(seen > 100);
}

TEST_CASE("LLVM is seen by emit/llvm alone, ANTLR by syntax alone") {
  for_each_include([&](const std::string& file, const std::string& included) {
    if (included.rfind("llvm/", 0) == 0)
      CHECK_MESSAGE(file.rfind("compiler/emit/llvm/", 0) == 0, file, " includes ", included);
    if (included.rfind("antlr4", 0) == 0 || included.rfind("Frix", 0) == 0 || included.rfind("grammar/", 0) == 0) {
      CHECK_MESSAGE(file.rfind("compiler/syntax/", 0) == 0, file, " includes ", included);
    }
  });
}
