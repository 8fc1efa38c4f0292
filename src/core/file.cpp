#include <twoscale/core/file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <twoscale/core/error.hpp>

namespace twoscale {

std::string make_file_beside(const std::string& target) {
  const std::filesystem::path directory = std::filesystem::path(target).parent_path();
  std::error_code failed;
  if (!directory.empty()) std::filesystem::create_directories(directory, failed);
  std::string path = (directory / "twoscale-XXXXXX.part").string();
  const int file = mkostemps(path.data(), 5, O_CLOEXEC);
  if (file < 0)
    throw Error("cannot write '" + target + "' (" + std::strerror(errno) +
                "): is the directory there and writable, and the disk not full?");
  const mode_t mask = umask(0);  // mkostemps makes it for its owner alone; others may read what they may elsewhere
  umask(mask);
  fchmod(file, 0666 & ~mask);
  close(file);
  return path;
}

bool move_to_free_name(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  return link(from.c_str(), to.c_str()) == 0 && unlink(from.c_str()) == 0;  // a file system without such a move
}

}  // namespace twoscale
