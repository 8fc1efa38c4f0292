#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include <twoscale/core/elementary.hpp>
#include <twoscale/schedule/schedule.hpp>
#include "require_horizon.hpp"

namespace twoscale {

using detail::above_one;

namespace {

std::string first_of(std::initializer_list<std::string> complaints) {
  for (const std::string& complaint : complaints)
    if (!complaint.empty()) return complaint;
  return "";
}

std::string slow_above(const char* other, double slow, double bound) {
  return slow > bound * (1 + detail::kRounding)
             ? "the slow step " + detail::brief(slow) + " must not exceed the " + other + " " + detail::brief(bound)
             : "";
}

}  // namespace

Steps Polynomial::at(std::uint64_t iteration, std::uint64_t horizon) const {
  Steps out;
  fill(iteration, horizon, {&out, 1});
  return out;
}

void Polynomial::fill(std::uint64_t first, std::uint64_t, std::span<Steps> out) const {
  constexpr int kLanes = 8;
  using S = Pack<double, kLanes>;
  for (std::size_t done = 0; done < out.size(); done += kLanes) {
    std::array<double, kLanes> clock;
    for (int i = 0; i < kLanes; ++i) clock[i] = static_cast<double>(first + done + static_cast<std::uint64_t>(i) + 1);
    const S log_clock = log(S::from_lanes(clock));
    const auto power_of_clock = [&](double scale, double exponent) {
      return exponent == 0.0 ? S(scale) : S(scale) * exp(S(-exponent) * log_clock);
    };
    const S fast = power_of_clock(fast_scale, fast_exponent), slow = power_of_clock(slow_scale, slow_exponent),
            anchor = power_of_clock(anchor_scale, anchor_exponent);
    for (int i = 0; i < kLanes && done + static_cast<std::size_t>(i) < out.size(); ++i)
      out[done + static_cast<std::size_t>(i)] = {fast.lane(i), fast.lane(i), slow.lane(i), anchor.lane(i)};
  }
}

void Polynomial::validate(std::uint64_t horizon) const {
  const Steps first = at(0, horizon);
  const std::string why = first_of({above_one("fast step", first.fast), above_one("slow step", first.slow)});
  if (!why.empty()) throw Error("polynomial schedule: at iteration 0 " + why + "; reduce its scale");
}

Steps NestedPowers::at(std::uint64_t, std::uint64_t horizon) const {
  const double N = static_cast<double>(horizon), b = slow_exponent;
  Steps steps;
  steps.slow = slow_scale * power(N, -b);
  steps.anchor = anchor_scale * power(N, -b / 3);
  steps.preconditioner = preconditioner_scale * power(N, -2 * b / 3);
  return steps;
}

std::uint64_t NestedPowers::inner_length(std::uint64_t horizon) const {
  // A hair below, so that an exact power is not pushed up by its rounding error.
  const double length = inner_scale * power(static_cast<double>(horizon), inner_ratio * slow_exponent);
  return static_cast<std::uint64_t>(std::clamp(std::ceil(length * (1 - 1e-13)), 1.0, 0x1p62));
}

void NestedPowers::validate(std::uint64_t horizon) const {
  detail::require_horizon(horizon, [this](std::uint64_t N) -> std::string {
    if (N < 2) return "its powers need N of at least 2";
    const Steps s = at(0, N);
    return first_of({above_one("slow step", s.slow), above_one("anchor weight", s.anchor),
                     above_one("preconditioner step", s.preconditioner),
                     slow_above("anchor weight", s.slow, s.anchor)});
  });
}

Steps SingleLoopPowers::at(std::uint64_t, std::uint64_t horizon) const {
  const double N = static_cast<double>(horizon);
  Steps steps;
  steps.fast = fast_scale * power(N, -0.5 + epsilon);
  steps.preconditioner = preconditioner_scale * power(N, -0.5 + epsilon);
  steps.slow = slow_scale * power(N, -0.75 + 3 * epsilon);
  steps.anchor = anchor_scale * power(N, -0.25 + epsilon);
  return steps;
}

void SingleLoopPowers::validate(std::uint64_t horizon) const {
  // beta <= alpha: [P] Lemma single-fast; beta <= c lambda: [P] Theorem tikhonov-abstract, with c = 1.
  detail::require_horizon(horizon, [this](std::uint64_t N) {
    const Steps s = at(0, N);
    return first_of({above_one("fast step", s.fast), above_one("preconditioner step", s.preconditioner),
                     above_one("slow step", s.slow), above_one("anchor weight", s.anchor),
                     slow_above("fast step", s.slow, s.fast), slow_above("anchor weight", s.slow, s.anchor)});
  });
}

std::uint64_t SingleLoopPowers::burn_in(std::uint64_t horizon) const {
  const Steps s = at(0, horizon);
  return static_cast<std::uint64_t>(
      std::ceil(burn_in_scale / std::min(s.fast, s.preconditioner) * std::log(static_cast<double>(horizon))));
}

}  // namespace twoscale
