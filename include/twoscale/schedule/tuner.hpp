#pragma once
// Tuner: the decisions of one tuned run. Told what each leg measured, it chooses the steps of the next, where y goes on
// from, and what the answer is. Plain numbers, no problem in sight; every decision rests on ratios without units, so
// that other units of x, y, F and G, or other coordinates, change nothing.

#include <span>
#include <vector>

#include <twoscale/schedule/tuned.hpp>

namespace twoscale {

/// What is remembered of a leg that is over.
struct LegRecord {
  double length = 0, fast = 0, preconditioner = 0, slow = 0;  // its steps
  double noise = 0;                                           // E|H - E H|^2: tr(Sigma), where x and P have settled
  double drift = 0;  // L |mean(H - z)|^2 / noise: about 1 or less when y only wanders
  double moved = 0;  // |P - P of the survey|_F / |P|_F at its end
  double lost = 0;   // 1: it went wrong, and what it measured is not used
};

class Tuner {
 public:
  struct Decision {
    bool restore = false;       // the leg went wrong: back to its start
    std::vector<double> point;  // where z goes on from; empty: where it stands
  };

  Tuner() = default;
  Tuner(const Tuned& schedule, const std::vector<Leg>& legs);

  /// Of the leg under way.
  Steps steps() const { return steps_; }
  Decision finish(const LegReading& reading);
  /// Something left the finite numbers: smaller steps from here on. False: too often already.
  bool cut();
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
  bool take_readings(const LegReading& reading, LegRecord& record);
  Decision after_moving(const LegReading& reading);
  Decision after_epoch(const LegReading& reading, const LegRecord& record);
  Decision after_first_part(const LegReading& reading, const LegRecord& record);
  Decision after_rest(const LegReading& reading);
  void choose_steps();
  /// From the leg under way to the end of its epoch.
  double epoch_length() const;
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
  double travel_ = 0;                                     // B of the epoch to come
  double noise_ = 0;                                      // of H, when it was last measured
  double kept_share_ = 0;                                 // what the first part of the last epoch gives to the answer
  double cuts_ = 0, lost_ = 0;
  std::vector<LegRecord> records_;
  std::vector<double> answer_;
};

namespace detail {
/// Throws: the numbers of a snapshot are not those of such a run.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_tuning();
}  // namespace detail

}  // namespace twoscale
