#include <twoscale/core/output_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <twoscale/core/error.hpp>
#include <twoscale/core/file.hpp>

namespace twoscale {

namespace {

namespace fs = std::filesystem;

/// The file that a link leads to, whether it is there or not: links stay, and what they lead to is replaced.
std::string behind_links(fs::path path) {
  constexpr int kLinks = 40;
  std::error_code failed;
  for (int i = 0; i < kLinks && fs::is_symlink(path, failed); ++i)
    path = path.parent_path() / fs::read_symlink(path, failed);
  return path.string();
}

/// Standard output or error, where the path leads to the file that one of them writes to; -1 otherwise.
int standard_stream(const struct stat& target) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat own {};
    if (fstat(stream, &own) == 0 && own.st_dev == target.st_dev && own.st_ino == target.st_ino) return stream;
  }
  return -1;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  return fs::equivalent(a, b, failed) || fs::absolute(behind_links(a), failed).lexically_normal() ==
                                             fs::absolute(behind_links(b), failed).lexically_normal();
}

[[noreturn]] void refuse_path(const std::string& path, int error) {
  throw Error("cannot write '" + path + "' (" + std::strerror(error) +
              "): is the directory there and writable, and the disk not full?");
}

}  // namespace

/// Bytes into a file descriptor; remembers the first error.
class OutputFile::Buffer : public std::streambuf {
 public:
  explicit Buffer(int file) : file_(file) { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
  ~Buffer() override {
    if (file_ >= 0) close(file_);
  }
  int error() const { return error_; }
  /// Everything is on the disk, where there is one; then it is closed.
  void finish() {
    sync();
    if (error_ == 0 && fsync(file_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) error_ = errno;
    if (close(file_) != 0 && error_ == 0) error_ = errno;
    file_ = -1;
  }

 private:
  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }
  int sync() override {
    for (const char* from = pbase(); from < pptr() && error_ == 0;) {
      const ssize_t written = write(file_, from, static_cast<std::size_t>(pptr() - from));
      if (written > 0) from += written;
      else if (errno != EINTR) error_ = errno;
    }
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return error_ == 0 ? 0 : -1;
  }

  std::array<char, 1 << 16> bytes_;
  int file_, error_ = 0;
};

OutputFile::OutputFile(const std::string& path, Tell tell)
    : tell_(std::move(tell)), path_(path), target_(behind_links(path)) {
  struct stat target {};
  const bool there = stat(path.c_str(), &target) == 0;
  if (there && S_ISDIR(target.st_mode)) refuse(EISDIR);
  const int stream = there ? standard_stream(target) : -1;
  to_stream_ = stream >= 0;
  int file = -1;
  if (stream >= 0) {
    std::fflush(nullptr);  // what was printed before comes before
    file = dup(stream);
  } else if (there && !S_ISREG(target.st_mode)) {
    file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    part_ = make_file_beside(target_);
    if (tell_) tell_(part_);
    file = open(part_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (there && file >= 0) fchmod(file, target.st_mode & 07777);
  }
  if (file < 0) {
    const int error = errno;
    if (!part_.empty()) std::remove(part_.c_str());
    refuse(error);
  }
  buffer_ = std::make_unique<Buffer>(file);
  out_ = std::make_unique<std::ostream>(buffer_.get());
}

OutputFile::~OutputFile() {
  std::error_code failed;
  if (!part_.empty()) fs::remove(part_, failed);
  if (tell_) tell_("");
}

void OutputFile::finish() {
  buffer_->finish();
  if (buffer_->error() != 0) refuse(buffer_->error());
  if (!part_.empty() && std::rename(part_.c_str(), target_.c_str()) != 0) refuse(errno);
  part_.clear();
}

void OutputFile::refuse(int error) const { refuse_path(path_, error); }

void write_output(const std::string& path, const std::string& text, const OutputFile::Tell& tell) {
  if (path.empty()) return;
  OutputFile file(path, tell);
  file.stream() << text << '\n';
  file.finish();
}

void require_writable(const std::string& path, const std::string& store) {
  if (path.empty()) return;
  if (!store.empty() && same_file(path, store))
    throw Error("--output '" + path + "' is the store: choose another name");
  struct stat target {};
  const bool there = stat(path.c_str(), &target) == 0;
  if (there && S_ISDIR(target.st_mode)) refuse_path(path, EISDIR);
  if (there && standard_stream(target) >= 0) return;
  if (there && !S_ISREG(target.st_mode)) {
    if (access(path.c_str(), W_OK) != 0) refuse_path(path, errno);
    return;
  }
  try {
    std::remove(make_file_beside(behind_links(path)).c_str());
  } catch (const Error&) {
    refuse_path(path, errno);
  }
}

}  // namespace twoscale
