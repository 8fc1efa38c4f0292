#include "interrupt.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>

#include "request.hpp"

namespace twoscale::cli {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
// GNU timeout, and some schedulers, send two signals at once: to the program and to its group, or of two kinds.
constexpr double kTwiceAtOnce = 0.1;  // seconds

// A signal handler can reach nothing but globals; these are the program's, not the library's.
volatile std::sig_atomic_t asked = 0;  // the signal
std::atomic<bool> stop{false};         // the same, for whoever runs
static_assert(std::atomic<bool>::is_always_lock_free);
volatile std::sig_atomic_t at_once = 0;
timespec first_time;
std::array<char, 4096> part_path{}, last_line{};
std::array<struct sigaction, kSignals.size()> before;

double seconds_since(const timespec& then) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec - then.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - then.tv_nsec);
}

int code_of(int signal) { return signal == SIGTERM ? kTerminated : kInterrupted; }

extern "C" void on_signal(int signal) {
  if (at_once == 0 && asked == 0) {
    clock_gettime(CLOCK_MONOTONIC, &first_time);
    asked = signal;
    stop = true;
    return;
  }
  if (at_once == 0 && seconds_since(first_time) < kTwiceAtOnce) return;
  if (part_path[0] != '\0') unlink(part_path.data());
  if (write(STDERR_FILENO, last_line.data(), std::strlen(last_line.data())) < 0) _exit(code_of(signal));
  _exit(code_of(signal));
}

void keep(std::array<char, 4096>& room, const std::string& text) {
  room[0] = '\0';  // a handler that runs now sees nothing, not half
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (text.size() >= room.size()) return;
  std::memcpy(room.data() + 1, text.data() + (text.empty() ? 0 : 1), text.empty() ? 0 : text.size() - 1);
  room[text.size()] = '\0';
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!text.empty()) room[0] = text[0];
}

}  // namespace

InterruptScope::InterruptScope() {
  at_once = 0;
  keep(last_line, "");
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
    if (kSignals[i] == SIGHUP && before[i].sa_handler == SIG_IGN) continue;  // nohup
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptScope::~InterruptScope() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

void InterruptScope::end_at_once(const std::string& line) {
  keep(last_line, line + "\n");
  at_once = 1;
}

const std::atomic<bool>& stop_flag() { return stop; }
int stop_code() { return code_of(asked); }

void remove_when_ended(const std::string& path) { keep(part_path, path); }

}  // namespace twoscale::cli
