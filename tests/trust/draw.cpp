#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "corner.hpp"
#include "dice.hpp"

namespace twoscale::trust {

namespace {

/// Eigenvalues from 0.5 to 1 at the top down to 1/condition of that, in random directions; where they are close, half
/// of the time with a turn besides.
Mat random_fast_matrix(Dice& dice, int size, double condition) {
  Vec values(size);
  const double top = dice.uniform(0.5, 1);
  for (int i = 0; i < size; ++i) {
    const bool is_first = i == 0, is_last = i + 1 == size;
    values(i) = top * std::pow(condition, is_first ? 0 : is_last ? -1 : -dice.uniform(0, 1));
  }
  const Mat u = dice.orthogonal(size);
  Mat out = u * values.asDiagonal() * u.transpose();
  if (condition < 4 && size > 1 && dice.chance(0.5)) out += 0.3 * values.minCoeff() * dice.skew(size);
  return out;
}

/// Planes that turn by 0.1 to 2.8; a coordinate that is left over shrinks.
Mat random_turns(Dice& dice, int size) {
  Mat out = Mat::Identity(size, size) * dice.uniform(-0.5, 0.8);
  for (int i = 0; i + 1 < size; i += 2) {
    const double angle = dice.power(-1, 0.45);
    out.block(i, i, 2, 2) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  }
  return out;
}

/// h'(y*) of the problem without sets: of norm at most one, but for the expanding family.
Mat random_slow_matrix(Dice& dice, Family family, int size) {
  const Mat u = dice.orthogonal(size);
  if (family == Family::turning) return u * random_turns(dice, size) * u.transpose();
  Vec values(size);
  const double most = dice.chance(0.5) ? 0.9 : 1 - dice.power(-2, -1);
  for (double& value : values) value = dice.uniform(0, most);
  if (family == Family::flat) values(0) = dice.chance(0.5) ? 1 : 1 - dice.power(-4, -1);
  if (family == Family::expanding) values(0) = 1 + dice.power(-1.3, 0.3);
  const bool is_symmetric = family == Family::flat || family == Family::expanding || dice.chance(0.5);
  const Mat v = is_symmetric ? u : dice.orthogonal(size);
  return u * values.asDiagonal() * v.transpose();
}

/// Draws one problem, part by part. What is drawn later never changes what was drawn before.
class Draft {
 public:
  Draft(Family family, int number)
      : dice_(static_cast<std::uint64_t>(number) * 1000 + static_cast<std::uint64_t>(family) + 77) {
    out_.family = family, out_.number = number;
  }

  Drawn finished() {
    choose_sizes_and_units();
    choose_sets();
    choose_maps();
    choose_solution_and_start();
    choose_noise();
    copy_to_problem();
    return std::move(out_);
  }

 private:
  bool is(Family family) const { return out_.family == family; }
  /// x and y are alike: h(y) is to be x*(y) itself, but for a constant.
  bool is_game() const { return is(Family::fast_active) && problem_.nx == problem_.ny && problem_.nx > 1; }

  void choose_sizes_and_units();
  void choose_sets();
  void choose_maps();
  void make_game();
  void keep_non_expansive();
  void choose_solution_and_start();
  void choose_noise();
  void choose_sizes_of_noise();
  void choose_laws_of_noise();
  void copy_to_problem();

  Dice dice_;
  Drawn out_{};
  RandomProblem& problem_ = out_.problem;
  Truth& truth_ = out_.truth;
  Traits& traits_ = out_.traits;
  std::optional<Corner> fast_, slow_;
  Vec fast_start_, slow_start_, sigma_f_, sigma_g_;
};

void Draft::choose_sizes_and_units() {
  problem_.nx = dice_.size(), problem_.ny = dice_.size();
  if (is(Family::ill_conditioned)) problem_.nx = std::max(problem_.nx, 2);
  if (is(Family::fast_active) && dice_.chance(0.4)) problem_.ny = problem_.nx = std::max(2, problem_.nx);
  problem_.unit_x = dice_.power(-6, 6), problem_.unit_y = dice_.power(-6, 6);
  if (is_game()) problem_.unit_x = problem_.unit_y;
  traits_.fast_size = problem_.nx, traits_.slow_size = problem_.ny;
}

void Draft::choose_sets() {
  // How hard a map pushes against a set at the solution, in units. Not below a tenth: of a push that is lost in the
  // noise nobody can tell whether the set is active, and the limit is another on either side of that kink.
  const double strength = dice_.power(-1, 0);
  if (is(Family::fast_active)) fast_ = random_corner(dice_, problem_.nx, problem_.unit_x, strength);
  if (is(Family::slow_active)) slow_ = random_corner(dice_, problem_.ny, problem_.unit_y, strength);
  if (fast_) truth_.fast = fast_->active, problem_.fast_set = fast_->set, traits_.set = fast_->name;
  if (slow_) truth_.slow = slow_->active, problem_.slow_set = slow_->set, traits_.set = slow_->name;
}

void Draft::choose_maps() {
  const bool is_wild = dice_.chance(0.5), is_ill = is(Family::ill_conditioned);
  traits_.condition = is_ill ? dice_.power(2, 4) : dice_.power(0, is_wild ? 3 : 1);
  truth_.A = random_fast_matrix(dice_, problem_.nx, traits_.condition);
  if (problem_.nx == 1) traits_.condition = 1;
  truth_.S = dice_.normals(problem_.nx, problem_.ny);
  truth_.C = dice_.normals(problem_.ny, problem_.nx);
  truth_.M = random_slow_matrix(dice_, out_.family, problem_.ny);
  traits_.leak = dice_.chance(0.05) ? 0 : is_ill ? dice_.power(0, 3) : dice_.power(-1, is_wild ? 2.5 : 1);
  truth_.C *= traits_.leak / operator_norm(truth_.C * truth_.A.inverse());
  truth_.S *= dice_.power(-1, 0) / operator_norm(truth_.S);
  if (is_game()) make_game();
  else if (is(Family::fast_active)) keep_non_expansive();
  truth_.S *= problem_.unit_x / problem_.unit_y;
  truth_.C *= problem_.unit_y / problem_.unit_x;
  if (is(Family::curved)) {
    problem_.bend_f = dice_.uniform(0, 0.8), problem_.bend_g = dice_.uniform(0, 0.8);
    problem_.bend_h = dice_.uniform(0, 0.5);
  }
}

/// The resolvent of a skew matrix, which is non-expansive whatever the set: g(x, y) = x + ys - xs.
void Draft::make_game() {
  const Mat identity = Mat::Identity(problem_.nx, problem_.nx), skew = dice_.skew(problem_.nx);
  truth_.A = identity + dice_.uniform(0.1, 0.8) * skew;
  truth_.S = truth_.M = truth_.A.inverse();
  truth_.C = identity;
  traits_.condition = 1, traits_.leak = operator_norm(truth_.S);
}

/// Makes M and S so small that h is non-expansive whichever face of the fast set is active.
void Draft::keep_non_expansive() {
  const Mat &A = truth_.A, &C = truth_.C;
  const double least = Eigen::SelfAdjointEigenSolver<Mat>(0.5 * (A + A.transpose())).eigenvalues()(0);
  truth_.M *= 0.6 / std::max(0.6, operator_norm(truth_.M));
  if (traits_.leak > 0)
    truth_.S *= 0.4 / (operator_norm(C) * (operator_norm(A * truth_.S) / least + operator_norm(truth_.S)));
}

void Draft::choose_solution_and_start() {
  const int nx = problem_.nx, ny = problem_.ny;
  const double unit_x = problem_.unit_x, unit_y = problem_.unit_y;
  const bool is_curved = is(Family::curved);  // not so far out: the curves are waves
  truth_.xs = fast_ ? fast_->point : Vec(unit_x * dice_.normals(nx));
  truth_.ys = slow_ ? slow_->point : Vec(unit_y * dice_.normals(ny));
  truth_.push = fast_ ? Vec(-fast_->normal) : Vec(Vec::Zero(nx));
  truth_.lift = slow_ ? slow_->normal : Vec(Vec::Zero(ny));
  const double slow_distance = unit_y * dice_.power(-1, is_curved ? 0.5 : 3);
  slow_start_ = slow_ ? slow_->inside : Vec(truth_.ys + slow_distance * dice_.direction(ny));
  if (fast_) {
    fast_start_ = fast_->inside;
  } else {
    const Vec direction = dice_.direction(nx);
    fast_start_ = truth_.xs + unit_x * dice_.power(-1, is_curved ? 0 : 2) * direction;
  }
}

void Draft::choose_noise() {
  choose_sizes_of_noise();
  choose_laws_of_noise();
  const Vec way = truth_.ys - slow_start_;
  out_.trace = truth_.trace(sigma_f_, sigma_g_ + problem_.shake_g * way);
}

/// sqrt(tr Sigma), in units of y, is drawn, and how much of it the noise of F gives; coordinates differ by up to 10.
void Draft::choose_sizes_of_noise() {
  const double drawn = dice_.power(-1.5, 0.3), share = dice_.uniform(0, 1);
  const double size = is(Family::noiseless) ? 0 : is(Family::quiet) ? 1e-5 : drawn;
  sigma_f_ = Vec(problem_.nx), sigma_g_ = Vec(problem_.ny);
  for (double& value : sigma_f_) value = dice_.power(-1, 0);
  for (double& value : sigma_g_) value = dice_.power(-1, 0);
  const double of_f = truth_.trace(sigma_f_, Vec::Zero(problem_.ny));
  const double of_g = truth_.trace(Vec::Zero(problem_.nx), sigma_g_);
  const double wanted = size * size * problem_.unit_y * problem_.unit_y;
  // Noise that does not reach h, as on a corner of a set, still has the size of a unit.
  sigma_f_ *= of_f > 0 ? std::sqrt(share * wanted / of_f) : size * problem_.unit_x;
  sigma_g_ *= of_g > 0 ? std::sqrt((of_f > 0 ? 1 - share : 1) * wanted / of_g) : size * problem_.unit_y;
}

void Draft::choose_laws_of_noise() {
  RandomProblem& p = problem_;
  if (is(Family::growing_noise)) {
    p.shake_g = dice_.power(-1.5, -0.3), p.shake_f = dice_.uniform(0, 0.5);
    sigma_f_ *= 0.03, sigma_g_ *= 0.03;
  }
  if (dice_.chance(0.3)) p.shake_f = dice_.uniform(0, 0.5);
  if (dice_.chance(0.3)) p.shake_rows = dice_.uniform(0, 0.5);
  if (dice_.chance(0.3)) p.shake_c = dice_.uniform(0, 0.5);
  if (is(Family::noiseless) || is(Family::quiet)) p.shake_f = p.shake_rows = p.shake_c = 0;
  if (is(Family::heavy_tails)) p.noise_f = p.noise_g = dice_.chance(0.5) ? Noise::cubed : Noise::lognormal;
  if (is(Family::rare_events)) p.noise_g = Noise::rare, p.noise_f = dice_.chance(0.5) ? Noise::rare : Noise::normal;
  if (is(Family::discrete)) p.noise_f = p.noise_g = Noise::signs;
}

void Draft::copy_to_problem() {
  RandomProblem& p = problem_;
  truth_.unit_y = p.unit_y, truth_.bend_h = p.bend_h;
  p.A = to_matrix(truth_.A), p.S = to_matrix(truth_.S), p.C = to_matrix(truth_.C), p.M = to_matrix(truth_.M);
  p.xs = to_vector(truth_.xs), p.ys = to_vector(truth_.ys);
  p.push = to_vector(truth_.push), p.lift = to_vector(truth_.lift);
  p.sigma_f = to_vector(sigma_f_), p.sigma_g = to_vector(sigma_g_);
  p.origin = to_vector(slow_start_);
  p.fast_start = to_doubles(fast_start_), p.slow_start = to_doubles(slow_start_);
  out_.start_residual = truth_.squared_residual(p.slow_start);
}

}  // namespace

Drawn draw(Family family, int number) { return Draft(family, number).finished(); }

}  // namespace twoscale::trust
