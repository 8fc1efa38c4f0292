#pragma once
// Status: how a run ended, with a sentence that says what to do about it.

#include <string>

namespace twoscale {

enum class Ending { done, diverged, interrupted };

struct Status {
  Ending ending = Ending::done;
  std::string message;

  bool ok() const { return ending == Ending::done; }
};

inline const char* name_of(Ending ending) {
  switch (ending) {
    case Ending::done:
      return "done";
    case Ending::diverged:
      return "diverged";
    case Ending::interrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace twoscale
