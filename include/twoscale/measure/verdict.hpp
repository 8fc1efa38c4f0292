#pragma once
// Verdict: a measured exponent beside a promised one, in plain words.
//
// A theorem's T^(-c+o(1)) means: for every eta > 0, below C T^(-c+eta) from some T on. It is tried at one eta for all,
// the resolution. With the 95 % interval [lower, upper] of the measured exponent s and the promise p = -c:
//
//   claim at most   (value <= C scale^p)   meets: upper <= p + eta;  better: upper < p - eta;  misses: lower > p + eta
//   claim at least  (value >= C scale^p)   the same, seen from the other side
//   claim exactly                          meets: the interval lies in [p - eta, p + eta];  misses: outside of it
//
// Anything else is not yet resolved, and the sentence says how many replicas, or that a longer horizon, it would take.

#include <string>

#include <twoscale/measure/fit.hpp>

namespace twoscale {

enum class Claim { at_most, exactly, at_least };

struct Verdict {
  enum class Kind { meets, better, misses, unresolved };
  Kind kind = Kind::unresolved;
  std::string sentence;  // "meets its guarantee", "better than its guarantee by 0.05", ...
};

/// `scale` names what the exponent is a power of, for the sentence: "T", "N". `replicas`: those of each point.
Verdict judge(const PowerFit& fit, double promised, Claim claim, std::uint64_t replicas, double resolution = 0.02);

/// "meets", "better", "misses", "unresolved"
const char* name_of(Verdict::Kind kind);

}  // namespace twoscale
