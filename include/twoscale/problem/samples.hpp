#pragma once
// Samples: the only way a method sees a problem. Draws fresh noise for each of the paper's roles,
// evaluates the sample, and counts it, all in one place.
//
// A role's count is its stream position: the k-th xi sample of a replica uses the k-th xi noise, in any
// method, at any pack width, before or after a resume.

#include <array>
#include <cstdint>

#include <twoscale/core/stream.hpp>
#include <twoscale/problem/problem.hpp>

namespace twoscale {

/// [P] eq. (online-precond-algo): xi moves x, zeta_g and zeta_f feed the slow oracle, omega_A and
/// omega_C the preconditioner.
enum class Role : std::uint32_t { xi, zeta_g, zeta_f, omega_A, omega_C };
inline constexpr int kRoles = 5;

/// Samples drawn so far. Structured calls (exact P*, mean f) are kept apart, as in [P] Theorem
/// corrected, and are not part of the total.
struct Counts {
  std::array<std::uint64_t, kRoles> drawn{};
  std::uint64_t preconditioner = 0;

  std::uint64_t& operator[](Role role) { return drawn[static_cast<int>(role)]; }
  std::uint64_t operator[](Role role) const { return drawn[static_cast<int>(role)]; }
  std::uint64_t fast() const { return (*this)[Role::xi] + (*this)[Role::zeta_f]; }
  std::uint64_t slow() const { return (*this)[Role::zeta_g]; }
  std::uint64_t derivative() const { return (*this)[Role::omega_A] + (*this)[Role::omega_C]; }
  std::uint64_t total() const { return fast() + slow() + derivative(); }
  bool operator==(const Counts&) const = default;
};

namespace detail {
/// Throws: a method asked for a closed form that require() should have missed.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_missing(const char* member);
}  // namespace detail

template <class P, int W>
class Samples {
 public:
  using S = Pack<double, W>;
  using X = FastVector<P, S>;
  using Y = SlowVector<P, S>;
  using Square = Matrix<S, kFast<P>, kFast<P>>;
  using Sensitivity = Matrix<S, kSlow<P>, kFast<P>>;

  Samples(const P& problem, std::uint64_t seed, std::uint32_t first_replica)
      : problem_(problem),
        shape_(shape_of(problem)),
        xi_(seed, first_replica, 0, kLaw, shape_.fast_noise, index_count_of(problem)),
        zeta_g_(seed, first_replica, 1, kLaw, shape_.slow_noise, index_count_of(problem)),
        zeta_f_(seed, first_replica, 2, kLaw, shape_.fast_noise, index_count_of(problem)),
        omega_A_(seed, first_replica, 3, kLaw, HasFastDerivative<P> ? shape_.fast_derivative_noise : shape_.fast_noise,
                 index_count_of(problem)),
        omega_C_(seed, first_replica, 4, kLaw, HasSlowDerivative<P> ? shape_.slow_derivative_noise : shape_.slow_noise,
                 index_count_of(problem)) {}

  const Shape& shape() const { return shape_; }
  const Counts& counts() const { return counts_; }
  void set_counts(const Counts& counts) { counts_ = counts; }

  /// F(x, y; xi), to move x.
  TWOSCALE_INLINE X fast(const X& x, const Y& y) {
    return problem_.fast(x, y, xi_.template draw<kFastNoise>(counts_[Role::xi]++));
  }
  /// F(x, y; zeta_f), to correct the slow oracle.
  TWOSCALE_INLINE X fast_for_oracle(const X& x, const Y& y) {
    return problem_.fast(x, y, zeta_f_.template draw<kFastNoise>(counts_[Role::zeta_f]++));
  }
  /// G(x, y; zeta_g).
  TWOSCALE_INLINE Y slow(const X& x, const Y& y) {
    return problem_.slow(x, y, zeta_g_.template draw<kSlowNoise>(counts_[Role::zeta_g]++));
  }

  /// A sample of dF/dx = I - A: the problem's own, or the pathwise derivative of F.
  TWOSCALE_INLINE Square fast_derivative(const X& x, const Y& y) {
    const auto omega = omega_A_.template draw<kOmegaA>(counts_[Role::omega_A]++);
    if constexpr (HasFastDerivative<P>) return problem_.fast_derivative(x, y, omega);
    else return jacobian([&](const auto& v) { return problem_.fast(v, y, omega); }, x);
  }
  /// A sample of C = dG/dx.
  TWOSCALE_INLINE Sensitivity slow_derivative(const X& x, const Y& y) {
    const auto omega = omega_C_.template draw<kOmegaC>(counts_[Role::omega_C]++);
    if constexpr (HasSlowDerivative<P>) return problem_.slow_derivative(x, y, omega);
    else return jacobian([&](const auto& v) { return problem_.slow(v, y, omega); }, x);
  }
  /// A sample of C - P A. Without derivatives of the problem's own it is the derivative in x of the
  /// corrected oracle G + P (F - x) with P held: one evaluation on duals.
  TWOSCALE_INLINE Sensitivity drift(const Sensitivity& preconditioner, const X& x, const Y& y) {
    if constexpr (HasFastDerivative<P> || HasSlowDerivative<P>) {
      return slow_derivative(x, y) - preconditioner + preconditioner * fast_derivative(x, y);
    } else {
      const auto omega_A = omega_A_.template draw<kOmegaA>(counts_[Role::omega_A]++);
      const auto omega_C = omega_C_.template draw<kOmegaC>(counts_[Role::omega_C]++);
      return jacobian(
          [&](const auto& v) {
            return problem_.slow(v, y, omega_C) + preconditioner * (problem_.fast(v, y, omega_A) - v);
          },
          x);
    }
  }

  // Exact answers, where the problem offers them. h counts as a slow sample; P* and the mean f are
  // structured oracles with a count of their own.
  TWOSCALE_INLINE X exact_fast_solution(const Y& y) const {
    if constexpr (HasFastSolution<P>) return problem_.fast_solution(y);
    else detail::refuse_missing("fast_solution(y)");
  }
  TWOSCALE_INLINE Y exact_reduced(const Y& y) {
    ++counts_[Role::zeta_g];
    if constexpr (HasReduced<P>) return problem_.reduced(y);
    else detail::refuse_missing("reduced(y)");
  }
  TWOSCALE_INLINE Sensitivity exact_preconditioner(const Y& y) {
    ++counts_.preconditioner;
    if constexpr (HasPreconditioner<P>) return problem_.preconditioner(y);
    else detail::refuse_missing("preconditioner(y)");
  }
  /// The mean f and its derivative in x: one structured call.
  TWOSCALE_INLINE std::pair<X, Square> exact_mean_fast(const X& x, const Y& y) {
    ++counts_.preconditioner;
    if constexpr (HasMeans<P>)
      return {problem_.mean_fast(x, y), jacobian([&](const auto& v) { return problem_.mean_fast(v, y); }, x)};
    else detail::refuse_missing("mean_fast(x, y)");
  }

  TWOSCALE_INLINE void project_fast(X& x) const { fast_set_of(problem_).project(x); }
  TWOSCALE_INLINE void project_slow(Y& y) const { slow_set_of(problem_).project(y); }
  TWOSCALE_INLINE void project_preconditioner(Sensitivity& matrix) const {
    if constexpr (requires { problem_.preconditioner_set; }) problem_.preconditioner_set.project(matrix);
  }

 private:
  static constexpr Law kLaw = noise_law<P>();
  static constexpr int kFastNoise = fixed_size<P, &Shape::fast_noise>();
  static constexpr int kSlowNoise = fixed_size<P, &Shape::slow_noise>();
  static constexpr int kOmegaA = HasFastDerivative<P> ? fixed_size<P, &Shape::fast_derivative_noise>() : kFastNoise;
  static constexpr int kOmegaC = HasSlowDerivative<P> ? fixed_size<P, &Shape::slow_derivative_noise>() : kSlowNoise;

  const P& problem_;
  Shape shape_;
  Counts counts_;
  Stream<W> xi_, zeta_g_, zeta_f_, omega_A_, omega_C_;
};

}  // namespace twoscale
