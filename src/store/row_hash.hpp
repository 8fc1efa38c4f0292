#pragma once
// RowHash: XXH3 of a row's values, so that a row that a disk or a copy has changed is not taken for a result. It is
// made against damage, not against forgery. It takes less than 0.1 us a row (./dev bench measures it).

#include <cstdint>
#include <string>
#include <string_view>

namespace twoscale {

class RowHash {
 public:
  /// Each value goes in with its kind and its length: no two rows share their bytes.
  void add(std::int64_t value) { append('i', &value, sizeof value); }
  void add(double value) {
    value += 0.0;  // SQLite stores -0 as 0
    append('d', &value, sizeof value);
  }
  void add(std::string_view bytes) {
    const std::uint64_t size = bytes.size();
    append('b', &size, sizeof size);
    bytes_.append(bytes);
  }
  void add_null() { bytes_ += 'n'; }

  std::int64_t value() const;
  void clear() { bytes_.clear(); }

 private:
  void append(char kind, const void* value, std::size_t size) {
    bytes_ += kind;
    bytes_.append(static_cast<const char*>(value), size);
  }
  std::string bytes_;
};

}  // namespace twoscale
