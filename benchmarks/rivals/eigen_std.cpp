// Rival: Eigen with the standard library's generator, as one would write the recursion without this library. One
// replica after the other. NAME is linear (single-loop on rotor), product/16 or product/64 (the matrix product alone:
// the least a learned P of that size costs).
#include <Eigen/Dense>
#include <random>
#include <vector>

#include "../contender.hpp"
#include "steps.hpp"

namespace {

using Vec = Eigen::Vector2d;
using Mat = Eigen::Matrix2d;

class Rotor {
 public:
  Rotor(std::uint64_t seed, std::uint64_t replica) : generator_(seed * 1000003 + replica) {
    turn_ << std::cos(theta), -std::sin(theta), std::sin(theta), std::cos(theta);
    leak_ << 0, -gain, gain, 0;
  }

  Vec fast(const Vec& x, const Vec& y) { return y + (1 - rho) * (x - y) + sigma * normal<Vec>(); }
  Vec slow(const Vec& x, const Vec& y) { return turn_ * y + leak_ * (x - y) + sigma * normal<Vec>(); }
  Mat fast_derivative() { return (1 - rho) * Mat::Identity() + derivative_noise * normal<Mat>(); }
  Mat slow_derivative() { return leak_ + derivative_noise * normal<Mat>(); }
  double squared_residual(const Vec& y) const { return (turn_ * y - y).squaredNorm(); }

  static constexpr double theta = 0.3, rho = 0.5, gain = 4, sigma = 0.3, derivative_noise = 0.3, radius = 1;

 private:
  template <class M>
  M normal() {
    return M::NullaryExpr([this] { return normal_(generator_); });
  }
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  Mat turn_, leak_;
};

template <class V>
void project(V& v, double radius) {
  const double norm = v.norm();
  if (norm > radius) v *= radius / norm;
}

double run_replica(const bench::Request& request, const bench::RotorSteps& steps, std::uint64_t replica) {
  Rotor rotor(request.seed, replica);
  const Vec anchor(Rotor::radius, 0);
  Vec x = anchor, y = anchor;
  Mat P = Mat::Zero();
  for (std::uint64_t k = 0; k < request.iterations; ++k) {
    const Vec estimate = rotor.slow(x, y) + P * (rotor.fast(x, y) - x);
    P += steps.preconditioner * (rotor.slow_derivative() - P + P * rotor.fast_derivative());
    project(P, 4 * (1 + Rotor::gain / Rotor::rho));
    x += steps.fast * (rotor.fast(x, y) - x);
    project(x, 2 * Rotor::radius);
    y += steps.slow * (estimate - y + steps.anchor * (anchor - y));
    project(y, Rotor::radius);
  }
  return rotor.squared_residual(y);
}

bench::Answer run_rotor(const bench::Request& request) {
  const bench::RotorSteps steps(request.iterations);
  std::vector<double> residuals(request.replicas);
  bench::Answer answer = bench::timed(request, [&] {
    for (std::uint64_t i = 0; i < request.replicas; ++i) residuals[i] = run_replica(request, steps, i);
  });
  bench::summarise(answer, residuals);
  return answer;
}

/// P dF with both changing from iteration to iteration, as they do in the recursion.
template <int N>
bench::Answer run_product(const bench::Request& request) {
  using Square = Eigen::Matrix<double, N, N>;
  Square P = Square::Random(), dF = Square::Identity() + 1e-3 * Square::Random(), out;
  return bench::timed(request, [&] {
    for (std::uint64_t i = 0; i < request.iterations * request.replicas; ++i) {
      out.noalias() = P * dF;
      P(0, 0) = out(N - 1, N - 1) * 1e-3;
      asm volatile("" : : "r"(out.data()), "r"(P.data()) : "memory");
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Request request = bench::parse(argc, argv);
  if (request.list) std::printf("linear\nproduct/16\nproduct/64\n");
  else if (request.name == "linear") bench::print(run_rotor(request));
  else if (request.name == "product/16") bench::print(run_product<16>(request));
  else if (request.name == "product/64") bench::print(run_product<64>(request));
  else return std::fprintf(stderr, "no contender '%s'\n", request.name.c_str()), 1;
}
