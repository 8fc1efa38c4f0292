#include "output_file.hpp"

#include <filesystem>

#include <twoscale/core/error.hpp>

namespace twoscale::cli {

namespace fs = std::filesystem;

OutputFile::OutputFile(const std::string& path) : path_(path), part_(path + ".part") {
  std::error_code failed;
  if (fs::path(path).has_parent_path()) fs::create_directories(fs::path(path).parent_path(), failed);
  if (fs::is_directory(path, failed)) refuse();
  out_.open(part_, std::ios::binary);
  if (!out_) refuse();
}

OutputFile::~OutputFile() {
  if (part_.empty()) return;
  out_.close();
  std::error_code failed;
  fs::remove(part_, failed);
}

void OutputFile::finish() {
  out_.close();
  std::error_code failed;
  if (out_) fs::rename(part_, path_, failed);
  if (!out_ || failed) refuse();
  part_.clear();
}

void OutputFile::refuse() const {
  throw Error("cannot write '" + path_ + "': is the directory there and writable, and the disk not full?");
}

}  // namespace twoscale::cli
