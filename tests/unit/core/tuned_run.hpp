#pragma once
// A tuned run by hand: readings go in, decisions come out. No problem, no noise.

#include <cmath>

#include <twoscale/schedule/tuner.hpp>

namespace twoscale::testing {

constexpr std::uint64_t kHorizon = 50'000;

/// A survey of two fast numbers: A = rho I, with noise that makes E|A|_F^2 as given.
inline LegReading survey(double rho = 0.5, double square = 2) {
  LegReading out;
  out.contraction = rho, out.derivative_square = square, out.fast_numbers = 2, out.leakage = 3;
  out.mean_fast = out.fast_way = out.fast_late_way = {0, 0};
  return out;
}

/// What a leg of length L measured of y in the plane, in units of `unit`: H - z is (pull, 0) on average, its noise as
/// given, the same in both directions.
struct Seen {
  double pull = 0, noise = 2, unit = 1;
  double late = 1;  // how much of the pull is left in the second half
  std::vector<double> point = {3, -1}, end = {3, -1};

  LegReading reading() const {
    LegReading out = survey();
    out.mean_point = scaled(point), out.end_point = scaled(end);
    out.mean_pull = {pull * unit, 0}, out.late_pull = out.end_pull = {late * pull * unit, 0};
    out.noise = noise * unit * unit;
    out.noise_along = {out.noise / 2, out.noise / 2, out.noise / 2};
    out.kurtosis = 2;
    return out;
  }
  std::vector<double> scaled(std::vector<double> v) const {
    for (double& value : v) value *= unit;
    return v;
  }
};

struct TunedRun {
  explicit TunedRun(Tuned schedule = {}, std::uint64_t horizon = kHorizon, Correction correction = Correction::instant)
      : legs(schedule.legs(horizon)), tuner(schedule, legs, correction) {}

  double length(std::size_t leg) const { return static_cast<double>(legs[leg].length); }
  double length() const { return length(at); }
  Leg::Kind kind() const { return legs[at].kind; }
  bool over() const { return at == legs.size(); }
  Tuner::Decision pass(const LegReading& reading) {
    ++at;
    return tuner.finish(reading);
  }
  /// Up to the first epoch; at the start y is pulled by `pull`.
  void pass_survey(const LegReading& reading = survey(), Seen start = {.pull = 1}) {
    while (kind() != Leg::Kind::look) pass(reading);
    pass(start.reading());
  }
  /// A leg in which y moves: its squared drift is `drift` times what noise gives.
  Tuner::Decision pass_moving(double drift, Seen seen = {}) {
    seen.pull = std::sqrt(drift * seen.noise / length());
    return pass(seen.reading());
  }
  /// The look after it, at rest: the same point, the same noise, the pull as it was.
  void pass_look(Seen seen = {}) {
    if (!over() && kind() == Leg::Kind::look) pass(seen.reading());
  }
  Tuner::Decision pass_epoch(double drift, const Seen& seen = {}) {
    Tuner::Decision out = pass_moving(drift, seen);
    pass_look({.pull = 0, .noise = seen.noise, .unit = seen.unit, .point = seen.point, .end = seen.end});
    return out;
  }
  /// To the last epoch's first part.
  void pass_to_last() {
    while (legs[at + 1].kind != Leg::Kind::rest) pass_epoch(0.3);
  }
  /// To the end, without drift.
  void pass_rest() {
    while (!over()) kind() == Leg::Kind::look ? pass_look() : static_cast<void>(pass_moving(0.3));
  }
  double travel() const { return tuner.steps().slow * length(); }

  std::vector<Leg> legs;
  Tuner tuner;
  std::size_t at = 0;
};

}  // namespace twoscale::testing
