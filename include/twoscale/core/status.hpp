#pragma once
// Status: how a run ended, with a sentence that says what to do about it.

#include <array>
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

inline constexpr int kEndings = 6;

struct Status {
  Ending ending = Ending::settled;
  std::string message;

  bool ok() const { return ending == Ending::settled; }
  /// It came to its end, whatever that is worth.
  bool finished() const { return ending < Ending::diverged; }
};

/// How many replicas ended in which way.
struct EndingCounts {
  std::array<unsigned long long, kEndings> counts{};

  void add(Ending ending) { ++counts[static_cast<std::size_t>(ending)]; }
  void add(const EndingCounts& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
  }
  unsigned long long operator[](Ending ending) const { return counts[static_cast<std::size_t>(ending)]; }
  unsigned long long all() const {
    unsigned long long sum = 0;
    for (const auto count : counts) sum += count;
    return sum;
  }
  unsigned long long unsettled() const { return all() - (*this)[Ending::settled]; }
  /// Settled where there is none.
  Ending worst() const {
    for (int i = kEndings; i-- > 1;)
      if (counts[static_cast<std::size_t>(i)] > 0) return static_cast<Ending>(i);
    return Ending::settled;
  }
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
