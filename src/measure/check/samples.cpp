// Are F and G unbiased? [P] Assumption moments. Against the problem's means where it offers them; without means two
// independent halves are compared, and the line says that bias cannot be seen.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr double kRounding = 1e-9;

/// What was measured at one point, kept until the spread at all of them is known.
struct Comparison {
  Numbers apart, error, reference, x, y;
};

struct LargestError {
  double score = -1;  // difference over what chance and rounding allow
  double difference = 0, standard_error = 0, allowed = 0;
  std::size_t coordinate = 0;
  Numbers x, y;
};

Comparison compare(const VectorMean& samples, const VectorMean* other, const Numbers& reference, const Numbers& x,
                   const Numbers& y) {
  Comparison out{difference(samples.value(), reference), Numbers(reference.size()), reference, x, y};
  for (std::size_t i = 0; i < reference.size(); ++i)
    out.error[i] = other ? std::hypot(samples.standard_error(i), other->standard_error(i)) : samples.standard_error(i);
  return out;
}

/// A coordinate's error is the largest over the points: at some of them a rare outlier may not have been drawn.
LargestError worst_of(const std::vector<Comparison>& all, double z) {
  LargestError worst;
  for (std::size_t i = 0; i < all.front().apart.size(); ++i) {
    double error = 0;
    for (const Comparison& one : all) error = std::max(error, one.error[i]);
    for (const Comparison& one : all) {
      const double allowed = z * error + kRounding * (1 + std::abs(one.reference[i]));
      const double score = std::abs(one.apart[i]) / allowed;
      if (score > worst.score || std::isnan(score))
        worst = {std::isnan(score) ? 1e300 : score, one.apart[i], error, allowed, i, one.x, one.y};
    }
  }
  return worst;
}

template <class Sample>
VectorMean mean_of(int draws, const Sample& sample) {
  VectorMean out;
  for (int i = 0; i < draws; ++i) out.add(sample(static_cast<std::uint64_t>(i)));
  return out;
}

CheckLine unbiased(Probe& probe, bool fast) {
  const bool means = probe.can().means;
  const Role first = fast ? Role::xi : Role::zeta_g, second = fast ? Role::zeta_f : Role::zeta_g;
  const int points = probe.fewer(8, 3), draws = probe.fewer(4096, 512);
  const int size = fast ? probe.shape().fast : probe.shape().slow;
  const double z = probe.alarm_z(2.0 * points * size);
  std::vector<Comparison> all;
  for (int p = 0; p < points; ++p) {
    const Numbers x = probe.fast_point(), y = p % 2 ? probe.slow_point() : probe.slow_boundary();
    const auto sample = [&](Role role, std::uint32_t set) {
      return mean_of(draws, [&, role, set](std::uint64_t i) {
        return fast ? probe.fast(x, y, probe.noise(role, set, i)) : probe.slow(x, y, probe.noise(role, set, i));
      });
    };
    const VectorMean samples = sample(first, probe.new_set());
    const auto mean = fast ? probe.problem().mean_fast(x, y) : probe.problem().mean_slow(x, y);
    if (means && mean) {
      all.push_back(compare(samples, nullptr, *mean, x, y));
      if (fast) all.push_back(compare(sample(second, probe.new_set()), nullptr, *mean, x, y));
    } else {
      const VectorMean other = sample(second, probe.new_set());
      all.push_back(compare(samples, &other, other.value(), x, y));
    }
  }
  const LargestError worst = worst_of(all, z);
  const std::string F = fast ? "F" : "G", mean_name = fast ? "mean_fast" : "mean_slow";
  CheckLine line{"samples", fast ? "fast_unbiased" : "slow_unbiased", CheckVerdict::ok, "", "", {}};
  const std::string apart = brief(worst.difference) + " +- " + brief(worst.standard_error);
  const std::string where =
      "coordinate " + std::to_string(worst.coordinate) + " at x = " + point(worst.x) + ", y = " + point(worst.y);
  if (worst.score > 1) {
    line.verdict = CheckVerdict::wrong;
    line.text = means ? F + " is biased: its average less " + mean_name + " is " + apart + " in " + where
                      : "independent samples of " + F + " differ by " + apart + " in " + where;
    line.advice = "noise of mean zero, or the mean of what " + F + " samples: one of the two is not what was meant";
  } else if (means) {
    line.text =
        F + " unbiased against " + mean_name + " at " + std::to_string(points) + " points, to " + brief(worst.allowed);
  } else {
    line.verdict = CheckVerdict::unknown;
    line.text = "without " + mean_name + " bias of " + F + " cannot be seen; independent samples agree to " +
                brief(worst.allowed);
  }
  line.numbers = {
      {"difference", worst.difference}, {"standard_error", worst.standard_error}, {"allowed", worst.allowed}};
  return line;
}

}  // namespace

void check_samples(Probe& probe, Findings& findings, Lines& out) {
  for (const bool fast : {true, false}) {
    out.push_back(unbiased(probe, fast));
    if (out.back().verdict != CheckVerdict::ok) findings.trust_means = false;
  }
}

}  // namespace twoscale::detail
