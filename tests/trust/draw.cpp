#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace twoscale::trust {

namespace {

using Mat = Eigen::MatrixXd;
using Vec = Eigen::VectorXd;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  double power(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  int whole(int low, int high) { return std::min(high, static_cast<int>(uniform(low, high + 1))); }
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform(0, 1))) * std::cos(2 * std::numbers::pi * uniform(0, 1));
  }
  Vec normals(int n) {
    return Vec::NullaryExpr(n, [&] { return normal(); });
  }
  Mat normals(int n, int m) {
    return Mat::NullaryExpr(n, m, [&] { return normal(); });
  }
  Mat orthogonal(int n) { return Mat(Eigen::HouseholderQR<Mat>(normals(n, n)).householderQ()); }
  Vec direction(int n) { return normals(n).normalized(); }
  int size() { return static_cast<int>(std::exp(uniform(0, std::log(50.999)))); }

 private:
  std::mt19937_64 engine_;
};

double operator_norm(const Mat& m) { return Eigen::JacobiSVD<Mat>(m).singularValues()(0); }

template <class Out>
Out copied(const Mat& m) {
  Out out(static_cast<int>(m.rows()), static_cast<int>(m.cols()));
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) out(i, j) = m(i, j);
  return out;
}
Matrix<double> to_matrix(const Mat& m) { return copied<Matrix<double>>(m); }
Mat from_matrix(const Matrix<double>& m) {
  Mat out(m.rows(), m.cols());
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) out(i, j) = m(i, j);
  return out;
}
Vector<double> to_vector(const Vec& v) {
  Vector<double> out(static_cast<int>(v.size()));
  for (int i = 0; i < v.size(); ++i) out[i] = v(i);
  return out;
}
Vec from_vector(const Vector<double>& v) {
  Vec out(v.size());
  for (int i = 0; i < v.size(); ++i) out(i) = v[i];
  return out;
}
std::vector<double> to_numbers(const Vec& v) { return {v.begin(), v.end()}; }

/// A set with a point on its boundary: an outward normal there, a basis of the face, how much the face curves.
struct Corner {
  std::string name;
  AnySet set;
  Vec point, normal;
  Mat face;           // columns span the tangent space
  double curvature = 0;  // |normal| / radius
  Vec inside;         // some other point of the set
};

/// Keeps some coordinates at their bounds.
Corner box_corner(Dice& dice, int n, double unit, double strength) {
  Corner out{.name = "box", .set = {}, .point = Vec(n), .normal = Vec::Zero(n), .face = {}, .inside = Vec(n)};
  std::vector<double> lower(n), upper(n);
  std::vector<int> free;
  const int surely = dice.whole(0, n - 1);
  for (int i = 0; i < n; ++i) {
    const bool active = i == surely || dice.chance(0.4), low = dice.chance(0.7);
    lower[i] = unit * dice.uniform(-1, 0), upper[i] = lower[i] + unit * dice.uniform(1, 4);
    if (!active) free.push_back(i);
    out.point(i) = active ? (low ? lower[i] : upper[i]) : lower[i] + dice.uniform(0.2, 0.8) * (upper[i] - lower[i]);
    if (active) out.normal(i) = (low ? -1 : 1) * strength * unit * dice.uniform(0.2, 1);
    out.inside(i) = dice.uniform(lower[i], upper[i]);
  }
  out.face = Mat::Zero(n, static_cast<int>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) out.face(free[k], static_cast<int>(k)) = 1;
  out.set = Box(lower, upper);
  return out;
}

Corner ball_corner(Dice& dice, int n, double unit, double strength) {
  const double radius = unit * dice.uniform(1, 3), push = strength * unit * dice.uniform(0.2, 1);
  const Vec centre = unit * dice.normals(n), out = dice.direction(n);
  Corner corner{.name = "ball", .set = Ball(radius, to_numbers(centre)), .point = centre + radius * out,
                .normal = push * out, .face = {}, .curvature = push / radius,
                .inside = centre + radius * dice.uniform(0, 0.9) * dice.direction(n)};
  const Mat q = Mat(Eigen::HouseholderQR<Mat>(Mat(out)).householderQ());
  corner.face = q.rightCols(n - 1);
  return corner;
}

/// v >= 0 with a given sum: some coordinates at zero.
Corner simplex_corner(Dice& dice, int n, double unit, double strength) {
  Corner out{.name = "simplex", .set = Simplex(unit), .point = Vec::Zero(n), .normal = Vec::Zero(n), .face = {},
             .inside = Vec(n)};
  std::vector<int> support;
  const int surely = dice.whole(0, n - 1), surely_not = (surely + 1) % n;
  for (int i = 0; i < n; ++i)
    if (i == surely || (i != surely_not && dice.chance(0.5))) support.push_back(i);
  for (const int i : support) out.point(i) = dice.uniform(0.5, 1);
  out.point *= unit / out.point.sum();
  out.normal.setConstant(strength * unit * dice.uniform(-1, 1));
  for (int i = 0; i < n; ++i)
    if (out.point(i) == 0) out.normal(i) -= strength * unit * dice.uniform(0.2, 1);
  for (int i = 0; i < n; ++i) out.inside(i) = dice.uniform(0.01, 1);
  out.inside *= unit / out.inside.sum();
  const int k = static_cast<int>(support.size());
  const Mat q = Mat(Eigen::HouseholderQR<Mat>(Mat(Vec::Ones(k))).householderQ());
  out.face = Mat::Zero(n, k - 1);
  for (int i = 0; i < k; ++i) out.face.row(support[i]) = q.rightCols(k - 1).row(i);
  return out;
}

Corner corner(Dice& dice, int n, double unit, double strength) {
  const int kind = dice.whole(0, 2);
  if (kind == 0 && n > 1) return simplex_corner(dice, n, unit, strength);
  if (kind == 1 && n > 1) return ball_corner(dice, n, unit, strength);
  return box_corner(dice, n, unit, strength);
}

/// Eigenvalues from top down to top/condition, in random directions; where they are close, half of the time with a turn
/// besides.
Mat fast_matrix(Dice& dice, int n, double condition, double& measured) {
  const double top = dice.uniform(0.5, 1);
  Vec values(n);
  for (int i = 0; i < n; ++i) values(i) = top * std::pow(condition, i == 0 ? 0 : i + 1 == n ? -1 : -dice.uniform(0, 1));
  const Mat u = dice.orthogonal(n);
  Mat out = u * values.asDiagonal() * u.transpose();
  if (condition < 4 && n > 1 && dice.chance(0.5)) {
    Mat skew = dice.normals(n, n);
    skew = (skew - skew.transpose()).eval();
    out += 0.3 * values.minCoeff() / operator_norm(skew) * skew;
  }
  measured = n > 1 ? condition : 1;
  return out;
}

/// h'(y*), of norm at most one but for the expanding family.
Mat slow_matrix(Dice& dice, Family family, int n) {
  const Mat u = dice.orthogonal(n);
  if (family == Family::turning) {
    Mat blocks = Mat::Identity(n, n) * dice.uniform(-0.5, 0.8);
    for (int b = 0; 2 * b + 1 < n; ++b) {
      const double angle = dice.power(-1, 0.45);
      blocks.block(2 * b, 2 * b, 2, 2) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    }
    return u * blocks * u.transpose();
  }
  Vec values(n);
  const double most = dice.chance(0.5) ? 0.9 : 1 - dice.power(-2, -1);
  for (int i = 0; i < n; ++i) values(i) = dice.uniform(0, most);
  if (family == Family::flat) values(0) = dice.chance(0.5) ? 1 : 1 - dice.power(-4, -1);
  if (family == Family::expanding) {
    values(0) = 1 + dice.power(-1.3, 0.3);
    return u * values.asDiagonal() * u.transpose();
  }
  const Mat v = family == Family::flat || dice.chance(0.5) ? u : dice.orthogonal(n);
  return u * values.asDiagonal() * v.transpose();
}

/// The trace of Sigma, with P and the residual on their faces.
double trace_of(const RandomProblem& p, const Corner* fast, const Corner* slow) {
  const Mat A = from_matrix(p.A), C = from_matrix(p.C);
  Mat P;
  if (fast == nullptr) P = C * A.inverse();
  else {
    const Mat& T = fast->face;
    const Mat inner = T.transpose() * A * T + fast->curvature * Mat::Identity(T.cols(), T.cols());
    P = T.cols() > 0 ? Mat(C * T * inner.inverse() * T.transpose()) : Mat(Mat::Zero(C.rows(), C.cols()));
  }
  const Vec g = from_vector(p.sigma_g) + p.shake_g * (from_vector(p.ys) - from_vector(p.origin));
  Mat sigma = Mat(g.array().square().matrix().asDiagonal());
  sigma += P * from_vector(p.sigma_f).array().square().matrix().asDiagonal() * P.transpose();
  if (slow == nullptr) return sigma.trace();
  const Mat& T = slow->face;
  const double shrink = 1 / (1 + slow->curvature);
  return shrink * shrink * (T.transpose() * sigma * T).trace();
}

struct Noises {
  double size = 0.3, share = 0.5;  // sqrt of the trace of Sigma in units of y, and how much of it F's noise gives
};

}  // namespace

const char* name_of(Family family) {
  constexpr const char* kNames[kFamilies] = {
      "plain",       "curved",      "noise grows with y", "heavy tails",       "rare events",
      "discrete",    "quiet, 1e-5", "no noise",           "fast set active",   "slow set active",
      "flat in one", "turning",     "ill-conditioned",    "expanding"};
  return kNames[static_cast<int>(family)];
}

Drawn draw(Family family, int number) {
  Dice dice(static_cast<std::uint64_t>(number) * 1000 + static_cast<std::uint64_t>(family) + 77);
  Drawn out{.family = family, .number = number, .problem = {}};
  RandomProblem& p = out.problem;
  const bool ill = family == Family::ill_conditioned, active = family == Family::fast_active;
  p.nx = dice.size(), p.ny = dice.size();
  if (ill) p.nx = std::max(p.nx, 2);
  if (active && dice.chance(0.4)) p.ny = p.nx = std::max(2, p.nx);  // a game, see below
  const bool game = active && p.nx == p.ny && p.nx > 1;
  p.unit_x = dice.power(-6, 6), p.unit_y = dice.power(-6, 6);
  if (game) p.unit_x = p.unit_y;
  const double strength = dice.power(-1.5, 0);
  std::optional<Corner> fast, slow;
  if (active) fast = corner(dice, p.nx, p.unit_x, strength);
  if (family == Family::slow_active) slow = corner(dice, p.ny, p.unit_y, strength);
  out.set = fast ? fast->name : slow ? slow->name : "";

  // the maps
  const bool wild = dice.chance(0.5);
  const double condition = ill ? dice.power(2, 4) : wild ? dice.power(0, 3) : dice.power(0, 1);
  Mat A = fast_matrix(dice, p.nx, condition, out.condition);
  Mat S = dice.normals(p.nx, p.ny), C = dice.normals(p.ny, p.nx), M = slow_matrix(dice, family, p.ny);
  out.leak = dice.chance(0.05) ? 0 : ill ? dice.power(0, 3) : wild ? dice.power(-1, 2.5) : dice.power(-1, 1);
  C *= out.leak / operator_norm(C * A.inverse());
  S *= dice.power(-1, 0) / operator_norm(S);
  if (game) {  // the resolvent of a skew matrix: h(y) = x*(y), whatever the set
    Mat skew = dice.normals(p.nx, p.nx);
    skew = (skew - skew.transpose()).eval();
    A = Mat::Identity(p.nx, p.nx) + dice.uniform(0.1, 0.8) / operator_norm(skew) * skew;
    S = A.inverse(), C = Mat::Identity(p.nx, p.nx), M = S;
    out.condition = 1, out.leak = operator_norm(S);
  } else if (active) {  // so that h is non-expansive whichever face is active
    const double least = Eigen::SelfAdjointEigenSolver<Mat>(0.5 * (A + A.transpose())).eigenvalues()(0);
    M *= 0.6 / std::max(0.6, operator_norm(M));
    if (out.leak > 0) S *= 0.4 / (operator_norm(C) * (operator_norm(A * S) / least + operator_norm(S)));
  }
  p.A = to_matrix(A), p.S = to_matrix(p.unit_x / p.unit_y * S), p.C = to_matrix(p.unit_y / p.unit_x * C);
  p.M = to_matrix(M);
  if (family == Family::curved)
    p.bend_f = dice.uniform(0, 0.8), p.bend_g = dice.uniform(0, 0.8), p.bend_h = dice.uniform(0, 0.5);

  // the solution and the start
  const Vec xs = fast ? fast->point : Vec(p.unit_x * dice.normals(p.nx));
  const Vec ys = slow ? slow->point : Vec(p.unit_y * dice.normals(p.ny));
  const double distance = family == Family::curved ? dice.power(-1, 0.5) : dice.power(-1, 3);
  const Vec y0 = slow ? slow->inside : Vec(ys + p.unit_y * distance * dice.direction(p.ny));
  const Vec x0 = fast ? fast->inside : Vec(xs + p.unit_x * dice.power(-1, family == Family::curved ? 0 : 2) * dice.direction(p.nx));
  p.xs = to_vector(xs), p.ys = to_vector(ys);
  p.push = to_vector(fast ? Vec(-fast->normal) : Vec(Vec::Zero(p.nx)));
  p.lift = to_vector(slow ? slow->normal : Vec(Vec::Zero(p.ny)));
  p.fast_start = to_numbers(x0), p.slow_start = to_numbers(y0);
  if (fast) p.fast_set = fast->set;
  if (slow) p.slow_set = slow->set;

  // noise: G's and what F's becomes in h, in a given proportion; coordinates differ by up to 10
  double size = dice.power(-1.5, 0.3), share = dice.uniform(0, 1);
  if (family == Family::quiet) size = 1e-5;
  if (family == Family::noiseless) size = 0;
  Vec sigma_f(p.nx), sigma_g(p.ny);
  for (int i = 0; i < p.nx; ++i) sigma_f(i) = dice.power(-1, 0);
  for (int i = 0; i < p.ny; ++i) sigma_g(i) = dice.power(-1, 0);
  p.origin = to_vector(y0);
  const auto trace_with = [&](const Vec& f, const Vec& g) {
    p.sigma_f = to_vector(f), p.sigma_g = to_vector(g);
    return trace_of(p, fast ? &*fast : nullptr, slow ? &*slow : nullptr);
  };
  const double of_f = trace_with(sigma_f, Vec::Zero(p.ny)), of_g = trace_with(Vec::Zero(p.nx), sigma_g);
  const double wanted = size * size * p.unit_y * p.unit_y;
  sigma_f *= of_f > 0 ? std::sqrt(share * wanted / of_f) : size * p.unit_x;
  sigma_g *= of_g > 0 ? std::sqrt((of_f > 0 ? 1 - share : 1) * wanted / of_g) : size * p.unit_y;
  if (family == Family::multiplies) p.shake_g = dice.power(-1.5, -0.3), p.shake_f = dice.uniform(0, 0.5), sigma_f *= 0.03, sigma_g *= 0.03;
  if (dice.chance(0.3)) p.shake_f = dice.uniform(0, 0.5);
  if (dice.chance(0.3)) p.shake_rows = dice.uniform(0, 0.5);
  if (dice.chance(0.3)) p.shake_c = dice.uniform(0, 0.5);
  if (family == Family::noiseless || family == Family::quiet) p.shake_f = p.shake_rows = p.shake_c = 0;
  if (family == Family::heavy) p.noise_f = p.noise_g = dice.chance(0.5) ? Noise::cubed : Noise::lognormal;
  if (family == Family::rare) p.noise_g = Noise::rare, p.noise_f = dice.chance(0.5) ? Noise::rare : Noise::normal;
  if (family == Family::discrete) p.noise_f = p.noise_g = Noise::signs;
  out.trace = trace_with(sigma_f, sigma_g);
  out.start_residual = out.squared_residual(p.slow_start);
  return out;
}

namespace {
template <class Set>
Vec projected(const Set& set, const Vec& v) {
  Vector<Real> w(static_cast<int>(v.size()));
  for (int i = 0; i < v.size(); ++i) w[i] = v(i);
  set.project(w);
  Vec out(v.size());
  for (int i = 0; i < v.size(); ++i) out(i) = w[i].lane(0);
  return out;
}
}  // namespace

Eigen::VectorXd Drawn::fast_solution(const Eigen::VectorXd& y) const {
  const RandomProblem& p = problem;
  const Vec manifold = from_vector(p.xs) + from_matrix(p.S) * (y - from_vector(p.ys));
  if (family != Family::fast_active) return manifold;
  // No curves here: x <- Proj_X[f(x, y)], a contraction.
  const Mat A = from_matrix(p.A);
  const Vec push = from_vector(p.push);
  Vec x = projected(p.fast_set, manifold);
  for (int i = 0; i < 100000; ++i) {
    const Vec next = projected(p.fast_set, x - A * (x - manifold) - push);
    const double moved = (next - x).norm();
    x = next;
    if (moved <= 1e-15 * x.norm()) break;
  }
  return x;
}

double Drawn::squared_residual(const std::vector<double>& slow) const {
  const RandomProblem& p = problem;
  const Vec y = Eigen::Map<const Vec>(slow.data(), static_cast<Eigen::Index>(slow.size()));
  Vec v = y - from_vector(p.ys);
  const Vec u = fast_solution(y) - from_vector(p.xs) - from_matrix(p.S) * v;
  for (int i = 0; i < v.size(); ++i)
    v(i) = (1 - p.bend_h) * v(i) + p.bend_h * p.unit_y * std::sin(v(i) / p.unit_y);
  const Vec h = from_vector(p.ys) + from_vector(p.lift) + from_matrix(p.M) * v + from_matrix(p.C) * u;
  return (projected(p.slow_set, h) - y).squaredNorm();
}

}  // namespace twoscale::trust
