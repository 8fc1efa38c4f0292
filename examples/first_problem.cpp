// A problem inside a C++ program, and the lines that solve it. It prints
//
//   (u, v) = (0.283, -0.208), |h(y) - y|^2 = 3.0e-04 +- 1.1e-05
#include <cstdio>
#include <twoscale/twoscale.hpp>

// The saddle point of (u - 0.3)(v + 0.2), x and y both being (u, v), from noisy gradients. x*(y) is the proximal
// point of y; reflecting y in it, h(y) = 2 x*(y) - y, turns the plane about the saddle and does not shrink it.
struct Saddle {
  static constexpr twoscale::Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 0};
  twoscale::Ball fast_set{4.0}, slow_set{2.0};

  template <class X, class Y>
  auto mean_fast(const X& x, const Y& y) const {
    return y - 0.5 * X{x[1] + 0.2, 0.3 - x[0]};  // a contraction in x by 0.5
  }
  auto mean_slow(const auto& x, const auto& y) const { return 2.0 * x - y; }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& /*zeta*/) const { return mean_slow(x, y); }
};

int main() {
  const twoscale::AnyProblemOf saddle(Saddle{}, "saddle", "the saddle point of (u - 0.3)(v + 0.2)");
  const auto plan = twoscale::Plan::for_budget(twoscale::make_method("single-loop"), 1'000'000);
  const twoscale::RunResult result = saddle.run(plan, {.replicas = 64, .threads = 2});

  twoscale::Mean u, v, residual;
  for (const twoscale::ReplicaResult& replica : result.replicas) {
    u.add(replica.last.slow[0]);
    v.add(replica.last.slow[1]);
    residual.add(saddle.squared_residual(replica.last.slow).value());
  }
  std::printf("(u, v) = (%.3f, %.3f), |h(y) - y|^2 = %.1e +- %.1e\n", u.value(), v.value(), residual.value(),
              residual.standard_error());
}
