#include <twoscale/schedule/tuned.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner_constants.hpp"

namespace twoscale {

namespace {

constexpr double kShortestEpoch = 100;  // below it, averages say little of noise or drift
constexpr double kShortestSurvey = 60;  // enough for P to be of use: its error is about n^-1/2 of the noise on A and C
// A look at an epoch's mean, which is to tell noise and a gross error: so much of the epoch, up to that length; beyond
// it the look grows as the root of the epoch does, so that it costs nothing in the end.
constexpr double kLookShare = 1.0 / 16, kFullLook = 4096;
constexpr double kShortestLook = 16;
// Before a last epoch that has more of the run than its growth would give it: in fewer there are too few looks to find
// the steps. With four fifths at any length 68 of 1,008 random problems were right at 10^4 samples and called
// unsettled, with two thirds 12.
constexpr double kEnoughBefore = 20'000;
constexpr double kLongestSurvey = 1e5;  // beyond it a longer one buys nothing: P is learned on anyway

}  // namespace

std::vector<Leg> Tuned::legs(std::uint64_t horizon) const {
  const double N = static_cast<double>(horizon);
  const auto surveyed =
      static_cast<std::uint64_t>(std::min(std::clamp(survey_share * N, kShortestSurvey, kLongestSurvey), N / 4));
  std::uint64_t left = horizon - surveyed;
  std::vector<std::uint64_t> lengths;  // of the epochs, the last first
  double next = last_epoch(static_cast<double>(left));
  while (next > kShortestEpoch) {
    lengths.push_back(static_cast<std::uint64_t>(next));
    left -= lengths.back();
    next = static_cast<double>(left) * grown();
  }
  if (lengths.empty()) lengths.push_back(0);
  lengths.back() += left;  // the first takes what is left over
  std::vector<Leg> out;
  const auto add = [&out](Leg::Kind kind, std::uint64_t length) {
    if (length > 0) out.push_back({kind, out.empty() ? 0 : out.back().end(), length});
  };
  add(Leg::Kind::settle, surveyed / 4);
  add(Leg::Kind::survey, surveyed / 2);
  add(Leg::Kind::look, surveyed - surveyed / 4 - surveyed / 2);
  // An epoch ends with a look at its mean, y standing still.
  const auto look = [&](std::uint64_t length) -> std::uint64_t {
    const double L = static_cast<double>(length);
    if (L <= kShortestEpoch / 2) return 0;
    return static_cast<std::uint64_t>(std::max(kLookShare * std::min(L, std::sqrt(kFullLook * L)), kShortestLook));
  };
  for (std::size_t i = lengths.size(); i-- > 1;)
    add(Leg::Kind::epoch, lengths[i] - look(lengths[i])), add(Leg::Kind::look, look(lengths[i]));
  const std::uint64_t moving = lengths[0] - look(lengths[0]);
  const std::uint64_t part = static_cast<double>(lengths[0]) > kShortestEpoch ? moving / 3 : 0;
  add(Leg::Kind::epoch, part > 0 ? part : moving);
  if (part > 0) add(Leg::Kind::rest, moving - part);
  add(Leg::Kind::look, look(lengths[0]));
  return out;
}

double Tuned::last_epoch(double iterations) const {
  return std::max(iterations * grown(), std::min(iterations * last_share, iterations - kEnoughBefore));
}

Steps Tuned::first() const {
  return {.fast = std::min(0.3, largest_fast_step)};  // forgets the start of x in a few tens of iterations
}

Steps Tuned::at(std::uint64_t iteration, std::uint64_t horizon) const {
  Steps out;
  fill(iteration, horizon, {&out, 1});
  return out;
}

Steps Tuned::in_epoch(double length) const {
  Steps out;
  out.slow = std::min({largest_slow_step, largest_fast_step, least_travel / length});
  out.fast = std::min(largest_fast_step, separation * out.slow);
  out.preconditioner = preconditioner_step(out.fast, largest_fast_step);
  return out;
}

double Tuned::straight_step(double noise, double length) const {
  constexpr double kBent =
      0.5;  // of what noise leaves: so much may curvature add; 1 and 2 are worse (docs/experiments/large.md)
  if (!(bend > 0) || !(noise > 0)) return std::numeric_limits<double>::infinity();
  return kBent * std::sqrt(noise / length) / bend;
}

double Tuned::followed_step(const Pace& pace, double noise, double length) const {
  const auto& [correction, apart, largest] = pace;
  if (correction == Correction::instant) return largest;  // P cancels the lag
  const bool follows = correction == Correction::followed;
  const double straight = std::min(largest, straight_step(noise, length));
  const double fastest = follows ? largest : straight;  // of what has to keep up
  const double calm = lag > 0 ? std::cbrt(kLagged * fastest * fastest / (lag * lag * length)) : fastest;
  return std::min({fastest / apart, calm, follows ? straight / kBesideFollowed : fastest});
}

double Tuned::preconditioner_step(double fast, double largest) const {
  return std::min(largest, learn_every * preconditioner_ratio * fast);
}

double Tuned::calm_separation(double travel) const { return lag * std::sqrt(travel / kLagged); }

void Tuned::fill(std::uint64_t begin, std::uint64_t horizon, std::span<Steps> out) const {
  const std::vector<Leg> all = legs(horizon);
  const auto whole = [&all](std::size_t i) {
    const bool parted = i + 1 < all.size() && all[i + 1].kind == Leg::Kind::rest;
    return static_cast<double>(all[i].length + (parted ? all[i + 1].length : 0));
  };
  Steps steps = first();
  bool moved = false;
  std::size_t done = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == Leg::Kind::epoch) steps = in_epoch(whole(i)), moved = true;
    if (all[i].kind == Leg::Kind::look && moved) {  // the fast steps of the epoch to come
      steps = in_epoch(i + 1 < all.size() ? whole(i + 1) : epoch_growth * static_cast<double>(all[i - 1].length));
      steps.slow = 0;
    }
    for (; done < out.size() && begin + done < all[i].end(); ++done) out[done] = steps;
  }
  for (; done < out.size(); ++done) out[done] = steps;  // beyond the end
}

}  // namespace twoscale
