// A problem inside a C++ program, and the call that solves it. It prints
//
//   (u, v) = (0.300, -0.200), settled
//   |h(y) - y|^2 = 2.6e-08, and no method does better than about 6.4e-08 with so many samples
//   certified between 0.0e+00 and 4.0e-06
#include <cstdio>
#include <twoscale/twoscale.hpp>

// The saddle point of (u - 0.3)(v + 0.2), x and y both being (u, v), from noisy gradients. x*(y) is the proximal
// point of y; reflecting y in it, h(y) = 2 x*(y) - y, turns the plane about the saddle and does not shrink it.
struct Saddle {
  static constexpr twoscale::Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 0};

  // F(x, y; xi), a contraction in x by 0.5, and G(x, y; zeta), here without noise.
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& /*zeta*/) const { return mean_slow(x, y); }

  // Optional: the means, with which the answer's residual and the limit can be told.
  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    return y - 0.5 * X{x[1] + 0.2, 0.3 - x[0]};
  }
  auto mean_slow(const auto& x, const auto& y) const { return 2.0 * x - y; }
};

int main() {
  const twoscale::SolveReport report = twoscale::solve(Saddle{}, {.budget = 1'000'000, .certify = 100'000});
  std::printf("(u, v) = (%.3f, %.3f), %s\n", report.y[0], report.y[1],
              report.settled() ? "settled" : report.status.message.c_str());
  std::printf("|h(y) - y|^2 = %.1e, and no method does better than about %.1e with so many samples\n",
              report.residual->mean_square, report.limit->value);
  std::printf("certified between %.1e and %.1e\n", report.certificate->lower, report.certificate->upper);
}
