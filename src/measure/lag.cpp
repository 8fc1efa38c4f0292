#include <twoscale/measure/lag.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "certificate/parts.hpp"

namespace twoscale {

namespace detail {

namespace {

constexpr std::uint64_t kLagTag = 0x6c6167206761696eu;  // "lag gain"
constexpr int kStarts = 2;                              // directions at random
constexpr int kRepeats = 3;                             // of y's motion through M: towards what it stretches most

class Lag {
 public:
  Lag(const Evaluator& problem, std::uint64_t evaluations, const Numbers& x, const Numbers& y)
      : frame_{problem, x, y, Oracle::krylov, {}, fresh_key(kLagTag, 0, 0)},
        settle_(std::max<std::uint64_t>(evaluations / 8, 16)),
        x_(settled(settle_)),
        face_([&problem](Numbers& v) { problem.project_fast(v); }, x_.second) {
    // Each solve may take its products, each with every draw.
    const double left = static_cast<double>(evaluations) * 7 / 8, rounds = kStarts * kRepeats;
    const int products = static_cast<int>(std::clamp(left / (2 * rounds), 4.0, 100.0));
    const auto count = static_cast<std::uint64_t>(std::clamp(left / (2 * rounds * products), 1.0, 32.0));
    evaluations_ = settle_ + kStarts * kRepeats * count * (2 * static_cast<std::uint64_t>(products) + 3);
    Draws noise(frame_, 0);
    for (std::uint64_t i = 0; i < count; ++i) {
      Numbers of_fast = noise(Role::omega_A);
      draws_.emplace_back(std::move(of_fast), noise(Role::omega_C));
      samples_.push_back(noise(Role::zeta_f));
    }
    slopes_ = krylov_derivatives(frame_, x_.first, face_, {&draws_},
                                 {.products = products, .precision = 1e-2, .as_far_as_it_goes = true});
  }

  LagGain measure() const {
    double gain = 0;
    for (int i = 0; i < kStarts; ++i) {
      Numbers v = first_direction(i);
      for (int repeat = 0; repeat < kRepeats; ++repeat) {
        Numbers through = times(v);
        const double size = norm(through);
        gain = std::max(gain, std::isnan(size) ? std::numeric_limits<double>::infinity() : size);
        if (!(size > 0) || !std::isfinite(size)) break;
        v = scaled(1 / size, through);
      }
    }
    return {gain, evaluations_};
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
  /// M v = C A^-1 A^-1 df/dy v; not a number where a solve is not finite.
  Numbers times(const Numbers& v) const {
    const auto way = slopes_->solve(moved_target(v));
    const auto back = way ? slopes_->times(*way) : std::nullopt;
    return back ? *back : Numbers(v.size(), std::numeric_limits<double>::quiet_NaN());
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
  std::unique_ptr<AveragedDerivatives> slopes_;
  std::uint64_t evaluations_ = 0;  // at most
};

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

}  // namespace twoscale
