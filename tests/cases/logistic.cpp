// The penalty of a logistic regression, chosen on validation rows. Fast: x = (w, v), weights w with the penalty exp(y),
// and v of the adjoint equation, on mini-batches; slow: y along the slope of the validation loss, exp(y) w.v. Solution
// for logistic_data.py, s = 100: y = -7.640. Version 0.1.0 answered -8, the set's edge, and certified it: with more
// than 64 fast numbers certificates used a raw oracle, which cannot see its own bias.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Logistic {
  Table train, val;
  double t = 0.5, s = 1, e = 0.3;
  int batch = 8;
  static constexpr std::array<Setting<Logistic>, 6> settings = {{
      {"train", &Logistic::train, "rows of features and a label"},
      {"val", &Logistic::val, "as many rows, to choose the penalty by"},
      {"t", &Logistic::t, Range::above(0), "fast step"},
      {"s", &Logistic::s, Range::above(0), "slow step"},
      {"e", &Logistic::e, Range::above(0), "scale of v, small so that f contracts in w and v together"},
      {"batch", &Logistic::batch, Range{.low = 1, .high = 1000, .whole = true}, "rows a sample takes of each table"},
  }};

  int features() const { return static_cast<int>(train.columns()) - 1; }
  Shape shape() const { return {.fast = 2 * features(), .slow = 1, .fast_noise = 2 * batch, .slow_noise = 0}; }
  static constexpr Law law = Law::index;  // the noise is the numbers of rows
  std::size_t index_count() const { return train.rows(); }
  Box slow_set{-8.0, 0.0};
  void prepare() {
    if (val.rows() != train.rows() || val.columns() != train.columns())
      throw Error("val = " + val.source() + " must have as many rows and columns as train");
  }

  template <class X>
  auto fast(const X& x, const auto& y, const auto& rows) const {
    const int n = features();
    X out = (1.0 - t * exp(y[0])) * x;
    const double share = t / batch;
    for (int k = 0; k < batch; ++k) {
      const auto &fitted = rows[k], &held = rows[batch + k];
      const auto label = pick(train.column(n), fitted), held_label = pick(val.column(n), held);
      const auto miss = 1.0 / (1.0 + exp(label * score(train, fitted, x, 0)));
      const auto held_miss = 1.0 / (1.0 + exp(held_label * score(val, held, x, 0)));
      const auto along_w = miss * label, along_v = miss * (1.0 - miss) * score(train, fitted, x, n);
      for (int j = 0; j < n; ++j) {
        const auto a = pick(train.column(j), fitted), c = pick(val.column(j), held);
        out[j] = out[j] + share * along_w * a;
        out[n + j] = out[n + j] - share * (along_v * a + e * held_miss * held_label * c);
      }
    }
    return out;
  }
  template <class X>
  auto slow(const X& x, const auto& y, const auto& /*none*/) const {
    auto slope = 0.0 * x[0];
    for (int j = 0; j < features(); ++j) slope = slope + x[j] * x[features() + j];
    return Vector<typename X::Element>{min(max(y[0] + (s / e) * exp(y[0]) * slope, -8.0), 0.0)};
  }

 private:
  // The features of a row times the part of x that starts at `first`.
  auto score(const Table& table, const auto& row, const auto& x, int first) const {
    auto sum = 0.0 * x[0];
    for (int j = 0; j < features(); ++j) sum = sum + pick(table.column(j), row) * x[first + j];
    return sum;
  }
};

TWOSCALE_PROBLEM(Logistic, "logistic", "the penalty of a logistic regression, chosen on validation rows")
