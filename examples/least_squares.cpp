// A regression by gradient steps on one random row at a time: a problem of one time scale, without a problem inside.
//
//   twoscale solve examples/least_squares.cpp --set data=examples/cars.csv
//   twoscale solve examples/least_squares.cpp --set data=examples/cars.csv --batch 10 --report run.html
//
// y = (offset, slope) minimises the mean of (offset + slope t - d)^2 / 2 over the rows. t and d are the file's first
// two columns, t scaled to mean 0 and variance 1, so that the solution is the mean of d and its covariance with t. A
// step along the gradient is an averaged map where it is short enough, and its fixed points are the solutions.
#include <cmath>

#include <twoscale/problem.hpp>

using namespace twoscale;

struct LeastSquares {
  Table data;
  double step = 0.3;
  TWOSCALE_PARAMETERS(LeastSquares, data, step)

  static constexpr Shape shape{.slow = 2, .slow_noise = 1};
  static constexpr Law law = Law::index;  // the noise is the number of a row
  std::size_t index_count() const { return t.size(); }

  std::vector<double> t, d;
  double mean_d = 0, covariance = 0;
  void prepare() {
    if (data.columns() < 2) throw Error("data = " + data.source() + " must have two columns at least");
    const auto n = static_cast<double>(data.rows());
    t.assign(data.column(0).begin(), data.column(0).end());
    d.assign(data.column(1).begin(), data.column(1).end());
    double mean_t = 0, variance = 0;
    mean_d = covariance = 0;
    for (std::size_t i = 0; i < t.size(); ++i) mean_t += t[i] / n, mean_d += d[i] / n;
    for (const double value : t) variance += (value - mean_t) * (value - mean_t) / n;
    if (!(variance > 0)) throw Error("the first column of data is constant: nothing can be fitted to it");
    for (std::size_t i = 0; i < t.size(); ++i) {
      t[i] = (t[i] - mean_t) / std::sqrt(variance);
      covariance += t[i] * d[i] / n;
    }
  }

  // The sample: h(y) is its mean.
  template <class Y>
  auto slow(const Y& y, const auto& row) const {
    const auto ti = pick(t, row[0]), error = y[0] + y[1] * ti - pick(d, row[0]);
    return y - step * Y{error, error * ti};
  }
  // h itself, to measure how good an answer is.
  template <class Y>
  auto mean_slow(const Y& y) const {
    return y - step * Y{y[0] - mean_d, y[1] - covariance};
  }
};

TWOSCALE_PROBLEM(LeastSquares, "least-squares", "a regression by gradient steps on random rows")
