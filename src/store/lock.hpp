#pragma once
// Store::Lock: one run at a time on a store. The system lets go of it when the process ends, however it ends.

#include <string>

#include <twoscale/store/store.hpp>

namespace twoscale {

class Store::Lock {
 public:
  /// Makes the file, and the directories on the way, where they are missing. Throws where another run holds it.
  explicit Lock(const std::string& path);
  ~Lock();
  /// Throws where the name no longer leads to the file that is locked.
  void require_in_place() const;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  std::string path_;
  int file_;
};

}  // namespace twoscale
