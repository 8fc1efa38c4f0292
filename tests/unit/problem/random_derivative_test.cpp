// A held set of random smooth problems: duals and tapes against central differences.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "unit/problem/derivative_cases.hpp"

namespace {

using namespace derivative_cases;

// Held problems: sums, products and compositions with coefficients of a fixed seed.
struct Term {
  int kind, first, second;
  double scale;
  std::vector<double> weights;
};

template <Differentiation kWay>
struct Random {
  static constexpr Differentiation differentiation = kWay;
  int nx, ny;
  std::vector<Term> fast_terms, slow_terms;
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx, .slow_noise = ny}; }

  template <class X>
  static auto value(const Term& term, const X& x) {
    auto sum = term.weights[0] * x[0];
    for (int i = 1; i < x.size(); ++i) sum = sum + term.weights[i] * x[i];
    const auto& a = x[term.first];
    const auto& b = x[term.second];
    if (term.kind == 0) return term.scale * tanh(sum) + a;
    if (term.kind == 1) return term.scale * exp(0.3 * sum) * b;
    if (term.kind == 2) return (sum + a * b) / (1.0 + a * a);
    return term.scale * a * b * tanh(a - b) + exp(-b * b) / (2.0 + sum * sum);
  }
  template <class X, class Z>
  static auto values(const std::vector<Term>& terms, const X& x, const Z& noise) {
    Vector<typename X::Element> out(static_cast<int>(terms.size()));
    for (int i = 0; i < out.size(); ++i) out[i] = (1.0 + 0.2 * noise[i]) * value(terms[i], x);
    return out;
  }
  auto fast(const auto& x, const auto&, const auto& xi) const { return values(fast_terms, x, xi); }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return values(slow_terms, x, zeta) + y; }
};

class Coefficients {
 public:
  explicit Coefficients(unsigned seed) : engine_(seed) {}
  /// In (-1, 1); the standard fixes the engine's numbers, not its distributions'.
  double number() { return (static_cast<double>(engine_()) + 0.5) / 2147483648.0 - 1; }
  int below(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  std::vector<Term> terms(int count, int nx) {
    std::vector<Term> out(count);
    for (Term& term : out) {
      term = {below(4), below(nx), below(nx), 0.5 + number() / 4, std::vector<double>(nx)};
      for (double& weight : term.weights) weight = number();
    }
    return out;
  }

 private:
  std::mt19937 engine_;
};

/// Column by column, at a step of its own.
template <class F>
Matrix<Real> by_differences(const F& function, const Vector<Real>& x, int outputs) {
  const double h = 1e-5;
  Matrix<Real> out(outputs, x.size());
  for (int j = 0; j < x.size(); ++j) {
    Vector<Real> up = x, down = x;
    up[j] = x[j] + h, down[j] = x[j] - h;
    const auto slope = (function(up) - function(down)) / (2 * h);
    for (int i = 0; i < outputs; ++i) out(i, j) = slope[i];
  }
  return out;
}

template <class Sample>
Matrix<Real> by_rows(const Sample& sample, int outputs, int nx) {
  Matrix<Real> out(outputs, nx);
  Vector<Real> unit(outputs);
  for (int i = 0; i < outputs; ++i) {
    unit[i] = 1.0;
    add_to_row(out, i, Real(1.0), sample.adjoint(unit));
    unit[i] = 0.0;
  }
  return out;
}

template <class Forward, class Reverse>
void expect_differences(const Forward& forward, const Reverse& reverse, const Vector<Real>& x, int outputs) {
  const Matrix<Real> expected = by_differences([&](const auto& v) { return forward.value(v); }, x, outputs);
  const Matrix<Real> dense = forward.dense();
  const Matrix<Real> rows = by_rows(reverse, outputs, x.size());
  expect_near(dense.entries(), expected.entries(), 1e-6, "forward");
  expect_near(rows.entries(), expected.entries(), 1e-6, "reverse");
  expect_near(rows.entries(), dense.entries(), kRounding, "reverse, forward");
}

TEST(Derivative, OfAHundredRandomProblemsIsThatOfCentralDifferences) {
  Coefficients random(20250302);
  for (int problem = 0; problem < 100; ++problem) {
    SCOPED_TRACE("problem " + std::to_string(problem));
    const int nx = 1 + random.below(20), ny = 1 + random.below(20);
    const Random<Differentiation::forward> forward{nx, ny, random.terms(nx, nx), random.terms(ny, nx)};
    const Random<Differentiation::reverse> reverse{nx, ny, forward.fast_terms, forward.slow_terms};
    Vector<Real> x(nx), y(ny);
    for (int i = 0; i < nx; ++i) x[i] = random.number();
    for (int i = 0; i < ny; ++i) y[i] = random.number();
    Samples<Random<Differentiation::forward>, 1> a(forward, kSeed, problem);
    Samples<Random<Differentiation::reverse>, 1> b(reverse, kSeed, problem);
    expect_differences(a.fast_derivative_sample(x, y), b.fast_derivative_sample(x, y), x, nx);
    expect_differences(a.slow_derivative_sample(x, y), b.slow_derivative_sample(x, y), x, ny);
  }
}

}  // namespace
