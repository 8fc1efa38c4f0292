#pragma once
// LambdaEvaluator: an Evaluator whose every answer is a std::function, so that a test can plant one fault at a time.

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <twoscale/core/stream.hpp>
#include <twoscale/problem/evaluator.hpp>

namespace twoscale::testing {

class LambdaEvaluator : public Evaluator {
 public:
  using Sample = std::function<Numbers(const Numbers&, const Numbers&, const Numbers&)>;
  using Product = std::function<Numbers(const Numbers&, const Numbers&, const Numbers&, const Numbers&)>;
  using Mean = std::function<Numbers(const Numbers&, const Numbers&)>;
  using Closed = std::function<Numbers(const Numbers&)>;

  Shape sizes;
  Law draws = Law::normal;
  bool smooth = true, own_derivatives = false;
  double fast_radius = std::numeric_limits<double>::infinity(), slow_radius = fast_radius;  // balls around zero
  Sample f, g;
  Product df, dg;  // without them, differences along the sample's own path
  Mean mean_f, mean_g;
  Closed solution, h;
  std::function<Numbers(const Numbers&, const Numbers&)> p_times;

  Shape shape() const override { return sizes; }
  Law law() const override { return draws; }
  std::string differentiation(bool) const override { return "duals"; }
  Abilities abilities() const override {
    Abilities out{};
    out.means = mean_f && mean_g;
    out.fast_solution = static_cast<bool>(solution);
    out.reduced = static_cast<bool>(h);
    out.preconditioner = static_cast<bool>(p_times);
    out.own_fast_derivative = out.own_slow_derivative = own_derivatives;
    out.smooth = smooth;
    return out;
  }
  Numbers noise(Role role, std::uint64_t seed, std::uint32_t replica, std::uint64_t number) const override {
    const bool slow = role == Role::zeta_g || role == Role::omega_C;
    Stream<1> stream(seed, replica, static_cast<std::uint32_t>(role), draws,
                     slow ? sizes.slow_noise : sizes.fast_noise);
    const auto draw = stream.draw<kDynamic>(number);
    Numbers out;
    for (int i = 0; i < draw.size(); ++i) out.push_back(draw[i].lane(0));
    return out;
  }

  Numbers fast(const Numbers& x, const Numbers& y, const Numbers& xi) const override { return f(x, y, xi); }
  Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const override { return g(x, y, zeta); }
  Numbers fast_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    return df ? df(x, y, omega, v) : along_path(f, x, y, omega, v);
  }
  Numbers slow_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    return dg ? dg(x, y, omega, v) : along_path(g, x, y, omega, v);
  }

  void project_fast(Numbers& x) const override { project(x, fast_radius); }
  void project_slow(Numbers& y) const override { project(y, slow_radius); }
  double fast_diameter() const override { return 2 * fast_radius; }
  double slow_diameter() const override { return 2 * slow_radius; }
  Numbers fast_start() const override { return Numbers(static_cast<std::size_t>(sizes.fast)); }
  Numbers slow_start() const override { return Numbers(static_cast<std::size_t>(sizes.slow)); }

  std::optional<Numbers> mean_fast(const Numbers& x, const Numbers& y) const override { return maybe(mean_f, x, y); }
  std::optional<Numbers> mean_slow(const Numbers& x, const Numbers& y) const override { return maybe(mean_g, x, y); }
  std::optional<Numbers> fast_solution(const Numbers& y) const override { return maybe(solution, y); }
  std::optional<Numbers> reduced(const Numbers& y) const override { return maybe(h, y); }
  std::optional<Numbers> preconditioner_times(const Numbers& y, const Numbers& r) const override {
    return maybe(p_times, y, r);
  }

 private:
  template <class Function, class... Arguments>
  static std::optional<Numbers> maybe(const Function& function, const Arguments&... arguments) {
    if (!function) return std::nullopt;
    return function(arguments...);
  }
  static Numbers along_path(const Sample& sample, const Numbers& x, const Numbers& y, const Numbers& omega,
                            const Numbers& v) {
    constexpr double kStep = 1e-5;
    Numbers up = x, down = x;
    for (std::size_t i = 0; i < x.size(); ++i) up[i] += kStep * v[i], down[i] -= kStep * v[i];
    Numbers out = sample(up, y, omega);
    const Numbers below = sample(down, y, omega);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (out[i] - below[i]) / (2 * kStep);
    return out;
  }
  static void project(Numbers& v, double radius) {
    double square = 0;
    for (double value : v) square += value * value;
    if (square > radius * radius)
      for (double& value : v) value *= radius / std::sqrt(square);
  }
};

}  // namespace twoscale::testing
