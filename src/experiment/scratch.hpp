#pragma once
// Scratch: a directory for a store that nobody asked to keep.

#include <stdlib.h>  // NOLINT: mkdtemp is not in <cstdlib>

#include <filesystem>
#include <string>

#include <twoscale/core/error.hpp>

namespace twoscale {

/// A directory that is gone at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "twoscale-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw Error("cannot make a directory in '" + name + "' for results that are not kept");
    path_ = name;
  }
  ~Scratch() {
    std::error_code failed;
    std::filesystem::remove_all(path_, failed);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace twoscale
