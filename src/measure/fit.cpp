#include <twoscale/measure/fit.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <twoscale/core/error.hpp>
#include <twoscale/core/plain_elementary.hpp>
#include <twoscale/measure/student.hpp>

#include "fit_line.hpp"

namespace twoscale {

namespace {

using detail::Combination;
using detail::LogFit;
using detail::Replicas;
using detail::Seen;

constexpr double kTail = 0.025;      // on either side of a 95 % interval
constexpr double kBent = 0.99;       // confidence that a bent fit is not chance
constexpr double kBentExact = 0.02;  // change of slope that counts where there is no chance
/// A resample whose error is below this part of the one seen has missed the few replicas that vary: it says nothing.
constexpr double kSpread = 0.05;
/// Resampling draws from streams of its own: a seed may be that of the runs, too.
constexpr std::uint32_t kFirstStream = 0x66697400;

void validate(const FitOptions& options) {
  if (options.resamples < 100) throw Error::field("resamples", std::to_string(options.resamples), "at least 100");
  if (options.few < 2) throw Error::field("few", std::to_string(options.few), "at least 2");
}

void validate(const FitPoint& point, const std::string& where) {
  if (point.values.empty() || point.values[0].empty())
    throw Error(where + " has no replicas; every point must have at least one");
  const std::size_t replicas = point.values[0].size();
  for (const auto& member : point.values) {
    if (member.size() != replicas)
      throw Error(where + " has members with " + std::to_string(replicas) + " and " + std::to_string(member.size()) +
                  " replicas; all members of a point must have the same number");
    for (double value : member)
      if (!std::isfinite(value)) throw Error::field("a value of " + where, to_text(value), "finite");
  }
}

void validate(const std::vector<FitPoint>& points) {
  if (points.size() < 2) throw Error::field("points", std::to_string(points.size()), "at least 2");
  double before = 0;
  for (const FitPoint& point : points) {
    const double scale = point.scale;
    if (!(scale > 0 && std::isfinite(scale))) throw Error::field("scale", to_text(scale), "positive and finite");
    if (!(scale > before))
      throw Error::field("scale", to_text(scale), "larger than the one before, " + to_text(before));
    before = scale;
    validate(point, "the point at scale " + to_text(scale));
  }
  for (const FitPoint& p : points)
    if ((p.values[0].size() == 1) != (points[0].values[0].size() == 1))
      throw Error("the point at scale " + to_text(p.scale) + " has " + std::to_string(p.values[0].size()) +
                  " replicas and the first has " + std::to_string(points[0].values[0].size()) +
                  "; either all points must have one replica, or all must have at least two");
}

/// The quantiles of (resampled - seen)/error, turned into an interval: a skewed law makes a skewed interval.
void studentise(std::vector<double>& t, Estimate& out) {
  std::sort(t.begin(), t.end());
  const auto quantile = [&](double p) {
    const double at = std::clamp(p * (static_cast<double>(t.size()) + 1) - 1, 0.0, static_cast<double>(t.size()) - 1);
    const auto below = static_cast<std::size_t>(at);
    const auto above = std::min(below + 1, t.size() - 1);
    return t[below] + (at - static_cast<double>(below)) * (t[above] - t[below]);
  };
  out.lower = out.value - quantile(1 - kTail) * out.standard_error;
  out.upper = out.value - quantile(kTail) * out.standard_error;
}

void student(double degrees, Estimate& out) {
  const double half = student_quantile(kTail, degrees) * out.standard_error;
  out.lower = out.value - half, out.upper = out.value + half;
}

/// A few resamples may say nothing (no spread, a value without a logarithm); with more of them resampling is no guide.
bool enough(const std::vector<double>& t, int resamples) {
  return static_cast<double>(t.size()) >= 0.95 * static_cast<double>(resamples);
}

/// Interval of a point, `t` being its studentised resamples; too few of them, and it is Student's.
Estimate point_estimate(const Replicas& replicas, std::vector<double>& t, const FitOptions& options) {
  const Seen& seen = replicas.seen();
  Estimate out{seen.value, seen.error, seen.value, seen.value};
  if (!(seen.error > 0)) return out;
  if (enough(t, options.resamples)) studentise(t, out);
  else if (replicas.least() > 0) {
    // Few positive numbers: their mean's logarithm is nearer to a symmetric law than the mean itself.
    const double half = student_quantile(kTail, replicas.count() - 1) * replicas.jackknife();
    out.lower = out.value * detail::exp_of(-half), out.upper = out.value * detail::exp_of(half);
  } else student(replicas.count() - 1, out);
  if (replicas.least() >= 0) out.lower = std::max(out.lower, 0.0);
  return out;
}

/// Every point resampled `options.resamples` times: the studentised exponents, and each point's values.
struct Resampled {
  std::vector<double> exponent;
  std::vector<std::vector<double>> points;
};

Resampled resample(const std::vector<double>& x, const std::vector<Replicas>& replicas, const Combination& exponent,
                   const FitOptions& options) {
  Resampled out;
  out.points.resize(replicas.size());
  std::vector<Seen> seen(replicas.size());
  std::vector<std::uint32_t> drawn;
  for (int number = 0; number < options.resamples; ++number) {
    bool positive = true;
    for (std::size_t i = 0; i < replicas.size(); ++i) {
      seen[i] = replicas[i].resampled(options.seed, kFirstStream + static_cast<std::uint32_t>(i),
                                      static_cast<std::uint32_t>(number), drawn);
      positive = positive && seen[i].value > 0;
      if (seen[i].error > kSpread * replicas[i].seen().error)
        out.points[i].push_back((seen[i].value - replicas[i].seen().value) / seen[i].error);
    }
    if (!positive || x.empty()) continue;
    const Combination slope = LogFit(x, seen).slope();
    if (slope.error > kSpread * exponent.error) out.exponent.push_back((slope.value - exponent.value) / slope.error);
  }
  return out;
}

void look_for_bend(const LogFit& fit, const std::vector<double>& x, PowerFit& out) {
  out.first_slope = out.last_slope = out.exponent.value;
  if (x.size() < 3) return;
  const Combination curvature = fit.curvature();
  out.curvature = curvature.value;
  out.curvature_error = curvature.error;
  out.first_slope = fit.slope_at(x.front(), out.exponent.value, curvature.value);
  out.last_slope = fit.slope_at(x.back(), out.exponent.value, curvature.value);
  out.bent = out.how == PowerFit::How::exact
                 ? std::abs(out.last_slope - out.first_slope) > kBentExact
                 : std::abs(curvature.value) > student_two_sided(kBent, curvature.degrees) * curvature.error;
}

}  // namespace

PowerFit fit_power(const std::vector<FitPoint>& points, const FitOptions& options) {
  validate(options);
  validate(points);
  std::vector<double> x;
  std::vector<Replicas> replicas;
  std::vector<Seen> seen;
  PowerFit out;
  bool few = false;
  for (const FitPoint& point : points) {
    x.push_back(detail::log_of(point.scale));
    seen.push_back(replicas.emplace_back(point, options.over).seen());
    out.worst.push_back(seen.back().worst);
    if (!(seen.back().value > 0))
      throw Error::field("the value at scale " + to_text(point.scale), to_text(seen.back().value), "positive");
    few = few || replicas.back().count() < options.few;
  }
  const Combination delta = LogFit(x, seen).slope();
  for (std::size_t i = 0; i < points.size(); ++i) seen[i].log_error = replicas[i].jackknife();
  const LogFit fit(x, seen);
  out.prefactor = detail::exp_of(fit.log_prefactor());
  Resampled resampled{{}, std::vector<std::vector<double>>(points.size())};
  if (delta.error > 0 && !few) resampled = resample(x, replicas, delta, options);
  out.how = !(delta.error > 0)                              ? PowerFit::How::exact
            : enough(resampled.exponent, options.resamples) ? PowerFit::How::bootstrap
                                                            : PowerFit::How::student;
  // Resamples have the delta method's errors, for speed; so has what they are compared with.
  const Combination slope = out.how == PowerFit::How::bootstrap ? delta : fit.slope();
  out.exponent = {slope.value, slope.error, slope.value, slope.value};
  if (out.how == PowerFit::How::bootstrap) studentise(resampled.exponent, out.exponent);
  if (out.how == PowerFit::How::student) student(slope.degrees, out.exponent);
  for (std::size_t i = 0; i < points.size(); ++i)
    out.points.push_back(point_estimate(replicas[i], resampled.points[i], options));
  look_for_bend(fit, x, out);
  return out;
}

Estimate estimate(const FitPoint& point, const FitOptions& options) {
  validate(options);
  validate(point, "the point");
  const std::vector<Replicas> replicas(1, Replicas(point, options.over));
  Resampled resampled{{}, {{}}};
  if (replicas[0].seen().error > 0 && replicas[0].count() >= options.few)
    resampled = resample({}, replicas, {}, options);
  return point_estimate(replicas[0], resampled.points[0], options);
}

}  // namespace twoscale
