// A regression with a budget on its slope, solved through its multiplier: a problem with data.
//
//   twoscale solve examples/constrained_fit.cpp --set data=examples/cars.csv
//
// Fast: x = (offset, slope) minimises the mean of (offset + slope t - d)^2 / 2 over the rows, plus y slope^2, by
// gradient steps on one random row at a time. Slow: y >= 0 is the multiplier of slope^2 <= budget, moved along the
// constraint's excess. t and d are the file's first two columns, each scaled to mean 0 and variance 1, so that
// slope*(y) = r / (1 + 2 y) with their correlation r.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct ConstrainedFit {
  Table data;
  double budget = 0.25, fast_step = 0.3, slow_step = 0.5;
  static constexpr std::array<Setting<ConstrainedFit>, 4> settings = {{
      {"data", &ConstrainedFit::data, "a column to fit from, and one to fit"},
      {"budget", &ConstrainedFit::budget, Range::above(0), "the largest squared slope allowed"},
      {"fast_step", &ConstrainedFit::fast_step, Range::above_to(0, 0.3), "of the gradient steps on x"},
      {"slow_step", &ConstrainedFit::slow_step, Range::above_to(0, 0.7), "of the multiplier"},
  }};

  static constexpr Shape shape{.fast = 2, .slow = 1, .fast_noise = 1, .slow_noise = 0};
  static constexpr Law law = Law::index;  // the noise is the number of a row
  std::size_t index_count() const { return t.size(); }
  Ball fast_set{10.0};
  Box slow_set{0.0, 2.0};

  std::vector<double> t, d;
  double correlation = 0;
  void prepare() {
    if (data.columns() < 2) throw Error("data = " + data.source() + " must have two columns at least");
    t = scaled(data.column(0));
    d = scaled(data.column(1));
    correlation = 0;
    for (std::size_t i = 0; i < t.size(); ++i) correlation += t[i] * d[i] / static_cast<double>(t.size());
  }

  template <class X>
  auto fast(const X& x, const auto& y, const auto& row) const {
    const auto ti = pick(t, row[0]), di = pick(d, row[0]);
    const auto error = x[0] + x[1] * ti - di;
    return x - fast_step * X{error, error * ti + 2.0 * y[0] * x[1]};
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto&) const {
    return y + slow_step * Vector<typename X::Element, 1>{x[1] * x[1] - budget};
  }

  // The means, to measure how good an answer is.
  template <class X>
  auto mean_fast(const X& x, const auto& y) const {
    return x - fast_step * X{x[0], x[1] - correlation + 2.0 * y[0] * x[1]};
  }
  auto mean_slow(const auto& x, const auto& y) const { return slow(x, y, y); }

  // What one looks at besides: shown at the end, and on the way with --observe loss or --report run.html.
  double loss(const std::vector<double>& x, const std::vector<double>& /*y*/) const {
    double sum = 0;
    for (std::size_t i = 0; i < t.size(); ++i) sum += std::pow(x[0] + x[1] * t[i] - d[i], 2);
    return sum / static_cast<double>(t.size());
  }
  static constexpr std::array<Metric<ConstrainedFit>, 1> metrics = {
      {{"loss", &ConstrainedFit::loss, "mean squared error of the fit at the last x"}}};

 private:
  static std::vector<double> scaled(std::span<const double> column) {
    const auto n = static_cast<double>(column.size());
    double mean = 0, variance = 0;
    for (const double value : column) mean += value / n;
    for (const double value : column) variance += (value - mean) * (value - mean) / n;
    if (!(variance > 0)) throw Error("a column of data is constant: nothing can be fitted to it");
    std::vector<double> out;
    for (const double value : column) out.push_back((value - mean) / std::sqrt(variance));
    return out;
  }
};

TWOSCALE_PROBLEM(ConstrainedFit, "constrained-fit", "a regression with a budget on its slope, through its multiplier")
