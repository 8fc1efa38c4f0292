// Prints a hash of every bit of all final states, a line for each way of computing the same (rows.hpp): pack width,
// threads, whole or split by a checkpoint. run.py compiles this for each compiler and instruction set, and compares the
// lines.
//
// BITS_WIDTHS is a list of pack widths. What takes longer to compile has two of them, one lane and the kernel's own.
// BITS_REDUCED leaves out these, and BITS_LAWS everything but one method on each law of the noise.

#include "../general_choices.hpp"
#include "problem.hpp"
#include "rows.hpp"

namespace twoscale::bits {
namespace {

bool applies(const Method& method, Abilities problem) {
  try {
    require(method, problem);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Every method that applies, with every width in turn.
template <int... W, class P>
void every_method(const char* name, const P& problem) {
  for (const Variant& variant : variants()) {
    const Plan plan = variant.plan();
    if (!applies(plan.method(), abilities_of<P>())) continue;
    const std::string row = std::string(name) + " " + variant.label;
    (print_rows(row, W,
                [&](const RunOptions& options) { return run<P, W, testing::ChoicesAt<W>>(problem, plan, options); }),
     ...);
  }
}

/// The single-loop method alone, which takes a fraction of the time to compile.
template <int... W, class P>
void single_loop(const char* name, const P& problem, const Plan& plan) {
  using Choices = Only<OneStep, CorrectedOracle, LearnedPreconditioner, Tikhonov, LastIterate>;
  (print_rows(std::string(name) + " single-loop", W,
              [&](const RunOptions& options) { return run<P, W, Choices>(problem, plan, options); }),
   ...);
}

template <Law L, int... W>
void law() {
  const std::string name = std::string("wavy-") + name_of(L);
  single_loop<W...>(name.c_str(), Wavy<L>{}, Plan::for_iterations(make_method("single-loop"), 301));
}

/// Numbers as a stream draws them, of a width that is no divisor of a block.
template <int W>
void draws(Law law) {
  constexpr int kWidth = 3, kDraws = 200;
  Fnv fnv;
  for (std::uint32_t first = 0; first < 16; first += W) {
    Stream<W> stream(20261115, first, 2, law, kWidth, 1'000'003);
    std::vector<std::vector<double>> of_replica(W);
    for (std::uint64_t k = 0; k < kDraws; ++k) {
      const auto numbers = stream.template draw<kWidth>(k * k);  // neighbours first, then further and further apart
      for (int lane = 0; lane < W; ++lane)
        for (int i = 0; i < kWidth; ++i) of_replica[lane].push_back(numbers[i].lane(lane));
    }
    for (const auto& numbers : of_replica) fnv.add(numbers);
  }
  std::printf("draws %s %d 1 whole %016llx\n", name_of(law), W, static_cast<unsigned long long>(fnv.value()));
}

template <int... W>
void every_law() {
  for (const Law law : {Law::normal, Law::uniform, Law::rademacher, Law::truncated, Law::index}) (draws<W>(law), ...);
}

}  // namespace
}  // namespace twoscale::bits

int main() {
  using namespace twoscale;
  using namespace twoscale::bits;
  every_law<1, 2, 4, 8, 16>();
#ifndef BITS_LAWS
  Rotor rotor;
  prepare(rotor);
  every_method<BITS_WIDTHS>("rotor", rotor);
#ifndef BITS_REDUCED
  every_method<1, kPackWidth>("wavy", Wavy<Law::normal>{});
  every_method<1, kPackWidth>("sized", Sized{});
#endif
#endif
  law<Law::normal, BITS_WIDTHS>();
  law<Law::uniform, 1, kPackWidth>();
  law<Law::rademacher, 1, kPackWidth>();
  law<Law::truncated, 1, kPackWidth>();
  law<Law::index, 1, kPackWidth>();
  const Variant explosive{"", "single-loop", {{"slow_scale", "1"}}};
  single_loop<BITS_WIDTHS>("explosive", Explosive{}, explosive.plan());
}
