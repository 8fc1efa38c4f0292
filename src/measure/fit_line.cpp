#include "fit_line.hpp"

#include <algorithm>
#include <cmath>

#include <twoscale/core/philox.hpp>
#include <twoscale/core/plain_elementary.hpp>
#include <twoscale/measure/mean.hpp>

namespace twoscale::detail {

namespace {

/// The pooled relative variance counts for so many replicas of a point. Estimated weights go with the estimated means
/// (a point that came out low claims little noise), which biases a fit of few replicas; pooled ones hardly do.
constexpr double kPooled = 32;

/// Replica indices from Philox, number by number: any resample can be made on its own.
void draw(std::uint64_t seed, std::uint32_t stream, std::uint32_t number, std::uint32_t count,
          std::vector<std::uint32_t>& out) {
  constexpr int kAhead = 8;
  out.resize((count + 4 * kAhead - 1) / (4 * kAhead) * (4 * kAhead));
  for (std::size_t at = 0; at < out.size(); at += 4 * kAhead) {
    const auto block = philox_ahead<kAhead>(seed, at / 4, number, stream);
    for (int word = 0; word < 4; ++word)
      for (int lane = 0; lane < kAhead; ++lane)
        out[at + static_cast<std::size_t>(word * kAhead + lane)] =
            static_cast<std::uint32_t>((static_cast<std::uint64_t>(block.word[word].lane(lane)) * count) >> 32);
  }
  out.resize(count);
}

/// Sum of term(r) over what was drawn: four sums side by side, in an order that does not depend on the machine.
template <class Term>
double sum_over(const std::vector<std::uint32_t>& drawn, const Term& term) {
  double sum[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= drawn.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) sum[k] += term(drawn[i + k]);
  for (; i < drawn.size(); ++i) sum[0] += term(drawn[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double standard_error(double squares, double count) {
  return count > 1 ? std::sqrt(squares / (count * (count - 1))) : 0;
}

double weighted_sum(const std::vector<double>& w, const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0;
  for (std::size_t i = 0; i < w.size(); ++i) out += w[i] * a[i] * b[i];
  return out;
}

/// The variances of the log means, each drawn towards what the points have in common.
std::vector<double> shrunk_variances(const std::vector<Seen>& points) {
  double pooled = 0;  // of one replica
  for (const Seen& p : points) pooled += p.replicas * p.relative_error() * p.relative_error();
  pooled /= static_cast<double>(points.size());
  std::vector<double> out;
  for (const Seen& p : points) {
    const double own = p.replicas * p.relative_error() * p.relative_error();
    out.push_back(((p.replicas - 1) * own + kPooled * pooled) / (p.replicas - 1 + kPooled) / p.replicas);
  }
  return out;
}

}  // namespace

Replicas::Replicas(const FitPoint& point, Over over) : count_(static_cast<int>(point.values[0].size())) {
  std::vector<std::vector<double>> values = point.values;
  std::vector<double> mean(static_cast<std::size_t>(count_));
  least_ = values[0][0];
  for (const auto& member : values) {
    least_ = std::min(least_, *std::min_element(member.begin(), member.end()));
    Mean own;
    for (double value : member) own.add(value);
    members_.push_back({own.value(), {}});
    for (std::size_t r = 0; r < mean.size(); ++r) mean[r] += member[r] / static_cast<double>(values.size());
  }
  const auto largest = std::max_element(members_.begin(), members_.end(),
                                        [](const Member& a, const Member& b) { return a.mean < b.mean; });
  seen_.worst = static_cast<int>(largest - members_.begin());
  seen_.replicas = count_;
  if (over == Over::mean) {
    Mean own;
    for (double value : mean) own.add(value);
    members_.assign(1, {own.value(), {}});
    values.assign(1, mean);
  }
  for (std::size_t m = 0; m < members_.size(); ++m)
    for (double value : values[m]) members_[m].deviation.push_back(value - members_[m].mean);
  const Member& chosen = members_[over == Over::mean ? 0 : static_cast<std::size_t>(seen_.worst)];
  double squares = 0;
  for (double d : chosen.deviation) squares += d * d;
  seen_.value = chosen.mean;
  seen_.error = standard_error(squares, count_);
  seen_.log_error = seen_.relative_error();
}

double Replicas::jackknife() const {
  const Member& chosen = members_[members_.size() == 1 ? 0 : static_cast<std::size_t>(seen_.worst)];
  Mean logs;
  for (double d : chosen.deviation) {
    const double without = chosen.mean - d / (count_ - 1);
    if (count_ == 1 || !(without > 0)) return seen_.log_error;
    logs.add(log_of(without));
  }
  return (count_ - 1) * logs.standard_error();
}

Seen Replicas::resampled(std::uint64_t seed, std::uint32_t stream, std::uint32_t number,
                         std::vector<std::uint32_t>& drawn) const {
  draw(seed, stream, number, static_cast<std::uint32_t>(count_), drawn);
  Seen out;
  out.replicas = count_;
  double shift = 0;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const double* deviation = members_[m].deviation.data();
    const double moved = sum_over(drawn, [=](std::uint32_t r) { return deviation[r]; }) / count_;
    const double value = members_[m].mean + moved;
    if (m == 0 || value > out.value) out.value = value, out.worst = static_cast<int>(m), shift = moved;
  }
  const double* deviation = members_[static_cast<std::size_t>(out.worst)].deviation.data();
  const double squares =
      sum_over(drawn, [=](std::uint32_t r) { return (deviation[r] - shift) * (deviation[r] - shift); });
  out.error = standard_error(squares, count_);
  out.log_error = out.relative_error();
  return out;
}

LogFit::LogFit(const std::vector<double>& x, const std::vector<Seen>& points)
    : x_(x), points_(points), variance_(shrunk_variances(points)) {
  const double unit = variance_[0];  // weights near 1 whatever the noise, and 1 without
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    // E log(mean) is below the log of the expectation by half the variance.
    y_.push_back(log_of(points[i].value) + 0.5 * variance_[i]);
    weight_.push_back(unit > 0 ? unit / variance_[i] : 1.0);
    total += weight_[i];
    centre_ += weight_[i] * x[i];
  }
  centre_ /= total;
  for (double v : x) first_.push_back(v - centre_);
}

Combination LogFit::combine(const std::vector<double>& polynomial) const {
  const double norm = weighted_sum(weight_, polynomial, polynomial);
  Combination out;
  double variance = 0, welch = 0;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const double coefficient = weight_[i] * polynomial[i] / norm;
    const double part = coefficient * coefficient * points_[i].log_error * points_[i].log_error;
    out.value += coefficient * y_[i];
    variance += part;
    if (part > 0) welch += part * part / (points_[i].replicas - 1);
  }
  out.error = std::sqrt(variance);
  if (welch > 0) out.degrees = variance * variance / welch;
  return out;
}

Combination LogFit::slope() const { return combine(first_); }

Combination LogFit::curvature() const {
  std::vector<double> second(first_.size());
  const std::vector<double> one(first_.size(), 1.0);
  for (std::size_t i = 0; i < second.size(); ++i) second[i] = first_[i] * first_[i];
  const double level = weighted_sum(weight_, second, one) / weighted_sum(weight_, one, one), tilt = tilt_of();
  for (std::size_t i = 0; i < second.size(); ++i) second[i] -= tilt * first_[i] + level;
  Combination out = combine(second);
  out.value *= 2, out.error *= 2;
  return out;
}

double LogFit::tilt_of() const {
  std::vector<double> second(first_.size());
  for (std::size_t i = 0; i < second.size(); ++i) second[i] = first_[i] * first_[i];
  return weighted_sum(weight_, second, first_) / weighted_sum(weight_, first_, first_);
}

double LogFit::log_prefactor() const {
  const std::vector<double> one(first_.size(), 1.0);
  return weighted_sum(weight_, y_, one) / weighted_sum(weight_, one, one) - slope().value * centre_;
}

double LogFit::slope_at(double x, double slope, double curvature) const {
  return slope + 0.5 * curvature * (2 * (x - centre_) - tilt_of());
}

}  // namespace twoscale::detail
