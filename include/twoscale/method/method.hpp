#pragma once
// Method: six choices, where its samples come from, and nothing else.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <twoscale/oracle/oracle.hpp>
#include <twoscale/outer/outer.hpp>
#include <twoscale/output/output.hpp>
#include <twoscale/preconditioner/preconditioner.hpp>
#include <twoscale/schedule/schedule.hpp>
#include <twoscale/tracker/tracker.hpp>

namespace twoscale {

struct Method {
  std::string name;
  Tracker tracker = OneStep{};
  Oracle oracle = RawOracle{};
  Preconditioner preconditioner = NoPreconditioner{};
  Outer outer = Km{};
  Schedule schedule = Polynomial{};
  Output output = LastIterate{};
  Sampling sampling = Sampling::fresh;
  Batches batches = {};      // of shared samples
  Noiseless noiseless = {};  // what of the problem's samples is not counted (counting_for); no option
  bool anytime = false;      // epochs of length 2^j around the schedule
};

/// The name of the alternative a choice holds.
template <class Choice>
const char* name_of_choice(const Choice& choice) {
  return std::visit([](const auto& c) { return c.name; }, choice);
}

/// The choices by name: {"tracker", "one-step"}, ..., {"samples", "fresh"}.
std::vector<std::pair<const char*, const char*>> choices_of(const Method& method);

/// Every constant of every choice, with its current value.
std::vector<SettingInfo> settings_of(const Method& method);

/// Whether an option names one of the choices, or where samples come from: "preconditioner".
bool is_choice(std::string_view option);

/// The names of a choice's alternatives, from its list: "tracker" gives one-step, nested, ...; none for another word.
std::vector<std::string> alternatives_of(std::string_view choice);

/// Sets a constant ("slow_scale", "8"), or replaces a choice ("preconditioner", "learned").
void set_option(Method& method, std::string_view name, std::string_view value);

/// A tuned method with this way to keep an error of x from y: the raw oracle, a vector that follows the error, or P.
Method with_correction(Method method, Correction correction);
/// The method as it suits a problem: a tuned one does without the correction where the problem has no derivatives in x
/// to build it from. Not for a method whose oracle was asked for.
Method suited_to(Method method, Abilities problem);
/// Whether options by name say how, or whether, an oracle is corrected: then that is not for the problem to decide.
bool asks_for_correction(std::span<const std::pair<std::string, std::string>> options);
/// Whether a tuned run learns P whatever that costs: it is little.
constexpr bool is_small(const Shape& shape) {
  constexpr int kSmall = 16;
  return shape.fast <= kSmall;
}

/// The method as its samples on a problem are counted.
Method counting_for(Method method, Abilities problem, const Shape& shape);

/// Throws when the choices do not fit together.
void validate(const Method& method);

/// Throws when the problem lacks something the method needs; `force` drops the smoothness demand.
void require(const Method& method, Abilities problem, bool force = false);

/// Whether the answer is an average, kept beside y.
inline bool averages(const Method& method) {
  return std::visit([](const auto& output) { return output.averages; }, method.output);
}

// What the choices say of themselves.
/// The steps are found by the run itself.
inline bool is_tuned(const Method& method) {
  return std::visit([](const auto& schedule) { return schedule.tunes; }, method.schedule);
}
/// The oracle adds P times the fast residual.
inline bool is_corrected(const Method& method) {
  return std::visit([](const auto& oracle) { return oracle.needs_preconditioner; }, method.oracle);
}
/// An error of x reaches y to first order: nothing is done about it.
inline bool is_raw(const Method& method) {
  return std::visit([](const auto& oracle) { return oracle.leaks; }, method.oracle);
}
/// The oracle is told h by the problem, and sees no noise.
inline bool is_told(const Method& method) {
  return std::visit([](const auto& oracle) { return oracle.told; }, method.oracle);
}
/// x is solved for before every slow step.
inline bool is_nested(const Method& method) {
  return std::visit([](const auto& tracker) { return tracker.needs_inner_length; }, method.tracker);
}
inline bool has_preconditioner(const Method& method) {
  return std::visit([](const auto& p) { return p.corrects; }, method.preconditioner);
}

/// When an error of x is cancelled.
inline Correction correction_of(const Method& method) {
  return std::visit(
      [](const auto& p) {
        return !p.corrects ? Correction::none : p.instant ? Correction::instant : Correction::followed;
      },
      method.preconditioner);
}

/// Samples one iteration draws at a horizon: what the counters will show.
std::uint64_t samples_per_iteration(const Method& method, std::uint64_t horizon);

}  // namespace twoscale
