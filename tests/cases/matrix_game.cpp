// A zero-sum game: rock, paper, scissors, and a fourth move that loses to all of them. x = (p, q) are both players'
// mixed strategies, each kept in a simplex by fast_set; the slow map is the game's resolvent, h(y) = x*(y). Solution,
// and the only one: (1/3, 1/3, 1/3, 0) for both, on the boundary. Version 0.1.0 answered zero, and certified it:
// correction, residual and certificate were those of the map without its set.
#include <twoscale/problem.hpp>

using namespace twoscale;

struct MatrixGame {
  double sigma = 0.3, step = 0.4;
  static constexpr std::array<Setting<MatrixGame>, 2> settings = {{
      {"sigma", &MatrixGame::sigma, Range::at_least(0), "standard deviation of the noise on each loss"},
      {"step", &MatrixGame::step, Range::above_to(0, 0.4), "of the resolvent; f contracts by 1.74 times that"},
  }};

  static constexpr int kMoves = 4;
  static constexpr Shape shape{.fast = 2 * kMoves, .slow = 2 * kMoves, .fast_noise = 2 * kMoves, .slow_noise = 0};
  Product<Simplex, Simplex> fast_set{Factor{kMoves, Simplex{}}, Factor{kMoves, Simplex{}}};
  std::array<double, 2 * kMoves> slow_start{0.7, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.7};

  auto fast(const auto& x, const auto& y, const auto& xi) const { return y - step * losses(x) - (step * sigma) * xi; }
  auto slow(const auto& x, const auto& /*y*/, const auto& /*zeta*/) const { return x; }

 private:
  // What the first player loses, by own move (row) and the other's (column).
  static constexpr double kLoss[kMoves][kMoves] = {{0, 1, -1, -1}, {-1, 0, 1, -1}, {1, -1, 0, -1}, {1, 1, 1, 0}};

  // (L q, -L^T p): the mean loss of each move of each player.
  template <class X>
  static X losses(const X& x) {
    X out = 0.0 * x;
    for (int i = 0; i < kMoves; ++i)
      for (int j = 0; j < kMoves; ++j) {
        out[i] = out[i] + kLoss[i][j] * x[kMoves + j];
        out[kMoves + j] = out[kMoves + j] - kLoss[i][j] * x[i];
      }
    return out;
  }
};

TWOSCALE_PROBLEM(MatrixGame, "matrix-game", "a matrix game with a move that is worse than all others")
