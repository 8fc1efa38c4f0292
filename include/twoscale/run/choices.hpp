#pragma once
// Which alternatives of the choices a kernel is compiled for. A library is compiled once, for every one of them; a
// problem file that is compiled on the fly, for those of the methods asked for, which takes a fraction of the time.

#include <span>
#include <string>
#include <tuple>
#include <variant>

#include <twoscale/method/method.hpp>

namespace twoscale {

/// Exactly these alternatives. Where there is one of a kind, nothing is left to choose while a method runs, and a step
/// becomes one piece of straight code.
template <class... Alternatives>
struct Only {
  template <class A>
  static constexpr bool has = (std::is_same_v<A, Alternatives> || ...);
};
/// A kernel for each of these, and no other.
template <class... Kernels>
struct AnyOf {
  template <class A>
  static constexpr bool has = (Kernels::template has<A> || ...);
  using Special = std::tuple<Kernels...>;
  static constexpr bool only_special = true;
};

/// A tuned method loses its correction on some problems (suited_to). Asked is the method as it was asked for; Any can
/// also do without.
template <class Asked, class Any>
struct Suited;

namespace detail {
template <class P>
consteval bool keeps_correction() {
  if constexpr (kFast<P> == kDynamic || kSlow<P> == kDynamic) return false;  // known at run time only
  else return is_smooth<P>() && is_small({.fast = kFast<P>, .slow = kSlow<P>});
}
template <class P, class Choices>
struct ChoicesOn {
  using Type = Choices;
};
template <class P, class Asked, class Any>
struct ChoicesOn<P, Suited<Asked, Any>> {
  using Type = std::conditional_t<keeps_correction<P>(), Asked, Any>;
};
template <class P, class... Kernels>
struct ChoicesOn<P, AnyOf<Kernels...>> {
  using Type = AnyOf<typename ChoicesOn<P, Kernels>::Type...>;
};
}  // namespace detail

/// What of them this problem may need.
template <class P, class Choices>
using ChoicesOn = typename detail::ChoicesOn<P, Choices>::Type;

/// raw and anchored-raw.
using RawChoices = Only<OneStep, RawOracle, NoPreconditioner, Km, Tikhonov, LastIterate>;

/// auto, with a correction and without.
using TunedChoices = Only<LazyStep, LazyCorrectedOracle, RawOracle, LazyLearnedPreconditioner,
                          LazyFollowedPreconditioner, NoPreconditioner, LazyKm, EpochAverage, Tuned>;

/// All of them. The most used methods have kernels of their own besides, which are faster.
struct EveryChoice {
  template <class A>
  static constexpr bool has = true;
  using Special = std::tuple<Only<OneStep, CorrectedOracle, LearnedPreconditioner, Tikhonov, LastIterate>, RawChoices,
                             TunedChoices>;
};

namespace detail {
/// What a rule keeps (outer/kept.hpp), apart from what others keep.
template <class Rule, class P, int W>
struct KeptBy {
  typename Rule::template Kept<P, W> numbers;
};
/// Of all rules that are compiled.
template <class Choices, class Choice, class P, int W>
struct KeptByRules;
template <class Choices, class... Rules, class P, int W>
struct KeptByRules<Choices, std::variant<Rules...>, P, W> {
  using Type = decltype(std::tuple_cat(
      std::conditional_t<Choices::template has<Rules>, std::tuple<KeptBy<Rules, P, W>>, std::tuple<>>{}...));
};
}  // namespace detail

/// What to compile a problem file for: the name of one of the types above, as C++ has it.
struct ChoiceSet {
  std::string code = "EveryChoice";
};
/// A kernel for each of these methods, whatever the problem then turns out to be able to do; where they are many, one
/// that runs all methods.
ChoiceSet choices_for(std::span<const Method> methods);

namespace detail {
/// Throws: the kernel was not compiled for the method it was given.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_choice(const char* name);
}  // namespace detail

/// Only a kernel of tuned methods, and the one of them all, averages several draws in an iteration.
template <class Choices>
inline constexpr bool takes_batches = Choices::template has<Tuned>;

/// Whether a kernel compiled for these choices can run the method.
template <class Choices>
bool is_compiled(const Method& method) {
  if constexpr (requires { Choices::only_special; })
    return []<class... S>(const Method& m, std::tuple<S...>*) { return (is_compiled<S>(m) || ...); }(
               method, static_cast<typename Choices::Special*>(nullptr));
  const auto has = [](const auto& choice) {
    return std::visit([](const auto& a) { return Choices::template has<std::remove_cvref_t<decltype(a)>>; }, choice);
  };
  return has(method.tracker) && has(method.oracle) && has(method.preconditioner) && has(method.outer) &&
         has(method.output) && (Choices::template has<Tuned> || !std::holds_alternative<Tuned>(method.schedule)) &&
         (takes_batches<Choices> || method.batches.single());
}
/// Calls visit<S>() with the special choices S that fit the method, if there are such; says whether there were.
template <class Choices, class Visit>
bool visit_special(const Method& method, const Visit& visit) {
  bool done = false;
  if constexpr (requires { typename Choices::Special; })
    [&]<class... S>(std::tuple<S...>*) {
      ((!done && is_compiled<S>(method) && (visit.template operator()<S>(), done = true)), ...);
    }(static_cast<typename Choices::Special*>(nullptr));
  return done;
}

template <class Choices>
void require_compiled(const Method& method) {
  if (!is_compiled<Choices>(method)) detail::refuse_choice(method.name.c_str());
}

namespace detail {
/// The alternatives of a variant that are compiled: how many, and which one where there is one.
template <class Choices, class Choice>
struct Compiled;
template <class Choices, class... A>
struct Compiled<Choices, std::variant<A...>> {
  static constexpr int kCount = (int{Choices::template has<A>} + ...);
  static constexpr std::size_t kFirst = [] {
    std::size_t at = 0;
    bool found = false;
    ((found = found || Choices::template has<A>, at += found ? 0 : 1), ...);
    return at;
  }();
};
}  // namespace detail

/// std::visit over the alternatives that are compiled; require_compiled comes first.
template <class Choices, class Result = void, class Visitor, class Choice>
TWOSCALE_INLINE Result visit_choice(const Visitor& visitor, const Choice& choice) {
  using Compiled = detail::Compiled<Choices, Choice>;
  if constexpr (Compiled::kCount == 1) {
    return visitor(*std::get_if<Compiled::kFirst>(&choice));
  } else {
    return std::visit(
        [&](const auto& alternative) TWOSCALE_INLINE_LAMBDA -> Result {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (Choices::template has<A>) return visitor(alternative);
          else __builtin_unreachable();
        },
        choice);
  }
}

}  // namespace twoscale
