#pragma once
// Ctrl-C, SIGTERM and SIGHUP: asked once, a run stops at its next chunk and keeps what it has; asked again, the program
// ends, whatever a user's function is doing.

#include <atomic>
#include <string>

namespace twoscale::cli {

/// While it lives, a signal does not end the program but asks the run that goes on, or the next, to stop.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

  /// From here on nothing can be lost: the first signal ends the program, too, with this line.
  static void end_at_once(const std::string& line);
};

/// Set by the first signal.
const std::atomic<bool>& stop_flag();
/// 143 after SIGTERM, 130 after the others.
int stop_code();

/// Where a file is being written, for a signal that ends the program to remove it; empty: nowhere.
void remove_when_ended(const std::string& path);

}  // namespace twoscale::cli
