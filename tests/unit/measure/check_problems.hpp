#pragma once
// Problems for the check's tests: a rotor with every part in the open, and random smooth problems known to be valid.

#include <cmath>
#include <random>

#include "unit/measure/lambda_evaluator.hpp"

namespace twoscale::testing {

using Numbers = Evaluator::Numbers;

/// f = y + 0.5 (x - y), g = R y + 2 J (x - y): x* = y, h = R y a turn by 0.3, P* = 4 J. Normal noise on both.
inline LambdaEvaluator turning(double sigma = 0.3) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  LambdaEvaluator p;
  p.sizes = {.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  p.fast_radius = 2, p.slow_radius = 1;
  p.mean_f = [](const Numbers& x, const Numbers& y) { return Numbers{0.5 * (x[0] + y[0]), 0.5 * (x[1] + y[1])}; };
  p.mean_g = [=](const Numbers& x, const Numbers& y) {
    return Numbers{c * y[0] - s * y[1] - 2 * (x[1] - y[1]), s * y[0] + c * y[1] + 2 * (x[0] - y[0])};
  };
  p.f = [sigma, mean = p.mean_f](const Numbers& x, const Numbers& y, const Numbers& xi) {
    Numbers out = mean(x, y);
    for (int i : {0, 1}) out[i] += sigma * xi[i];
    return out;
  };
  p.g = [sigma, mean = p.mean_g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    Numbers out = mean(x, y);
    for (int i : {0, 1}) out[i] += sigma * zeta[i];
    return out;
  };
  p.own_derivatives = true;
  p.df = [sigma](const Numbers&, const Numbers&, const Numbers& omega, const Numbers& v) {
    return Numbers{0.5 * v[0] + sigma * omega[0] * v[1], 0.5 * v[1] + sigma * omega[1] * v[0]};
  };
  p.dg = [sigma](const Numbers&, const Numbers&, const Numbers& omega, const Numbers& v) {
    return Numbers{-2 * v[1] + sigma * omega[0] * v[0], 2 * v[0] + sigma * omega[1] * v[1]};
  };
  p.solution = [](const Numbers& y) { return y; };
  p.h = [=](const Numbers& y) { return Numbers{c * y[0] - s * y[1], s * y[0] + c * y[1]}; };
  p.p_times = [](const Numbers&, const Numbers& r) { return Numbers{-4 * r[1], 4 * r[0]}; };
  return p;
}

/// Without means and closed forms: samples only.
inline LambdaEvaluator bare(LambdaEvaluator p) {
  p.mean_f = p.mean_g = nullptr;
  p.solution = p.h = nullptr;
  p.p_times = nullptr;
  return p;
}

namespace detail {

using Rows = std::vector<Numbers>;
inline Numbers times(const Rows& rows, const Numbers& v) {
  Numbers out;
  for (const Numbers& row : rows) {
    out.push_back(0);
    for (std::size_t j = 0; j < v.size(); ++j) out.back() += row[j] * v[j];
  }
  return out;
}

/// Orthonormal rows times a factor (columns, where there are more rows than columns).
inline Rows orthogonal(std::mt19937_64& random, int rows, int cols, double factor) {
  std::normal_distribution<double> normal;
  const int few = std::min(rows, cols), many = std::max(rows, cols);
  Rows basis;
  for (int i = 0; i < few; ++i) {
    Numbers v(static_cast<std::size_t>(many));
    for (double& value : v) value = normal(random);
    for (const Numbers& other : basis) {
      double inner = 0;
      for (int j = 0; j < many; ++j) inner += v[j] * other[j];
      for (int j = 0; j < many; ++j) v[j] -= inner * other[j];
    }
    double square = 0;
    for (double value : v) square += value * value;
    for (double& value : v) value /= std::sqrt(square);
    basis.push_back(v);
  }
  Rows out(static_cast<std::size_t>(rows), Numbers(static_cast<std::size_t>(cols)));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) out[i][j] = factor * (rows <= cols ? basis[i][j] : basis[j][i]);
  return out;
}

/// Slope at most one and zero at zero: tanh, rational, exponential, and products of neighbours.
inline Numbers bend(int kind, const Numbers& e) {
  Numbers out;
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double t = e[i], next = e[(i + 1) % e.size()];
    out.push_back(kind == 0   ? std::tanh(t)
                  : kind == 1 ? t / (1 + t * t)
                  : kind == 2 ? 1 - std::exp(-t * t / 2)
                              : 0.5 * std::sin(t) * std::tanh(next));
  }
  return out;
}

/// Mean zero, variance near one.
inline double shaped(int kind, double z, double other) {
  return kind == 0 ? z : kind == 1 ? z * other : (std::exp(0.5 * z) - std::exp(0.125)) / 0.6;
}

}  // namespace detail

/// f = K y + mu W bend(x - K y), g = h(y) + B bend(x - K y), h orthogonal, bent or both; noise additive and, in part,
/// growing with x. Every assumption of the paper holds, whatever the seed.
inline LambdaEvaluator random_valid(std::uint64_t seed) {
  using namespace detail;
  std::mt19937_64 random(seed);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const auto number = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const int nx = pick(1, 20), ny = pick(1, 8), bend_f = pick(0, 3), bend_g = pick(0, 3), kind = pick(0, 2),
            shape_h = pick(0, 2);
  const double mu = number(0, 0.7), gain = number(0, 3), sigmas[] = {0, 0.01, 0.3, 1}, sigma = sigmas[pick(0, 3)];
  const double grows = number(0, 0.3);
  const Rows K = orthogonal(random, nx, ny, number(0.3, 1.5)), W = orthogonal(random, nx, nx, mu);
  const Rows B = orthogonal(random, ny, nx, gain), Q = orthogonal(random, ny, ny, 1);
  LambdaEvaluator p;
  p.sizes = {.fast = nx, .slow = ny, .fast_noise = 2 * nx, .slow_noise = 2 * ny};
  const Law laws[] = {Law::normal, Law::normal, Law::rademacher};
  p.draws = kind == 0 ? laws[pick(0, 2)] : Law::normal;
  p.fast_radius = 3, p.slow_radius = 1;
  const auto lag = [K](const Numbers& x, const Numbers& y) {
    Numbers e = times(K, y);
    for (std::size_t i = 0; i < e.size(); ++i) e[i] = x[i] - e[i];
    return e;
  };
  const auto plus = [](Numbers a, const Numbers& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
  };
  p.h = [Q, shape_h](const Numbers& y) {
    const Numbers turned = times(Q, y);
    return shape_h == 0 ? turned : shape_h == 1 ? bend(0, turned) : times(Q, bend(1, turned));
  };
  p.solution = [K](const Numbers& y) { return times(K, y); };
  p.mean_f = [=](const Numbers& x, const Numbers& y) { return plus(times(K, y), times(W, bend(bend_f, lag(x, y)))); };
  p.mean_g = [=, h = p.h](const Numbers& x, const Numbers& y) { return plus(h(y), times(B, bend(bend_g, lag(x, y)))); };
  const auto noisy = [=](Numbers mean, const Numbers& x, const Numbers& z) {
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += sigma * shaped(kind, z[2 * i], z[2 * i + 1]) * (1 + grows * std::tanh(x[i % x.size()]));
    return mean;
  };
  p.f = [=, mean = p.mean_f](const Numbers& x, const Numbers& y, const Numbers& xi) {
    return noisy(mean(x, y), x, xi);
  };
  p.g = [=, mean = p.mean_g](const Numbers& x, const Numbers& y, const Numbers& zeta) {
    return noisy(mean(x, y), x, zeta);
  };
  return seed % 2 ? p : bare(p);
}

}  // namespace twoscale::testing
