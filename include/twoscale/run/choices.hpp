#pragma once
// Which alternatives of the choices a kernel is compiled for. A library is compiled once, for every one of them; a
// problem file that is compiled on the fly starts with those of the single-loop methods, which takes half the time.

#include <twoscale/method/method.hpp>

namespace twoscale {

struct EveryChoice {
  static constexpr const char* name = "every";
  template <class Alternative>
  static constexpr bool has = true;
};

/// Those of raw, single-loop and anchored-raw.
struct CommonChoices {
  static constexpr const char* name = "common";
  template <class A>
  static constexpr bool has =
      std::is_same_v<A, OneStep> || std::is_same_v<A, RawOracle> || std::is_same_v<A, CorrectedOracle> ||
      std::is_same_v<A, NoPreconditioner> || std::is_same_v<A, LearnedPreconditioner> || std::is_same_v<A, Km> ||
      std::is_same_v<A, Tikhonov>;
};

/// Whether a method can be run by a kernel compiled for the common choices.
bool needs_only_common_choices(const Method& method);

namespace detail {
/// Throws: the kernel was not compiled for the method it was given.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_choice(const char* name);
}  // namespace detail

/// std::visit over the alternatives that are compiled.
template <class Choices, class Result = void, class Visitor, class Choice>
TWOSCALE_INLINE Result visit_choice(const Visitor& visitor, Choice& choice) {
  return std::visit(
      [&](auto& alternative) -> Result {
        using A = std::remove_cvref_t<decltype(alternative)>;
        if constexpr (Choices::template has<A>) return visitor(alternative);
        else detail::refuse_choice(A::name);
      },
      choice);
}

}  // namespace twoscale
