// Twenty fast and ten slow numbers, sizes known when compiling: how long such a file takes to start.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct TwentyByTen {
  double sigma = 0.1;
  static constexpr std::array<Setting<TwentyByTen>, 1> settings = {{
      {"sigma", &TwentyByTen::sigma, Range::at_least(0), "standard deviation of the noise on each number"},
  }};
  static constexpr Shape shape{.fast = 20, .slow = 10, .fast_noise = 20, .slow_noise = 10};
  Matrix<double, 20, 20> A;
  Matrix<double, 20, 10> B;
  Matrix<double, 10, 20> K;

  void prepare() {
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 20; ++j) A(i, j) = i == j ? 0.5 : i - j == 1 || j - i == 1 ? 0.1 : 0;
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 10; ++j) B(i, j) = i % 10 == j ? 0.4 : 0, K(j, i) = i % 10 == j ? 0.2 : 0;
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return A * x + B * y + sigma * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const {
    return 0.5 * y + K * map(x, [](const auto& value) { return tanh(value); }) + sigma * zeta;
  }
};

TWOSCALE_PROBLEM(TwentyByTen, "twenty-by-ten", "twenty fast and ten slow numbers")
