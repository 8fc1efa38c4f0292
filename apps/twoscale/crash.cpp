#include "crash.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kStack = std::size_t{1} << 16;

/// A stack for the report: where a recursion has no end, the thread's own is full.
class ReportStack {
 public:
  ReportStack() : bytes_(std::make_unique<char[]>(kStack)) {
    const stack_t stack{.ss_sp = bytes_.get(), .ss_flags = 0, .ss_size = kStack};
    sigaltstack(&stack, nullptr);
  }
  ~ReportStack() {
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
  }
  ReportStack(const ReportStack&) = delete;
  ReportStack& operator=(const ReportStack&) = delete;

 private:
  std::unique_ptr<char[]> bytes_;
};

struct Place {
  std::uint64_t replica = 0, lanes = 0, iteration = 0, until = 0;  // lanes 0: not in a run
};

// A signal handler can reach nothing but globals; these are the program's, not the library's.
thread_local Place here;
std::array<char, 1024> problem_name{};
volatile std::sig_atomic_t exit_expected = 0;
std::atomic_flag reporting;

/// Text without the heap, which may be what is broken.
class Line {
 public:
  Line& operator<<(const char* text) {
    for (; *text != '\0' && size_ < text_.size(); ++text) text_[size_++] = *text;
    return *this;
  }
  Line& operator<<(std::uint64_t number) {
    std::array<char, 21> digits{};
    std::size_t at = digits.size() - 1;
    do digits[--at] = static_cast<char>('0' + number % 10);
    while ((number /= 10) > 0);
    return *this << digits.data() + at;
  }
  void write_to(int file) const {
    if (write(file, text_.data(), size_) < 0) return;
  }

 private:
  std::array<char, 2048> text_;
  std::size_t size_ = 0;
};

const char* name_of_signal(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "a segmentation fault: it read or wrote memory that is not its own, or its recursion has no end";
    case SIGBUS:
      return "a bus error: it read or wrote memory that is not there";
    case SIGFPE:
      return "an arithmetic trap: a whole number was divided by zero";
    case SIGILL:
      return "an illegal instruction";
    default:
      return "abort(): an assertion failed, or something was thrown where nothing may be";
  }
}

void add_place(Line& line) {
  if (here.lanes == 0) return;
  line << ", in replica " << here.replica;
  if (here.lanes > 1) line << " to " << here.replica + here.lanes - 1;
  line << " after iteration " << here.iteration << " of " << here.until;
}

extern "C" void on_crash(int signal) {
  if (reporting.test_and_set())  // another thread has crashed already, and says so
    for (;;) pause();
  Line line;
  line << "\nerror: the code of " << (problem_name[0] != '\0' ? problem_name.data() : "twoscale") << " ended with "
       << name_of_signal(signal);
  add_place(line);
  line << "\nWhat was stored before is safe. A debugger shows the line: gdb --args twoscale ...\n";
  line.write_to(STDERR_FILENO);
  _exit(kNotReached);
}

void on_exit() {
  if (exit_expected != 0) return;
  if (reporting.test_and_set())
    for (;;) pause();
  Line line;
  line << "\nerror: the code of " << problem_name.data() << " called exit()";
  add_place(line);
  line << ": it ends the whole program. Throw twoscale::Error with a sentence instead\n";
  line.write_to(STDERR_FILENO);
  _exit(kNotReached);
}

/// Once for each thread, as each may call exit(): the first to do so reports, and the others must not pass it.
void catch_exit() {
  static std::atomic<int> registered{0};
  constexpr int kMost = 256;
  if (registered.fetch_add(1) >= kMost) return;
  std::atexit(on_exit);
  std::at_quick_exit(on_exit);
}

struct CaughtThread {
  CaughtThread() { catch_exit(); }
  ReportStack stack;
};

}  // namespace

void report_crashes() {
  for (const int signal : kSignals) {
    struct sigaction action {};
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
  note_place(0, 0, 0, 0);  // this thread, too, has a stack for the report
}

void crashes_are_of(const std::string& problem) {
  const std::string shown = visible(problem);
  std::strncpy(problem_name.data(), shown.c_str(), problem_name.size() - 1);
}

void expect_exit() { exit_expected = 1; }

void note_place(std::uint32_t replica, std::size_t lanes, std::uint64_t iteration, std::uint64_t until) {
  static thread_local const CaughtThread caught;
  here = {replica, lanes, iteration, until};
}

}  // namespace twoscale::cli
