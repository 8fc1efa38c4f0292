#pragma once
// OneScale<P>: a problem of one time scale, made to look like one of two. For a noisy fixed point without a problem
// inside: no fast(), and a slow() of y and its noise alone.
//
//   struct Mine {
//     static constexpr Shape shape{.slow = 2, .slow_noise = 2};
//     auto slow(const auto& y, const auto& zeta) const { ... }                                 // H(y; zeta)
//   };
//
// What the library sees besides is an x of one number that stays at zero, costs no sample, and that nothing looks at:
// raw is then the Krasnoselskii-Mann recursion, anchored-raw that of Tikhonov, halpern that of Halpern.

#include <twoscale/problem/problem.hpp>

namespace twoscale {

template <class P>
concept HasOneScale = requires(const P& p, SlowVector<P> y, NoiseVector<P, &Shape::slow_noise> zeta) {
  p.slow(y, zeta);
};

namespace detail {

constexpr Shape with_an_x(Shape shape) {
  shape.fast = 1, shape.fast_noise = 0;
  return shape;
}
/// The shape with an x, known when compiling where P's is.
template <class P, bool Fixed = HasFixedShape<P>>
struct OneScaleShape : P {
  OneScaleShape() = default;
  OneScaleShape(P problem) : P(std::move(problem)) {}  // NOLINT: a problem is its own wrapping
  Shape shape() const { return with_an_x(P::shape()); }
};
template <class P>
struct OneScaleShape<P, true> : P {
  OneScaleShape() = default;
  OneScaleShape(P problem) : P(std::move(problem)) {}  // NOLINT: the same
  static constexpr Shape shape = with_an_x(P::shape);
};

template <class P>
concept TellsMean = requires(const P& p, SlowVector<P> y) {
  p.mean_slow(y);
};
}  // namespace detail

template <class P>
class OneScale : public detail::OneScaleShape<P> {
 public:
  static constexpr bool one_scale = true;
  using detail::OneScaleShape<P>::OneScaleShape;

  template <class X>
  X fast(const X& x, const auto&, const auto&) const {
    return 0.0 * x;
  }
  auto slow(const auto&, const auto& y, const auto& zeta) const { return P::slow(y, zeta); }

  template <class Y>
  auto fast_solution(const Y&) const {
    return Vector < typename Y::Element, HasFixedShape<P> ? 1 : kDynamic > (1);
  }

  // h, where P tells it: as mean_slow(y), or as reduced(y).
  template <class X>
  X mean_fast(const X& x, const auto&) const requires(detail::TellsMean<P> || HasReduced<P>) {
    return 0.0 * x;
  }
  auto mean_slow(const auto&, const auto& y) const requires(detail::TellsMean<P> || HasReduced<P>) { return told(y); }
  auto reduced(const auto& y) const requires(detail::TellsMean<P> || HasReduced<P>) { return told(y); }

 private:
  auto told(const auto& y) const {
    if constexpr (detail::TellsMean<P>) return P::mean_slow(y);
    else return P::reduced(y);
  }
};

template <class P>
std::vector<SettingSlot> slots_of(OneScale<P>& problem) {
  return slots_of(static_cast<P&>(problem));
}

}  // namespace twoscale
