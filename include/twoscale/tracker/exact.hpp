#pragma once
// ExactTracker: the fast variable is x*(Y), from the problem's closed form. For evaluation: it shows what
// the slow recursion alone would do.

#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct ExactTracker {
  static constexpr const char* name = "exact";
  static constexpr bool needs_fast_step = false, needs_inner_length = false, lazy = false;

  static void require(const Abilities& problem) {
    if (!problem.fast_solution)
      throw Error("the exact tracker needs x*(y): give the problem a member fast_solution(y), or use another tracker");
  }
  Looks looks(std::uint64_t) const { return {}; }

  template <class P, int W>
  TWOSCALE_INLINE void prepare(auto& samples, State<P, W>& state, std::uint64_t) const {
    state.fast = samples.exact_fast_solution(state.slow);
  }
  template <class P, int W>
  void advance(auto&, State<P, W>&, const LaneSteps<W>&) const {}
};

}  // namespace twoscale
