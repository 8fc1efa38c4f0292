#pragma once
// Tuner: the decisions of one tuned run. Told what each leg measured, it chooses the steps of the next, where y goes on
// from, what the answer is, and whether that has settled. Plain numbers, no problem in sight; every decision rests on
// ratios without units, so that other units of x, y, F and G, or other coordinates, change nothing.

#include <span>
#include <vector>

#include <twoscale/core/finding.hpp>
#include <twoscale/schedule/directions.hpp>
#include <twoscale/schedule/tuned.hpp>

namespace twoscale {

/// What is remembered of an epoch, or a part of one.
struct LegRecord {
  double length = 0, fast = 0, preconditioner = 0, slow = 0;  // its steps
  double noise = 0;                                           // E|H - E H|^2: tr(Sigma), where x and P have settled
  // Squares over what noise gives: about 1 or less when nothing moves but by noise.
  double drift = 0;       // of y, all directions together: L |mean(H - z)|^2 / noise
  double slow_drift = 0;  // of y in the slowest direction seen; 0 unless that is beyond noise, and matters
  double fast_drift = 0;  // the same of x, as far as P does not cancel it
  double moved = 0;       // |P - P of the survey|_F / |P|_F at its end
  double lost = 0;        // 1: it went wrong, and what it measured is not used
  double rest_length = 0, rest_noise = 0, rest_pull = 0;  // of the look at its answer: noise, and |mean(H - z)|
};

class Tuner {
 public:
  struct Decision {
    bool restore = false;       // the leg went wrong: x and P to where they were sound
    std::vector<double> point;  // where z goes on from; empty: where it stands
    std::vector<double> fast;   // the same of x
  };

  static constexpr double kLeastContraction = 0.01;  // a smaller one is not told from it

  Tuner() = default;
  Tuner(const Tuned& schedule, const std::vector<Leg>& legs, Correction correction);

  /// Of the leg under way.
  Steps steps() const { return steps_; }
  Decision finish(const LegReading& measured);
  /// Something left the finite numbers: smaller steps from here on. False: too often already.
  bool cut();
  /// Before it is projected; empty until an epoch is over.
  const std::vector<double>& answer() const { return answer_; }
  /// How the run ended; to be asked when it is over.
  Finding finding() const;
  /// Directions of y and of x along which the leg under way is to measure.
  const Directions& slow_directions() const { return slow_directions_; }
  const Directions& fast_directions() const { return fast_directions_; }

  // What was found, for people.
  double contraction() const { return contraction_; }  // tr(A)/n; 0: not measured yet
  double leakage() const { return leakage_; }          // |C A^-1|_F
  double noise() const { return noise_; }              // E|H - E H|^2, at rest where that was seen
  int cuts() const { return static_cast<int>(cuts_); }
  const std::vector<LegRecord>& records() const { return records_; }

  /// All of it, and back; load gives what is left of the numbers.
  std::vector<double> numbers() const;
  std::span<const double> load(std::span<const double> numbers);

 private:
  // One for each kind of leg.
  void take_survey(const LegReading& reading);
  void take_first_look(const LegReading& reading);
  Decision after_moving(const LegReading& reading);
  Decision after_epoch(const LegReading& reading);
  Decision after_first_part(const LegReading& reading);
  Decision after_rest(const LegReading& reading);
  Decision after_look(const LegReading& reading);

  LegReading with_slow_noise(LegReading reading);
  double noise_by_start(const LegReading& reading);
  /// False: what was measured cannot be, or the noise has blown up.
  bool take_readings(const LegReading& reading, LegRecord& record);
  double slow_drift(const LegReading& reading, const LegRecord& record, double noise) const;
  double fast_drift(const LegReading& reading) const;

  // Noise, or trouble.
  bool has_blown_up(const LegRecord& record);
  bool has_grown(double pull, const LegReading& reading) const;
  bool is_astray(const LegReading& reading, const LegRecord& record, double stir) const;
  double stirred(double at_end) const;
  bool last_look_tells() const;
  void expect_noise(const LegReading& reading, const LegRecord& record, bool tells, double stir);
  /// An epoch made so many times as much noise of what there was: how far y may travel from now on.
  void see_feedback(const LegRecord& record, double times);
  /// The largest beta of an epoch of this length at which noise that multiplies y stays calm, as far as is known.
  double calm_step(double length) const;
  Decision leave(const LegReading& reading, bool astray);
  /// Back to where all was well, with a smaller slow step.
  Decision go_back();
  void shrink();

  void add_look_to_answer(const LegReading& reading);
  void plan_next_epoch();
  void choose_steps();
  void choose_fast_steps(double length);
  /// beta of an epoch of this length.
  double slow_step(double length) const;
  /// The largest that x, or what follows its error, keeps up with.
  double fastest_for_x(double length) const;
  /// alpha / beta, or gamma / beta, at least, of an epoch of this length whose steps are beta.
  double separation_at(double slow, double length) const;
  double heard_travel(double length) const;

  /// How much more travel. B |drift| was covered, so that B' would leave a drift of B |drift| / B'; B' makes that a
  /// quarter of what noise leaves in an epoch `longer` times as long, never less than B, and never far more.
  double raise(double drift, double longer) const;
  bool is_last() const { return leg_ + 1 == legs_.size(); }
  bool is_first_part() const { return !is_last() && legs_[leg_ + 1].kind == Leg::Kind::rest; }
  double length() const { return static_cast<double>(legs_[leg_].length); }
  /// Of the epoch that begins with a leg, which may be in two parts.
  double epoch_length(std::size_t leg) const;
  double horizon() const { return legs_.empty() ? 0 : static_cast<double>(legs_.back().end()); }
  template <class Self, class Archive>
  static void visit(Self& self, Archive& archive);

  Tuned schedule_;
  std::vector<Leg> legs_;
  Correction correction_ = Correction::instant;
  std::size_t leg_ = 0;
  Steps steps_;
  // What the survey found.
  double contraction_ = 0, leakage_ = 0;
  double fast_at_start_ = 0,
         slow_at_start_ = 0;  // E|.|^2 of one F, and of one G, where its schedule knows more of them
  // What the steps of an epoch are made from.
  double largest_slow_step_ = 0, largest_fast_step_ = 0;  // the latter for P, too
  double separation_ = 0;                                 // alpha / beta, at least
  double travel_ = 0, fast_travel_ = 0;                   // beta L and alpha L of the epoch to come, at least
  double calm_ = 0;                                       // B^2 / L at most, where noise that multiplies y was seen
  // What is normal: squares of pulls H - z at rest, and the noise of H.
  double first_pull_ = 0, least_pull_ = 0, least_pull_length_ = 0;  // at the start; the least so far, seen for so long
  double noise_ = 0, largest_noise_ = 0;                            // as far as it is known by now; in any sound leg
  double quiet_ = 0;                                                // the latter, before the epoch that is looked at
  double at_rest_ = 0;                      // of H from one iteration to the next, at the last look that found all well
  double in_motion_ = 0;                    // the same in the epoch that is looked at
  double expected_noise_ = 0;               // the same: as much as there was where y started, or where a pull led it
  double let_through_ = 0;                  // times that: more, and noise has carried y astray
  double kurtosis_ = 0;                     // of the noise in the epoch that is looked at
  std::vector<double> sound_, sound_fast_;  // z and x when all was last seen to be well
  Directions slow_directions_, fast_directions_;
  // What went wrong.
  double cuts_ = 0, lost_ = 0, lost_in_a_row_ = 0, grew_ = 0;
  // What came of it.
  std::vector<LegRecord> records_;
  std::vector<double> answer_;
  double left_ = 0;                // |mean(H - z)|^2 of what was averaged into the answer
  double doubt_ = 0;               // squared pull of the last look, over what noise gives
  double kept_share_ = 0;          // what the first part of the last epoch gives to the answer
  std::vector<double> kept_pull_;  // its mean of H - z
};

namespace detail {
/// Throws: the numbers of a snapshot are not those of such a run.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_tuning();
}  // namespace detail

}  // namespace twoscale
