// One group of a certificate: its own solve for x, its own P, its own queries.
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

/// sum + s v, in place: a certificate's time goes where vectors are made.
void add(Numbers& sum, double s, const Numbers& v) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += s * v[i];
}

/// E|v - E v|^2 of the law the vectors are from.
double spread(const std::vector<Numbers>& vectors) {
  VectorMean mean;
  for (const Numbers& v : vectors) mean.add(v);
  const double error = mean.standard_error();
  return error * error * static_cast<double>(vectors.size());
}

/// How many residuals of the solve are kept for their noise.
constexpr std::size_t kKept = 32;

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

Group::Group(const Frame& frame, std::uint32_t number)
    : frame_(&frame),
      number_(number),
      x_(frame.x),
      sum_(frame.y.size()),
      corrections_(frame.y.size()),
      fast_slope_(0, 0),
      slow_slope_(0, 0) {
  if (!frame.corrected || frame.preconditioner) return;
  const int fast = static_cast<int>(frame.x.size());
  fast_slope_ = Dense(fast, fast);
  slow_slope_ = Dense(static_cast<int>(frame.y.size()), fast);
}

void Group::extend(const Stretch& stretch) {
  solve_fast(stretch.inner);
  learn(stretch.derivative);
  const std::uint64_t fast = frame_->corrected ? fast_queries(stretch.queries, stretch.pilot) : 0;
  query(stretch.queries - fast, fast);
  samples_ += stretch.samples();
}

/// Steps 1/sqrt(t) forget the start whatever the contraction is; the average has the noise of the best step all the
/// same [polyak_juditsky_1992].
void Group::solve_fast(std::uint64_t steps) {
  Numbers sum(x_.size());
  residuals_.clear();
  const std::uint64_t first = steps / 4;
  for (std::uint64_t t = 0; t < steps; ++t) {
    Numbers residual = frame_->problem.fast(x_, frame_->y, noise(Role::xi));
    add(residual, -1, x_);
    add(x_, 1 / std::sqrt(static_cast<double>(++steps_)), residual);
    frame_->problem.project_fast(x_);
    if (t >= first) add(sum, 1, x_);
    if (t + kKept >= steps) residuals_.push_back(std::move(residual));
  }
  x_ = scaled(1 / static_cast<double>(steps - first), sum);
}

void Group::learn(std::uint64_t draws) {
  if (draws == 0) return;
  const Evaluator& problem = frame_->problem;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Numbers fast = noise(Role::omega_A), slow = noise(Role::omega_C);
    add_columns(fast_slope_, [&](const Numbers& v) { return problem.fast_derivative_times(x_, frame_->y, fast, v); });
    add_columns(slow_slope_, [&](const Numbers& v) { return problem.slow_derivative_times(x_, frame_->y, slow, v); });
  }
  learned_ += draws;
  Dense a = fast_slope_, c = slow_slope_;
  for (double& entry : a.entry) entry /= -static_cast<double>(learned_);
  for (double& entry : c.entry) entry /= static_cast<double>(learned_);
  for (int i = 0; i < a.rows; ++i) a.at(i, i) += 1;
  preconditioner_ = right_divide(c, a);
}

/// P r; not a number where A is singular, which the certificate reports.
Numbers Group::times_preconditioner(const Numbers& residual) const {
  if (frame_->preconditioner) return frame_->preconditioner(residual);
  return preconditioner_ ? preconditioner_->times(residual) : Numbers(frame_->y.size(), std::nan(""));
}

/// How many of the queries are of F: as the noise of P F to that of G, which is best for their sum. Told by samples
/// that the average does not use, or else their number would depend on what they say.
std::uint64_t Group::fast_queries(std::uint64_t queries, std::uint64_t pilot) {
  std::vector<Numbers> slow, fast;
  for (std::uint64_t i = 0; i < pilot; ++i) slow.push_back(sample_slow());
  for (const Numbers& residual : residuals_) fast.push_back(times_preconditioner(residual));
  const double of_slow = std::sqrt(spread(slow)), of_fast = std::sqrt(spread(fast));
  constexpr double kLeastShare = 0.1;  // the noise is not well known from so few
  const double share = of_fast + of_slow > 0 ? of_fast / (of_fast + of_slow) : 0.5;
  const double kept = share >= kLeastShare ? std::min(share, 1 - kLeastShare) : kLeastShare;  // not a number: the least
  return static_cast<std::uint64_t>(kept * static_cast<double>(queries));
}

double Group::slow_apart(const Group& other, std::uint64_t samples) {
  Numbers sum(frame_->y.size());
  const std::uint64_t draws = samples / 2;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Numbers zeta = noise(Role::zeta_g);
    const Numbers here = frame_->problem.slow(x_, frame_->y, zeta);
    sum = moved(sum, 1, difference(here, frame_->problem.slow(other.x_, frame_->y, zeta)));
  }
  return norm(sum) / static_cast<double>(draws);
}

/// A stretch counts as much as it has queries, however they are split.
void Group::query(std::uint64_t slow, std::uint64_t fast) {
  Numbers g(frame_->y.size()), residual(x_.size());
  for (std::uint64_t i = 0; i < slow; ++i) add(g, 1, difference(sample_slow(), frame_->y));
  for (std::uint64_t i = 0; i < fast; ++i) add(residual, 1, sample_residual());
  const auto weight = static_cast<double>(slow + fast);
  sum_ = moved(sum_, weight / static_cast<double>(slow), g);
  weight_ += weight;
  if (!frame_->corrected) return;
  const Numbers correction = times_preconditioner(scaled(1 / static_cast<double>(fast), residual));
  sum_ = moved(sum_, weight, correction);
  corrections_ = moved(corrections_, weight, correction);
}

}  // namespace twoscale::detail
