#include <twoscale/schedule/recursive_epochs.hpp>

#include <algorithm>

#include <twoscale/core/elementary.hpp>
#include "require_horizon.hpp"

namespace twoscale {

namespace {

/// More would have anchor weights below 2^-64.
constexpr std::size_t kMostEpochs = 64;

}  // namespace

std::vector<std::uint64_t> RecursiveEpochs::starts(std::uint64_t horizon) const {
  const double N = static_cast<double>(horizon);
  std::size_t count = 1;
  const double most = last_anchor * (1 + detail::kRounding);
  for (double next = 2 * anchor_scale * power(N, -0.5); next <= most && count < kMostEpochs; next *= 2) ++count;
  std::vector<double> share = {0};  // of the epochs before, not yet divided by all
  for (double length = 1; share.size() <= count; length *= epoch_growth) share.push_back(share.back() + length);
  std::vector<std::uint64_t> out;
  for (const double before : share) out.push_back(static_cast<std::uint64_t>(N * (before / share.back())));
  return out;
}

Steps RecursiveEpochs::at(std::uint64_t iteration, std::uint64_t horizon) const {
  Steps out;
  fill(iteration, horizon, {&out, 1});
  return out;
}

void RecursiveEpochs::fill(std::uint64_t first, std::uint64_t horizon, std::span<Steps> out) const {
  const double N = static_cast<double>(horizon), root = power(N, -0.5);
  const std::vector<std::uint64_t> start = starts(horizon);
  Steps steps;
  steps.fast = steps.preconditioner = fast_scale * power(N, -fast_exponent);
  steps.slow = slow_scale * root;
  std::size_t e = 0;
  double anchor = anchor_scale * root;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t iteration = first + i;
    for (; e + 2 < start.size() && start[e + 1] <= iteration; ++e) anchor *= 2;  // beyond the horizon: the last one
    out[i] = steps;
    out[i].anchor = anchor;
    out[i].share = 1 / static_cast<double>(iteration - start[e] + 1);
    out[i].last = iteration + 1 == start[e + 1] ? 1 : 0;
  }
}

void RecursiveEpochs::validate(std::uint64_t horizon) const {
  detail::require_horizon(horizon, [this](std::uint64_t N) -> std::string {
    if (N < 2) return "its powers need N of at least 2";
    const Steps first = at(0, N), last = at(N - 1, N);
    for (const std::string& complaint :
         {detail::above_one("fast step", first.fast), detail::above_one("anchor weight", first.anchor),
          // Beyond this a step overshoots its own target.
          detail::above_one("slow step times one plus the anchor weight,", last.slow * (1 + last.anchor))})
      if (!complaint.empty()) return complaint;
    const std::vector<std::uint64_t> start = starts(N);
    for (std::size_t e = 0; e + 1 < start.size(); ++e)
      if (start[e] == start[e + 1])
        return "epoch " + std::to_string(e) + " of " + std::to_string(start.size() - 1) + " has no iteration";
    return "";
  });
}

}  // namespace twoscale
