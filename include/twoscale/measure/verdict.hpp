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
// where the scale goes to infinity; where it goes to zero (a step size), a power above p is the smaller one, and the
// same is read from the other side. Anything else is not yet resolved, and the sentence says how many replicas, or that
// a wider range, it would take.
//
// A promise is about long horizons, so the end of a bent fit counts for more than its middle. Where the fit is bent and
// its slope changes by more than eta between the ends:
//
//   meets, better   stay only where the last slope meets the same bound; better may fall to meets
//   misses          stays only where the slope moves away from the promise, or not towards it
//   anything else   is not yet resolved: the slope still changes, and a wider range would tell
//
// A bend too small for eta, however significant, changes nothing. The line's interval supposes a line, and the last
// slope of a parabola is an extrapolation: neither proves a statement about T -> infinity.

#include <cstdint>
#include <string>

#include <twoscale/measure/fit.hpp>

namespace twoscale {

enum class Claim { at_most, exactly, at_least };
/// Where the scale goes in the statement: horizons grow, steps vanish.
enum class Limit { infinity, zero };

struct Verdict {
  enum class Kind { meets, better, misses, unresolved };
  Kind kind = Kind::unresolved;
  std::string sentence;  // "meets its guarantee", "better than its guarantee by 0.05", ...
};

/// `promised` is the exponent p, negative for a decay; `replicas`: those of each point, for the sentence. Throws unless
/// `promised` is finite, `replicas` at least 1 and `resolution` positive.
Verdict judge(const PowerFit& fit, double promised, Claim claim, std::uint64_t replicas, Limit limit = Limit::infinity,
              double resolution = 0.02);

/// "meets", "better", "misses", "unresolved"
const char* name_of(Verdict::Kind kind);

}  // namespace twoscale
