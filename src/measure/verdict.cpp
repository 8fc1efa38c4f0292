#include <twoscale/measure/verdict.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

using Kind = Verdict::Kind;

/// More replicas than this many times are not worth asking for: their cost is that of two more decades of horizon.
constexpr double kTooMany = 100;

/// A fit beside its promise, turned so that a smaller exponent is a better one.
struct Turned {
  double value, lower, upper, first, last;
  double promised, resolution;
  bool bends;  // beyond chance, and by more than the resolution
};

Turned turned(const PowerFit& fit, double promised, Claim claim, Limit limit, double resolution) {
  const Estimate& s = fit.exponent;
  const bool bends = fit.bent && std::abs(fit.last_slope - fit.first_slope) > resolution;
  double first = fit.first_slope, last = fit.last_slope;
  if (limit == Limit::zero) std::swap(first, last);
  // Below a power is above it on the other side of 1: a small scale turns the order once more.
  if ((claim == Claim::at_least) != (limit == Limit::zero))
    return {-s.value, -s.upper, -s.lower, -first, -last, -promised, resolution, bends};
  return {s.value, s.lower, s.upper, first, last, promised, resolution, bends};
}

Kind judge_bound(const Turned& t) {
  const double edge = t.promised + t.resolution, better = t.promised - t.resolution;
  if (t.upper <= edge) {
    if (t.bends && t.last > edge) return Kind::unresolved;
    return t.upper < better && !(t.bends && t.last >= better) ? Kind::better : Kind::meets;
  }
  if (t.lower > edge && !(t.bends && t.last < t.first)) return Kind::misses;
  return Kind::unresolved;
}

Kind judge_equality(const Turned& t) {
  const double low = t.promised - t.resolution, high = t.promised + t.resolution;
  const double first = std::abs(t.first - t.promised), last = std::abs(t.last - t.promised);
  if (t.lower >= low && t.upper <= high) return t.bends && last > t.resolution ? Kind::unresolved : Kind::meets;
  if ((t.lower > high || t.upper < low) && !(t.bends && last < first)) return Kind::misses;
  return Kind::unresolved;
}

/// By how much an interval must shrink on its way to an answer, if the estimate stays: the larger half over the
/// distance.
double shrinkage(const Turned& t, Claim claim) {
  const double above = t.upper - t.value, below = t.value - t.lower;
  const double high = t.promised + t.resolution, low = t.promised - t.resolution;
  const auto ratio = [](double half, double distance) { return distance > 0 ? half / distance : kTooMany; };
  if (t.value > high) return ratio(below, t.value - high);
  const double to_high = ratio(above, high - t.value);
  if (claim != Claim::exactly) return to_high;
  return t.value < low ? ratio(above, low - t.value) : std::max(to_high, ratio(below, t.value - low));
}

std::string two_digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", value);
  return std::string(buffer) == "-0.00" ? "0.00" : buffer;
}

/// How many times wider, should the slope go on changing as it does: a rough guide, from a parabola.
std::string how_much_wider(const PowerFit& fit, const Turned& t) {
  const double change = std::abs(fit.curvature), left = t.last - (t.promised + t.resolution);
  const bool towards = t.last < t.first;
  if (!(change > 0) || !towards || left <= 0) return "";
  const double times = std::exp(std::min(left / change, 30.0));
  if (times > 1e6) return "";
  return ", perhaps " + std::to_string(static_cast<std::uint64_t>(std::ceil(std::max(times, 2.0)))) + " times";
}

std::string what_would_tell(const PowerFit& fit, const Turned& t, Claim claim, std::uint64_t replicas) {
  if (t.bends)
    return "not yet resolved: the slope still changes, from " + two_digits(fit.first_slope) + " to " +
           two_digits(fit.last_slope) + "; a wider range would tell" + how_much_wider(fit, t);
  // Half-widths fall with the square root of the number of replicas.
  const double times = std::max(2.0, std::ceil(std::pow(shrinkage(t, claim), 2)));
  if (times > kTooMany) return "not yet resolved: too close to call with replicas; a wider range would tell";
  const auto factor = static_cast<std::uint64_t>(times);
  return "not yet resolved: about " + std::to_string(factor) + " times the replicas (" +
         std::to_string(factor * replicas) + ") would tell";
}

std::string sentence(Kind kind, const PowerFit& fit, const Turned& t, Claim claim, std::uint64_t replicas) {
  const std::string what = claim == Claim::at_most    ? "guarantee"
                           : claim == Claim::at_least ? "lower bound"
                                                      : "prediction";
  const std::string by = " by " + two_digits(std::abs(t.value - t.promised));
  switch (kind) {
    case Kind::meets:
      return "meets its " + what;
    case Kind::better:
      return (claim == Claim::at_least ? "above its " : "better than its ") + what + by;
    case Kind::misses:
      return "misses its " + what + by + " in this range";
    case Kind::unresolved:
      break;
  }
  return what_would_tell(fit, t, claim, replicas);
}

}  // namespace

Verdict judge(const PowerFit& fit, double promised, Claim claim, std::uint64_t replicas, Limit limit,
              double resolution) {
  if (!std::isfinite(promised)) throw Error::field("promised", to_text(promised), "finite");
  if (replicas == 0) throw Error::field("replicas", "0", "at least 1");
  if (!(resolution > 0 && std::isfinite(resolution)))
    throw Error::field("resolution", to_text(resolution), "positive and finite");
  const Turned t = turned(fit, promised, claim, limit, resolution);
  const Kind kind = claim == Claim::exactly ? judge_equality(t) : judge_bound(t);
  return {kind, sentence(kind, fit, t, claim, replicas)};
}

const char* name_of(Verdict::Kind kind) {
  switch (kind) {
    case Kind::meets:
      return "meets";
    case Kind::better:
      return "better";
    case Kind::misses:
      return "misses";
    case Kind::unresolved:
      break;
  }
  return "unresolved";
}

}  // namespace twoscale
