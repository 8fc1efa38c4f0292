#pragma once
// Tuner: the decisions of one tuned run. Told what each leg measured, it chooses the steps of the next, where y goes on
// from, and what the answer is. Plain numbers, no problem in sight; every decision rests on ratios without units, so
// that other units of x, y, F and G, or other coordinates, change nothing.

#include <span>
#include <vector>

#include <twoscale/core/status.hpp>
#include <twoscale/schedule/directions.hpp>
#include <twoscale/schedule/tuned.hpp>

namespace twoscale {

/// What is remembered of a leg that is over.
struct LegRecord {
  double length = 0, fast = 0, preconditioner = 0, slow = 0;  // its steps
  double noise = 0;                                           // E|H - E H|^2: tr(Sigma), where x and P have settled
  double drift = 0;       // L |mean(H - z)|^2 / noise: about 1 or less when y only wanders
  double slow_drift = 0;  // the same in the slowest direction seen, where it is beyond that direction's noise
  double fast_drift = 0;  // of x, as far as P does not cancel it
  double pull = 0;        // |mean(H - z)|
  double moved = 0;       // |P - P of the survey|_F / |P|_F at its end
  double lost = 0;        // 1: it went wrong, and what it measured is not used
  double rest_noise = 0, rest_pull = 0, rest_length = 0;  // of the look at its mean; 0 where there was none
};

class Tuner {
 public:
  struct Decision {
    bool restore = false;       // the leg went wrong: x and P to where they were sound
    std::vector<double> point;  // where z goes on from; empty: where it stands
    std::vector<double> fast;   // the same of x
  };

  Tuner() = default;
  Tuner(const Tuned& schedule, const std::vector<Leg>& legs);

  /// Of the leg under way.
  Steps steps() const { return steps_; }
  Decision finish(const LegReading& reading);
  /// Something left the finite numbers: smaller steps from here on. False: too often already.
  bool cut();
  /// How the run ended; to be asked when it is over.
  Ending ending() const;
  /// Directions of y and of x along which the leg under way is to measure.
  const Directions& slow_directions() const { return slow_directions_; }
  const Directions& fast_directions() const { return fast_directions_; }
  /// Before it is projected; empty until an epoch is over.
  const std::vector<double>& answer() const { return answer_; }

  // What was found, for people.
  double contraction() const { return contraction_; }  // tr(A)/n; 0: not measured yet
  double leakage() const { return leakage_; }          // |C A^-1|_F
  int cuts() const { return static_cast<int>(cuts_); }
  const std::vector<LegRecord>& records() const { return records_; }

  /// All of it, and back; load gives what is left of the numbers.
  std::vector<double> numbers() const;
  std::span<const double> load(std::span<const double> numbers);

 private:
  void take_survey(const LegReading& reading);
  void take_first_look(const LegReading& reading);
  bool take_readings(const LegReading& reading, LegRecord& record);
  double fast_drift(const LegReading& reading) const;
  Decision after_moving(const LegReading& reading);
  Decision after_look(const LegReading& reading);
  void plan_epoch();
  Decision after_first_part(const LegReading& reading, const LegRecord& record);
  Decision after_rest(const LegReading& reading);
  void choose_steps();
  bool is_last_part() const { return legs_[leg_].kind == Leg::Kind::rest; }
  bool is_first_part() const { return leg_ + 1 < legs_.size() && legs_[leg_ + 1].kind == Leg::Kind::rest; }
  /// From the leg under way to the end of its epoch.
  double epoch_length(std::size_t leg) const;
  double horizon() const { return legs_.empty() ? 0 : static_cast<double>(legs_.back().end()); }
  /// How much more travel. B |drift| was covered, so that B' would leave a drift of B |drift| / B'; B' makes that a
  /// quarter of what noise leaves in an epoch `longer` times as long, never less than B, and never far more.
  double raise(double drift, double longer) const;
  void shrink();
  template <class Self, class Archive>
  static void visit(Self& self, Archive& archive);

  Tuned schedule_;
  std::vector<Leg> legs_;
  std::size_t leg_ = 0;
  Steps steps_;
  double contraction_ = 0, leakage_ = 0;
  double largest_slow_step_ = 0, largest_fast_step_ = 0;  // the latter for P, too
  double travel_ = 0, fast_travel_ = 0;                   // beta L and alpha L of the epoch to come, at least
  double noise_ = 0;                                      // of H, as far as it is known by now
  double kept_share_ = 0;                                 // what the first part of the last epoch gives to the answer
  double cuts_ = 0, lost_ = 0, grew_ = 0, in_a_row_ = 0;
  double first_pull_ = 0;             // |mean(H - z)|^2 at the start
  double largest_noise_ = 0;          // of H in legs that were sound
  std::vector<double> sound_fast_;    // mean of x when z was at sound_
  double least_pull_ = 0;             // the least of these at rest, with what noise may hide,
  double least_length_ = 0;           // and how long that was looked at
  double left_ = 0;                   // |mean(H - z)|^2 of what was averaged into the answer
  double kurtosis_ = 0;               // see LegReading
  double doubt_ = 0;                  // of the last look: its squared pull over what noise gives
  std::vector<double> kept_pull_;     // mean of H - z in the first part of the last epoch
  std::vector<double> pull_;          // mean of H - z in the epoch that is being looked at
  std::vector<double> late_pull_;
  std::vector<double> sound_;         // where z was when it was last looked at, and all was well
  Directions slow_directions_, fast_directions_;
  std::vector<LegRecord> records_;
  std::vector<double> answer_;
};

namespace detail {
/// Throws: the numbers of a snapshot are not those of such a run.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_tuning();
}  // namespace detail

}  // namespace twoscale
