// Runs the program as a user would, in a folder of its own.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace frix::test {

struct Process {
  int exit = -1;
  std::string output;  // standard output and standard error
};

// A folder that vanishes with the object.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "frix test XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  // `arguments` as typed in a shell, after the program's name.
  Process frix(const std::string& arguments) const { return shell("'" FRIX_BINARY "' " + arguments); }
  Process shell(const std::string& command) const {
    const std::string line = "cd '" + path_.string() + "' && { " + command + "; } 2>&1";
    std::FILE* pipe = popen(line.c_str(), "r");
    REQUIRE(pipe != nullptr);
    Process process;
    char block[4096];
    while (const std::size_t n = std::fread(block, 1, sizeof block, pipe)) process.output.append(block, n);
    const int status = pclose(pipe);
    process.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return process;
  }

 private:
  std::filesystem::path path_;
};

inline std::size_t count_lines(const std::string& text) {
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace frix::test
