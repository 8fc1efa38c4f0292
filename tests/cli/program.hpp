#pragma once
// Runs the built program as a user would: arguments in, exit code and both outputs out.

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace twoscale::testing {

struct Outcome {
  int code;
  std::string out, err;
};

/// A directory of the test's own, gone with it.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "twoscale-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  bool empty() const { return std::filesystem::is_empty(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Arguments as a shell would read them, from an empty directory, perhaps under another program (timeout).
inline Outcome twoscale(const std::string& arguments, const std::string& under = "") {
  const TemporaryDirectory scratch;
  const std::string command = "cd '" + scratch.path().string() + "' && " + under + " '" TWOSCALE_PROGRAM "' " +
                              arguments + " >'" + (scratch / "out").string() + "' 2>'" + (scratch / "err").string() +
                              "' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(scratch / "out"),
          slurp(scratch / "err")};
}

}  // namespace twoscale::testing
