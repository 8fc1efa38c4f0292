#pragma once
// NoPreconditioner: for oracles that use none.

#include <cstdint>

#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct NoPreconditioner {
  static constexpr const char* name = "none";

  static void require(const Abilities&) {}
  std::uint64_t samples(std::uint64_t) const { return 0; }

  template <class P, int W>
  void prepare(Samples<P, W>&, State<P, W>&, std::uint64_t) const {}
  template <class P, int W>
  void learn(Samples<P, W>&, State<P, W>&, const Steps&) const {}
};

}  // namespace twoscale
