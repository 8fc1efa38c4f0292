// Second and fourth moments of the noise, and whether the fourth exists. [P] Assumption moments
//
// The largest 2 % of |F_i - mean| are excesses over a threshold, whose law tends to a generalised Pareto law; moments
// of order q exist for shapes below 1/q. The excess does not depend on where the noise is centred, so that a lognormal
// is not taken for a power law. Mean shapes measured on 20 times 100,000 draws, each +- 0.02 to 0.03: normal -0.09,
// product of two 0.01, of three 0.10, exp(normal/2) 0.06, Student's law with 5 degrees 0.16, with 3 0.32, Cauchy's
// 0.86; exp(normal), whose moments are finite, 0.23.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr double kFourth = 0.25;  // shapes above have no fourth moment
constexpr double kSurely = 0.1;   // and the estimate must clear every usual law by this many standard errors
constexpr double kErrors = 3;
constexpr int kColumns = 32;  // coordinates looked at one by one

struct Noise {
  double second = 0, fourth = 0, kurtosis = 0;
  Tail tail;
  int coordinate = 0;
};

/// Draws at one point: column by column for the first coordinates, and the norms.
Noise measure(Probe& probe, bool fast, int draws) {
  const Numbers x = probe.fast_point(), y = probe.slow_point();
  const std::uint32_t set = probe.new_set();
  const int size = fast ? probe.shape().fast : probe.shape().slow, columns = std::min(size, kColumns);
  const auto sample = [&](int i) {
    const auto number = static_cast<std::uint64_t>(i);
    return fast ? probe.fast(x, y, probe.noise(Role::xi, set, number))
                : probe.slow(x, y, probe.noise(Role::zeta_g, set, number));
  };
  VectorMean mean;
  constexpr int kForMean = 2000;
  for (int i = 0; i < std::min(kForMean, draws); ++i) mean.add(sample(i));
  const Numbers centre = mean.value();
  std::vector<std::vector<double>> column(static_cast<std::size_t>(columns),
                                          std::vector<double>(static_cast<std::size_t>(draws)));
  Noise out;
  for (int i = 0; i < draws; ++i) {
    const Numbers noise = difference(sample(i), centre);
    const double square = dot(noise, noise);
    out.second += square / draws;
    out.fourth += square * square / draws;
    for (int c = 0; c < columns; ++c) column[c][i] = std::abs(noise[c]);
  }
  out.tail.shape = -1;
  for (int c = 0; c < columns; ++c) {
    double second = 0, fourth = 0;
    for (double v : column[c]) second += v * v / draws, fourth += v * v * v * v / draws;
    const double rounding = 1e-12 * (1 + std::abs(centre[c]));
    if (second <= rounding * rounding) continue;  // no noise here
    out.kurtosis = std::max(out.kurtosis, fourth / (second * second));
    const Tail tail = tail_shape(column[c]);
    if (tail.shape > out.tail.shape) out.tail = tail, out.coordinate = c;
  }
  return out;
}

CheckLine moments(Probe& probe, bool fast) {
  const std::string F = fast ? "F" : "G";
  CheckLine line{"moments", fast ? "fast_moments" : "slow_moments", CheckVerdict::ok, "", "", {}};
  constexpr int kPoints = 2;
  const int width = fast ? probe.shape().fast_noise : probe.shape().slow_noise;
  const int draws = width == 0 ? 100 : probe.fewer(200000, 8000) / kPoints;
  Noise worst;
  worst.tail.shape = -2;
  for (int p = 0; p < kPoints; ++p) {
    const Noise now = measure(probe, fast, draws);
    if (!std::isfinite(now.second)) worst = now;
    if (now.tail.shape > worst.tail.shape && std::isfinite(worst.second)) worst = now;
  }
  if (!std::isfinite(worst.second)) {
    line.verdict = CheckVerdict::wrong;
    line.text = F + " is not finite in some of " + grouped(static_cast<std::uint64_t>(kPoints) * draws) + " draws";
    line.advice = "look for divisions, logarithms and powers in " + F + " that leave the numbers";
    return line;
  }
  const Tail& tail = worst.tail;
  const Law law = probe.problem().law();
  const bool bounded = law != Law::normal;  // every other law is: a function of it at a point has all its moments
  const bool heavy = !bounded && tail.shape > kFourth && tail.shape - kErrors * tail.standard_error > kSurely;
  if (worst.second == 0) {
    line.text = F + " has no noise at the points looked at";
  } else if (heavy) {
    const bool sure = tail.shape - kErrors * tail.standard_error > kFourth;
    line.verdict = sure ? CheckVerdict::wrong : CheckVerdict::warning;
    line.text = "fourth moment of the noise of " + F + " does not settle: tails of coordinate " +
                std::to_string(worst.coordinate) + " fall like the power " + brief(1 / tail.shape) + " (shape " +
                brief(tail.shape) + " +- " + brief(tail.standard_error) + ", it must be below 0.25)";
    line.advice = "clip the samples of " + F + ", or average several into one";
  } else {
    line.text = "noise of " + F + ": E|.|^2 = " + brief(worst.second) + ", E|.|^4 = " + brief(worst.fourth) +
                " (largest kurtosis " + brief(worst.kurtosis) + "), " +
                (bounded ? std::string("a function of bounded draws (") + name_of(law) + "): all its moments are finite"
                         : "fourth moment finite as far as " + grouped(static_cast<std::uint64_t>(kPoints) * draws) +
                               " draws show");
  }
  line.numbers = {{"second", worst.second},
                  {"fourth", worst.fourth},
                  {"kurtosis", worst.kurtosis},
                  {"tail_shape", tail.shape},
                  {"tail_standard_error", tail.standard_error},
                  {"draws", static_cast<double>(kPoints) * draws}};
  return line;
}

}  // namespace

void check_moments(Probe& probe, Lines& out) {
  out.push_back(moments(probe, true));
  out.push_back(moments(probe, false));
}

}  // namespace twoscale::detail
