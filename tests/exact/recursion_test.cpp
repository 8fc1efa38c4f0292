// Every method against its recursion written out by hand: complex numbers for the plane, the paper's letters, the
// streams read directly, rotor's maps from their formulas. Nothing of the choices is used on this side.
#include <gtest/gtest.h>

#include <complex>

#include "testing.hpp"

namespace twoscale {
namespace {

using C = std::complex<double>;

constexpr std::uint64_t kSeed = 17;
constexpr double kTheta = 0.3, kRho = 0.5, kGain = 4, kSigma = 0.3, kNoise = 0.3;

/// A real 2 x 2 matrix.
struct M2 {
  double a = 0, b = 0, c = 0, d = 0;
  C operator*(C v) const { return {a * v.real() + b * v.imag(), c * v.real() + d * v.imag()}; }
  M2 operator*(const M2& m) const {
    return {a * m.a + b * m.c, a * m.b + b * m.d, c * m.a + d * m.c, c * m.b + d * m.d};
  }
  M2 plus(double s, const M2& m) const { return {a + s * m.a, b + s * m.b, c + s * m.c, d + s * m.d}; }
};

/// rotor and rotor-curved by their formulas, with one stream per role, each draw used once.
class HandRotor {
 public:
  explicit HandRotor(double curvature = 0) : curvature_(curvature) {}

  C f(C x, C y) const { return y + (1 - kRho) * (x - y) - curvature_ * dip(x - y); }
  C F(C x, C y) { return f(x, y) + kSigma * plane(xi_, n_xi_++); }
  C F_for_oracle(C x, C y) { return f(x, y) + kSigma * plane(zeta_f_, n_zeta_f_++); }
  C G(C x, C y) {
    return std::polar(1.0, kTheta) * y + C(0, kGain) * (x - y) + curvature_ * dip(x - y) +
           kSigma * plane(zeta_g_, n_zeta_g_++);
  }
  M2 A(C x, C y) {  // I - dF/dx = rho I + curvature sin(x - y) - noise
    return M2{kRho, 0, 0, kRho}.plus(curvature_, sines(x - y)).plus(-kNoise, matrix(omega_A_, n_omega_A_++));
  }
  M2 dG(C x, C y) {
    return M2{0, -kGain, kGain, 0}.plus(curvature_, sines(x - y)).plus(kNoise, matrix(omega_C_, n_omega_C_++));
  }

 private:
  static C dip(C e) { return {1 - std::cos(e.real()), 1 - std::cos(e.imag())}; }
  static M2 sines(C e) { return {std::sin(e.real()), 0, 0, std::sin(e.imag())}; }
  static C plane(Stream<1>& stream, std::uint64_t k) {
    const auto w = stream.draw<2>(k);
    return {w[0].lane(0), w[1].lane(0)};
  }
  static M2 matrix(Stream<1>& stream, std::uint64_t k) {
    const auto w = stream.draw<4>(k);
    return {w[0].lane(0), w[1].lane(0), w[2].lane(0), w[3].lane(0)};
  }
  double curvature_;
  Stream<1> xi_{kSeed, 0, 0, Law::normal, 2}, zeta_g_{kSeed, 0, 1, Law::normal, 2},
      zeta_f_{kSeed, 0, 2, Law::normal, 2}, omega_A_{kSeed, 0, 3, Law::normal, 4},
      omega_C_{kSeed, 0, 4, Law::normal, 4};
  std::uint64_t n_xi_ = 0, n_zeta_g_ = 0, n_zeta_f_ = 0, n_omega_A_ = 0, n_omega_C_ = 0;
};

C disk(C v, double radius) { return std::abs(v) > radius ? v * (radius / std::abs(v)) : v; }

/// [P] eq. (inner-loop) from a fixed start: eta_t = 4/(t + 4).
C inner_solve(HandRotor& rotor, C start, C Y, int n) {
  C X = start;
  for (int t = 0; t < n; ++t) X = disk(X + 4.0 / (t + 4.0) * (rotor.F(X, Y) - X), 2);
  return X;
}

void expect_end(const std::string& method, std::uint64_t N, C X, C Y, const testing::Options& options = {},
                const std::string& problem = "rotor") {
  const Plan plan = Plan::for_iterations(testing::method_with(method, options), N);
  const Snapshot end = make_problem(problem)->run(plan, {.seed = kSeed}).replicas[0].last;
  EXPECT_NEAR(end.slow[0], Y.real(), 1e-12);
  EXPECT_NEAR(end.slow[1], Y.imag(), 1e-12);
  EXPECT_NEAR(end.fast[0], X.real(), 1e-12);
  EXPECT_NEAR(end.fast[1], X.imag(), 1e-12);
}

TEST(Recursion, RawIsTheTwoTimeScaleRecursion) {  // [P] eq. (raw-ttsa-intro)
  HandRotor rotor;
  C X = 1, Y = 1;
  for (int k = 0; k < 200; ++k) {
    const C Xk = X, Yk = Y;
    X = disk(Xk + std::pow(k + 1, -0.51) * (rotor.F(Xk, Yk) - Xk), 2);
    Y = disk(Yk + std::pow(k + 1, -0.755) * (rotor.G(Xk, Yk) - Yk), 1);
  }
  expect_end("raw", 200, X, Y);
}

/// [P] eq. (online-precond-algo). On the curved problem the derivatives depend on X, so that it shows whether all four
/// lines see X_k.
void expect_single_loop(HandRotor rotor, const std::string& problem) {
  const double N = 400, alpha = std::pow(N, -0.5), gamma = alpha, beta = 2 * std::pow(N, -0.75);
  const double lambda = std::pow(N, -0.25);
  C X = 1, Y = 1;
  const C u = 1;
  M2 P;
  for (int k = 0; k < 400; ++k) {
    const C Xk = X, Yk = Y;
    const M2 Pk = P;
    X = disk(Xk + alpha * (rotor.F(Xk, Yk) - Xk), 2);
    P = Pk.plus(gamma, rotor.dG(Xk, Yk).plus(-1, Pk * rotor.A(Xk, Yk)));  // never leaves its ball here
    const C H = rotor.G(Xk, Yk) + Pk * (rotor.F_for_oracle(Xk, Yk) - Xk);
    Y = disk(Yk + beta * (H - Yk + lambda * (u - Yk)), 1);
  }
  expect_end("single-loop", 400, X, Y, {}, problem);
}

TEST(Recursion, SingleLoopIsItsFourLines) {
  expect_single_loop(HandRotor(), "rotor");
  expect_single_loop(HandRotor(0.3), "rotor-curved");
}

TEST(Recursion, AnchoredRawIsTheSameWithoutItsCorrection) {
  const double N = 400, alpha = std::pow(N, -0.5), beta = 2 * std::pow(N, -0.75), lambda = std::pow(N, -0.25);
  HandRotor rotor;
  C X = 1, Y = 1;
  for (int k = 0; k < 400; ++k) {
    const C Xk = X, Yk = Y;
    X = disk(Xk + alpha * (rotor.F(Xk, Yk) - Xk), 2);
    Y = disk(Yk + beta * (rotor.G(Xk, Yk) - Yk + lambda * (C(1) - Yk)), 1);
  }
  expect_end("anchored-raw", 400, X, Y);
}

/// The nested methods: an inner solve, then the oracle, then [P] eq. (tikhonov-update).
template <class Oracle>
void expect_nested(const std::string& method, int N, double inner_power, const Oracle& oracle, bool warm = false) {
  const double b = 0.74, beta = std::pow(N, -b), lambda = std::pow(N, -b / 3);
  const int n = static_cast<int>(std::ceil(std::pow(N, inner_power * b)));
  HandRotor rotor;
  C X = 1, Y = 1;
  for (int m = 0; m < N; ++m) {
    X = inner_solve(rotor, warm ? X : C(1), Y, n);
    const C H = oracle(rotor, X, Y);
    Y = disk(Y + beta * (H - Y + lambda * (C(1) - Y)), 1);
  }
  expect_end(method, static_cast<std::uint64_t>(N), X, Y, {{"warm_start", warm ? "1" : "0"}});
}

TEST(Recursion, NestedMethodsAreAnInnerSolveAndTheirOracle) {
  const auto raw = [](HandRotor& rotor, C X, C Y) { return rotor.G(X, Y); };  // [P] eq. (oracle-raw)
  const auto corrected = [](HandRotor& rotor, C X, C Y) {                     // [P] eq. (oracle-corr), P* = L/rho
    return rotor.G(X, Y) + C(0, kGain / kRho) * (rotor.F_for_oracle(X, Y) - X);
  };
  const auto newton = [](HandRotor& rotor, C X, C Y) {  // [P] eq. (newton-point), A = rho I
    return rotor.G(disk(X + (rotor.f(X, Y) - X) / kRho, 2), Y);
  };
  expect_nested("nested", 50, 4.0 / 3, raw);
  expect_nested("nested", 50, 4.0 / 3, raw, true);
  expect_nested("nested-corrected", 100, 2.0 / 3, corrected);
  expect_nested("nested-newton", 100, 2.0 / 3, newton);
}

}  // namespace
}  // namespace twoscale
