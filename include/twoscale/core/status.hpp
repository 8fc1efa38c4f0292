#pragma once
// Status: how a run ended, with a sentence that says what to do about it.

#include <string>

namespace twoscale {

/// From the best to the worst.
enum class Ending {
  settled,       // y stands still, as far as its noise tells
  still_moving,  // y was on its way when the run ended
  lost,          // the last epoch went wrong, and nothing is left of the run to check it
  running_away,  // the residual grows: h expands, or no step was small enough
  diverged,      // something left the finite numbers
  interrupted    // the run did not come to its end
};

struct Status {
  Ending ending = Ending::settled;
  std::string message;

  bool ok() const { return ending == Ending::settled; }
  /// It came to its end, whatever that is worth.
  bool finished() const { return ending < Ending::diverged; }
};

inline const char* name_of(Ending ending) {
  switch (ending) {
    case Ending::settled:
      return "settled";
    case Ending::still_moving:
      return "still-moving";
    case Ending::lost:
      return "lost";
    case Ending::running_away:
      return "running-away";
    case Ending::diverged:
      return "diverged";
    case Ending::interrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace twoscale
