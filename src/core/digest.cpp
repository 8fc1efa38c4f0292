#include <twoscale/core/digest.hpp>

#include <sys/types.h>

#include <sha2.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace twoscale {

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

}  // namespace twoscale
