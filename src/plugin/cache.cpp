#include "cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>

#include <twoscale/core/error.hpp>

#include "digest.hpp"

namespace twoscale::plugin {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFirstLine = "twoscale problem 1";
constexpr const char* kAdvice = "; set TWOSCALE_CACHE to a directory of your own";

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw Error("the cache of compiled problems cannot be used: " + path.string() + " " + why);
}

/// Missing directories on the way are made for the user alone.
void make_directories(const fs::path& path) {
  std::error_code unreadable;  // mkdir says what is wrong
  if (path.has_parent_path() && path.parent_path() != path && !fs::exists(path.parent_path(), unreadable) &&
      !unreadable)
    make_directories(path.parent_path());
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    refuse(path, std::string("cannot be made (") + std::strerror(errno) + ")" + kAdvice);
}

struct stat status_of(const fs::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    refuse(path, std::string("cannot be read (") + std::strerror(errno) + ")" + kAdvice);
  return status;
}

void require_safe(const fs::path& directory) {
  const struct stat own = status_of(directory);
  if (!S_ISDIR(own.st_mode)) refuse(directory, std::string("is not a directory") + kAdvice);
  if (own.st_uid != geteuid()) refuse(directory, std::string("belongs to another user") + kAdvice);
  if ((own.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    refuse(directory, "is writable by others, who could put code there for you to run; chmod 700 '" +
                          directory.string() + "', or set TWOSCALE_CACHE to a directory of your own");
  if (access(directory.c_str(), R_OK | W_OK | X_OK) != 0)
    refuse(directory, std::string("is not writable (") + std::strerror(errno) + ")" + kAdvice);
  for (fs::path above = directory.parent_path();; above = above.parent_path()) {
    const struct stat status = status_of(above);
    // A group of the user's own, or root's, is no stranger: many systems give everybody one and let it write.
    const bool others = (status.st_mode & S_IWOTH) != 0;
    const bool group = (status.st_mode & S_IWGRP) != 0 && status.st_gid != getegid() && status.st_gid != 0;
    const bool shared = (others || group) && (status.st_mode & S_ISVTX) == 0;
    const bool strange = status.st_uid != geteuid() && status.st_uid != 0;
    if (shared || strange)
      refuse(directory,
             "lies in " + above.string() + ", where others can put another directory in its place" + kAdvice);
    if (above == above.parent_path()) break;
  }
}

/// Holds the cache's two files of an entry together: others wait until this is gone.
class Lock {
 public:
  Lock(const fs::path& directory, int how) : descriptor_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (descriptor_ >= 0 && flock(descriptor_, how) != 0 && errno == EINTR) {
    }
  }
  ~Lock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

struct Entry {
  std::string digest;
  std::vector<Ingredient> ingredients;
};

std::string to_text(const Entry& entry) {
  std::string out = std::string(kFirstLine) + "\nobject " + entry.digest + "\n";
  for (const Ingredient& one : entry.ingredients) out += "file " + one.digest + " " + one.path + "\n";
  return out;
}

std::optional<Entry> read_entry(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != kFirstLine) return std::nullopt;
  Entry entry;
  while (std::getline(lines, line)) {
    if (line.starts_with("object ")) entry.digest = line.substr(7);
    else if (line.starts_with("file ") && line.size() > 70)
      entry.ingredients.push_back({line.substr(70), line.substr(5, 64)});
    else return std::nullopt;
  }
  return entry;
}

bool unchanged(const Ingredient& one) {
  const std::optional<std::string> bytes = read_bytes(one.path);
  return bytes && sha256(*bytes) == one.digest;
}

}  // namespace

fs::path Cache::place() {
  auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (const std::string own = variable("TWOSCALE_CACHE"); !own.empty()) return fs::absolute(own);
  if (const std::string xdg = variable("XDG_CACHE_HOME"); xdg.starts_with("/")) return fs::path(xdg) / "twoscale";
  if (const std::string home = variable("HOME"); home.starts_with("/")) return fs::path(home) / ".cache" / "twoscale";
  throw Error(
      "there is no place for compiled problems: HOME is not set; set TWOSCALE_CACHE to a directory of your own");
}

Cache::Cache(const fs::path& directory) {
  fs::path plain = directory.lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();  // "cache/"
  make_directories(plain);
  std::error_code failed;
  directory_ = fs::canonical(plain, failed);
  if (failed) refuse(plain, "cannot be read (" + failed.message() + ")" + kAdvice);
  require_safe(directory_);
}

CacheEntry Cache::find(const std::string& key) const {
  const Lock lock(directory_, LOCK_SH);
  const std::optional<std::string> text = read_bytes(file(key, ".txt"));
  if (!text) return {};
  const std::optional<Entry> entry = read_entry(*text);
  if (!entry) return {.object = {}, .spoilt = true};
  if (!std::all_of(entry->ingredients.begin(), entry->ingredients.end(), unchanged)) return {};
  std::optional<std::string> object = read_bytes(file(key, ".so"));
  if (!object || sha256(*object) != entry->digest) return {.object = {}, .spoilt = true};
  std::error_code ignored;
  fs::last_write_time(file(key, ".txt"), fs::file_time_type::clock::now(), ignored);
  return {.object = std::move(object), .spoilt = false};
}

void Cache::store(const std::string& key, const std::string& object, const std::vector<Ingredient>& ingredients) const {
  const Lock lock(directory_, LOCK_EX);
  write(file(key, ".so"), object);
  write(file(key, ".txt"), to_text({sha256(object), ingredients}));
  prune();
}

std::string Cache::store_log(const std::string& key, const std::string& text) const {
  const Lock lock(directory_, LOCK_EX);
  write(file(key, ".log"), text);
  prune();
  return file(key, ".log").string();
}

/// Under another name first, so that a kill leaves no half file under this one.
void Cache::write(const fs::path& target, const std::string& bytes) const {
  std::string part = (directory_ / "part-XXXXXX").string();
  const int descriptor = mkostemp(part.data(), O_CLOEXEC);
  bool good = descriptor >= 0;
  for (std::size_t done = 0; good && done < bytes.size();) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count > 0) done += static_cast<std::size_t>(count);
    else good = count < 0 && errno == EINTR;
  }
  if (descriptor >= 0) good = close(descriptor) == 0 && good;
  if (good && rename(part.c_str(), target.c_str()) == 0) return;
  const std::string why = std::strerror(errno);
  if (descriptor >= 0) unlink(part.c_str());
  throw Error("cannot write " + target.string() + " (" + why + "); is the disk full?");
}

/// Drops all but the newest entries, and what killed programs left behind an hour ago.
void Cache::prune() const {
  std::map<std::string, fs::file_time_type> newest;  // of each key's files
  std::error_code ignored;
  const auto hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const fs::directory_entry& at : fs::directory_iterator(directory_, ignored)) {
    const std::string name = at.path().filename().string(), stem = at.path().stem().string();
    const fs::file_time_type time = at.last_write_time(ignored);
    if (name.starts_with("part-") || name.starts_with("work-")) {
      if (time < hour_ago) fs::remove_all(at.path(), ignored);
    } else if (stem.size() == 64 && stem.find_first_not_of("0123456789abcdef") == std::string::npos) {
      fs::file_time_type& last = newest.try_emplace(stem, time).first->second;  // zero would lie in the year 2174
      last = std::max(last, time);
    }
  }
  if (newest.size() <= kKept) return;
  std::vector<std::pair<fs::file_time_type, std::string>> by_age;
  for (const auto& [stem, time] : newest) by_age.emplace_back(time, stem);
  std::sort(by_age.begin(), by_age.end());
  by_age.resize(by_age.size() - kKept);
  for (const auto& [time, stem] : by_age)
    for (const char* ending : {".txt", ".so", ".log"}) fs::remove(file(stem, ending), ignored);
}

Workshop::Workshop(const Cache& cache) {
  std::string name = (cache.directory() / "work-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    refuse(cache.directory(), std::string("is not writable (") + std::strerror(errno) + ")" + kAdvice);
  path_ = name;
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace twoscale::plugin
