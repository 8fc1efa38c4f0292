#include "new.hpp"

#include <filesystem>
#include <fstream>

#include <twoscale/plugin/load.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

namespace {

// kStarter: examples/starter.cpp, put there when the program is configured.
#include "starter.inc"

}  // namespace

int create(const std::string& path) {
  namespace fs = std::filesystem;
  const std::string ending = fs::path(path).extension().string();
  if (ending != ".cpp" && ending != ".cc" && ending != ".cxx")
    throw Error("a problem file ends in .cpp, .cc or .cxx, not '" + path + "' (twoscale new my.cpp)");
  std::error_code failed;
  if (fs::exists(fs::symlink_status(path, failed)))
    throw Error("'" + path + "' is there already, and is left as it is: choose another name");
  std::ofstream out(path, std::ios::binary);
  out << kStarter;
  out.close();
  if (!out) throw Error("cannot write '" + path + "': is the directory there and writable, and the disk not full?");
  print("wrote " + path + ", a small problem that works; change it into yours. Next:");
  print("  twoscale show " + shell_word(path));
  print("  twoscale solve " + shell_word(path));
  return 0;
}

}  // namespace twoscale::cli
