#include <twoscale/run/trail.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/run/finding.hpp>

namespace twoscale {

namespace {

constexpr double kMoving = 9;       // squared way over what noise makes of it: three standard errors in one direction
constexpr double kSteady = 16;      // the same over how the ways over blocks change, which are few: four of them
constexpr double kArrived = 1e-10;  // or so much of the whole way, squared: then it has arrived all the same
constexpr double kAway = 36;        // surely so: six standard errors,
constexpr double kFaster = 4;       // and the second half's squared way over the first half's; and more than all
                                    // the way before: y runs away

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

}  // namespace

TrailMarks::TrailMarks(std::uint64_t iterations) : iterations_(iterations) {
  third_ = iterations - iterations / 3;
  block_ = (iterations - third_) / kBlocks;
  middle_ = third_ + kLateBlocks * block_;
  stretch_ = block_ > 1 ? std::max<std::uint64_t>(block_ / kBlocks, 1) : 0;
}

std::uint64_t TrailMarks::next(std::uint64_t iteration) const {
  if (!judged()) return iterations_;
  if (iteration < third_) return third_;
  const std::uint64_t at = stretch_at(iteration), block = iteration - at;
  return std::min(at < stretch_ ? block + stretch_ : block + block_, std::max(iterations_, iteration + 1));
}

Finding TrailMarks::judge(const TrailReading& reading) const {
  if (!judged()) return {Ending::still_moving, Finding::Reason::too_short, 0};
  const double length = static_cast<double>(iterations_ - third_), late = static_cast<double>(iterations_ - middle_);
  // The last block's stretch may be cut short by rounding; every other is whole.
  const double noise = reading.stretches / static_cast<double>(kBlocks * stretch_);  // of an iteration
  const double whole_way = squared_distance(reading.end, reading.third),
               late_way = squared_distance(reading.end, reading.middle);
  // Squares beyond the numbers: y is beyond 10^150, whatever it does there.
  if (!std::isfinite(whole_way + noise)) return {Ending::running_away, Finding::Reason::grew, whole_way};
  if (whole_way <= kArrived * squared_distance(reading.end, reading.origin) || whole_way == 0) return {};
  const double seen = std::min(whole_way / length, late_way / late) / noise;
  const double of_block = reading.changes / (2 * kComparisons);
  const double steady = std::min(whole_way / kBlocks, late_way / kLateBlocks) / of_block;
  if (!(seen > kMoving) && !(steady > kSteady)) return {};
  const bool away = seen > kAway && late_way > kFaster * squared_distance(reading.middle, reading.third) &&
                    late_way > squared_distance(reading.middle, reading.origin);
  return {away ? Ending::running_away : Ending::still_moving,
          away ? Finding::Reason::grew : Finding::Reason::slow_drift, seen > kMoving ? seen : steady};
}

Trail::Trail(std::uint64_t iterations, std::function<LaneNumbers()> slow) : marks_(iterations), slow_(std::move(slow)) {
  const LaneNumbers y = slow_();
  origin_ = third_ = middle_ = before_ = way_ = KeptLanes(y.size(), y.width());
  stretches_ = changes_ = KeptLanes(1, y.width());
}

void Trail::at_mark(std::uint64_t iteration, int /*lanes*/) {
  const LaneNumbers y = slow_(), before = before_, way = way_, stretches = stretches_, changes = changes_;
  if (iteration == 0) origin_ = KeptLanes(y);
  if (marks_.is_third(iteration)) third_ = KeptLanes(y);
  if (marks_.is_middle(iteration)) middle_ = KeptLanes(y);
  const bool starts = marks_.starts_stretch(iteration);
  std::vector<double> squares(y.width()), changed(y.width());
  for (int i = 0; i < y.size(); ++i)
    for (int lane = 0; lane < y.width(); ++lane) {
      const double now = y(i, lane) - before(i, lane), change = now - way(i, lane);
      squares[lane] += now * now;
      changed[lane] += change * change;
      if (starts) way(i, lane) = now, before(i, lane) = y(i, lane);
    }
  for (int lane = 0; lane < y.width(); ++lane) {
    if (marks_.ends_stretch(iteration)) stretches(0, lane) += squares[lane];
    if (marks_.compares_ways(iteration)) changes(0, lane) += changed[lane];
  }
}

Finding Trail::finding(int lane) const {
  return marks_.judge({origin_.view().lane(lane), third_.view().lane(lane), middle_.view().lane(lane),
                       slow_().lane(lane), stretches_.view()(0, lane), changes_.view()(0, lane)});
}

std::vector<double> Trail::numbers(int lane) const {
  std::vector<double> out;
  for_each(*this, [&](const LaneNumbers& numbers) {
    for (int i = 0; i < numbers.size(); ++i) out.push_back(numbers(i, lane));
  });
  return out;
}

void Trail::load(std::uint64_t iteration, int lane, const std::vector<double>& numbers) {
  if (iteration == 0) {
    if (lane == 0) at_mark(0, slow_().width());
    return;
  }
  std::span<const double> rest = numbers;
  for_each(*this, [&](const LaneNumbers& into) {
    if (rest.size() < static_cast<std::size_t>(into.size())) detail::refuse_trail();
    into.set_lane(lane, rest.first(into.size()));
    rest = rest.subspan(into.size());
  });
  if (!rest.empty()) detail::refuse_trail();
}

}  // namespace twoscale
