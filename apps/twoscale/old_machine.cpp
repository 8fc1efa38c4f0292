// The first thing of the program to run: says so where the machine lacks the instructions all the rest is compiled for,
// which would otherwise end in SIGILL without a word.
//
// Compiled for plain x86-64 (CMakeLists.txt), and without anything inline from a header: of such a function the linker
// might keep a copy that only newer machines can run.

#include <string.h>  // NOLINT: plain functions of the C library
#include <unistd.h>

namespace {

void say(const char* text) {
  for (size_t left = strlen(text); left > 0;) {
    const ssize_t written = write(STDERR_FILENO, text, left);
    if (written <= 0) return;
    text += written, left -= static_cast<size_t>(written);
  }
}

/// Before the constructors of every other file: 101 is the first priority a program may have.
[[gnu::constructor(101)]] void require_floor() {
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2"), fma = __builtin_cpu_supports("fma");
  if (avx2 && fma) return;
  say("error: twoscale needs a processor with AVX2 and FMA (x86-64-v3: Intel since 2013, AMD since 2015); this one "
      "lacks ");
  say(avx2 ? "FMA\n" : fma ? "AVX2\n" : "both\n");
  _exit(2);
}

}  // namespace
