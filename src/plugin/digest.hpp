#pragma once
// Bytes of files, and their SHA-256.

#include <optional>
#include <string>
#include <string_view>

namespace twoscale::plugin {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// All of a file; nothing where it cannot be read.
std::optional<std::string> read_bytes(const std::string& path);

/// One number for a tree of headers: SHA-256 of the lines "SHA256  PATH", sorted by path, of its *.hpp.
/// cmake/header_stamp.cmake computes the same when the library is built.
std::string header_stamp(const std::string& include_directory);

}  // namespace twoscale::plugin
