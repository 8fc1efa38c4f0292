#pragma once
// OutputFile: written beside its place and moved there whole, so that no reader sees half a file.

#include <fstream>
#include <string>

namespace twoscale::cli {

class OutputFile {
 public:
  /// Folders are made. Throws where nothing can be written.
  explicit OutputFile(const std::string& path);
  /// Without finish() nothing is left.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return out_; }
  /// Throws, and leaves what was there before, where not all of it could be written.
  void finish();

 private:
  [[noreturn]] void refuse() const;
  std::string path_, part_;
  std::ofstream out_;
};

}  // namespace twoscale::cli
