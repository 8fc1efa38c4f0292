#pragma once
// Samples: the only way a method sees a problem. Draws fresh noise for each of the paper's roles,
// evaluates the sample, and counts it, all in one place.
//
// A role's count is its stream position: the k-th xi sample of a replica uses the k-th xi noise, in any
// method, at any pack width, before or after a resume.

#include <array>
#include <cstdint>
#include <utility>

#include <twoscale/core/stream.hpp>
#include <twoscale/problem/derivative.hpp>
#include <twoscale/problem/face.hpp>
#include <twoscale/problem/looks.hpp>
#include <twoscale/problem/structure.hpp>

namespace twoscale {

/// [P] eq. (online-precond-algo): xi moves x, zeta_g and zeta_f feed the slow oracle, omega_A and
/// omega_C the preconditioner. A probe is a direction some preconditioners draw: randomness of the method, no sample.
enum class Role : std::uint32_t { xi, zeta_g, zeta_f, omega_A, omega_C, probe };
inline constexpr int kRoles = 6;

/// Where the five roles take their draws from. `shared`: one look at F and one at G, values and derivatives, serve an
/// iteration: xi, zeta_f and omega_A are one draw, zeta_g and omega_C are another, and an iteration costs two samples.
///
/// What survives: with F_k the past of iteration k, each line keeps its mean given F_k, since X_k, Y_k and P_k are of
/// the past: E[F - X_k], E[G + P_k (F - X_k)] and E[C - P_k A] are those of fresh draws. What is lost: given F_k the
/// lines are no longer independent, so that E[(F - f)(H - E H)^T] is Sigma_FG + Sigma_FF P_k^T instead of zero, and the
/// noise of P correlates with that of x. Lemmas that use the noise's independence between lines do not carry over as
/// they are; docs/concepts/samples.md has what that changes, and what was measured.
///
/// A derivative that the problem writes itself, with noise of its own, keeps that noise: it is part of the same look.
enum class Sampling { fresh, shared };
const char* name_of(Sampling sampling);

/// How many draws of F and of G the one look of an iteration averages; its derivatives are those of the first. Where F
/// is the noisier of the two as H sees it, more of F for each of G says more for as many samples (StatisticalLimit).
/// What it took to find that out was spent before the run, of the same budget.
struct Batches {
  std::uint64_t fast = 1, slow = 1, pilot = 0;
  bool single() const { return fast == 1 && slow == 1; }
  bool operator==(const Batches&) const = default;
};

/// Samples drawn so far. Structured calls (exact P*, mean f) and evaluations without noise are kept apart, as in [P]
/// Theorem corrected, and are not part of the total.
struct Counts {
  std::array<std::uint64_t, kRoles> drawn{};
  std::uint64_t preconditioner = 0, noiseless = 0;

  std::uint64_t& operator[](Role role) { return drawn[static_cast<int>(role)]; }
  std::uint64_t operator[](Role role) const { return drawn[static_cast<int>(role)]; }
  std::uint64_t fast() const { return (*this)[Role::xi] + (*this)[Role::zeta_f]; }
  std::uint64_t slow() const { return (*this)[Role::zeta_g]; }
  std::uint64_t derivative() const { return (*this)[Role::omega_A] + (*this)[Role::omega_C]; }
  std::uint64_t total() const { return fast() + slow() + derivative(); }
  Counts& operator+=(const Counts& more) {
    for (int i = 0; i < kRoles; ++i) drawn[i] += more.drawn[i];
    preconditioner += more.preconditioner;
    noiseless += more.noiseless;
    return *this;
  }
  bool operator==(const Counts&) const = default;
};

namespace detail {
/// Throws: a method asked for a closed form that require() should have missed.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_missing(const char* member);
/// Throws: the derivatives have no colours to be put together from.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_colours();
}  // namespace detail

/// kLooks: an iteration may take one look for all of its lines (look_once, and batches). A kernel that never does is
/// spared asking at every draw, which made its steps half as long again where they are short.
template <class P, int W, bool kLooks = true>
class Samples {
 public:
  using S = Pack<double, W>;
  using X = FastVector<P, S>;
  using Y = SlowVector<P, S>;
  using Square = Matrix<S, kFast<P>, kFast<P>>;
  using Sensitivity = Matrix<S, kRowsOfP<P>, kFast<P>>;
  using FastDraw = FastSample<P>;
  using SlowDraw = SlowSample<P>;

  Samples(const P& problem, std::uint64_t seed, std::uint32_t first_replica, Sampling sampling = Sampling::fresh,
          const Batches& batches = {})
      : problem_(problem),
        shape_(shape_of(problem)),
        shared_(sampling == Sampling::shared),
        batches_(shared_ ? batches : Batches{}),
        looks_(kLooks && !batches_.single()),
        noiseless_(noiseless_of(shape_, FastDraw::kOwn, SlowDraw::kOwn, shared_)),
        xi_(seed, first_replica, 0, kLaw, shape_.fast_noise, index_count_of(problem)),
        zeta_g_(seed, first_replica, 1, kLaw, shape_.slow_noise, index_count_of(problem)),
        zeta_f_(seed, first_replica, shared_ ? 0 : 2, kLaw, shape_.fast_noise, index_count_of(problem)),
        omega_A_(seed, first_replica, shared_ && !FastDraw::kOwn ? 0 : 3, kLaw, FastDraw::noise(shape_),
                 index_count_of(problem)),
        omega_C_(seed, first_replica, shared_ && !SlowDraw::kOwn ? 1 : 4, kLaw, SlowDraw::noise(shape_),
                 index_count_of(problem)),
        probe_(seed, first_replica, 5, Law::rademacher, shape_.fast) {}

  const Shape& shape() const { return shape_; }
  /// Shared draws are counted once, as xi and zeta_g: the other roles have gone as far as these, and count nothing.
  Counts counts() const {
    Counts out = counts_;
    if (shared_) out[Role::zeta_f] = out[Role::omega_A] = out[Role::omega_C] = 0;
    for_each_noiseless([&](Role role) { out.noiseless += std::exchange(out[role], 0); });
    out[Role::zeta_g] += told_;
    return out;
  }
  /// A stream without noise stands anywhere: what was counted apart stays there.
  void set_counts(const Counts& counts) {
    counts_ = counts;
    told_ = noiseless_.slow ? std::exchange(counts_[Role::zeta_g], 0) : 0;
    if (!shared_) return;
    counts_[Role::zeta_f] = counts_[Role::omega_A] = counts[Role::xi];
    counts_[Role::omega_C] = counts_[Role::zeta_g];
  }

  /// Whether the next draw of every role is there already.
  TWOSCALE_INLINE bool has_ready() const {
    return xi_.template has_ready<kFastNoise>(counts_[Role::xi]) &&
           zeta_g_.template has_ready<kSlowNoise>(counts_[Role::zeta_g]) &&
           zeta_f_.template has_ready<kFastNoise>(counts_[Role::zeta_f]) &&
           omega_A_.template has_ready<FastDraw::kNoise>(counts_[Role::omega_A]) &&
           omega_C_.template has_ready<SlowDraw::kNoise>(counts_[Role::omega_C]);
  }
  /// Makes it so.
  [[gnu::noinline]] void prepare() {
    xi_.template prepare<kFastNoise>(counts_[Role::xi]);
    zeta_g_.template prepare<kSlowNoise>(counts_[Role::zeta_g]);
    zeta_f_.template prepare<kFastNoise>(counts_[Role::zeta_f]);
    omega_A_.template prepare<FastDraw::kNoise>(counts_[Role::omega_A]);
    omega_C_.template prepare<SlowDraw::kNoise>(counts_[Role::omega_C]);
  }

  /// Every iteration sees F and G at one point only: shared draws are then evaluated once for all lines.
  void look_once() { looks_ = kLooks && shared_; }
  /// Whether an iteration's look has to be taken before it asks.
  TWOSCALE_INLINE bool looks() const { return kLooks && looks_; }
  /// The means of this iteration's draws of F and of G, which it sees wherever it asks for either.
  TWOSCALE_INLINE void look(const X& x, const Y& y) {
    if (!batches_.single()) [[unlikely]]
      return look_often(x, y);
    seen_fast_ = problem_.fast(x, y, xi_.template draw_as<kFastNoise, kLaw>(counts_[Role::xi]));
    seen_slow_ = problem_.slow(x, y, zeta_g_.template draw_as<kSlowNoise, kLaw>(counts_[Role::zeta_g]));
  }

  /// F(x, y; xi), to move x.
  TWOSCALE_INLINE X fast(const X& x, const Y& y) {
    if constexpr (kLooks)
      if (looks_) return counts_[Role::xi] += batches_.fast, seen_fast_;
    return problem_.fast(x, y, xi_.template draw_as<kFastNoise, kLaw>(counts_[Role::xi]++));
  }
  /// F(x, y; zeta_f), to correct the slow oracle.
  TWOSCALE_INLINE X fast_for_oracle(const X& x, const Y& y) {
    if constexpr (kLooks)
      if (looks_) return counts_[Role::zeta_f] += batches_.fast, seen_fast_;
    return problem_.fast(x, y, zeta_f_.template draw_as<kFastNoise, kLaw>(counts_[Role::zeta_f]++));
  }
  /// G(x, y; zeta_g).
  TWOSCALE_INLINE Y slow(const X& x, const Y& y) {
    if constexpr (kLooks)
      if (looks_) return counts_[Role::zeta_g] += batches_.slow, seen_slow_;
    return problem_.slow(x, y, zeta_g_.template draw_as<kSlowNoise, kLaw>(counts_[Role::zeta_g]++));
  }

  /// A sample of dF/dx = I - A at (x, y), which must outlive it: dense(), times(v), adjoint(w).
  TWOSCALE_INLINE auto fast_derivative_sample(const X& x, const Y& y) {
    return DerivativeSample<FastDraw, P, X, Y, Vector<S, FastDraw::kNoise>>(
        problem_, x, y, [&]() TWOSCALE_INLINE_LAMBDA {
          return omega_A_.template draw_as<FastDraw::kNoise, kLaw>(next(Role::omega_A, kLooks ? batches_.fast : 1));
        });
  }
  /// A sample of C = dG/dx.
  TWOSCALE_INLINE auto slow_derivative_sample(const X& x, const Y& y) {
    return DerivativeSample<SlowDraw, P, X, Y, Vector<S, SlowDraw::kNoise>>(
        problem_, x, y, [&]() TWOSCALE_INLINE_LAMBDA {
          return omega_C_.template draw_as<SlowDraw::kNoise, kLaw>(next(Role::omega_C, kLooks ? batches_.slow : 1));
        });
  }
  /// With a step of zero P stands still: derivatives of shared draws are then passed over, which costs nothing.
  TWOSCALE_INLINE bool passes_over_derivatives(const S& step) {
    if (!shared_ || any(step != S(0.0))) return false;
    next(Role::omega_A, kLooks ? batches_.fast : 1), next(Role::omega_C, kLooks ? batches_.slow : 1);
    return true;
  }
  Square fast_derivative(const X& x, const Y& y) { return fast_derivative_sample(x, y).dense(); }
  Sensitivity slow_derivative(const X& x, const Y& y) { return slow_derivative_sample(x, y).dense(); }

  /// A sample of C - P A. Without derivatives of the problem's own it is the derivative in x of the
  /// corrected oracle G + P (F - x) with P held: one evaluation on duals.
  TWOSCALE_INLINE Sensitivity drift(const Sensitivity& preconditioner, const X& x, const Y& y) {
    const auto C = slow_derivative_sample(x, y);
    const auto dF = fast_derivative_sample(x, y);
    if constexpr (kOwnWay) return C.dense() - preconditioner + preconditioner * dF.dense();
    else return jacobian_of<P>([&](const auto& v) { return C.value(v) + preconditioner * (dF.value(v) - v); }, x);
  }
  /// P <- P + step (C - P A) with a sample of it.
  TWOSCALE_INLINE void learn(Sensitivity& preconditioner, const S& step, const X& x, const Y& y) {
    auto& P_entries = preconditioner.entries();
    const auto add = [&](int i, const S& drift) TWOSCALE_INLINE_LAMBDA { P_entries[i] = P_entries[i] + step * drift; };
    constexpr int kCount = std::remove_cvref_t<decltype(P_entries)>::kSize;
    if constexpr (kOwnWay) {  // in one pass, without the sums as matrices
      const auto C = slow_derivative_sample(x, y).dense();
      const auto PF = preconditioner * fast_derivative_sample(x, y).dense();
      unrolled<kCount>(P_entries.size(),
                       [&](int i) TWOSCALE_INLINE_LAMBDA { add(i, C.entries()[i] - P_entries[i] + PF.entries()[i]); });
    } else {
      const auto D = drift(preconditioner, x, y);
      unrolled<kCount>(P_entries.size(), [&](int i) TWOSCALE_INLINE_LAMBDA { add(i, D.entries()[i]); });
    }
  }
  /// A sample of (C - P A) v.
  Y drift_times(const Sensitivity& preconditioner, const X& x, const Y& y, const X& v) {
    const Y Cv = slow_derivative_sample(x, y).times(v);
    return Cv + preconditioner * (fast_derivative_sample(x, y).times(v) - v);
  }
  /// A sample of C - P A row by row: visit(i, row) may change row i of P, which no later row looks at. F and G are
  /// recorded once where tapes are used; then a row costs a sweep.
  template <class Visit>
  void drift_rows(const Sensitivity& preconditioner, const X& x, const Y& y, const Visit& visit) {
    const auto C = slow_derivative_sample(x, y);
    const auto dF = fast_derivative_sample(x, y);
    if constexpr (kOwnWay || !kMayReverse<P>) {
      Y unit(shape_.slow);
      for (int i = 0; i < shape_.slow; ++i) {
        unit[i] = S(1.0);
        const X p = row(preconditioner, i);
        visit(i, C.adjoint(unit) + (dF.adjoint(p) - p));
        unit[i] = S(0.0);
      }
    } else {
      const auto variables = tape_.variables(x);
      const auto G = C.value(variables);
      const auto F = dF.value(variables);
      X out(shape_.fast);
      for (int i = 0; i < shape_.slow; ++i) {
        tape_.reset_adjoints();
        tape_.seed(G[i], S(1.0));
        for (int j = 0; j < shape_.fast; ++j) tape_.seed(F[j], preconditioner(i, j));
        tape_.sweep();
        for (int j = 0; j < shape_.fast; ++j) out[j] = tape_.adjoint(j) - preconditioner(i, j);
        visit(i, out);
      }
    }
  }
  /// The same, from products with the colours of both derivatives, which have few where these are sparse or banded.
  template <class Visit>
  void coloured_drift_rows(const Sensitivity& preconditioner, const X& x, const Y& y, const Visit& visit) {
    if constexpr (!kMayColour<P>) detail::refuse_colours();
    else {
      if (!structure_) structure_ = structure_of(problem_);
      if (!structure_) detail::refuse_colours();
      const auto C = slow_derivative_sample(x, y);
      const auto dF = fast_derivative_sample(x, y);
      const auto& [of_fast, of_slow] = *structure_;
      coloured_jacobian(
          of_slow, [&](const auto& v) { return C.value(v); }, x, slow_entries_);
      coloured_jacobian(
          of_fast, [&](const auto& v) { return dF.value(v); }, x, fast_entries_);
      for (int i = 0; i < shape_.slow; ++i) {
        const X p = row(preconditioner, i);
        X out = -p;
        for (int e = of_slow.first(i); e < of_slow.first(i + 1); ++e) {
          S& entry = out[of_slow.column(e)];
          entry = entry + slow_entries_[e];
        }
        for (int k = 0; k < shape_.fast; ++k) {
          const S weight = p[k];
          for (int e = of_fast.first(k); e < of_fast.first(k + 1); ++e) {
            S& entry = out[of_fast.column(e)];
            entry = multiply_add(weight, fast_entries_[e], entry);
          }
        }
        visit(i, out);
      }
    }
  }
  /// Whether C - P A is cheaper row by row than at once.
  bool prefers_rows() const {
    constexpr bool kCheapRows = (FastDraw::kAdjoint || (!FastDraw::kOwn && kMayReverse<P>)) &&
                                (SlowDraw::kAdjoint || (!SlowDraw::kOwn && kMayReverse<P>));
    constexpr bool kOnlyRows = asked_differentiation<P>() == Differentiation::reverse ||
                               (FastDraw::kAdjoint && !FastDraw::kDense && !FastDraw::kTimes);
    if constexpr (!kCheapRows) return false;
    else return kOnlyRows || rows_pay(shape_.fast, shape_.slow);
  }

  /// A random direction v with E v v^T = I: signs, normals, or sqrt(n) times one of the n coordinate directions.
  X probe(Law law) {
    const int n = shape_.fast;
    const int width = law == Law::index ? 1 : n;
    if (probe_.law() != law || probe_.width() != width) probe_.change(law, width, static_cast<std::uint32_t>(n));
    const std::uint64_t number = counts_[Role::probe]++;
    if (law != Law::index) return probe_.template draw<kFast<P>>(number);
    const S at = probe_.template draw<1>(number)[0];
    const S length(std::sqrt(static_cast<double>(n)));
    X v(n);
    for (int i = 0; i < n; ++i) v[i] = where(at == S(static_cast<double>(i)), length, S(0.0));
    return v;
  }

  /// A random direction of outputs, normal; from the same stream.
  Y output_probe() {
    if (probe_.law() != Law::normal || probe_.width() != shape_.slow) probe_.change(Law::normal, shape_.slow, 1);
    return probe_.template draw<kSlow<P>>(counts_[Role::probe]++);
  }

  // Exact answers, where the problem offers them. h counts as a slow sample; P* and the mean f are
  // structured oracles with a count of their own.
  TWOSCALE_INLINE X exact_fast_solution(const Y& y) const {
    if constexpr (HasFastSolution<P>) return problem_.fast_solution(y);
    else detail::refuse_missing("fast_solution(y)");
  }
  TWOSCALE_INLINE Y exact_reduced(const Y& y) {
    if (noiseless_.slow) ++told_;  // which an evaluation of G would not be
    else ++counts_[Role::zeta_g];
    if constexpr (HasReduced<P>) return problem_.reduced(y);
    else detail::refuse_missing("reduced(y)");
  }
  TWOSCALE_INLINE Sensitivity exact_preconditioner(const Y& y) {
    ++counts_.preconditioner;
    if constexpr (HasPreconditioner<P>) return problem_.preconditioner(y);
    else detail::refuse_missing("preconditioner(y)");
  }
  /// P*(y) r, by the matrix or the problem's own product.
  Y exact_preconditioner_times(const Y& y, const X& r) {
    if constexpr (HasPreconditionerTimes<P>) {
      ++counts_.preconditioner;
      return problem_.preconditioner_times(y, r);
    } else {
      return exact_preconditioner(y) * r;
    }
  }
  /// The mean f and its derivative in x: one structured call.
  TWOSCALE_INLINE std::pair<X, Square> exact_mean_fast(const X& x, const Y& y) {
    ++counts_.preconditioner;
    if constexpr (HasMeans<P>)
      return {problem_.mean_fast(x, y), jacobian_of<P>([&](const auto& v) { return problem_.mean_fast(v, y); }, x)};
    else detail::refuse_missing("mean_fast(x, y)");
  }

  TWOSCALE_INLINE void project_fast(X& x) const { fast_set_of(problem_).project(x); }
  /// The fast set near a point, and how the projection changes there.
  TWOSCALE_INLINE auto fast_face(const X& point) const { return Face(fast_set_of(problem_), point); }
  TWOSCALE_INLINE void project_slow(Y& y) const { slow_set_of(problem_).project(y); }
  TWOSCALE_INLINE void project_preconditioner(Sensitivity& matrix) const {
    if constexpr (requires { problem_.preconditioner_set; }) problem_.preconditioner_set.project(matrix);
  }

 private:
  static constexpr Law kLaw = noise_law<P>();
  static constexpr int kFastNoise = fixed_size<P, &Shape::fast_noise>();
  static constexpr int kSlowNoise = fixed_size<P, &Shape::slow_noise>();
  /// The two derivatives are put together from parts rather than taken of the corrected oracle at once.
  static constexpr bool kOwnWay = FastDraw::kOwn || SlowDraw::kOwn || FastDraw::kScore || SlowDraw::kScore;

  /// On copies of the state: nothing points to that itself.
  [[gnu::noinline]] void look_often(X x, Y y) {
    const auto mean = [](std::uint64_t count, const auto& sample) {
      auto sum = sample(0);
      for (std::uint64_t i = 1; i < count; ++i) sum = sum + sample(i);
      return (1.0 / static_cast<double>(count)) * sum;
    };
    seen_fast_ = mean(batches_.fast, [&](std::uint64_t i) {
      return X(problem_.fast(x, y, xi_.template draw_as<kFastNoise, kLaw>(counts_[Role::xi] + i)));
    });
    seen_slow_ = mean(batches_.slow, [&](std::uint64_t i) {
      return Y(problem_.slow(x, y, zeta_g_.template draw_as<kSlowNoise, kLaw>(counts_[Role::zeta_g] + i)));
    });
  }
  TWOSCALE_INLINE std::uint64_t next(Role role, std::uint64_t draws) {
    const std::uint64_t number = counts_[role];
    counts_[role] = number + draws;
    return number;
  }
  template <class Visit>
  void for_each_noiseless(const Visit& visit) const {
    if (noiseless_.fast) visit(Role::xi), visit(Role::zeta_f);
    if (noiseless_.slow) visit(Role::zeta_g);
    if (noiseless_.fast_derivative) visit(Role::omega_A);
    if (noiseless_.slow_derivative) visit(Role::omega_C);
  }

  const P& problem_;
  Shape shape_;
  bool shared_;
  Batches batches_;  // 1 and 1 of fresh samples
  bool looks_;
  Noiseless noiseless_;
  Counts counts_;           // a role's is its stream's position
  std::uint64_t told_ = 0;  // answers h(y), where G has no noise: they are counted all the same
  X seen_fast_;             // of a look
  Y seen_slow_;
  Stream<W> xi_, zeta_g_, zeta_f_, omega_A_, omega_C_, probe_;
  Tape<S> tape_;                        // empty until rows are recorded
  std::optional<Structure> structure_;  // none until colours are asked for
  std::vector<S> fast_entries_, slow_entries_;
};

}  // namespace twoscale
