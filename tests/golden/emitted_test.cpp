// What the compiler emits for two small models, byte for byte: the generated part of the folder, in one text each.
// FRIX_UPDATE_GOLDEN=1 writes the texts anew; read the difference before it is committed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/process.h"

namespace fs = std::filesystem;
using frix::test::Folder;

namespace {

std::string emitted(const std::string& model) {
  const Folder folder;
  const auto process = folder.frix("emit cpp -q -o out '" FRIX_ROOT "/models/" + model + ".frix'");
  INFO(process.output);
  REQUIRE(process.exit == 0);
  std::vector<std::string> files = {"README.md", "CMakeLists.txt"};
  for (const auto& entry : fs::directory_iterator(folder.path("out/model")))
    files.push_back("model/" + entry.path().filename().string());
  std::sort(files.begin(), files.end());
  std::string text;
  for (const std::string& file : files) text += "==> " + file + " <==\n" + folder.read("out/" + file) + "\n";
  return text;
}

}  // namespace

TEST_CASE("the emitted code of two small models") {
  for (const char* model : {"pendulum", "stick_slip"}) {
    CAPTURE(model);
    const std::string path = std::string(FRIX_ROOT "/tests/golden/emitted/") + model + ".txt";
    const std::string now = emitted(model);
    if (std::getenv("FRIX_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << now;
    std::ifstream file(path, std::ios::binary);
    const std::string golden{std::istreambuf_iterator<char>(file), {}};
    CHECK(now == golden);
  }
}
