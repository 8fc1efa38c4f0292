#pragma once
// SHA-256 of files and of a tree of headers.

#include <string>

#include <twoscale/core/digest.hpp>

namespace twoscale::plugin {

using twoscale::read_bytes;
using twoscale::sha256;

/// One number for a tree of headers: SHA-256 of the lines "SHA256  PATH", sorted by path, of its *.hpp.
/// cmake/header_stamp.cmake computes the same when the library is built.
std::string header_stamp(const std::string& include_directory);

}  // namespace twoscale::plugin
