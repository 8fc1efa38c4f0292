#pragma once
// Watching: what a person sees while the library works, and how Ctrl-C reaches it.

#include <optional>

#include "interrupt.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

class Watching {
 public:
  /// `quiet`: only what must be said.
  explicit Watching(bool quiet) : quiet_(quiet), bar_(quiet) {}
  Watching(const Watching&) = delete;  // callbacks refer to it
  Watching& operator=(const Watching&) = delete;

  /// Valid as long as this is.
  SolveWatch watch();
  /// From here on a signal asks the work to stop, and does not end the program.
  void catch_signals() { scope_.emplace(); }
  /// The work is over: signals do what they did before.
  void end() { scope_.reset(); }

 private:
  void hear(const SolveEvent& event);

  const bool quiet_;
  ProgressBar bar_;
  std::optional<InterruptScope> scope_;
};

}  // namespace twoscale::cli
