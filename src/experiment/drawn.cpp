// Members of a family drawn from a law, by the library's own generator and functions: the same on every machine.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <twoscale/core/elementary.hpp>
#include <twoscale/core/error.hpp>
#include <twoscale/core/philox.hpp>

#include "values.hpp"

namespace twoscale::detail {

namespace {

constexpr std::uint32_t kFamilyStream = 0x46414D49;  // "FAMI": no role of a run is numbered so high

/// FNV-1a: names, not positions, tell the parameters' streams apart.
std::uint32_t number_of_name(const std::string& name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

/// In (0, 1), from 52 bits: with 32, a family of 10^5 would have equal members.
double unit(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = ((std::uint64_t{high} << 32) | low) >> 12;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

double draw(FamilyLaw law, double a, double b, const PhiloxBlock<1>& block) {
  const double u = unit(block.word[0].lane(0), block.word[1].lane(0));
  if (law == FamilyLaw::uniform) return std::clamp(a * (1 - u) + b * u, a, b);  // rounding may leave the interval
  const double log_u = log(Real(u)).lane(0);
  if (law == FamilyLaw::normal) {  // [box_muller_1958]
    const double angle = 2 * std::numbers::pi * unit(block.word[2].lane(0), block.word[3].lane(0));
    return a + b * (std::sqrt(-2 * log_u) * cos(Real(angle)).lane(0));
  }
  const double log_a = log(Real(a)).lane(0), log_b = log(Real(b)).lane(0);
  return std::clamp(exp(Real(log_a * (1 - u) + log_b * u)).lane(0), a, b);
}

}  // namespace

std::vector<double> drawn(const std::string& name, FamilyLaw law, double a, double b, std::uint64_t count,
                          std::uint64_t seed) {
  std::vector<double> out;
  out.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    out.push_back(draw(law, a, b, philox_ahead<1>(seed, i, number_of_name(name), kFamilyStream)));
    if (!std::isfinite(out.back())) throw Error::field(name, "a draw beyond every double", "a finite number");
  }
  return out;
}

}  // namespace twoscale::detail
