// Values of a policy from logged steps, TDC with linear features: a row of data is phi (k numbers), phi' (k), reward.
// Fast: x + t ((delta - phi.x) phi - ridge x); slow: y + s (delta phi - discount (phi.x) phi'). Solution, without a
// ridge: that of least-squares temporal differences, printed by random_walk.py. Version 0.1.0 stayed at zero: one row
// in a thousand is rewarded, so that the first reward looked like an explosion.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct Tdc {
  Table data;
  double discount = 1, t = 1, s = 1, ridge = 0;
  static constexpr std::array<Setting<Tdc>, 5> settings = {{
      {"data", &Tdc::data, "rows of phi, phi', reward"},
      {"discount", &Tdc::discount, Range{.low = 0, .high = 1}, "of the next state's value"},
      {"t", &Tdc::t, Range::above(0), "fast step"},
      {"s", &Tdc::s, Range::above(0), "slow step"},
      {"ridge", &Tdc::ridge, Range::at_least(0), "pull of x towards zero"},
  }};

  int features() const { return static_cast<int>(data.columns() - 1) / 2; }
  Shape shape() const { return {.fast = features(), .slow = features(), .fast_noise = 1, .slow_noise = 1}; }
  static constexpr Law law = Law::index;  // the noise is the number of a row
  std::size_t index_count() const { return data.rows(); }

  auto fast(const auto& x, const auto& y, const auto& row) const {
    const auto phi = part(row, 0);
    return x + t * ((surprise(y, row) - dot(phi, x)) * phi - ridge * x);
  }
  auto slow(const auto& x, const auto& y, const auto& row) const {
    const auto phi = part(row, 0), next = part(row, features());
    return y + s * (surprise(y, row) * phi - (discount * dot(phi, x)) * next);
  }

  auto mean_fast(const auto& x, const auto& y) const { return x + t * (b - A * y - C * x - ridge * x); }
  auto mean_slow(const auto& x, const auto& y) const { return y + s * (b - A * y - discount * (N * x)); }

  // b = E reward phi, A = E phi (phi - discount phi')^T, C = E phi phi^T, N = E phi' phi^T.
  Vector<double> b;
  Matrix<double> A, C, N;
  void prepare() {
    if (data.columns() % 2 == 0) throw Error("data = " + data.source() + " must have rows of phi, phi', reward");
    const int k = features();
    b = Vector<double>(k);
    A = C = N = Matrix<double>(k, k);
    const double share = 1 / static_cast<double>(data.rows());
    for (std::size_t row = 0; row < data.rows(); ++row)
      for (int i = 0; i < k; ++i) {
        b[i] += share * data(row, i) * data(row, 2 * k);
        for (int j = 0; j < k; ++j) {
          A(i, j) += share * data(row, i) * (data(row, j) - discount * data(row, k + j));
          C(i, j) += share * data(row, i) * data(row, j);
          N(i, j) += share * data(row, k + i) * data(row, j);
        }
      }
  }

 private:
  // k numbers of a row, from the given column on.
  template <class Row>
  auto part(const Row& row, int first) const {
    Vector<typename Row::Element> out(features());
    for (int i = 0; i < features(); ++i) out[i] = pick(data.column(first + i), row[0]);
    return out;
  }
  // delta: how much more the step brought than y had foretold.
  auto surprise(const auto& y, const auto& row) const {
    return pick(data.column(2 * features()), row[0]) + dot(discount * part(row, features()) - part(row, 0), y);
  }
};

TWOSCALE_PROBLEM(Tdc, "tdc", "TDC on logged steps: the values of a policy")
