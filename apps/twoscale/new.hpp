#pragma once
// twoscale new: a problem file to start from.

#include <string>

namespace twoscale::cli {

/// Writes examples/starter.cpp under this path; gives the exit code. Throws twoscale::Error where something is there.
int create(const std::string& path);

}  // namespace twoscale::cli
