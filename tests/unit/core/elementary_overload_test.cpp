// What a user writes must compile, and mean the same, for every number a problem's functions are called with: plain
// doubles, one lane, packs, duals and adjoints of them. As in a user's file: outside of the library's namespace.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <twoscale/core/adjoint.hpp>
#include <twoscale/core/dual.hpp>

using namespace twoscale;  // NOLINT: what users write

namespace {

template <class V>
auto everything(const V& x) {
  using S = std::remove_cvref_t<decltype(x[0])>;
  S sum = exp(x[0]) + log(x[1]) + sqrt(x[1]) + sin(x[0]) + cos(x[0]) + tan(x[0]) + tanh(x[0]);
  sum += asin(x[0] / 4) + acos(x[0] / 4) + atan(x[0]) + atan2(x[0], x[1]) + atan2(x[0], x[1] * 0.5);
  sum += erf(x[0] * 2) + erfc(x[0]) + expm1(x[0]) + log1p(x[1]) + sinh(x[0]) + cosh(x[0]);
  sum += pow(x[0], 2) + pow(x[1], 2.5) + pow(x[0], -3) + pow(x[1], x[0]) + pow(2.0, x[0]) + pow(2, x[1]);
  sum += max(x[0], 0.0) + max(0.0, x[0]) + min(x[0], x[1]) + max(x[0], 1) + min(2, x[1]) + abs(x[0]);
  sum += where(x[0] > 0.0, x[0], 0.25) + where(x[0] > 0.0, 1.0, -x[0]) + where((x[0] > 0) & (x[1] > 0), x[0], x[1]);
  sum += where(x[0] < x[1], 1.0, 2.0) * x[0] + where(x[0] > 0, 1, 2) + where(!(x[0] > 0), x[1], x[0] * x[1]);
  return sum;
}

struct Value {
  double value, slope[2];
};
template <class S>
Value by_dual(S a, S b) {
  const auto out = everything(seed_tangents<2>(Vector<S, 2>{a, b}));
  const int last = S::kWidth - 1;
  return {out.value.lane(last), {out.tangent[0].lane(last), out.tangent[1].lane(last)}};
}
template <class S>
Value by_tape(S a, S b) {
  Tape<S> tape;
  const auto out = everything(tape.variables(Vector<S, 2>{a, b}));
  tape.reset_adjoints();
  tape.seed(out, S(1.0));
  tape.sweep();
  const int last = S::kWidth - 1;
  return {out.value.lane(last), {tape.adjoint(0).lane(last), tape.adjoint(1).lane(last)}};
}

double at(double a, double b) { return everything(Vector<double, 2>{a, b}); }

TEST(Overloads, MeanTheSameForEveryNumber) {
  using P = Pack<double, 8>;
  const double h = 1e-6;
  for (const auto& [a, b] : {std::pair{0.7, 1.3}, {-0.7, 2.2}, {2.5, 0.4}}) {
    const double plain = at(a, b), size = 1e-13 * (1 + std::abs(plain));
    const double slope[] = {(at(a + h, b) - at(a - h, b)) / (2 * h), (at(a, b + h) - at(a, b - h)) / (2 * h)};
    const double one = everything(Vector<Real, 2>{a, b}).lane(0);
    EXPECT_NEAR(one, plain, size);
    EXPECT_EQ(everything(Vector<P, 2>{a, b}).lane(7), one);
    for (const Value& other :
         {by_dual(Real(a), Real(b)), by_dual(P(a), P(b)), by_tape(Real(a), Real(b)), by_tape(P(a), P(b))}) {
      EXPECT_EQ(other.value, one);
      for (int j = 0; j < 2; ++j) EXPECT_NEAR(other.slope[j], slope[j], 1e-6 * (1 + std::abs(slope[j])));
    }
  }
}

/// By their full names: the standard library may have put its own beside them.
TEST(Overloads, PlainNumbersAreTakenAsPacksTakeThem) {
  EXPECT_EQ(twoscale::abs(-0.75), 0.75);
  EXPECT_EQ(twoscale::max(1, 2.5), 2.5);
  EXPECT_EQ(twoscale::min(1, 2.5), 1.0);
  EXPECT_EQ(twoscale::where(false, 1, 2.5), 2.5);
  const double nan = std::nan("");
  EXPECT_EQ(twoscale::max(1.0, nan), max(Real(1.0), Real(nan)).lane(0));
  EXPECT_EQ(twoscale::min(1.0, nan), min(Real(1.0), Real(nan)).lane(0));
}

/// A constant pack beside a dual or an adjoint, as y is beside x.
template <class D, class S>
void mixes(const D& x, const S& y) {
  (void)(pow(x, y) + pow(y, x) + atan2(x, y) + atan2(y, x) + max(x, y) + min(y, x));
  (void)(where(x > y, x, y) + where(y > x, y, x) + where(y > S(0.0), x, 0.5));
}
TEST(Overloads, ConstantPacksMixWithDerivatives) {
  mixes(Dual<Real, 2>(1.0), Real(2.0));
  mixes(Dual<Pack<double, 4>, 2>(1.0), Pack<double, 4>(2.0));
  mixes(Adjoint<Real>(1.0), Real(2.0));
  mixes(Adjoint<Pack<double, 4>>(1.0), Pack<double, 4>(2.0));
}

}  // namespace
