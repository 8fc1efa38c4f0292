// A problem of its own, or one by name or file, solved in one call: y turns by a quarter, x follows y.
#include <cstdio>
#include <twoscale/twoscale.hpp>

struct Quarter {
  static constexpr twoscale::Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  twoscale::Ball fast_set{2.0}, slow_set{1.0};
  auto mean_fast(const auto& x, const auto& y) const { return 0.5 * (x + y); }
  auto mean_slow(const auto& x, const auto&) const { return std::remove_cvref_t<decltype(x)>{-x[1], x[0]}; }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + 0.1 * xi; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + 0.1 * zeta; }
};

int main(int argc, char** argv) {
  const twoscale::SolveOptions options{.budget = 100'000, .y0 = {1, 0}, .certify = 20'000};
  const twoscale::SolveReport report =
      argc > 1 ? twoscale::solve(argv[1], options) : twoscale::solve(Quarter{}, options);
  std::printf("y = (%.17g, %.17g), limit %.17g, certified between %.17g and %.17g, %s\n", report.y[0], report.y[1],
              report.limit->value, report.certificate->lower, report.certificate->upper,
              report.settled() ? "settled" : report.status.message.c_str());
  return report.settled() ? 0 : 1;
}
