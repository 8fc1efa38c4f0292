#include <twoscale/run/batch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include <twoscale/run/finding.hpp>

namespace twoscale {

namespace {

/// Order of blame: y comes from x and P.
constexpr std::array<const char*, 3> kVariables = {"x", "y", "P"};

/// Of all lanes at once, by the bits of the exponents: this is asked after every chunk.
bool all_finite(std::span<const double> numbers) {
  constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
  std::uint64_t beyond = 0;
  for (const double number : numbers) beyond |= (std::bit_cast<std::uint64_t>(number) & kExponent) == kExponent ? 1 : 0;
  return beyond == 0;
}

/// The first variable of a lane that is not finite, or none.
const char* culprit(const std::vector<Carried>& carried, int lane) {
  for (const char* variable : kVariables)
    for (const Carried& part : carried)
      if (*part.part.variable == *variable && !all_finite(part.numbers.lane(lane))) return variable;
  return nullptr;
}

/// Whether iterations change a part of the state. One that they leave alone is neither kept before a chunk of them nor
/// looked at after it.
bool moves(const Method& method, const StatePart& part) {
  if (part.stored == &Snapshot::anchor || part.stored == &Snapshot::inner_start) return false;
  if (part.stored == &Snapshot::free_fast) return is_lazy(method.tracker);
  if (part.stored == &Snapshot::free_slow) return is_lazy(method.outer);
  if (part.stored == &Snapshot::average) return averages(method);
  return true;
}

}  // namespace

void detail::carry(std::vector<Carried>& list, const StatePart& part, LaneNumbers numbers) {
  constexpr std::size_t kUsual = 12;
  if (list.empty()) list.reserve(kUsual);
  list.push_back({part, numbers});
}

LaneNumbers numbers_of(Lockstep& replicas, std::vector<double> Snapshot::*part) {
  for (const Carried& carried : replicas.carried())
    if (carried.part.stored == part) return carried.numbers;
  return {};
}

void load_part(const StatePart& part, const LaneNumbers& numbers, int lane, const Snapshot& from) {
  const std::vector<double>& stored = from.*part.stored;
  // A matrix that is not there stands for zeros, so that a start need not hold a large one.
  if (stored.empty() && part.otherwise == nullptr && from.iteration == 0) return;
  numbers.set_lane(lane, stored.empty() && part.otherwise != nullptr ? from.*part.otherwise : stored);
}

Batch::Batch(std::unique_ptr<Lockstep> replicas, const Plan& plan, std::span<const Snapshot> starts)
    : plan_(plan),
      replicas_(std::move(replicas)),
      iteration_(starts[0].iteration),
      replica_(starts[0].replica),
      lanes_(static_cast<int>(starts.size())),
      steps_(replicas_->chunk()),
      diverged_(starts.size()) {
  load(starts);
}

void Batch::load(std::span<const Snapshot> starts) {
  const auto start_of = [&](int lane) -> const Snapshot& { return starts[std::min(lane, lanes_ - 1)]; };
  replicas_->set_counts(starts[0].counts);
  const auto for_each_lane = [&](const auto& visit) {
    for (const Carried& part : replicas_->carried())
      for (int lane = 0; lane < replicas_->width(); ++lane) visit(part, lane);
  };
  for_each_lane([&](const Carried& part, int lane) {
    if (part.part.stored != nullptr) load_part(part.part, part.numbers, lane, start_of(lane));
  });
  replicas_->start_outer();
  for_each_lane([&](const Carried& part, int lane) {
    const Snapshot& from = start_of(lane);
    if (part.part.stored == nullptr && (from.iteration > 0 || !from.kept.empty()))
      part.numbers.set_lane(lane, from.kept_as(part.part.name));
  });
  if (iteration_ == 0 && starts[0].counts[Role::probe] == 0)  // not when a run resumes at its first iteration
    replicas_->start_preconditioner();
  controller_ = make_controller(plan_, *replicas_);
  for (int lane = 0; lane < replicas_->width(); ++lane) controller_->load(iteration_, lane, start_of(lane).controller);
}

bool Batch::all_diverged() const {
  return std::all_of(diverged_.begin(), diverged_.end(), [](const auto& d) { return d.has_value(); });
}

void Batch::run(std::uint64_t first, std::uint64_t count) {
  replicas_->run(first, std::span(steps_).subspan(first - iteration_, count));
}

void Batch::advance(std::uint64_t until) {
  const std::uint64_t mark = controller_->next_mark(iteration_);
  const std::uint64_t count = std::min({until, mark, iteration_ + steps_.size()}) - iteration_;
  // A controller that sends replicas back has chosen the steps, too; the weights of averages are the plan's.
  if (!controller_->sends_back() || averages(plan_.method()))
    plan_.fill_steps(iteration_, std::span(steps_).first(count));
  if (controller_->sends_back()) {
    run(iteration_, count);
    iteration_ += count;
    if (iteration_ == mark) send_back_lost();
  } else {
    const Moment before = moment();
    run(iteration_, count);
    if (!lost().empty()) [[unlikely]]
      find_divergence(before, count);
    iteration_ += count;
  }
  if (iteration_ == mark) controller_->at_mark(iteration_, lanes_);
}

std::vector<Carried> Batch::moving() const {
  std::vector<Carried> out = replicas_->carried();
  std::erase_if(out, [&](const Carried& part) { return !moves(plan_.method(), part.part); });
  return out;
}

std::vector<const char*> Batch::lost() const {
  const std::vector<Carried> carried = moving();
  if (std::ranges::all_of(carried, [](const Carried& part) { return all_finite(part.numbers.all()); })) return {};
  std::vector<const char*> out(diverged_.size());
  bool any = false;
  for (int lane = 0; lane < lanes_; ++lane) {
    if (!diverged_[lane]) out[lane] = culprit(carried, lane);
    any = any || out[lane] != nullptr;
  }
  return any ? out : std::vector<const char*>{};
}

void Batch::find_divergence(const Moment& before, std::uint64_t count) {
  go_back_to(before);
  for (std::uint64_t i = 0; i < count; ++i) {
    Moment last = moment();
    run(iteration_ + i, 1);
    const std::vector<const char*> variables = lost();
    if (variables.empty()) continue;
    std::vector<Carried> carried = replicas_->carried();
    double* at = last.numbers.data();
    for (Carried& part : carried) {
      if (!moves(plan_.method(), part.part)) continue;
      const LaneNumbers& now = part.numbers;
      part.numbers = {at, now.size(), now.width()};
      at += part.numbers.all().size();
    }
    for (int lane = 0; lane < lanes_; ++lane)
      if (variables[lane] != nullptr)
        diverge(lane, snapshot(lane, iteration_ + i, last.counts, carried), variables[lane]);
  }
}

void Batch::send_back_lost() {
  const std::vector<const char*> variables = lost();
  for (int lane = 0; lane < static_cast<int>(variables.size()); ++lane)
    if (variables[lane] != nullptr && !controller_->send_back(lane))
      diverge(lane, snapshot(lane, iteration_, counts(), replicas_->carried()), variables[lane]);
}

void Batch::diverge(int lane, const Snapshot& last, const char* variable) {
  diverged_[lane] = {last, {Ending::diverged, divergence_message(plan_, last.iteration, variable)}};
}

Batch::Moment Batch::moment() const {
  Moment out{{}, counts()};
  for (const Carried& part : moving())
    out.numbers.insert(out.numbers.end(), part.numbers.all().begin(), part.numbers.all().end());
  return out;
}

void Batch::go_back_to(const Moment& moment) {
  const double* from = moment.numbers.data();
  for (const Carried& part : moving())
    for (double& number : part.numbers.all()) number = *from++;
  replicas_->set_counts(moment.counts);
}

Snapshot Batch::snapshot(int lane, std::uint64_t iteration, const Counts& counts,
                         const std::vector<Carried>& from) const {
  Snapshot out;
  out.replica = replica_ + static_cast<std::uint32_t>(lane);
  out.iteration = iteration;
  out.counts = counts;
  for (const Carried& part : from) {
    if (part.part.stored != nullptr) out.*part.part.stored = part.numbers.lane(lane);
    else out.kept.push_back({part.part.name, part.numbers.lane(lane)});
  }
  if (!averages(plan_.method())) out.average = controller_->answer(lane);
  out.controller = controller_->numbers(lane);
  return out;
}

ReplicaResult Batch::result(int lane) const {
  if (diverged_[lane]) return *diverged_[lane];
  ReplicaResult out{snapshot(lane, iteration_, counts(), replicas_->carried()), {}};
  if (iteration_ == plan_.iterations()) out.status = status_of(plan_, controller_->finding(lane));
  return out;
}

}  // namespace twoscale
