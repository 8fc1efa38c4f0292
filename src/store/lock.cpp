#include "lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "schema.hpp"

namespace twoscale {

Store::Lock::Lock(const std::string& path) : path_(path) {
  std::error_code failed;
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  if (!directory.empty()) std::filesystem::create_directories(directory, failed);
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw Error("cannot write '" + path + "' (" + std::strerror(errno) +
                "): is the directory there and writable, and the file yours?");
  if (is_on_network(path)) return;  // SQLite's own lock has to do: prepare_to_write()
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    close(file_);
    if (error != EWOULDBLOCK) throw Error("cannot lock '" + path + "' (" + std::strerror(error) + ")");
    throw Error("'" + path + "' is in use by another run: wait until it is done, or give this one another --store");
  }
}

Store::Lock::~Lock() { close(file_); }

void Store::Lock::require_in_place() const {
  struct stat locked {
  }, named{};
  if (fstat(file_, &locked) == 0 && stat(path_.c_str(), &named) == 0 && locked.st_dev == named.st_dev &&
      locked.st_ino == named.st_ino)
    return;
  throw Error("'" + path_ +
              "' was deleted, moved or replaced while this run wrote to it: what was stored until now is in the file "
              "that was moved, if it is still there; 'twoscale resume' goes on from that one");
}

}  // namespace twoscale
