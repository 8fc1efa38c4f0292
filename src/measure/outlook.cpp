#include <twoscale/measure/outlook.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <twoscale/measure/noise_parts.hpp>

#include "certificate/parts.hpp"

namespace twoscale {

namespace detail {

namespace {

constexpr std::uint64_t kLagTag = 0x6c6167206761696eu;  // "lag gain"
constexpr int kStarts = 2;                              // directions at random
constexpr int kRepeats = 3;                             // of y's motion through M: towards what it stretches most
constexpr int kSolves = kStarts * (2 * kRepeats + 1);

class Lag {
 public:
  Lag(const Evaluator& problem, std::uint64_t evaluations, const Numbers& x, const Numbers& y)
      : frame_{problem, x, y, Oracle::krylov, {}, fresh_key(kLagTag, 0, 0)},
        settle_(std::max<std::uint64_t>(evaluations / 8, 16)),
        x_(settled(settle_)),
        face_([&problem](Numbers& v) { problem.project_fast(v); }, x_.second) {
    // Each solve may take its products, each with every draw.
    const double left = static_cast<double>(evaluations) * 7 / 8;
    const int products = static_cast<int>(std::clamp(left / kSolves, 4.0, most_products(problem)));
    const auto count = static_cast<std::uint64_t>(std::clamp(left / (kSolves * products), 1.0, 32.0));
    evaluations_ = settle_ + count * (kSolves * static_cast<std::uint64_t>(products) + 3 * kStarts * kRepeats);
    Draws noise(frame_, 0);
    for (std::uint64_t i = 0; i < count; ++i) {
      Numbers of_fast = noise(Role::omega_A);
      draws_.emplace_back(std::move(of_fast), noise(Role::omega_C));
      samples_.push_back(noise(Role::zeta_f));
    }
    // A residual that is small may leave much of a direction in which f hardly contracts.
    KrylovEffort effort{.products = products, .precision = 1e-4};
    strict_ = krylov_derivatives(frame_, x_.first, face_, {&draws_}, effort);
    effort.as_far_as_it_goes = true;
    slopes_ = krylov_derivatives(frame_, x_.first, face_, {&draws_}, effort);
  }

  LagGain measure() const {
    LagGain out{.evaluations = evaluations_};
    for (int i = 0; i < kStarts; ++i) {
      Numbers v = first_direction(i);
      for (int repeat = 0; repeat < kRepeats; ++repeat) {
        Numbers through = times(v, repeat == 0, out);
        const double size = norm(through);
        out.gain = std::max(out.gain, std::isnan(size) ? std::numeric_limits<double>::infinity() : size);
        if (!(size > 0) || !std::isfinite(size)) break;
        v = scaled(1 / size, through);
      }
    }
    return out;
  }

 private:
  /// x*(y), about, before and after it is projected.
  std::pair<Numbers, Numbers> settled(std::uint64_t steps) const {
    Solve solve(frame_, 1, frame_.x);
    solve.step(steps);
    return {solve.x(), solve.free()};
  }
  /// Signs, as a hash has them.
  Numbers first_direction(int number) const {
    Numbers v(frame_.y.size());
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = fresh_key(frame_.key, i, static_cast<std::uint32_t>(number)) % 2 == 0 ? 1 : -1;
    return scaled(1 / norm(v), v);
  }
  /// M v = C A^-1 A^-1 df/dy v; not a number where a solve is not finite. Notes where one had to stop, and how slowly x
  /// goes the way that v sends it, if that is asked.
  Numbers times(const Numbers& v, bool how_slowly, LagGain& out) const {
    const Numbers target = moved_target(v);
    for (const AveragedDerivatives* slopes : {strict_.get(), slopes_.get()}) {
      if (slopes == strict_.get() && !out.solved) continue;
      const auto way = slopes->solve(target);
      const auto back = way ? slopes->times(*way) : std::nullopt;
      if (back) {
        const auto twice = how_slowly && norm(*way) > 0 ? slopes->solve(*way) : std::nullopt;
        if (twice) out.slowness = std::max(out.slowness, norm(*twice) / norm(*way));
        return *back;
      }
      out.solved = false;
    }
    return Numbers(v.size(), std::numeric_limits<double>::quiet_NaN());
  }
  /// y a little way along v, or against it where the slow set ends; F is not asked for outside of it.
  Numbers shifted(const Numbers& v) const {
    constexpr double kStep = 1e-6;
    const double step = kStep * (1 + norm(frame_.y));
    for (const double way : {step, -step}) {
      Numbers out = moved(frame_.y, way, v);
      frame_.problem.project_slow(out);
      if (distance(out, frame_.y) > step / 2) return out;
    }
    return frame_.y;
  }
  /// df/dy v, on the face of x, up to its sign: a difference with the same noise on both sides.
  Numbers moved_target(const Numbers& v) const {
    const Numbers there = shifted(v);
    const double way = distance(there, frame_.y);
    Numbers sum(x_.first.size());
    if (!(way > 0)) return sum;
    for (const Numbers& xi : samples_) {
      add(sum, 1, frame_.problem.fast(x_.first, there, xi));
      add(sum, -1, frame_.problem.fast(x_.first, frame_.y, xi));
    }
    return face_.along(scaled(1 / (way * static_cast<double>(samples_.size())), sum));
  }

  Frame frame_;
  std::uint64_t settle_;
  std::pair<Numbers, Numbers> x_;
  NumbersFace face_;
  DerivativeDraws draws_;
  std::vector<Numbers> samples_;
  std::unique_ptr<AveragedDerivatives> strict_, slopes_;  // the latter takes what a solve gives that had to stop
  std::uint64_t evaluations_ = 0;                         // at most
};

constexpr std::uint64_t kBendTag = 0x62656e64206f6620u;  // "bend of "

/// How f and g bend around x*(y), as x that follows with noise sees it.
class Bend {
 public:
  static constexpr std::uint64_t kPoints = 32;  // places that x is seen at
  /// Of x: the smaller, the less of the bend is not of second order; but in so many steps x has to go about.
  static double step(std::uint64_t steps) { return std::clamp(20 / static_cast<double>(steps), 0.02, 0.2); }

  /// Around x^ = Proj_X[w^], which is near x*(y).
  Bend(const Evaluator& problem, std::uint64_t steps, const Numbers& x, const Numbers& w, const Numbers& y)
      : frame_{problem, x, y, Oracle::krylov, {}, fresh_key(kBendTag, 0, 0)},
        noise_(frame_, 0),
        step_(step(steps)),
        w_(w),
        x_(x) {
    for (std::uint64_t i = 0; i < kPoints; ++i) {
      follow(std::max<std::uint64_t>(steps / kPoints, 1));
      places_.push_back(x_);
    }
    mean_ = Numbers(x.size());
    for (const Numbers& place : places_) add(mean_, 1.0 / kPoints, place);
  }
  static constexpr std::uint64_t evaluations(std::uint64_t steps) { return steps + 6 * kPoints; }

  /// E (1/2) f''(e, e), and the same of g: second differences with the noise held.
  std::pair<Numbers, Numbers> measure() {
    Numbers fast(frame_.x.size()), slow(frame_.y.size());
    const double share = 0.5 / (kPoints - 1);
    for (const Numbers& place : places_) {
      const Numbers there = difference(scaled(2, mean_), place);
      const Numbers xi = noise_(Role::zeta_f), zeta = noise_(Role::zeta_g);
      for (const auto& [at, weight] : {std::pair(&place, share), {&there, share}, {&mean_, -2 * share}}) {
        add(fast, weight, frame_.problem.fast(*at, frame_.y, xi));
        add(slow, weight, frame_.problem.slow(*at, frame_.y, zeta));
      }
    }
    return {fast, slow};
  }

 private:
  void follow(std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k) {
      add(w_, step_, difference(frame_.problem.fast(x_, frame_.y, noise_(Role::xi)), w_));
      x_ = w_;
      frame_.problem.project_fast(x_);
    }
  }

  Frame frame_;
  Draws noise_;
  double step_;
  Numbers w_, x_, mean_;
  std::vector<Numbers> places_;
};

constexpr int kShaken = 16;  // draws that tell how noisy derivatives are

/// sqrt(E|A v - E A v|^2) / |E A v| of a direction v at random.
double shake_of(const Frame& frame) {
  Draws noise(frame, 2);
  Numbers v(frame.x.size()), sum(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = fresh_key(frame.key, i, 0) % 2 == 0 ? 1 : -1;
  double squares = 0;
  for (int k = 0; k < kShaken; ++k) {
    const Numbers seen = difference(v, frame.problem.fast_derivative_times(frame.x, frame.y, noise(Role::omega_A), v));
    add(sum, 1.0 / kShaken, seen);
    squares += dot(seen, seen) / kShaken;
  }
  const double mean = dot(sum, sum);
  return mean > 0 ? std::sqrt(std::max(0.0, squares - mean) / mean) : 0;
}

/// |G'' + P F''|; not a number where P F'' cannot be solved for.
double bias_of(const Evaluator& problem, std::uint64_t steps, const Numbers& x, const Numbers& w, const Numbers& y,
               int products) {
  auto [fast, slow] = Bend(problem, steps, x, w, y).measure();
  const Frame frame{problem, x, y, Oracle::krylov, {}, fresh_key(kBendTag, 1, 0)};
  const NumbersFace face = NumbersFace::fast(problem, w);
  Draws noise(frame, 0);
  DerivativeDraws draws;
  Numbers of_fast = noise(Role::omega_A);
  draws.emplace_back(std::move(of_fast), noise(Role::omega_C));
  const auto slopes = krylov_derivatives(frame, x, face, {&draws},
                                         {.products = products, .precision = 1e-4, .as_far_as_it_goes = true});
  const double size = norm(fast);
  if (!(size > 1e-12 * (1 + norm(x)))) return norm(slow);
  const auto corrected = slopes->times(fast);
  if (!corrected) return std::numeric_limits<double>::quiet_NaN();
  add(slow, 1, *corrected);
  return norm(slow);
}

}  // namespace

}  // namespace detail

std::optional<LagGain> lag_gain(const Evaluator& problem, std::uint64_t evaluations,
                                const std::vector<double>& fast_start, const std::vector<double>& slow_start) {
  constexpr std::uint64_t kLeast = 64;
  if (evaluations < kLeast || !problem.abilities().smooth) return std::nullopt;
  const LagGain out = detail::Lag(problem, evaluations, fast_start.empty() ? problem.fast_start() : fast_start,
                                  slow_start.empty() ? problem.slow_start() : slow_start)
                          .measure();
  return std::isfinite(out.gain) ? std::optional(out) : std::nullopt;
}

std::optional<Outlook> outlook(const Evaluator& problem, std::uint64_t evaluations,
                               const std::vector<double>& fast_start, const std::vector<double>& slow_start) {
  using namespace detail;
  constexpr std::uint64_t kLeast = 512;
  if (evaluations < kLeast || !problem.abilities().smooth) return std::nullopt;
  const Numbers x = fast_start.empty() ? problem.fast_start() : fast_start;
  const Numbers y = slow_start.empty() ? problem.slow_start() : slow_start;
  const Frame frame{problem, x, y, Oracle::krylov, {}, fresh_key(kBendTag, 2, 0)};
  Solve solve(frame, 0, x);
  const std::uint64_t steps = evaluations / 8;
  solve.step(steps);
  const int products = static_cast<int>(std::min(static_cast<double>(evaluations) / 16, most_products(problem)));
  const double bias = bias_of(problem, steps, solve.x(), solve.free(), y, products);
  const auto noise = noise_parts(problem, solve.x(), solve.free(), y, {}, evaluations / 2);
  if (!noise || !std::isfinite(bias)) return std::nullopt;
  const auto sweeps = static_cast<std::uint64_t>(products) + 1;
  const Frame there{problem, solve.x(), y, Oracle::krylov, {}, fresh_key(kBendTag, 3, 0)};
  return Outlook{noise->fast,     noise->slow,
                 noise->widest,   bias / Bend::step(steps),
                 shake_of(there), steps + Bend::evaluations(steps) + sweeps + kShaken + evaluations / 2};
}

}  // namespace twoscale
