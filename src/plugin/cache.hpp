#pragma once
// The cache of compiled problem files, in a directory that nobody but the user can write.
//
// An entry is KEY.so, KEY.txt (its SHA-256, and the user's own files it was compiled from, with theirs) and perhaps
// KEY.log, what the compiler said. KEY is a SHA-256 of all else that the result depends on.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace twoscale::plugin {

/// A file that went into a compilation besides the source: a header of the user's.
struct Ingredient {
  std::string path, digest;
};

/// What the cache has under a key.
struct CacheEntry {
  std::optional<std::string> object;  // the shared object's bytes, whose SHA-256 was compared with the entry's
  bool spoilt = false;                // there was an entry, but its bytes were not those that had been written
};

class Cache {
 public:
  /// $TWOSCALE_CACHE, else $XDG_CACHE_HOME/twoscale, else $HOME/.cache/twoscale. Throws where there is none of them.
  static std::filesystem::path place();

  /// Makes the directory where it is missing. Throws unless it is the user's own, writable by nobody else, below
  /// directories that strangers cannot rearrange.
  explicit Cache(const std::filesystem::path& directory);

  CacheEntry find(const std::string& key) const;
  void store(const std::string& key, const std::string& object, const std::vector<Ingredient>& ingredients) const;
  /// Where the text lies.
  std::string store_log(const std::string& key, const std::string& text) const;

  const std::filesystem::path& directory() const { return directory_; }
  static constexpr std::size_t kKept = 64;  // entries; the least recently used go

 private:
  std::filesystem::path file(const std::string& key, const char* ending) const { return directory_ / (key + ending); }
  void write(const std::filesystem::path& target, const std::string& bytes) const;
  void prune() const;

  std::filesystem::path directory_;  // without symbolic links
};

/// A directory inside the cache for the compiler's files, gone with this object.
class Workshop {
 public:
  explicit Workshop(const Cache& cache);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace twoscale::plugin
