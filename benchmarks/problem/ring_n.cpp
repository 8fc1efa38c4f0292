// One ring of the benchmark, compiled for raw alone, as a problem file is when it is run with raw. Of which size, and
// whether the compiler knows it, is said when compiling (CMakeLists.txt).
#include "ring_n.hpp"

using Problem = twoscale::Adapted<bench::RingN<BENCH_SIZE, BENCH_FIXED>>;
using Choices = twoscale::RawChoices;

std::unique_ptr<twoscale::AnyProblem> TWOSCALE_ENTRY() {
  return std::make_unique<twoscale::AnyProblemOf<Problem, Choices>>(
      Problem{}, "ring-n", "a ring of numbers on both sides, for the benchmark");
}
