// Frozen noise: the fast problem solved exactly for an average over held draws, and the slow map seen through it.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

/// The slow numbers up to which h's own Jacobian is formed.
constexpr int kSlowDenseLimit = 20;

template <class Map>
Numbers average(const std::vector<Numbers>& noise, const Map& map) {
  Numbers sum = map(noise[0]);
  for (std::size_t i = 1; i < noise.size(); ++i) sum = moved(sum, 1, map(noise[i]));
  return scaled(1 / static_cast<double>(noise.size()), sum);
}

}  // namespace

Frozen::Frozen(Probe& probe, int draws) : probe_(&probe) {
  const std::uint32_t set = probe.new_set();
  xi_ = probe.noise_set(Role::xi, set, probe.shape().fast_noise > 0 ? draws : 1);
  zeta_ = probe.noise_set(Role::zeta_g, set, probe.shape().slow_noise > 0 ? draws : 1);
}
Frozen Frozen::exact(Probe& probe) { return Frozen(probe); }

Numbers Frozen::fast(const Numbers& x, const Numbers& y) const {
  if (exact_) return *probe_->problem().mean_fast(x, y);
  return average(xi_, [&](const Numbers& xi) { return probe_->fast(x, y, xi); });
}
Numbers Frozen::slow(const Numbers& x, const Numbers& y) const {
  if (exact_) return *probe_->problem().mean_slow(x, y);
  return average(zeta_, [&](const Numbers& zeta) { return probe_->slow(x, y, zeta); });
}

std::optional<Numbers> Frozen::fast_solution(const Numbers& y, const Numbers& start) const {
  return find_contraction_point([&](const Numbers& x) { return fast(x, y); },
                                [&](Numbers& x) { probe_->problem().project_fast(x); }, start);
}

template <class Map>
Dense Frozen::differences(const Map& map, int rows, const Numbers& x) const {
  const double step = probe_->step_at(probe_->fast_region(), x);
  Dense out(rows, static_cast<int>(x.size()));
  for (int j = 0; j < out.cols; ++j) {
    Numbers up = x, down = x;
    up[j] += step, down[j] -= step;
    const Numbers slope = scaled(1 / (up[j] - down[j]), difference(map(up), map(down)));
    for (int i = 0; i < rows; ++i) out.at(i, j) = slope[i];
  }
  return out;
}
Dense Frozen::fast_derivative(const Numbers& x, const Numbers& y) const {
  return differences([&](const Numbers& v) { return fast(v, y); }, probe_->shape().fast, x);
}
Dense Frozen::slow_derivative(const Numbers& x, const Numbers& y) const {
  return differences([&](const Numbers& v) { return slow(v, y); }, probe_->shape().slow, x);
}

namespace {

bool add_point(Probe& probe, SolvedPoints& solved, const Numbers& y) {
  Solved point{y, {}, {}};
  Numbers start = probe.problem().fast_start();
  for (const Frozen& set : solved.sets) {
    const auto x = set.fast_solution(y, start);
    if (!x) {
      if (solved.failed++ == 0) solved.failed_at = y;
      return false;
    }
    point.h.push_back(set.slow(*x, y));
    point.x.push_back(start = *x);
  }
  solved.points.push_back(std::move(point));
  return true;
}

/// The direction in which h of one noise set, apart from the solved's, stretches most at y.
std::optional<Numbers> stretched_direction(Probe& probe, const Frozen& set, const Numbers& y, double step) {
  const int n = static_cast<int>(y.size());
  Dense slope(n, n);
  for (int j = 0; j < n; ++j) {
    Numbers h[2];
    for (int side : {0, 1}) {
      Numbers at = y;
      at[j] += side ? step : -step;
      const auto x = set.fast_solution(at, probe.problem().fast_start());
      if (!x) return std::nullopt;
      h[side] = set.slow(*x, at);
    }
    for (int i = 0; i < n; ++i) slope.at(i, j) = (h[1][i] - h[0][i]) / (2 * step);
  }
  return top_direction(slope);
}

}  // namespace

SolvedPoints solve_points(Probe& probe) {
  const CheckOptions& options = probe.options();
  SolvedPoints solved;
  // Fewer sets than draws in one: the averages' own bias, of order 1/draws, stays below the error the sets show.
  const int sets = probe.fewer(32, 12), draws = probe.fewer(128, 48);
  for (int s = 0; s < sets; ++s) solved.sets.emplace_back(probe, draws);
  // n points make n (n - 1)/2 pairs: a third on the boundary, a third of them beside another, the rest anywhere.
  const int wanted = static_cast<int>(std::lround(std::sqrt(0.25 + 2.0 * options.pairs)));
  const int points = probe.slow_region().radius > 0 ? std::min(std::max(wanted, 4), probe.fewer(1000, 12)) : 1;
  const double near = 10 * probe.step_at(probe.slow_region(), probe.slow_region().centre);
  for (int i = 0; i < points && solved.failed < 3; ++i) {
    Numbers y = i % 3 == 0 ? probe.slow_boundary() : probe.slow_point();
    if (i % 3 == 2 && !solved.points.empty()) {
      y = moved(solved.points.back().y, near, probe.direction(probe.shape().slow));
      probe.problem().project_slow(y);
    }
    add_point(probe, solved, y);
  }
  if (probe.shape().slow > kSlowDenseLimit || points == 1) return solved;
  const Frozen scout(probe, draws);
  const int scouted = probe.fewer(3, 1);
  for (int i = 0; i < scouted && solved.failed < 3; ++i) {
    const Numbers y = probe.inner_slow_point();
    const auto along = stretched_direction(probe, scout, y, near);
    if (!along) continue;
    add_point(probe, solved, moved(y, near, *along));
    add_point(probe, solved, moved(y, -near, *along));
  }
  return solved;
}

}  // namespace twoscale::detail
