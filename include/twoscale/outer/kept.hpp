#pragma once
// What an outer rule keeps between iterations besides the state that all methods share. A rule says so by a struct
// `Kept<P, W>` with two members: start(state), which gives every number its first value, and for_each(kept, visit),
// which names each of them once. From that one list they are stored, resumed, and watched for divergence.

#include <twoscale/problem/state.hpp>

namespace twoscale {

/// For rules that keep nothing.
struct KeepsNothing {
  template <class P, int W>
  struct Kept {
    void start(const State<P, W>&) {}
    template <class Self, class Visit>
    static void for_each(Self&, const Visit&) {}
  };
};

}  // namespace twoscale
