#include <twoscale/method/concepts.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace twoscale {

namespace {

template <class... A>
constexpr bool are_trackers(std::variant<A...>*) {
  return (TrackerChoice<A> && ...);
}
template <class... A>
constexpr bool are_oracles(std::variant<A...>*) {
  return (OracleChoice<A> && ...);
}
template <class... A>
constexpr bool are_preconditioners(std::variant<A...>*) {
  return (PreconditionerChoice<A> && ...);
}
template <class... A>
constexpr bool are_outer_rules(std::variant<A...>*) {
  return (OuterChoice<A> && ...);
}
template <class... A>
constexpr bool are_outputs(std::variant<A...>*) {
  return (OutputChoice<A> && ...);
}
template <class... A>
constexpr bool are_schedules(std::variant<A...>*) {
  return (ScheduleChoice<A> && ...);
}
static_assert(are_trackers(static_cast<Tracker*>(nullptr)));
static_assert(are_oracles(static_cast<Oracle*>(nullptr)));
static_assert(are_preconditioners(static_cast<Preconditioner*>(nullptr)));
static_assert(are_outer_rules(static_cast<Outer*>(nullptr)));
static_assert(are_outputs(static_cast<Output*>(nullptr)));
static_assert(are_schedules(static_cast<Schedule*>(nullptr)));

constexpr std::array<const char*, 7> kChoices = {"tracker",  "oracle", "preconditioner", "outer",
                                                 "schedule", "output", "samples"};

/// Calls f on each of the six choices' current alternatives.
template <class M, class F>
void for_each_choice(M& method, const F& f) {
  std::visit(f, method.tracker);
  std::visit(f, method.oracle);
  std::visit(f, method.preconditioner);
  std::visit(f, method.outer);
  std::visit(f, method.schedule);
  std::visit(f, method.output);
}

/// Replaces a choice by its alternative of that name; throws naming the ones there are.
template <class... Alternatives>
void replace_choice(std::variant<Alternatives...>& choice, std::string_view field, std::string_view name) {
  const bool found = ((name == Alternatives::name ? (choice = Alternatives{}, true) : false) || ...);
  if (found) return;
  std::string all;
  ((all += (all.empty() ? "" : ", ") + std::string(Alternatives::name)), ...);
  throw Error::field(std::string(field), std::string(name), "one of " + all);
}

/// "polynomial or single-loop-powers": the schedules that fit.
template <class... Alternatives, class Fits>
std::string names_where(const std::variant<Alternatives...>&, const Fits& fits) {
  std::vector<std::string> names;
  ((fits(Alternatives{}) ? names.emplace_back(Alternatives::name) : names.emplace_back()), ...);
  std::erase(names, "");
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return out;
}

Sampling sampling_of(std::string_view value) {
  for (const Sampling sampling : {Sampling::fresh, Sampling::shared})
    if (value == name_of(sampling)) return sampling;
  throw Error::field("samples", std::string(value), "fresh or shared");
}

bool set_choice(Method& method, std::string_view name, std::string_view value) {
  if (name == "tracker") replace_choice(method.tracker, name, value);
  else if (name == "oracle") replace_choice(method.oracle, name, value);
  else if (name == "preconditioner") replace_choice(method.preconditioner, name, value);
  else if (name == "outer") replace_choice(method.outer, name, value);
  else if (name == "schedule") replace_choice(method.schedule, name, value);
  else if (name == "output") replace_choice(method.output, name, value);
  else if (name == "samples") method.sampling = sampling_of(value);
  else return false;
  return true;
}

/// Constants of shared samples.
struct BatchSetting {
  const char* name;
  std::uint64_t Batches::*member;
  Range range;
  const char* help;
};
constexpr std::array<BatchSetting, 3> kBatches = {{
    {"fast_batch", &Batches::fast, Range{.low = 1, .high = 1e6, .whole = true},
     "draws of F that an iteration averages; auto finds how many are best"},
    {"slow_batch", &Batches::slow, Range{.low = 1, .high = 1e6, .whole = true}, "the same of G"},
    {"pilot", &Batches::pilot, Range{.low = 0, .high = 1e15, .whole = true},
     "samples that were taken before the run to find the two, and are part of its budget"},
}};

double number_in(const char* name, std::string_view value, const Range& range) {
  const double number = parse_number(name, value);
  require_in_range(name, number, range);
  return number;
}

template <class... Alternatives>
std::vector<std::string> names_in(const std::variant<Alternatives...>&) {
  return {Alternatives::name...};
}

}  // namespace

std::vector<std::string> alternatives_of(std::string_view choice) {
  const Method method;
  if (choice == "tracker") return names_in(method.tracker);
  if (choice == "oracle") return names_in(method.oracle);
  if (choice == "preconditioner") return names_in(method.preconditioner);
  if (choice == "outer") return names_in(method.outer);
  if (choice == "schedule") return names_in(method.schedule);
  if (choice == "output") return names_in(method.output);
  if (choice == "samples") return {name_of(Sampling::fresh), name_of(Sampling::shared)};
  return {};
}

bool is_choice(std::string_view option) {
  return std::find(kChoices.begin(), kChoices.end(), option) != kChoices.end();
}

std::vector<std::pair<const char*, const char*>> choices_of(const Method& method) {
  const std::array<const char*, kChoices.size()> chosen = {
      name_of_choice(method.tracker), name_of_choice(method.oracle),   name_of_choice(method.preconditioner),
      name_of_choice(method.outer),   name_of_choice(method.schedule), name_of_choice(method.output),
      name_of(method.sampling)};
  std::vector<std::pair<const char*, const char*>> out;
  for (std::size_t i = 0; i < kChoices.size(); ++i) out.emplace_back(kChoices[i], chosen[i]);
  return out;
}

std::vector<SettingInfo> settings_of(const Method& method) {
  std::vector<SettingInfo> out;
  for_each_choice(method, [&](const auto& choice) {
    for (SettingInfo& info : list_settings(choice)) out.push_back(std::move(info));
  });
  out.push_back({"anytime", method.anytime ? 1.0 : 0.0, Range::yes_or_no().describe(),
                 "1: epochs of length 2^j, each tuned to its length and started from the last"});
  if (method.sampling == Sampling::shared)
    for (const BatchSetting& batch : kBatches)
      out.push_back(
          {batch.name, static_cast<double>(method.batches.*batch.member), batch.range.describe(), batch.help});
  return out;
}

void set_option(Method& method, std::string_view name, std::string_view value) {
  if (set_choice(method, name, value)) return;
  if (name == "anytime") {
    method.anytime = number_in("anytime", value, Range::yes_or_no()) != 0;
    return;
  }
  if (method.sampling == Sampling::shared)
    for (const BatchSetting& batch : kBatches)
      if (name == batch.name) {
        method.batches.*batch.member = static_cast<std::uint64_t>(number_in(batch.name, value, batch.range));
        return;
      }
  std::vector<std::string> known(kChoices.begin(), kChoices.end());
  for (const SettingInfo& info : settings_of(method)) known.push_back(info.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw Error("method " + method.name + " has no option '" + std::string(name) + "'" + suggestion(name, known) +
                " (twoscale show " + method.name + ")");
  for_each_choice(method, [&](auto& choice) { set_setting(choice, name, value); });
}

namespace {

/// Shared draws: nothing may ask for a second F or G within an iteration, and P must be of the past.
void require_one_look(const Method& method) {
  const auto refuse = [](const char* choice, const char* name, const char* needs) {
    throw Error::field("samples", "shared", std::string("fresh with ") + choice + " " + name + ", which " + needs);
  };
  const bool draws_once = std::visit(
      [](const auto& choice) { return !choice.needs_inner_length && choice.looks(1).total() == 1; }, method.tracker);
  if (!draws_once)
    refuse("tracker", name_of_choice(method.tracker), "has no draw of its own, or many, in an iteration");
  if (std::visit([](const auto& choice) { return choice.looks().total(); }, method.oracle) > 2)
    refuse("oracle", name_of_choice(method.oracle), "draws more than one F");
  if (std::visit([](const auto& choice) { return choice.uses_this_draw; }, method.preconditioner))
    refuse("preconditioner", name_of_choice(method.preconditioner),
           "takes P from the draw that P is to correct: G + P (F - x) would be biased");
  if (std::visit([](const auto& choice) { return choice.looks(1).total(); }, method.preconditioner) > 2)
    refuse("preconditioner", name_of_choice(method.preconditioner), "draws a derivative twice in an iteration");
  if (!method.batches.single() && std::visit([](const auto& choice) { return choice.moves_x; }, method.oracle))
    throw Error::field("fast_batch", std::to_string(method.batches.fast),
                       std::string("1, and slow_batch, too, with oracle ") + name_of_choice(method.oracle) +
                           ", which asks for G at another x than F");
}

/// The lazy oracle and the lazy P look at x before it is projected, which lazy-step alone moves.
void require_lazy_tracker(const Method& method) {
  const bool lazy = std::visit([](const auto& choice) { return choice.lazy; }, method.oracle) ||
                    std::visit([](const auto& choice) { return choice.lazy; }, method.preconditioner);
  if (lazy && !is_lazy(method.tracker))
    throw Error::field("tracker", name_of_choice(method.tracker),
                       std::string("lazy-step with oracle ") + name_of_choice(method.oracle) + " and preconditioner " +
                           name_of_choice(method.preconditioner) + "; corrected and learned go with the others");
}

}  // namespace

void validate(const Method& method) {
  if (is_corrected(method) && !has_preconditioner(method))
    throw Error::field("preconditioner", "none",
                       "another with the corrected oracle (learned, averaged, exact, probed, neumann, low-rank)");
  require_lazy_tracker(method);
  std::visit(
      [&](const auto& tracker, const auto& schedule) {
        const std::string names = std::string(tracker.name) + " with schedule " + schedule.name;
        if (tracker.needs_fast_step && !schedule.has_fast_step)
          throw Error::field("tracker", names,
                             "given a schedule with fast steps (" +
                                 names_where(method.schedule, [](const auto& s) { return s.has_fast_step; }) + ")");
        if (tracker.needs_inner_length && !schedule.has_inner_length)
          throw Error::field("tracker", names, "given a schedule with an inner length (nested-powers)");
      },
      method.tracker, method.schedule);
  std::visit(
      [](const auto& tracker) {
        if constexpr (requires { tracker.validate(); }) tracker.validate();
      },
      method.tracker);
  if (method.sampling == Sampling::shared) require_one_look(method);
  const bool tuned = is_tuned(method);
  if (tuned && method.anytime) throw Error::field("anytime", "1", "0 with schedule tuned, which has epochs of its own");
  if (tuned && !std::visit([](const auto& rule) { return rule.tunable; }, method.outer))
    throw Error::field("outer", name_of_choice(method.outer),
                       "km or lazy-km with schedule tuned, which has no anchor, minibatches or epochs for others");
  if (!tuned && std::visit([](const auto& output) { return output.needs_epochs; }, method.output))
    throw Error::field("output", "epoch-average",
                       std::string("last, tail-average or weighted-average with schedule ") +
                           name_of_choice(method.schedule) + ": only tuned keeps the means of its epochs");
}

Method with_correction(Method method, Correction correction) {
  if (correction == Correction::none) {
    method.oracle = RawOracle{}, method.preconditioner = NoPreconditioner{};
    return method;
  }
  method.oracle = LazyCorrectedOracle{};
  if (correction == Correction::followed) method.preconditioner = LazyFollowedPreconditioner{};
  else method.preconditioner = LazyLearnedPreconditioner{};
  return method;
}

Method suited_to(Method method, Abilities problem) {
  return !is_tuned(method) || problem.smooth ? method : with_correction(std::move(method), Correction::none);
}

bool asks_for_correction(std::span<const std::pair<std::string, std::string>> options) {
  return std::ranges::any_of(options, [](const auto& o) { return o.first == "oracle" || o.first == "preconditioner"; });
}

Method counting_for(Method method, Abilities problem, const Shape& shape) {
  method.noiseless = noiseless_of(shape, problem.own_fast_derivative, problem.own_slow_derivative,
                                  method.sampling == Sampling::shared);
  return method;
}

void require(const Method& method, Abilities problem, bool force) {
  if (force) problem.smooth = true;
  std::visit([&](const auto& choice) { choice.require(problem); }, method.tracker);
  std::visit([&](const auto& choice) { choice.require(problem); }, method.oracle);
  std::visit([&](const auto& choice) { choice.require(problem); }, method.preconditioner);
}

std::uint64_t samples_per_iteration(const Method& method, std::uint64_t horizon) {
  if (method.sampling == Sampling::shared)
    return method.noiseless.counted({.fast = method.batches.fast, .slow = method.batches.slow});
  const std::uint64_t n = std::visit([&](const auto& s) { return s.inner_length(horizon); }, method.schedule);
  return method.noiseless.counted(
      std::visit([&](const auto& choice) { return choice.looks(n); }, method.tracker) +
      std::visit([](const auto& choice) { return choice.looks(); }, method.oracle) +
      std::visit([&](const auto& choice) { return choice.looks(n); }, method.preconditioner));
}

}  // namespace twoscale
