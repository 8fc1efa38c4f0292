#pragma once
// NoPreconditioner: for oracles that use none.

#include <twoscale/preconditioner/dense.hpp>

namespace twoscale {

struct NoPreconditioner : DensePreconditioner {
  static constexpr const char* name = "none";
  static constexpr bool corrects = false, instant = false, uses_this_draw = false;

  static StoredMatrices stored(const Shape&, const Abilities&) { return {}; }
  Looks looks(std::uint64_t) const { return {}; }

  template <class P, int W, class R>
  auto apply(auto&, const State<P, W>& state, const R&) const {
    return SlowVector<P, Pack<double, W>>(state.slow.size());
  }
};

}  // namespace twoscale
