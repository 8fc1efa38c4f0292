// A problem of its own, solved in one line: y turns by a quarter, x follows y.
#include <cstdio>

#include <twoscale/twoscale.hpp>

struct Quarter {
  static constexpr twoscale::Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  twoscale::Ball fast_set{2.0}, slow_set{1.0};

  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    return 0.5 * (x + y) + 0.1 * xi;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y&, const Z& zeta) const {
    return X{-x[1], x[0]} + 0.1 * zeta;
  }
};

int main() {
  twoscale::RunOptions options;
  options.slow_start = {1, 0};
  const auto result =
      twoscale::run(Quarter{}, twoscale::Plan::for_budget(twoscale::make_method("single-loop"), 100000), options);
  const auto& y = result.replicas.at(0).last.slow;
  const double residual = 2 * (y[0] * y[0] + y[1] * y[1]);  // |R y - y|^2 for a quarter turn; 2 at the start
  std::printf("%s, squared residual %g, %llu samples\n", name_of(result.replicas[0].status.ending), residual,
              static_cast<unsigned long long>(result.counts().total()));
  return result.replicas[0].status.ok() && residual < 0.1 && result.counts().total() <= 100000 ? 0 : 1;
}
