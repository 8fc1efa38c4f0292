#include "digest.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace twoscale::plugin {

std::string header_stamp(const std::string& include_directory) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(include_directory + "/twoscale", failed), end; !failed && at != end;
       at.increment(failed))
    if (at->path().extension() == ".hpp") paths.push_back(at->path().lexically_relative(include_directory).string());
  std::sort(paths.begin(), paths.end());
  std::string lines;
  for (const std::string& path : paths) {
    lines += sha256(read_bytes(fs::path(include_directory) / path).value_or(""));
    lines += "  ";
    lines += path;
    lines += '\n';
  }
  return sha256(lines);
}

}  // namespace twoscale::plugin
