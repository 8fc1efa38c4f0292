#pragma once
// SolveWatch: how a caller looks on while something is solved, and stops it. The only outlet the library has: it never
// prints. Everything here may be left out.

#include <atomic>
#include <functional>
#include <string>
#include <variant>

#include <twoscale/measure/solve_to.hpp>
#include <twoscale/plugin/load.hpp>

namespace twoscale {

struct SolveReport;

/// How far the work has come, about ten times a second.
struct SolveProgress {
  std::string label = {};  // what runs: a method, an attempt, a cell of a study
  std::string note = {};   // what the last run gave
  double fraction = 0;     // of the whole
  double seconds = 0;      // since it began
  bool over = false;       // nothing more comes of this run
};

namespace event {

/// A problem is looked up, or its file compiled and loaded.
struct Opening {
  std::string problem;
};
/// Everything was found to be in order: from here on there is something to stop, and to keep.
struct Begun {};
/// A method that the problem cannot run is not among "all".
struct LeftOut {
  std::string method, why;
};
/// What the store holds already is not run again.
struct InStore {
  std::string method, store;
  std::uint64_t there = 0, asked = 0;
};
/// A budget was asked for in seconds: so many samples a replica, at so many seconds for a sample of every replica.
struct Timed {
  std::string method;
  double seconds = 0, sample = 0;
  std::uint64_t samples = 0;
};
/// A certificate is about to be made that takes longer than a second.
struct Certifying {
  std::uint64_t samples = 0;
  double seconds = 0;
};
/// An attempt at a target is over; its certificate is there.
struct Attempted {
  int number = 0;
  const Attempt& attempt;
};
/// What a reader of the store should know.
struct Caution {
  std::string text;
};
/// A store names a problem file, which is compiled and run. `whose`: what of the two belongs to another user, in words.
struct RunsFile {
  std::string store, source, whose;
};

}  // namespace event

using SolveEvent = std::variant<event::Opening, event::Begun, event::LeftOut, event::InStore, event::Timed,
                                event::Certifying, event::Attempted, event::Caution, event::RunsFile>;

struct SolveWatch {
  const std::atomic<bool>* stop = nullptr;                  // set it to stop: what was reached is kept and reported
  std::function<void(const SolveProgress&)> progress = {};  // called from a thread of its own
  std::function<void(const SolveEvent&)> said = {};
  std::function<void(const SolveReport&)> result = {};  // as soon as there is one
  std::function<void(const LoadEvent&)> loading = {};   // while a problem file is compiled
  std::function<void(std::uint32_t replica, std::size_t lanes, std::uint64_t iteration, std::uint64_t until)> place =
      {};  // as RunOptions::place; all zero when no run goes on any more

  bool stopped() const { return stop != nullptr && *stop; }
  void say(const SolveEvent& event) const {
    if (said) said(event);
  }
};

/// How to run, as against what: nothing here touches the bits.
struct Manner {
  int threads = 0;                                     // 0: as many as the machine has
  std::optional<InstructionSet> instruction_set = {};  // the best the machine has
  double checkpoint_seconds = 10;                      // between checkpoints in a store
  SolveWatch watch = {};

  int thread_count() const;
};

}  // namespace twoscale
