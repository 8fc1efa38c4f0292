#pragma once
// OutputFile: written beside its place and moved there whole, so that no reader sees half a file. What is not a plain
// file (a device, a pipe, the terminal) is written to as it is, and never replaced.

#include <functional>
#include <memory>
#include <ostream>
#include <string>

namespace twoscale {

/// Throws where OutputFile could not write, or would write over the store; for an empty path does nothing. Called
/// before a run: hours should not be spent on what cannot be kept.
void require_writable(const std::string& path, const std::string& store = "");

class OutputFile {
 public:
  /// Told which file is being written beside the place, and with an empty name that it is there no more: for who must
  /// remove it when the program is ended.
  using Tell = std::function<void(const std::string& part)>;

  /// Folders are made. Throws where nothing can be written.
  explicit OutputFile(const std::string& path, Tell tell = {});
  /// Without finish() nothing is left of a plain file.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return *out_; }
  /// Whether it is standard output or error: nothing else should be printed there.
  bool to_stream() const { return to_stream_; }
  /// Throws, and leaves what was there before, where not all of it could be written.
  void finish();

 private:
  class Buffer;
  [[noreturn]] void refuse(int error) const;

  Tell tell_;
  std::string path_, target_, part_;  // as given; behind links; where it is written, empty where that is the target
  bool to_stream_ = false;
  std::unique_ptr<Buffer> buffer_;
  std::unique_ptr<std::ostream> out_;
};

/// The text and a line end, to a file; nothing for an empty path.
void write_output(const std::string& path, const std::string& text, const OutputFile::Tell& tell = {});

}  // namespace twoscale
