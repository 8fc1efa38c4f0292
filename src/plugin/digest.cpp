#include "digest.hpp"

#include <sys/types.h>

#include <sha2.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace twoscale::plugin {

std::string sha256(std::string_view bytes) {
  char text[SHA256_DIGEST_STRING_LENGTH];
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), text);
  return text;
}

std::optional<std::string> read_bytes(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return std::nullopt;
  return std::move(text).str();
}

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
