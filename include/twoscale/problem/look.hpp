#pragma once
// look: one evaluation of F and of G on numbers that check every index, before anything is run. Finds a sample function
// that reads noise it was not given, or returns a vector of the wrong length, and says which.

#include <twoscale/problem/problem.hpp>

namespace twoscale {

namespace detail {

/// One argument of a sample function: its name, the field of the shape that gives its length, and that length.
struct Argument {
  const char *name, *field;
  int size;
};
/// Throws the sentence for an index out of range, naming the arguments of that length.
[[noreturn]] void refuse_index(const char* function, const IndexError& error, std::initializer_list<Argument> arguments);
void require_length(const char* function, int returned, const char* field, int expected);

}  // namespace detail

template <class P>
void look(const P& problem) {
  // Plain numbers check by themselves; functions that are never differentiated need not take duals, and go unchecked.
  constexpr bool kPlain = requires { typename P::Inner; };
  using S = std::conditional_t<kPlain || (HasOwnFastDerivative<P> && HasOwnSlowDerivative<P>), Real, Checked>;
  const Shape shape = shape_of(problem);
  const Vector<S, kFast<P>> x(shape.fast);
  const Vector<S, kSlow<P>> y(shape.slow);
  const detail::Argument ax{"x", "fast", shape.fast}, ay{"y", "slow", shape.slow};
  try {
    const Vector<S, fixed_size<P, &Shape::fast_noise>()> xi(shape.fast_noise);
    detail::require_length("fast", problem.fast(x, y, xi).size(), "fast", shape.fast);
  } catch (const IndexError& error) {
    detail::refuse_index("fast", error, {ax, ay, {"xi", "fast_noise", shape.fast_noise}});
  }
  try {
    const Vector<S, fixed_size<P, &Shape::slow_noise>()> zeta(shape.slow_noise);
    detail::require_length("slow", problem.slow(x, y, zeta).size(), "slow", shape.slow);
  } catch (const IndexError& error) {
    detail::refuse_index("slow", error, {ax, ay, {"zeta", "slow_noise", shape.slow_noise}});
  }
}

}  // namespace twoscale
