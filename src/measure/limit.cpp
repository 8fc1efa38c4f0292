// The statistical limit: a solution, P* there, and the covariance of one estimate of h from fresh samples.
#include <twoscale/measure/limit.hpp>

#include <algorithm>
#include <functional>

#include <twoscale/core/error.hpp>
#include <twoscale/measure/numbers_face.hpp>

#include "certificate/parts.hpp"
#include "check/probe.hpp"

namespace twoscale {

namespace detail {

namespace {

constexpr std::uint64_t kLimitTag = 0x6c696d6974207472u;  // "limit tr"
using Product = std::function<Numbers(const Numbers&)>;

/// A count that shrinks with the size of the problem, so that a limit of 10^5 numbers takes seconds.
std::uint64_t fewer(const Evaluator& problem, std::uint64_t count, std::uint64_t least, std::uint64_t each = 1) {
  constexpr std::uint64_t kWork = 1 << 22;  // numbers of x and y in all
  const auto size = static_cast<std::uint64_t>(problem.shape().fast + problem.shape().slow);
  return std::max(std::min(count, least), std::min(count, kWork / (each * size)));
}

bool is_large(const Evaluator& problem) { return problem.shape().fast > kDenseLimit; }

/// What a limit may cost where x is large.
double allowance(const Evaluator& problem, const LimitOptions& options) {
  constexpr std::uint64_t kMost = 1 << 16, kLeast = 256;
  return static_cast<double>(
      std::max(kLeast, options.evaluations > 0 ? options.evaluations : fewer(problem, kMost, 0)));
}
std::uint64_t between(double low, double value, double high) {
  return static_cast<std::uint64_t>(std::clamp(value, low, high));
}

// --- the covariance

/// Samples a block: enough that a block's own mean costs little (1/16 of its samples).
constexpr std::uint64_t kBlock = 16;
/// The same where a sample is dear, and where few tell: of many numbers.
constexpr std::uint64_t kSmallBlock = 4;

class Covariance {
 public:
  /// `slow`: the face of the slow set that h(y) is projected onto, where it is.
  Covariance(const Evaluator& problem, Numbers y, std::uint64_t key, const NumbersFace* slow)
      : problem_(problem), y_(std::move(y)), key_(key), slow_face_(slow), sum_(matrix_size(), matrix_size()) {}

  /// So many samples of G and of P F at x, from the streams of one group. P may be missing.
  void add(const Numbers& x, const Product& preconditioner, std::uint32_t group, std::uint64_t samples, Mean& each) {
    for (std::uint64_t first = 0; first + kBlock <= samples; first += kBlock) {
      std::vector<Numbers> slow, fast;
      for (std::uint64_t i = first; i < first + kBlock; ++i) {
        slow.push_back(problem_.slow(x, y_, problem_.noise(Role::zeta_g, key_, group, i)));
        if (preconditioner)
          fast.push_back(
              preconditioner(difference(problem_.fast(x, y_, problem_.noise(Role::zeta_f, key_, group, i)), x)));
      }
      const double of_slow = add_block(slow), of_fast = add_block(fast);
      slow_.add(of_slow), fast_.add(of_fast), each.add(of_slow + of_fast);
    }
  }

  /// The same one after the other, as many of each as are wanted.
  void add_slow(const Numbers& x, std::uint64_t samples) {
    for (std::uint64_t first = 0; first + kBlock <= samples; first += kBlock) {
      std::vector<Numbers> slow;
      for (std::uint64_t i = first; i < first + kBlock; ++i)
        slow.push_back(problem_.slow(x, y_, problem_.noise(Role::zeta_g, key_, 0, i)));
      slow_.add(add_block(slow));
    }
  }
  /// False: P r is not known for one of them.
  bool add_fast(const Numbers& x, const AveragedDerivatives& slopes, std::uint64_t samples) {
    for (std::uint64_t first = 0; first + kSmallBlock <= samples; first += kSmallBlock) {
      std::vector<Numbers> fast;
      for (std::uint64_t i = first; i < first + kSmallBlock; ++i) {
        auto seen = slopes.times(difference(problem_.fast(x, y_, problem_.noise(Role::zeta_f, key_, 0, i)), x));
        if (!seen) return false;
        fast.push_back(std::move(*seen));
      }
      fast_.add(add_block(fast));
    }
    return true;
  }
  double standard_error() const { return std::hypot(slow_.standard_error(), fast_.standard_error()); }

  void put(StatisticalLimit& out) const {
    out.slow_trace = slow_.value(), out.fast_trace = fast_.value();
    out.trace = out.slow_trace + out.fast_trace;
    out.covariance = scaled(1 / static_cast<double>(slow_.count()), sum_.entry);
  }

 private:
  int matrix_size() const { return y_.size() <= kDenseLimit ? static_cast<int>(y_.size()) : 0; }

  /// The trace of the block's covariance, which is added to the sum. F and G are drawn independently: their covariances
  /// add up, and what is measured of their product is noise.
  double add_block(const std::vector<Numbers>& block) {
    if (block.empty()) return 0;
    const double size = static_cast<double>(block.size());
    Numbers mean(y_.size());  // from the first, so that samples without noise have none
    for (const Numbers& v : block) mean = moved(mean, 1.0 / size, difference(v, block[0]));
    double trace = 0;
    for (const Numbers& v : block) {
      Numbers d = difference(difference(v, block[0]), mean);
      if (slow_face_) d = slow_face_->along(d);
      trace += dot(d, d) / (size - 1);
      for (int i = 0; i < sum_.rows; ++i)
        for (int j = 0; j < sum_.cols; ++j) sum_.at(i, j) += d[i] * d[j] / (size - 1);
    }
    return trace;
  }

  const Evaluator& problem_;
  Numbers y_;
  std::uint64_t key_;
  const NumbersFace* slow_face_;
  Dense sum_;
  Mean slow_, fast_;  // traces of the blocks
};

// --- where

/// What the problem says of itself: x*(y) and h(y), in closed form or from its means.
class Told {
 public:
  explicit Told(const Evaluator& problem)
      : problem_(problem), probe_(problem, {}), means_(Frozen::exact(probe_)), start_(problem.fast_start()) {}

  const Frozen& means() const { return means_; }
  bool knows_reduced() const { return probe_.can().reduced || probe_.can().means; }

  std::optional<Numbers> fast_solution(const Numbers& y) {
    // A closed form that leaves the set is that of another problem, as in Truth.
    if (auto x = problem_.fast_solution(y))
      if (!probe_.can().means || !NumbersFace::fast(problem_, *x).is_active()) return x;
    if (!probe_.can().means) return std::nullopt;
    auto x = means_.fast_solution(y, start_);
    if (x) start_ = *x;  // y moves little from one step to the next
    return x;
  }
  std::optional<Numbers> reduced(const Numbers& y) {
    if (auto h = problem_.reduced(y)) return h;
    const auto x = fast_solution(y);
    return x ? problem_.mean_slow(*x, y) : std::nullopt;
  }

 private:
  const Evaluator& problem_;
  Probe probe_;
  Frozen means_;
  Numbers start_;
};

std::optional<FixedPoint> find_solution(const Evaluator& problem, Told& told, const LimitOptions& options) {
  constexpr std::uint64_t kSteps = 4096, kLeast = 48, kSolve = 16;  // evaluations of a solve for x
  const std::uint64_t solve = problem.abilities().reduced ? 1 : kSolve;
  const std::uint64_t steps = is_large(problem) && options.evaluations > 0
                                  ? between(2, allowance(problem, options) / 4 / static_cast<double>(solve), kSteps)
                                  : fewer(problem, kSteps, kLeast, solve);
  return find_fixed_point([&](const Numbers& y) { return told.reduced(y); },
                          [&](Numbers& h) { problem.project_slow(h); }, problem.slow_start(), steps);
}

// --- putting it together

void require_options(const LimitOptions& options) {
  if (options.samples < 1024) throw Error::field("samples", std::to_string(options.samples), "at least 1024");
}

const char* why_no_preconditioner(const Evaluator& problem) {
  if (!problem.abilities().smooth) return "the problem has no derivatives in x";
  if (problem.shape().fast > kDenseLimit)
    return "x is too large for a matrix, and products alone did not solve for P* r";
  return nullptr;
}
std::string incomplete(const char* why) {
  return std::string("P* unknown (") + why + "): the noise of G alone, which is too low";
}

std::optional<StatisticalLimit> finished(const Covariance& covariance, const Mean& each, StatisticalLimit out,
                                         std::uint64_t samples, const std::string& where) {
  covariance.put(out);
  out.standard_error = each.standard_error();
  if (!std::isfinite(out.trace) || !finite(out.covariance)) return std::nullopt;
  out.how = grouped(samples) + " fresh samples each of F and G at y = " + point(out.y) + where;
  return out;
}

/// A solution that only touches its set is not held by it; the solve for it leaves less than that.
bool holds(const NumbersFace& slow, const Numbers& h) {
  constexpr double kTouches = 1e-8;
  return distance(slow.nearest(), h) > kTouches * (1 + norm(h));
}

/// `h`: before it is projected; the noise across the face it is projected onto does not count.
std::optional<StatisticalLimit> with_preconditioner(const Evaluator& problem, const Product& preconditioner,
                                                    StatisticalLimit at, const Numbers& h, const LimitOptions& options,
                                                    const std::string& where) {
  const std::uint64_t samples = fewer(problem, options.samples, 1024) / kBlock * kBlock;
  const NumbersFace face = NumbersFace::slow(problem, h);
  Covariance covariance(problem, at.y, fresh_key(kLimitTag, options.seed, 0), holds(face, h) ? &face : nullptr);
  Mean blocks;
  covariance.add(at.x, preconditioner, 0, samples, blocks);
  at.whole = static_cast<bool>(preconditioner);
  return finished(covariance, blocks, std::move(at), samples, where);
}

DerivativeDraws derivative_draws(const Frame& frame, std::uint32_t number, std::uint64_t draws) {
  Draws noise(frame, number);
  DerivativeDraws drawn;
  for (std::uint64_t i = 0; i < draws; ++i) {
    Numbers of_fast = noise(Role::omega_A);
    drawn.emplace_back(std::move(of_fast), noise(Role::omega_C));
  }
  return drawn;
}

void learn(const Frame& frame, std::uint32_t number, std::uint64_t draws, Solve& solve) {
  const DerivativeDraws drawn = derivative_draws(frame, number, draws);
  solve.learn({&drawn});
}

/// At a known x that is too large for a matrix: P r of a few residuals, each by a Krylov method on products with
/// averages of derivative samples. `w` and `h`: f(x) and h(y) before they are projected. Nothing where A w = r could
/// not be solved.
std::optional<StatisticalLimit> with_products(const Evaluator& problem, StatisticalLimit at, const Numbers& w,
                                              const Numbers& h, const LimitOptions& options, const std::string& where) {
  constexpr double kProducts = 30;  // of a solve
  const Frame frame{problem, at.x, at.y, Oracle::krylov, {}, fresh_key(kLimitTag, options.seed, 2)};
  const double allowed = allowance(problem, options);
  const std::uint64_t draws = between(1, allowed / 256, 32);  // of each of two groups: their difference shows noise
  const DerivativeDraws one = derivative_draws(frame, 0, draws), other = derivative_draws(frame, 1, draws);
  const NumbersFace face([&problem](Numbers& v) { problem.project_fast(v); }, w);
  const auto slopes = krylov_derivatives(frame, at.x, face, {&one, &other});
  const NumbersFace slow = NumbersFace::slow(problem, h);
  Covariance covariance(problem, at.y, frame.key, holds(slow, h) ? &slow : nullptr);
  covariance.add_slow(at.x, between(2 * kBlock, allowed / 4, 4096));
  const std::uint64_t residuals = between(2 * kSmallBlock, allowed / 4 / (kProducts * static_cast<double>(draws)), 256);
  if (!covariance.add_fast(at.x, *slopes, residuals)) return std::nullopt;
  covariance.put(at);
  at.standard_error = covariance.standard_error();
  if (!std::isfinite(at.trace)) return std::nullopt;
  at.how = "fresh samples of G, and " + grouped(residuals) + " of F, each through P* by products with averages of " +
           grouped(2 * draws) + " derivative samples, in at most " + grouped(static_cast<std::uint64_t>(allowed)) +
           " evaluations, at y = " + point(at.y) + where;
  return at;
}

/// Roughly h at y, from samples at a solved x: which face of the slow set it is projected onto.
Numbers rough_reduced(const Evaluator& problem, const Solve& solve, const Numbers& y, std::uint64_t key) {
  constexpr std::uint32_t kStream = 1000;
  constexpr std::uint64_t kSamples = 1024;
  Numbers sum(y.size());
  for (std::uint64_t i = 0; i < kSamples; ++i)
    add(sum, 1.0 / kSamples, problem.slow(solve.x(), y, problem.noise(Role::zeta_g, key, kStream, i)));
  return sum;
}

/// Several groups, each with a P, and where asked an x, of its own: their error shows in how the groups differ.
std::optional<StatisticalLimit> with_samples(const Evaluator& problem, bool settle, StatisticalLimit at,
                                             const LimitOptions& options, std::string where) {
  constexpr std::uint32_t kGroups = 16;
  const char* missing = why_no_preconditioner(problem);
  const Frame frame{
      problem, at.x, at.y, missing ? Oracle::raw : Oracle::dense, {}, fresh_key(kLimitTag, options.seed, 1)};
  const std::uint64_t samples = fewer(problem, options.samples, 1024) / kGroups / kBlock * kBlock;
  const std::uint64_t steps = 4 * samples;  // the solve costs least, and its error is in everything
  // A derivative sample takes as many products as x has numbers.
  const std::uint64_t draws = std::max<std::uint64_t>(64, samples * 8 / std::max(8, problem.shape().fast));
  std::optional<NumbersFace> face;
  std::optional<Covariance> covariance;
  Mean groups;
  for (std::uint32_t number = 0; number < kGroups; ++number) {
    Solve solve(frame, number, at.x);
    if (settle) solve.step(steps);
    if (number == 0) {
      face.emplace([&problem](Numbers& v) { problem.project_slow(v); }, rough_reduced(problem, solve, at.y, frame.key));
      covariance.emplace(problem, at.y, frame.key, face->is_active() ? &*face : nullptr);
    }
    if (!missing) learn(frame, number, draws, solve);
    const Product product = [&solve](const Numbers& r) { return solve.times_preconditioner(r); };
    Mean blocks;
    covariance->add(solve.x(), missing ? Product() : product, number, samples, blocks);
    groups.add(blocks.value());
    if (number == 0) at.x = solve.x();
  }
  if (settle) where += "; " + std::to_string(kGroups) + " groups, x settled by " + grouped(steps) + " steps in each";
  where += "; " + (missing ? incomplete(missing) : "P* from " + grouped(draws) + " derivative samples in each group");
  at.whole = missing == nullptr;
  return finished(*covariance, groups, std::move(at), samples * kGroups, where);
}

}  // namespace

}  // namespace detail

std::optional<StatisticalLimit> statistical_limit(const Evaluator& problem, const LimitOptions& options) {
  detail::require_options(options);
  detail::Told told(problem);
  if (!told.knows_reduced()) return std::nullopt;
  const auto found = detail::find_solution(problem, told, options);
  if (!found) return std::nullopt;
  StatisticalLimit at;
  at.y = found->point;
  const auto x = told.fast_solution(at.y);
  at.x = x ? *x : problem.fast_start();
  const std::string where = ", where |h(y) - y| = " + detail::brief(found->residual);
  if (!x) return detail::with_samples(problem, true, at, options, where);
  if (problem.preconditioner_times(at.y, at.x)) {
    const auto closed = [&](const detail::Numbers& r) { return *problem.preconditioner_times(at.y, r); };
    return detail::with_preconditioner(problem, closed, at, found->image, options,
                                       where + "; P* as the problem gives it");
  }
  if (detail::is_large(problem) && problem.abilities().smooth) {
    const auto w = problem.mean_fast(*x, at.y);
    if (auto whole = detail::with_products(problem, at, w ? *w : *x, found->image, options, where)) return whole;
  }
  if (const char* missing = detail::why_no_preconditioner(problem))
    return detail::with_preconditioner(problem, {}, at, found->image, options,
                                       where + "; " + detail::incomplete(missing));
  if (!problem.abilities().means) return detail::with_samples(problem, false, at, options, where);
  const auto matrix = detail::preconditioner_of(told.means(), at.x, at.y);
  if (!matrix) return std::nullopt;
  const auto product = [&matrix](const detail::Numbers& r) { return matrix->times(r); };
  return detail::with_preconditioner(problem, product, at, found->image, options,
                                     where + "; P* by differences of the means");
}

std::optional<StatisticalLimit> limit_at(const Evaluator& problem, const std::vector<double>& x,
                                         const std::vector<double>& y, const LimitOptions& options) {
  detail::require_options(options);
  detail::require_size("x", x, problem.shape().fast);
  detail::require_size("y", y, problem.shape().slow);
  StatisticalLimit at;
  at.x = x, at.y = y;
  return detail::with_samples(problem, true, at, options, "");
}

}  // namespace twoscale
