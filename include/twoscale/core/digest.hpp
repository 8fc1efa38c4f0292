#pragma once
// Bytes of files, and their SHA-256.

#include <optional>
#include <string>
#include <string_view>

namespace twoscale {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// All of a file; nothing where it cannot be read.
std::optional<std::string> read_bytes(const std::string& path);

}  // namespace twoscale
