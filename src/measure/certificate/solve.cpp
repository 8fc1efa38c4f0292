// A certificate's solve: x^ near x*(y), P there, and the noise of what is to be queried.
#include <algorithm>
#include <cmath>

#include "parts.hpp"

namespace twoscale::detail {

namespace {

/// Adds a derivative sample to a sum, column by column: products of one draw with the unit vectors.
template <class Product>
void add_columns(Dense& sum, const Product& product) {
  Numbers unit(static_cast<std::size_t>(sum.cols));
  for (int j = 0; j < sum.cols; ++j) {
    unit[j] = 1;
    const Numbers column = product(unit);
    for (int i = 0; i < sum.rows; ++i) sum.at(i, j) += column[i];
    unit[j] = 0;
  }
}

/// E|v - E v|^2 of the law the vectors are from.
double spread(const std::vector<Numbers>& vectors) {
  VectorMean mean;
  for (const Numbers& v : vectors) mean.add(v);
  const double error = mean.standard_error();
  return error * error * static_cast<double>(vectors.size());
}

/// How many residuals of the solve are kept for their noise.
constexpr std::size_t kKept = 128;

}  // namespace

// A fifth for the solve, 8 % for P and 3 % to see the noise of G leave 69 % to the queries, whose number sets the
// width. The raw oracle's bias is the solve's error: two thirds go there.
Stretch Stretch::of(std::uint64_t samples, bool corrected, bool estimate) {
  Stretch out;
  out.derivative = corrected && estimate ? samples / 25 : 0;
  out.pilot = samples / 32 / 2 * 2;
  out.inner = corrected ? samples / 5 : samples / 3 * 2;
  out.queries = samples - out.inner - 2 * out.derivative - out.pilot;
  return out;
}
void Stretch::add(const Stretch& more) {
  inner += more.inner, derivative += more.derivative, pilot += more.pilot, queries += more.queries;
}

void Slopes::add(const Frame& frame, const Numbers& x, Draws& noise) {
  const Evaluator& problem = frame.problem;
  if (draws++ == 0) {
    const int size = static_cast<int>(x.size());
    fast = Dense(size, size), slow = Dense(static_cast<int>(frame.y.size()), size);
  }
  const Numbers a = noise(Role::omega_A), c = noise(Role::omega_C);
  add_columns(fast, [&](const Numbers& v) { return problem.fast_derivative_times(x, frame.y, a, v); });
  add_columns(slow, [&](const Numbers& v) { return problem.slow_derivative_times(x, frame.y, c, v); });
}

void Slopes::add(const Slopes& more) {
  if (draws == 0) {
    *this = more;
    return;
  }
  detail::add(fast.entry, 1, more.fast.entry);
  detail::add(slow.entry, 1, more.slow.entry);
  draws += more.draws;
}

Numbers Slopes::seen_along(const Dense& preconditioner, const Numbers& w) const {
  Numbers out = slow.times(w);
  detail::add(out, 1, preconditioner.times(fast.times(w)));
  return scaled(1 / static_cast<double>(draws), out);
}

/// Steps 1/sqrt(t) forget the start whatever the contraction is; the average has the noise of the best step all the
/// same [polyak_juditsky_1992].
void Solve::step(std::uint64_t steps) {
  Numbers sum(x_.size());
  residuals_.clear();
  const std::uint64_t first = steps / 4;
  for (std::uint64_t t = 0; t < steps; ++t) {
    Numbers residual = frame_->problem.fast(x_, frame_->y, draws_(Role::xi));
    add(residual, -1, x_);
    add(x_, 1 / std::sqrt(static_cast<double>(++steps_)), residual);
    frame_->problem.project_fast(x_);
    if (t >= first) add(sum, 1, x_);
    if (t + kKept >= steps) residuals_.push_back(std::move(residual));
  }
  averaged_ = steps - first, samples_ += steps;
  x_ = scaled(1 / static_cast<double>(averaged_), sum);
}

void Solve::learn(const Slopes& slopes) {
  slopes_ = slopes;
  if (slopes.draws == 0) return;
  Dense a = slopes.fast, c = slopes.slow;
  for (double& entry : a.entry) entry /= -static_cast<double>(slopes.draws);
  for (double& entry : c.entry) entry /= static_cast<double>(slopes.draws);
  for (int i = 0; i < a.rows; ++i) a.at(i, i) += 1;
  preconditioner_ = right_divide(c, a);
}

Numbers Solve::times_preconditioner(const Numbers& residual) const {
  if (frame_->preconditioner) return frame_->preconditioner(residual);
  return preconditioner_ ? preconditioner_->times(residual) : Numbers(frame_->y.size(), std::nan(""));
}

std::vector<Numbers> Solve::turns(const std::vector<const Slopes*>& of, const Numbers& residual) const {
  std::vector<Numbers> out(of.size(), Numbers(frame_->y.size()));
  if (!preconditioner_) return out;
  Dense a = slopes_.fast;
  for (double& entry : a.entry) entry /= -static_cast<double>(slopes_.draws);
  for (int i = 0; i < a.rows; ++i) a.at(i, i) += 1;
  const std::optional<Numbers> w = solve(std::move(a), residual);
  if (!w) return out;
  const Numbers middle = slopes_.seen_along(*preconditioner_, *w);
  for (std::size_t i = 0; i < of.size(); ++i) out[i] = difference(of[i]->seen_along(*preconditioner_, *w), middle);
  return out;
}

void Solve::look_at_noise(std::uint64_t pilot) {
  std::vector<Numbers> slow, fast;
  for (std::uint64_t i = 0; i < pilot; ++i) slow.push_back(frame_->problem.slow(x_, frame_->y, draws_(Role::zeta_g)));
  for (const Numbers& residual : residuals_) fast.push_back(times_preconditioner(residual));
  slow_noise_ = spread(slow), fast_noise_ = spread(fast);
  samples_ += pilot;
}

/// As the noise of P F to that of G, which is best for their sum.
std::uint64_t Solve::fast_queries(std::uint64_t queries) const {
  const double of_slow = std::sqrt(slow_noise_), of_fast = std::sqrt(fast_noise_);
  constexpr double kLeastShare = 0.1;  // the noise is not well known from so few
  const double share = of_fast + of_slow > 0 ? of_fast / (of_fast + of_slow) : 0.5;
  const double kept = share >= kLeastShare ? std::min(share, 1 - kLeastShare) : kLeastShare;  // not a number: the least
  return static_cast<std::uint64_t>(kept * static_cast<double>(queries));
}

}  // namespace twoscale::detail
