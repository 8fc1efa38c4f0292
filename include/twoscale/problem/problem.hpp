#pragma once
// What a problem is: one struct with two sample functions, and what it may offer besides.
//
//   struct Mine {
//     static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
//     Ball fast_set{2.0}, slow_set{1.0};                                   // optional
//     auto fast(const auto& x, const auto& y, const auto& xi) const { ... }                    // F(x, y; xi)
//     auto slow(const auto& x, const auto& y, const auto& zeta) const { ... }                  // G(x, y; zeta)
//   };
//
// [P] letters: fast = F, slow = G, fast_solution = x*, reduced = h, preconditioner = P*.

#include <concepts>
#include <type_traits>

#include <twoscale/core/draw.hpp>
#include <twoscale/core/dual.hpp>
#include <twoscale/core/pick.hpp>
#include <twoscale/core/setting.hpp>
#include <twoscale/problem/metric.hpp>
#include <twoscale/problem/set.hpp>

namespace twoscale {

/// Sizes of the variables and of the noise each sample takes. The derivative noises are used only by
/// problems that write their own derivative samples.
struct Shape {
  int fast = 0, slow = 0, fast_noise = 0, slow_noise = 0;
  int fast_derivative_noise = 0, slow_derivative_noise = 0;
};

template <class P>
concept HasFixedShape = requires {
  std::integral_constant<int, P::shape.fast + P::shape.slow>{};
};
template <class P>
concept HasRuntimeShape = requires(const P& p) {
  { p.shape() } -> std::convertible_to<Shape>;
};

template <class P>
Shape shape_of(const P& problem) {
  if constexpr (HasFixedShape<P>) return P::shape;
  else return problem.shape();
}

/// One size of a problem: a constant, or kDynamic when it is known only at run time.
template <class P, int Shape::*Size>
consteval int fixed_size() {
  if constexpr (HasFixedShape<P>) return P::shape.*Size;
  else return kDynamic;
}
template <class P>
inline constexpr int kFast = fixed_size<P, &Shape::fast>();
template <class P>
inline constexpr int kSlow = fixed_size<P, &Shape::slow>();

/// Rows of P, as the compiler knows them. A large P has them at run time, whatever the problem: then a method that
/// keeps none of them has no memory for them.
template <class P>
inline constexpr int kRowsOfP =
    kFast<P> != kDynamic&& kSlow<P> != kDynamic&& kFast<P>* kSlow<P> <= 1024 ? kSlow<P> : kDynamic;

template <class P, class S = Real>
using FastVector = Vector<S, kFast<P>>;
template <class P, class S = Real>
using SlowVector = Vector<S, kSlow<P>>;
template <class P, int Shape::*Size, class S = Real>
using NoiseVector = Vector<S, fixed_size<P, Size>()>;

// What a problem may offer; each is used where present.
template <class P>
concept HasMeans = requires(const P& p, FastVector<P> x, SlowVector<P> y) {
  p.mean_fast(x, y);
  p.mean_slow(x, y);
};
template <class P>
concept HasFastSolution = requires(const P& p, SlowVector<P> y) {
  p.fast_solution(y);
};
template <class P>
concept HasReduced = requires(const P& p, SlowVector<P> y) {
  p.reduced(y);
};
template <class P>
concept HasPreconditioner = requires(const P& p, SlowVector<P> y) {
  p.preconditioner(y);
};
/// P*(y) r without the matrix.
template <class P>
concept HasPreconditionerTimes = requires(const P& p, SlowVector<P> y, FastVector<P> r) {
  p.preconditioner_times(y, r);
};

// Derivative samples of the problem's own: the matrix, its product with a direction, or its transpose's with weights.
template <class P>
using FastOmega = NoiseVector<P, &Shape::fast_derivative_noise>;
template <class P>
using SlowOmega = NoiseVector<P, &Shape::slow_derivative_noise>;
template <class P>
concept HasFastDerivative = requires(const P& p, FastVector<P> x, SlowVector<P> y, FastOmega<P> omega) {
  p.fast_derivative(x, y, omega);
};
template <class P>
concept HasSlowDerivative = requires(const P& p, FastVector<P> x, SlowVector<P> y, SlowOmega<P> omega) {
  p.slow_derivative(x, y, omega);
};
template <class P>
concept HasFastTimes = requires(const P& p, FastVector<P> x, SlowVector<P> y, FastOmega<P> omega) {
  p.fast_derivative_times(x, y, omega, x);
};
template <class P>
concept HasSlowTimes = requires(const P& p, FastVector<P> x, SlowVector<P> y, SlowOmega<P> omega) {
  p.slow_derivative_times(x, y, omega, x);
};
template <class P>
concept HasFastAdjoint = requires(const P& p, FastVector<P> x, SlowVector<P> y, FastOmega<P> omega) {
  p.fast_derivative_adjoint(x, y, omega, x);
};
template <class P>
concept HasSlowAdjoint = requires(const P& p, FastVector<P> x, SlowVector<P> y, SlowOmega<P> omega) {
  p.slow_derivative_adjoint(x, y, omega, y);
};
template <class P>
concept HasOwnFastDerivative = HasFastDerivative<P> || HasFastTimes<P> || HasFastAdjoint<P>;
template <class P>
concept HasOwnSlowDerivative = HasSlowDerivative<P> || HasSlowTimes<P> || HasSlowAdjoint<P>;

// The gradient in x of the log-likelihood of the noise, where its law depends on x.
template <class P>
concept HasFastScore = requires(const P& p, FastVector<P> x, SlowVector<P> y, NoiseVector<P, &Shape::fast_noise> xi) {
  p.fast_score(x, y, xi);
};
template <class P>
concept HasSlowScore = requires(const P& p, FastVector<P> x, SlowVector<P> y, NoiseVector<P, &Shape::slow_noise> zeta) {
  p.slow_score(x, y, zeta);
};

template <class P>
concept HasIndexCount = requires(const P& p) {
  p.index_count();
};

/// False only where a problem says so: g has no derivative in x on the fast manifold.
template <class P>
consteval bool is_smooth() {
  if constexpr (requires { P::smooth; }) return P::smooth;
  else return true;
}
/// True only where a problem says so, with static constexpr bool one_lane = true: its functions branch on values, so
/// replicas run one at a time and no kernel for packs is compiled.
template <class P>
consteval bool wants_one_lane() {
  if constexpr (requires { P::one_lane; }) return P::one_lane;
  else return false;
}
template <class P>
consteval Law noise_law() {
  if constexpr (requires { P::law; }) return P::law;
  else return Law::normal;
}

/// How many rows an index picks from: the problem's index_count(), from 1 to 2^31 - 1.
template <class P>
std::uint32_t index_count_of(const P& problem) {
  if constexpr (noise_law<P>() == Law::index) {
    const double count = static_cast<double>(problem.index_count());
    require_in_range("index_count()", count, {.low = 1, .high = 2147483647, .whole = true});
    return static_cast<std::uint32_t>(count);
  } else {
    return 1;
  }
}

/// The same facts as values, for checks and listings at run time.
struct Abilities {
  bool means = false, fast_solution = false, reduced = false, preconditioner = false, preconditioner_times = false,
       own_fast_derivative = false, own_slow_derivative = false, smooth = false;
  bool one_scale = false;  // its x is there in name only (problem/one_scale.hpp)
};
template <class P>
constexpr Abilities abilities_of() {
  return {HasMeans<P>, HasFastSolution<P>, HasReduced<P>, HasPreconditioner<P>, HasPreconditionerTimes<P>,
          HasOwnFastDerivative<P>, HasOwnSlowDerivative<P>, is_smooth<P>(), requires {P::one_scale;
}
};  // namespace twoscale
}

namespace detail {

template <class P, class S>
concept FastAccepts = requires(const P& p, Vector<S, kFast<P>> x, SlowVector<P> y,
                               NoiseVector<P, &Shape::fast_noise> xi) {
  p.fast(x, y, xi);
};
template <class P, class S>
concept SlowAccepts = requires(const P& p, Vector<S, kFast<P>> x, SlowVector<P> y,
                               NoiseVector<P, &Shape::slow_noise> zeta) {
  p.slow(x, y, zeta);
};
template <class V, int N>
inline constexpr bool kIsVectorOf = false;
template <class S, int M, int N>
inline constexpr bool kIsVectorOf<Vector<S, M>, N> = (M == N || N == kDynamic || M == kDynamic);

}  // namespace detail

/// Stops the compiler with one sentence that names what a struct lacks, before any template fails.
template <class P>
consteval bool check_problem() {
  static_assert(HasFixedShape<P> || HasRuntimeShape<P>,
                "twoscale: the problem needs 'static constexpr Shape shape{.fast = .., .slow = .., "
                ".fast_noise = .., .slow_noise = ..};' or a member function 'Shape shape() const'");
  if constexpr (HasFixedShape<P>) {
    static_assert(P::shape.fast >= 1, "twoscale: shape.fast must be at least 1");
    static_assert(P::shape.slow >= 1, "twoscale: shape.slow must be at least 1");
  }
  if constexpr (HasFixedShape<P> || HasRuntimeShape<P>) {
    static_assert(detail::FastAccepts<P, Real>,
                  "twoscale: the problem needs 'auto fast(const auto& x, const auto& y, const auto& xi) const', the "
                  "sample F(x, y; xi)");
    static_assert(detail::SlowAccepts<P, Real>,
                  "twoscale: the problem needs 'auto slow(const auto& x, const auto& y, const auto& zeta) const', the "
                  "sample G(x, y; zeta)");
    if constexpr (detail::FastAccepts<P, Real> && detail::SlowAccepts<P, Real>) {
      using F = decltype(std::declval<const P&>().fast(FastVector<P>(), SlowVector<P>(),
                                                       NoiseVector<P, &Shape::fast_noise>()));
      using G = decltype(std::declval<const P&>().slow(FastVector<P>(), SlowVector<P>(),
                                                       NoiseVector<P, &Shape::slow_noise>()));
      static_assert(detail::kIsVectorOf<F, kFast<P>>, "twoscale: fast() must return a Vector of shape.fast numbers");
      static_assert(detail::kIsVectorOf<G, kSlow<P>>, "twoscale: slow() must return a Vector of shape.slow numbers");
    }
    if constexpr (noise_law<P>() == Law::index)
      static_assert(HasIndexCount<P>,
                    "twoscale: a problem whose noise is Law::index needs 'std::size_t index_count() const'");
    static_assert(detail::have_metric_names<P>(),
                  "twoscale: a metric's name must be letters, digits and underscores, a letter first");
    if constexpr (requires { P::fast_set; })
      static_assert(VectorSet<std::remove_cvref_t<decltype(P::fast_set)>>,
                    "twoscale: fast_set must be a set: it needs project(v) and diameter(dimension)");
    if constexpr (requires { P::slow_set; })
      static_assert(VectorSet<std::remove_cvref_t<decltype(P::slow_set)>>,
                    "twoscale: slow_set must be a set: it needs project(v) and diameter(dimension)");
    if constexpr (requires { P::preconditioner_set; })
      static_assert(MatrixSet<std::remove_cvref_t<decltype(P::preconditioner_set)>>,
                    "twoscale: preconditioner_set must be a set of matrices: it needs project(matrix)");
  }
  return true;
}

/// Work a problem does once after its parameters are set (tables, sets that depend on them).
template <class P>
void prepare(P& problem) {
  if constexpr (requires { problem.prepare(); }) problem.prepare();
}

inline constexpr WholeSpace kWholeSpace{};
template <class P>
const auto& fast_set_of(const P& problem) {
  if constexpr (requires { problem.fast_set; }) return problem.fast_set;
  else return kWholeSpace;
}
/// Whether x has a set at all.
template <class P>
inline constexpr bool kConstrained =
    !std::is_same_v<std::remove_cvref_t<decltype(fast_set_of(std::declval<const P&>()))>, WholeSpace>;
template <class P>
const auto& slow_set_of(const P& problem) {
  if constexpr (requires { problem.slow_set; }) return problem.slow_set;
  else return kWholeSpace;
}

}  // namespace twoscale
