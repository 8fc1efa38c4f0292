// One problem of the benchmark, as a problem file would hold it: which one is said when compiling (CMakeLists.txt).
#include "rotor_n.hpp"

using Problem =
    bench::RotorN<BENCH_SIZE, twoscale::Law::BENCH_LAW, bench::Form::BENCH_FORM, bench::Derivative::BENCH_DERIVATIVE>;
TWOSCALE_PROBLEM(Problem, "rotor-n", "rotor in several planes, for the benchmark")
