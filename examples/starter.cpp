// A problem of your own. As it stands it is a small one that works; change it into yours.
//
//   twoscale show FILE                     what the program sees in it
//   twoscale solve FILE                    solve it
//   twoscale solve FILE --set gain=2       with another parameter
//
// The problem: find y with h(y) = y, where h(y) = g(x*(y), y) and x*(y) solves x = f(x, y). The program sees f and g
// only through noisy samples, F(x, y; xi) and G(x, y; zeta). f must be a contraction in x, h non-expansive.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Mine {
  // Parameters: a member each, and a line that names it, says what it may be and what it is. --set NAME=VALUE sets it.
  double rho = 0.5, gain = 1, sigma = 0.1;
  static constexpr std::array<Setting<Mine>, 3> settings = {{
      {"rho", &Mine::rho, Range::above_to(0, 1), "the fast map contracts by 1 - rho"},
      {"gain", &Mine::gain, Range::at_least(0), "how much of the fast error leaks into the slow map"},
      {"sigma", &Mine::sigma, Range::at_least(0), "standard deviation of the noise"},
  }};

  // How many numbers x and y have, and how many random numbers (normal, unless 'law' says otherwise) a sample takes.
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};

  // Where x and y are kept (Ball, Box, Simplex, ...: twoscale list sets). Without these lines: anywhere.
  Ball fast_set{4.0}, slow_set{2.0};
  // Where the first step starts. Without these lines: the point of the set nearest zero.
  std::array<double, 2> fast_start{1, 0}, slow_start{1, 0};

  // Optional: f and g without noise. With them the program can measure how far from a solution an answer is.
  auto mean_fast(const auto& x, const auto& y) const { return y + (1 - rho) * (x - y); }  // x*(y) = y
  template <class X, class Y>
  auto mean_slow(const X& x, const Y& y) const {
    return Y{-y[1], y[0]} + gain * (x - y);  // h is a quarter turn: its fixed point is zero
  }

  // The samples. x, y and the noise are vectors: x[0], x + y, 2.0 * x. Their numbers may be packs (many runs side by
  // side) or carry derivatives, so: exp, log, sin, pow, sqrt, abs, min, max, ... without std::, and
  // where(a < b, p, q) instead of if.
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * zeta; }
};

// The struct, the problem's name, and what it is in a line.
TWOSCALE_PROBLEM(Mine, "mine", "a quarter turn seen through a fast variable")
