#pragma once
// Structure: which entries of dF/dx and dG/dx may be other than zero, found once from how F and G compute, not from
// what. A problem whose functions take packs cannot branch on values, so that one recording tells for every x, y and
// noise. Colours of both then make the sample of C - P A cheap where the derivatives are sparse or banded.

#include <optional>

#include <twoscale/core/colouring.hpp>
#include <twoscale/problem/derivative.hpp>

namespace twoscale {

struct Structure {
  Colouring fast, slow;
};

/// Whether derivatives come from the functions as they are written, by recordings too.
template <class P>
inline constexpr bool kMayColour = kMayReverse<P> && !kDifferences<P> && !FastSample<P>::kOwn && !SlowSample<P>::kOwn &&
                                   !FastSample<P>::kScore && !SlowSample<P>::kScore && !wants_one_lane<P>();

/// None where it takes too much memory to find. A point where F and G can be evaluated: the problem's own first one, or
/// zero.
template <class P>
std::optional<Structure> structure_of(const P& problem) {
  if constexpr (!kMayColour<P>) return std::nullopt;
  else {
    const Shape shape = shape_of(problem);
    FastVector<P> x(shape.fast);
    SlowVector<P> y(shape.slow);
    if constexpr (requires { problem.fast_start; })
      x = to_vector<FastVector<P>>({problem.fast_start.begin(), problem.fast_start.end()});
    if constexpr (requires { problem.slow_start; })
      y = to_vector<SlowVector<P>>({problem.slow_start.begin(), problem.slow_start.end()});
    fast_set_of(problem).project(x), slow_set_of(problem).project(y);
    const auto colouring = [&](const auto& sample, auto noise) -> std::optional<Colouring> {
      Tape<Real> tape;
      const auto out = sample(tape.variables(x), y, noise);
      if constexpr (!kIsAdjoint<typename std::remove_cvref_t<decltype(out)>::Element>) {
        return Colouring(shape.fast, std::vector<std::vector<int>>(out.size()));  // x is not in it
      } else {
        const auto found = dependencies(tape, out);
        return found ? std::optional(Colouring(shape.fast, *found)) : std::nullopt;
      }
    };
    const auto fast = colouring([&](const auto&... at) { return problem.fast(at...); },
                                NoiseVector<P, &Shape::fast_noise>(shape.fast_noise));
    if (!fast) return std::nullopt;
    const auto slow = colouring([&](const auto&... at) { return problem.slow(at...); },
                                NoiseVector<P, &Shape::slow_noise>(shape.slow_noise));
    if (!slow) return std::nullopt;
    return Structure{*fast, *slow};
  }
}

}  // namespace twoscale
