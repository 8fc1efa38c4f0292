#pragma once
// twoscale merge: several stores made one.

#include <string>
#include <vector>

namespace twoscale::cli {

int merge(const std::vector<std::string>& inputs, const std::string& output);

}  // namespace twoscale::cli
