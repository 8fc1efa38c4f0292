// gradient-td: off-policy evaluation of a walk on seven states by GTD2, with one feature too many.
//
//   a row: a state's features phi, those of the next one phi' (0 when the walk leaves), reward, importance ratio
//   f(x, y) = x + t (b - A y - (C + ridge) x)    x*(y) = (C + ridge)^-1 (b - A y)
//   g(x, y) = y + s A^T x                        h(y) = y + s A^T (C + ridge)^-1 (b - A y)
//   A = E ratio phi (phi - discount phi')^T,  b = E ratio reward phi,  C = E phi phi^T;  P* = (s/t) A^T (C + ridge)^-1
//
// Rows are drawn evenly: any state, left or right; the policy that is judged goes right with probability `right`, and
// the ratio makes up for it. Features: three hats over the states, and the constant 1, which is their sum. So
// A (1, 1, 1, -1) = 0, and the solutions of A y = b form a line. There are some: on the hats alone A is positive, since
// the rows and the columns of the walk's matrix sum to at most 1.
// H = A^T (C + ridge)^-1 A is positive semidefinite, and s = 2 step / |H|_F <= 2 / |H|: h is non-expansive. With
// t = 1 / (tr C + ridge) f contracts by 1 - t ridge.
//
// Hard for: a discount near 1, which flattens H beyond its null line; P is large, and dG/dx very noisy. The noise is
// that of the rows, multiplicative in x and y, with an error of +- reward_noise on the reward; at a solution x* is 0,
// and G is without noise while F is not. GTD2 is from [sutton_et_al_2009]; the ridge is there because C is singular.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct GradientTd {
  double discount = 0.9, right = 0.7, ridge = 0.3, step = 0.7, reward_noise = 0.5;
  static constexpr std::array<Setting<GradientTd>, 5> settings = {{
      {"discount", &GradientTd::discount, Range::closed(0, 1), "of the reward one step later"},
      {"right", &GradientTd::right, Range::closed(0, 1), "how often the policy that is judged goes right"},
      {"ridge", &GradientTd::ridge, Range::above(0), "added to C, which is singular"},
      {"step", &GradientTd::step, Range::above_to(0, 1), "of y, as a part of 2 / |H|_F"},
      {"reward_noise", &GradientTd::reward_noise, Range::at_least(0), "a reward is seen as it is, plus or minus this"},
  }};

  static constexpr int kStates = 7, kRows = 4 * kStates;
  static constexpr Shape shape{.fast = 4, .slow = 4, .fast_noise = 1, .slow_noise = 1};
  static constexpr Law law = Law::index;  // the noise is the number of a row
  std::size_t index_count() const { return kRows; }
  Ball fast_set{1.0}, slow_set{1.0};
  FrobeniusBall preconditioner_set{1.0};
  std::array<std::array<double, kRows>, 4> phi{}, next{};
  std::array<double, kRows> reward{}, ratio{};
  Matrix<double, 4, 4> A, C;  // C with the ridge
  Vector<double, 4> b;
  double t = 1, s = 1;

  void prepare() {
    A = C = Matrix<double, 4, 4>();
    b = Vector<double, 4>();
    for (int row = 0; row < kRows; ++row) {
      const bool goes_right = row % 2 == 1;
      const int state = row / 4, to = state + (goes_right ? 1 : -1);
      ratio[row] = 2 * (goes_right ? right : 1 - right);
      reward[row] = (to == kStates ? 1 : to < 0 ? -1 : 0) + (row % 4 < 2 ? reward_noise : -reward_noise);
      for (int i = 0; i < 4; ++i) {
        phi[i][row] = feature(i, state);
        next[i][row] = to < 0 || to == kStates ? 0 : discount * feature(i, to);
      }
      for (int i = 0; i < 4; ++i) b[i] += ratio[row] * reward[row] * phi[i][row] / kRows;
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          A(i, j) += ratio[row] * phi[i][row] * (phi[j][row] - next[j][row]) / kRows;
          C(i, j) += phi[i][row] * phi[j][row] / kRows;
        }
    }
    t = 1 / (C(0, 0) + C(1, 1) + C(2, 2) + C(3, 3) + ridge);
    for (int i = 0; i < 4; ++i) C(i, i) += ridge;
    const auto ACinv = right_divide(transpose(A), C);
    s = 2 * step / frobenius_norm(ACinv * A);
    // Balls around the solution that does without the constant, which h keeps.
    Matrix<double, 3, 3> on_hats;
    for (int i = 0; i < 9; ++i) on_hats.entries()[i] = A(i / 3, i % 3);
    const Vector<double, 3> hats = solve(on_hats, Vector<double, 3>{b[0], b[1], b[2]});
    const double radius = norm(hats) + 1;
    slow_set = Ball(radius, {hats[0], hats[1], hats[2], 0});
    fast_set = Ball(2 * radius * frobenius_norm(ACinv));  // |x*| is at most radius |(C + ridge)^-1 A|
    preconditioner_set = FrobeniusBall(4 * (s / t) * frobenius_norm(ACinv));
  }

  auto fast(const auto& x, const auto& y, const auto& row) const {
    const auto error = pick(ratio, row[0]) * (pick(reward, row[0]) - dot(at(phi, row) - at(next, row), y));
    return x + t * ((error - dot(at(phi, row), x)) * at(phi, row) - ridge * x);
  }
  auto slow(const auto& x, const auto& y, const auto& row) const {
    return y + (s * pick(ratio, row[0]) * dot(at(phi, row), x)) * (at(phi, row) - at(next, row));
  }
  auto mean_fast(const auto& x, const auto& y) const { return x + t * (b - A * y - C * x); }
  auto mean_slow(const auto& x, const auto& y) const { return y + s * transpose_times(A, x); }

  // Closed forms, for measuring.
  auto fast_solution(const auto& y) const { return solve(C, b - A * y); }
  auto reduced(const auto& y) const { return mean_slow(fast_solution(y), y); }
  template <class Y>
  auto preconditioner(const Y&) const {
    Matrix<typename Y::Element, 4, 4> P;
    const auto ACinv = right_divide(transpose(A), C);
    for (int i = 0; i < 16; ++i) P.entries()[i] = (s / t) * ACinv.entries()[i];
    return P;
  }

 private:
  static double feature(int i, int state) {
    if (i == 3) return 1;
    const int distance = state > 3 * i ? state - 3 * i : 3 * i - state;
    return distance < 3 ? (3 - distance) / 3.0 : 0;
  }
  template <class Row>
  static Vector<typename Row::Element, 4> at(const std::array<std::array<double, kRows>, 4>& table, const Row& row) {
    return {pick(table[0], row[0]), pick(table[1], row[0]), pick(table[2], row[0]), pick(table[3], row[0])};
  }
};

TWOSCALE_PROBLEM(GradientTd, "gradient-td", "off-policy evaluation by GTD2 with linearly dependent features")
