// The product condition of an estimated P: E|(P - P*)(f(X,y) - X)|^2 <= C delta^2, [P] Assumption precond.
//
// Within one noise set taken as the whole world: F, G and their derivatives are drawn from its draws, so that f, x* and
// P* of that world are exact sums. X comes from n inner steps at a held y, P from n derivative samples at X, for two n;
// the condition fails when C grows with n.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

struct World {
  Frozen maps;
  std::vector<Numbers> omega_A, omega_C;
  Numbers y, solution;
  Dense A, C;
};

struct Product {
  Mean square, fast_error;
};

int pick(Probe& probe, std::size_t count) {
  return std::min(static_cast<int>(probe.uniform() * static_cast<double>(count)), static_cast<int>(count) - 1);
}

void add_derivatives(Probe& probe, const World& world, const Numbers& x, const Numbers& omega_A, const Numbers& omega_C,
                     double weight, Dense& A, Dense& C) {
  Numbers v(x.size());
  for (int j = 0; j < A.cols; ++j) {
    v[j] = 1;
    const Numbers a = probe.fast_derivative(x, world.y, omega_A, v), c = probe.slow_derivative(x, world.y, omega_C, v);
    for (int i = 0; i < A.rows; ++i) A.at(i, j) += weight * ((i == j) - a[i]);
    for (int i = 0; i < C.rows; ++i) C.at(i, j) += weight * c[i];
    v[j] = 0;
  }
}

std::optional<World> make_world(Probe& probe, const Numbers& y, int draws) {
  Frozen maps(probe, draws);
  auto solution = maps.fast_solution(y, probe.problem().fast_start());
  if (!solution) return std::nullopt;
  const int nx = probe.shape().fast, ny = probe.shape().slow;
  const std::uint32_t set = probe.new_set();
  World world{std::move(maps),
              probe.noise_set(Role::omega_A, set, draws),
              probe.noise_set(Role::omega_C, set, draws),
              y,
              std::move(*solution),
              Dense(nx, nx),
              Dense(ny, nx)};
  for (int i = 0; i < draws; ++i)
    add_derivatives(probe, world, world.solution, world.omega_A[i], world.omega_C[i], 1.0 / draws, world.A, world.C);
  return world;
}

/// One inner solve of n steps, one estimate of P, one product.
void add_run(Probe& probe, const World& world, int n, double inner_step, Product& out) {
  Numbers x = probe.problem().fast_start();
  const auto& draws = world.maps.draws();
  for (int t = 0; t < n; ++t) {
    const Numbers F = probe.fast(x, world.y, draws[pick(probe, draws.size())]);
    x = moved(x, inner_step / (t + inner_step), difference(F, x));
    probe.problem().project_fast(x);
  }
  Dense A(world.A.rows, world.A.cols), C(world.C.rows, world.C.cols);
  for (int i = 0; i < n; ++i)
    add_derivatives(probe, world, x, world.omega_A[pick(probe, world.omega_A.size())],
                    world.omega_C[pick(probe, world.omega_C.size())], 1.0 / n, A, C);
  const Numbers r = difference(world.maps.fast(x, world.y), x);
  const auto estimated = solve(A, r), exact = solve(world.A, r);
  if (!estimated || !exact) return;
  const double product = distance(C.times(*estimated), world.C.times(*exact)), error = distance(x, world.solution);
  out.square.add(product * product);
  out.fast_error.add(error * error);
}

CheckLine judge(const Product& few, const Product& many, int n, int longer, double start_error) {
  // delta is the scale of the inner error, at least C/n: a solve without noise falls faster, and that is no offence.
  const double floor = start_error * start_error / n;
  const double delta1 = std::max(few.fast_error.value(), floor),
               delta2 = std::max(many.fast_error.value(), delta1 * n / longer);
  const auto over = [](double value, double delta) { return value > 0 ? value / (delta * delta) : 0.0; };
  const double C1 = over(few.square.value(), delta1), e1 = over(few.square.standard_error(), delta1);
  const double C2 = over(many.square.value(), delta2), e2 = over(many.square.standard_error(), delta2);
  CheckLine line{"product condition",
                 "product_condition",
                 CheckVerdict::ok,
                 "E|(P - P*)(f - x)|^2 / delta^2 is " + brief(C1) + " +- " + brief(e1) + " at n = " +
                     std::to_string(n) + " and " + brief(C2) + " +- " + brief(e2) + " at n = " + std::to_string(longer),
                 "",
                 {{"constant", C1},
                  {"constant_longer", C2},
                  {"n", static_cast<double>(n)},
                  {"n_longer", static_cast<double>(longer)}}};
  constexpr double kGrowth = 4, kErrors = 5;
  if (C2 - kErrors * e2 > kGrowth * (C1 + kErrors * e1) + 1e-9) {
    line.verdict = CheckVerdict::warning;
    line.text += ": it grows";
    line.advice = "an estimated P does not keep the product condition: give preconditioner(y), or use a learned P";
  }
  return line;
}

CheckLine unknown(const std::string& why) {
  return {"product condition", "product_condition", CheckVerdict::unknown, "not measured: " + why, "", {}};
}

}  // namespace

void check_product_condition(Probe& probe, const SolvedPoints& solved, const Findings& findings, Lines& out) {
  if (!probe.can().smooth) return out.push_back(unknown("there is no P* without derivatives"));
  if (!probe.dense()) return out.push_back(unknown("x has more than " + std::to_string(kDenseLimit) + " numbers"));
  if (solved.points.empty() || !(findings.contraction < 1))
    return out.push_back(unknown("the fast map was not seen to contract"));
  constexpr int kSteps = 32, kLonger = 128, kDraws = 96;
  const auto world = make_world(probe, solved.points[0].y, kDraws);
  if (!world) return out.push_back(unknown("x*(y) was not found"));
  const double inner_step = std::max(4.0, 1.5 / (1 - findings.contraction));  // [P] Prop. inner: above 1/(1 - mu)
  const int runs = probe.fewer(48, 12);
  Product few, many;
  for (int run = 0; run < runs; ++run) {
    add_run(probe, *world, kSteps, inner_step, few);
    add_run(probe, *world, kLonger, inner_step, many);
  }
  if (few.square.count() < 2 || many.square.count() < 2)
    return out.push_back(unknown("the estimated I - dF/dx is singular"));
  out.push_back(judge(few, many, kSteps, kLonger, distance(probe.problem().fast_start(), world->solution)));
}

}  // namespace twoscale::detail
