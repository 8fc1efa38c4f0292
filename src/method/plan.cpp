#include <twoscale/method/plan.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace twoscale {

namespace {

constexpr std::uint64_t kLongest = std::uint64_t{1} << 50;

void validate_horizon(const Method& method, std::uint64_t horizon) {
  std::visit([&](const auto& schedule) { schedule.validate(horizon); }, method.schedule);
}

/// log2 of the shortest epoch the schedule accepts.
int shortest_epoch(const Method& method) {
  for (int j = 0; j < 50; ++j) {
    try {
      validate_horizon(method, std::uint64_t{1} << j);
      return j;
    } catch (const Error&) {
      if (j == 49) throw;
    }
  }
  return 0;
}

/// A schedule whose steps change within an epoch fills them in itself; the others have one for all.
template <class Schedule>
void fill_part(const Schedule& schedule, std::uint64_t first, std::uint64_t horizon, std::span<Steps> out) {
  if constexpr (requires { schedule.fill(first, horizon, out); }) schedule.fill(first, horizon, out);
  else std::fill(out.begin(), out.end(), schedule.at(first, horizon));
}

}  // namespace

Plan::Plan(Method method, std::uint64_t iterations) : method_(std::move(method)), iterations_(iterations) {
  validate(method_);
  if (method_.anytime) first_epoch_ = shortest_epoch(method_);
}

Plan Plan::for_iterations(Method method, std::uint64_t iterations) {
  Plan plan(std::move(method), iterations);
  if (iterations > kLongest) throw Error::field("iterations", std::to_string(iterations), "at most 2^50");
  if (iterations > 0 && !plan.method_.anytime) validate_horizon(plan.method_, iterations);
  return plan;
}

Plan Plan::for_budget(Method method, std::uint64_t budget) {
  if (budget > kLongest) throw Error::field("budget", std::to_string(budget), "at most 2^50 samples");
  Plan plan(std::move(method), 1);
  const std::uint64_t one = plan.samples();
  if (budget < one)
    throw Error::field("budget", std::to_string(budget),
                       "at least " + std::to_string(one) + ", the samples of one iteration of " + plan.method_.name +
                           (plan.method_.batches.pilot > 0 ? " and of its pilot" : ""));
  // The cost grows with the iterations: bisect for the last count that fits.
  std::uint64_t fits = 1, too_many = budget + 1;
  while (fits + 1 < too_many) {
    const std::uint64_t middle = fits + (too_many - fits) / 2;
    plan.iterations_ = middle;
    (plan.samples() <= budget ? fits : too_many) = middle;
  }
  plan.iterations_ = fits;
  if (!plan.method_.anytime) validate_horizon(plan.method_, fits);
  return plan;
}

Epoch Plan::epoch(std::uint64_t iteration) const {
  if (!method_.anytime) return {0, iterations_};
  return epoch_of(iteration, first_epoch_);
}

std::uint64_t Plan::inner_length(std::uint64_t iteration) const {
  const std::uint64_t horizon = epoch(iteration).length;
  return std::visit([&](const auto& schedule) { return schedule.inner_length(horizon); }, method_.schedule);
}

Steps Plan::steps(std::uint64_t iteration) const {
  Steps out;
  fill_steps(iteration, {&out, 1});
  return out;
}

void Plan::fill_steps(std::uint64_t first, std::span<Steps> out) const {
  while (!out.empty()) {
    const Epoch at = epoch(first);
    const std::uint64_t left = at.start + at.length > first ? at.start + at.length - first : out.size();
    const auto part = out.first(std::min<std::uint64_t>(left, out.size()));
    std::visit([&](const auto& schedule) { fill_part(schedule, first - at.start, at.length, part); }, method_.schedule);
    if (averages(method_))
      std::visit(
          [&](const auto& output) {
            for (std::size_t i = 0; i < part.size(); ++i)
              part[i].average = output.weight(first - at.start + i, at.length);
          },
          method_.output);
    first += part.size();
    out = out.subspan(part.size());
  }
}

std::uint64_t Plan::samples_before(std::uint64_t iteration) const {
  std::uint64_t total = method_.batches.pilot;
  iteration = std::min(iteration, iterations_);
  for (std::uint64_t k = 0; k < iteration;) {
    const Epoch at = epoch(k);
    const std::uint64_t end = std::min(at.start + at.length, iteration);
    const std::uint64_t each = samples_per_iteration(method_, at.length);
    if (each > kLongest / (end - k)) return kLongest * 2;  // beyond any budget
    total += each * (end - k);
    k = end;
  }
  return total;
}

std::optional<std::uint64_t> Plan::burn_in() const {
  const auto* powers = std::get_if<SingleLoopPowers>(&method_.schedule);
  if (powers == nullptr || iterations_ == 0) return std::nullopt;
  return powers->burn_in(epoch(iterations_ - 1).length);
}

double Plan::km_sum() const {
  std::call_once(km_sum_->once, [this] { km_sum_->value = summed_km(); });
  return km_sum_->value;
}

double Plan::summed_km() const {
  double sum = 0, carry = 0;  // compensated: 10^6 terms still give a sum good to the last digits
  std::vector<Steps> chunk(256);
  for (std::uint64_t k = 0; k < iterations_; ++k) {
    if (k % chunk.size() == 0) fill_steps(k, chunk);
    const double beta = chunk[k % chunk.size()].slow;
    const double term = beta * (1 - beta) - carry;
    const double next = sum + term;
    carry = (next - sum) - term;
    sum = next;
  }
  return sum;
}

std::optional<double> horizon_value(std::string_view text, const Plan& plan) {
  if (text != "anchor" && text != "km-barrier" && text != "lag") return std::nullopt;
  if (plan.iterations() == 0)
    throw Error::field("iterations", "0", "at least 1 for a parameter that follows the horizon");
  const Steps last = plan.steps(plan.iterations() - 1);
  if (text == "anchor") return last.anchor;
  if (text == "lag") return last.slow / last.fast;
  const double B = plan.km_sum();
  if (B < 0.125)
    throw Error("km-barrier needs B_N = sum beta (1 - beta) of at least 1/8, and it is " + to_text(B) +
                "; take more iterations");
  return 2 * std::asin(std::sqrt(1 / (2 * B)) / 2);  // [P] Theorem KM-lower: delta = 1/(2 B_N)
}

}  // namespace twoscale
