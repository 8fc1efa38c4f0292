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

#include "temporary_directory.hpp"

namespace twoscale::testing {

struct Outcome {
  int code;
  std::string out, err;
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
