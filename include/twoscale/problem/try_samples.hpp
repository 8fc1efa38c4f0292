#pragma once
// try_samples: one evaluation of F and of G at the start, on numbers that check every index, before anything is run.
// Finds a sample function that reads noise it was not given, or returns a vector of the wrong length, and says which.

#include <functional>

#include <twoscale/problem/evaluator_of.hpp>

namespace twoscale {

namespace detail {

/// One argument of a sample function: its name, the field of the shape that gives its length, and that length.
struct Argument {
  const char *name, *field;
  int size;
};
/// Runs a sample function and puts what it throws in words: an index out of range names the arguments of that length.
void try_function(const char* function, std::initializer_list<Argument> arguments, const std::function<void()>& run);
/// Throws naming the size that is not one.
void require_shape(const Shape& shape);
void require_length(const char* function, int returned, const char* field, int expected);

}  // namespace detail

template <class P>
void try_samples(const P& problem) {
  // Plain numbers check by themselves; functions that are never differentiated need not take duals, and go unchecked.
  constexpr bool kPlain = requires { typename P::Inner; };
  using S = std::conditional_t<kPlain || (HasOwnFastDerivative<P> && HasOwnSlowDerivative<P>), Real, Checked>;
  const EvaluatorOf<P> at(problem);
  const Shape shape = at.shape();
  detail::require_shape(shape);
  const auto x = to_vector<Vector<S, kFast<P>>>(at.fast_start());
  const auto y = to_vector<Vector<S, kSlow<P>>>(at.slow_start());
  const detail::Argument ax{"x", "fast", shape.fast}, ay{"y", "slow", shape.slow};
  detail::try_function("fast", {ax, ay, {"xi", "fast_noise", shape.fast_noise}}, [&] {
    const auto xi = to_vector<Vector<S, fixed_size<P, &Shape::fast_noise>()>>(at.noise(Role::xi, 0, 0, 0));
    detail::require_length("fast", problem.fast(x, y, xi).size(), "fast", shape.fast);
  });
  detail::try_function("slow", {ax, ay, {"zeta", "slow_noise", shape.slow_noise}}, [&] {
    const auto zeta = to_vector<Vector<S, fixed_size<P, &Shape::slow_noise>()>>(at.noise(Role::zeta_g, 0, 0, 0));
    detail::require_length("slow", problem.slow(x, y, zeta).size(), "slow", shape.slow);
  });
}

}  // namespace twoscale
