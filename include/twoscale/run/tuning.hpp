#pragma once
// Tuning: the controller of a tuned run. Leg after leg it tells every replica's Tuner what was measured, and takes the
// steps of the next leg from it, where to go on from, and what the answer is.

#include <array>
#include <vector>

#include <twoscale/run/controller.hpp>
#include <twoscale/schedule/tuner.hpp>

namespace twoscale {

class Tuning final : public Controller {
 public:
  /// The replicas must outlive it.
  Tuning(const Plan& plan, const Tuned& schedule, Lockstep& replicas);

  /// Where the leg under way ends, or sooner: replicas are seen to be finite now and then.
  std::uint64_t next_mark(std::uint64_t iteration) const override;
  void at_mark(std::uint64_t iteration, int lanes) override;
  bool sends_back() const override { return true; }
  /// With smaller steps.
  bool send_back(int lane) override;

  Finding finding(int lane) const override { return tuners_[lane].finding(); }
  std::vector<double> answer(int lane) const override;
  std::vector<double> numbers(int lane) const override;
  void load(std::uint64_t iteration, int lane, const std::vector<double>& numbers) override;

 private:
  const Leg& leg() const { return legs_[leg_]; }
  /// P is measured in this leg, and not learned.
  bool surveys() const;
  LaneNumbers numbers_of(std::vector<double> Snapshot::*part) const { return twoscale::numbers_of(replicas_, part); }
  /// z, the slow point before it is projected, where the method has one.
  LaneNumbers point() const { return numbers_of(lazy_ ? &Snapshot::free_slow : &Snapshot::slow); }

  /// At the start of a leg that nothing has been measured of.
  void begin_leg();
  /// Every replica is told what was measured of it, and goes on from where its tuner decides.
  void finish_leg(int lanes);
  void take_survey();
  void move_to(int lane, const Tuner::Decision& decision);
  LegReading reading(int lane) const;
  /// Of P: how it moved along the directions of x, and in all.
  void read_preconditioner(int lane, LegReading& out) const;
  void set_steps(int lane);
  void set_directions(int lane);
  /// Puts one replica back: y to where the leg began, x and P to where they were sound, which the leg's start may not
  /// have been.
  void restore(int lane);
  /// The one list of what a stop within a leg has to keep, besides what the tuners know.
  template <class Visit>
  void for_each_kept(const Visit& visit) const;

  Lockstep& replicas_;
  std::vector<Leg> legs_;
  bool lazy_, lazy_fast_, learns_, surveys_;
  double learn_every_;
  bool epoch_average_;
  std::size_t leg_ = 0;
  bool over_ = false;  // the last leg has been finished
  std::vector<Tuner> tuners_;
  KeptLanes leg_start_;                                  // y
  KeptLanes surveyed_, surveyed_basis_, surveyed_slow_;  // P after the survey, its basis, and C
  std::array<KeptLanes, kDirections> along_;             // P u when the leg began, u the directions of x
};

}  // namespace twoscale
