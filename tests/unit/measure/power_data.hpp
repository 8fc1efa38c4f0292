#pragma once
// Synthetic power laws with known noise, from Philox: the same numbers everywhere.

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include <twoscale/core/philox.hpp>
#include <twoscale/measure/fit.hpp>

namespace twoscale::testing {

/// Standard normals, two at a time (Box and Muller).
class Normals {
 public:
  explicit Normals(std::uint64_t seed) : seed_(seed) {}

  std::pair<double, double> pair() {
    if (used_ == kAhead * 2) used_ = 0;
    if (used_ == 0) block_ = philox_ahead<kAhead>(seed_, next_, 0, 0), next_ += kAhead;
    const int lane = used_ / 2, word = used_ % 2 * 2;
    ++used_;
    const double radius = std::sqrt(-2 * std::log(uniform(word, lane))), angle = uniform(word + 1, lane);
    return {radius * std::cos(2 * std::numbers::pi * angle), radius * std::sin(2 * std::numbers::pi * angle)};
  }

 private:
  static constexpr int kAhead = 8;
  double uniform(int word, int lane) const { return (block_.word[word].lane(lane) + 0.5) * 0x1p-32; }

  std::uint64_t seed_, next_ = 0;
  int used_ = 0;
  PhiloxBlock<kAhead> block_{};
};

/// Factors of mean 1. A squared residual in two dimensions is exponential.
enum class Noise { squared_normals, lognormal };

inline double factor(Noise noise, double sigma, Normals& normals) {
  const auto [a, b] = normals.pair();
  return noise == Noise::squared_normals ? (a * a + b * b) / 2 : std::exp(sigma * a - sigma * sigma / 2);
}

struct PowerLaw {
  double exponent = -0.5, prefactor = 3;
  int horizons = 5, replicas = 64, members = 1;  // member 0 is 2.5 times the others
  Noise noise = Noise::squared_normals;
  double sigma = 0.5;  // of the lognormal's logarithm

  double value(double scale) const { return prefactor * std::pow(scale, exponent); }
  double scale(int i) const { return 1e4 * std::pow(4.0, i); }
};

/// Members share half of their noise, as those of a family with common random numbers do.
inline std::vector<FitPoint> draw(const PowerLaw& law, std::uint64_t seed) {
  Normals normals(seed);
  std::vector<FitPoint> out;
  for (int i = 0; i < law.horizons; ++i) {
    FitPoint point{law.scale(i), std::vector<std::vector<double>>(static_cast<std::size_t>(law.members))};
    for (int r = 0; r < law.replicas; ++r) {
      const double shared = factor(law.noise, law.sigma, normals);
      for (std::size_t m = 0; m < point.values.size(); ++m) {
        const double own = law.members > 1 ? (shared + factor(law.noise, law.sigma, normals)) / 2 : shared;
        point.values[m].push_back(law.value(point.scale) * (m == 0 ? 1 : 0.4) * own);
      }
    }
    out.push_back(std::move(point));
  }
  return out;
}

/// Points without noise: `value` of each scale, the same in every replica.
template <class Value>
std::vector<FitPoint> exact(const std::vector<double>& scales, int replicas, const Value& value) {
  std::vector<FitPoint> out;
  for (double scale : scales)
    out.push_back({scale, {std::vector<double>(static_cast<std::size_t>(replicas), value(scale))}});
  return out;
}

}  // namespace twoscale::testing
