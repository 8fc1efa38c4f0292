#pragma once
// What a choice must offer, as concepts: one for each of the six lists. src/method/method.cpp holds every alternative
// of the lists against them, so that one which lacks something is told what.

#include <concepts>

#include <twoscale/method/method.hpp>

namespace twoscale {

namespace detail {
/// A problem of one fast and one slow number, to ask the choices with.
struct SmallestProblem {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  auto fast(const auto& x, const auto& y, const auto& xi) const { return 0.5 * x + 0.1 * y + xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return 0.5 * x + 0.5 * y + zeta; }
};
using SmallestSamples = Samples<SmallestProblem, 1>;
using SmallestState = State<SmallestProblem, 1>;
using SmallestX = FastVector<SmallestProblem, Real>;
using SmallestY = SlowVector<SmallestProblem, Real>;

template <class T>
concept Named = std::default_initializable<T> && std::copyable<T> && requires {
  { T::name } -> std::convertible_to<const char*>;
};
/// A trait: true or false, known when compiling.
template <auto Value>
concept Trait = std::same_as < std::remove_cv_t<decltype(Value)>,
bool > ;
}  // namespace detail

template <class T>
concept TrackerChoice = detail::Named<T> && detail::Trait<T::needs_fast_step> && detail::Trait<T::needs_inner_length> &&
    detail::Trait<T::lazy> &&
    requires(const T& t, detail::SmallestSamples& samples, detail::SmallestState& state, const LaneSteps<1>& steps) {
  t.require(Abilities{});
  { t.looks(std::uint64_t{1}) } -> std::same_as<Looks>;
  t.prepare(samples, state, std::uint64_t{1});
  t.advance(samples, state, steps);
};

template <class T>
concept OracleChoice = detail::Named<T> && detail::Trait<T::needs_preconditioner> && detail::Trait<T::lazy> &&
    detail::Trait<T::told> && detail::Trait<T::leaks> && detail::Trait<T::moves_x> &&
    requires(const T& t, detail::SmallestSamples& samples, const detail::SmallestState& state,
             detail::SmallestY (*precondition)(const detail::SmallestX&)) {
  t.require(Abilities{});
  { t.looks() } -> std::same_as<Looks>;
  { t.query(samples, state, precondition) } -> std::convertible_to<detail::SmallestY>;
};

template <class T>
concept PreconditionerChoice = detail::Named<T> && detail::Trait<T::corrects> && detail::Trait<T::lazy> &&
    detail::Trait<T::instant> && detail::Trait<T::takes_residual> && detail::Trait<T::uses_this_draw> &&
    detail::Trait<T::starts_from_survey> && detail::Trait<T::estimates> &&
    requires(const T& t, detail::SmallestSamples& samples, detail::SmallestState& state, const detail::SmallestX& r,
             const LaneSteps<1>& steps) {
  t.require(Abilities{});
  { t.stored(Shape{}, Abilities{}) } -> std::same_as<StoredMatrices>;
  { t.looks(std::uint64_t{1}) } -> std::same_as<Looks>;
  t.start(samples, state);
  t.prepare(samples, state, std::uint64_t{1});
  { t.apply(samples, state, r) } -> std::convertible_to<detail::SmallestY>;
} &&(
    requires(const T& t, detail::SmallestSamples& samples, detail::SmallestState& state, const LaneSteps<1>& steps) {
      t.learn(samples, state, steps);
    } ||
    requires(const T& t, detail::SmallestSamples& samples, detail::SmallestState& state, const LaneSteps<1>& steps,
             const detail::SmallestX& r) { t.learn(samples, state, steps, r); });

template <class T>
concept OuterChoice = detail::Named<T> && detail::Trait<T::lazy> && detail::Trait<T::tunable> &&
    requires(const T& t, const detail::SmallestSamples& samples, detail::SmallestState& state,
             typename T::template Kept<detail::SmallestProblem, 1>& kept, const detail::SmallestY& estimate,
             const LaneSteps<1>& steps) {
  kept.start(state);
  kept.for_each(kept, [](const char*, auto&) {});
  t.move(samples, state, kept, estimate, steps);
};

template <class T>
concept OutputChoice = detail::Named<T> && detail::Trait<T::averages> && detail::Trait<T::needs_epochs> &&
    requires(const T& t, std::uint64_t k) {
  { t.weight(k, k) } -> std::same_as<double>;
};

template <class T>
concept ScheduleChoice = detail::Named<T> && detail::Trait<T::has_fast_step> && detail::Trait<T::has_inner_length> &&
    detail::Trait<T::tunes> && requires(const T& t, std::uint64_t k) {
  { t.at(k, k) } -> std::same_as<Steps>;
  { t.inner_length(k) } -> std::same_as<std::uint64_t>;
  t.validate(k);
};

}  // namespace twoscale
