// A certificate's solve: x^ near x*(y), P there, and the noise of what is to be queried.
#include <algorithm>
#include <cmath>

#include "parts.hpp"

namespace twoscale::detail {

namespace {

/// E|v - E v|^2 of the law the vectors are from.
double spread(const std::vector<Numbers>& vectors) {
  VectorMean mean;
  for (const Numbers& v : vectors) mean.add(v);
  const double error = mean.standard_error();
  return error * error * static_cast<double>(vectors.size());
}

/// How many residuals of the solve are kept for their noise.
constexpr std::size_t kKept = 128;

}  // namespace

// Of 16,384 samples or fewer a fifth for the solve, 8 % for P and 3 % to see the noise of G leave 69 % to the queries,
// whose number sets the width. The bias that the solve and P leave falls as one over their samples, noise as one over
// the root of all: of N samples, N^(3/4) keep it as small beside the noise as ever, and more go to the queries. The raw
// oracle's bias is the solve's error itself: two thirds go there, always. Where no matrix is formed, products with
// derivative samples cost more than samples do: there are fewer, a sixth goes to Newton's steps of x, and a sixteenth
// to see how straight f and g are.
GroupSamples GroupSamples::of(std::uint64_t samples, std::uint64_t groups, Oracle oracle, bool estimate,
                              std::uint64_t draws) {
  constexpr double kSmall = 16384;
  const double larger = static_cast<double>(samples * groups) / kSmall;
  const double thin = oracle == Oracle::dense && larger > 1 ? std::sqrt(std::sqrt(larger)) : 1;
  const auto share = [&](std::uint64_t of) { return static_cast<std::uint64_t>(static_cast<double>(of) / thin); };
  GroupSamples out;
  out.derivative = oracle != Oracle::raw && estimate ? std::min(share(samples / 25), draws) : 0;
  out.pilot = share(samples / 32) / 2 * 2;
  out.inner = oracle != Oracle::raw ? share(samples / 5) : samples / 3 * 2;
  out.polish = oracle == Oracle::krylov ? samples / 6 : 0;
  out.bends = oracle == Oracle::krylov ? samples / 16 / 4 * 4 : 0;
  out.queries = samples - out.inner - out.polish - 2 * out.derivative - out.pilot - out.bends;
  return out;
}
void GroupSamples::add(const GroupSamples& more) {
  inner += more.inner, polish += more.polish, derivative += more.derivative;
  pilot += more.pilot, bends += more.bends, queries += more.queries;
}

void Solve::place(Numbers free) {
  free_ = std::move(free);
  x_ = free_;
  frame_->problem.project_fast(x_);
}

/// Steps 1/sqrt(t) forget the start whatever the contraction is; the average has the noise of the best step all the
/// same [polyak_juditsky_1992].
void Solve::step(std::uint64_t steps) {
  Numbers sum(x_.size());
  residuals_.clear();
  const std::uint64_t first = steps / 4;
  for (std::uint64_t t = 0; t < steps; ++t) {
    Numbers residual = frame_->problem.fast(x_, frame_->y, draws_(Role::xi));
    add(residual, -1, free_);
    add(free_, 1 / std::sqrt(static_cast<double>(++steps_)), residual);
    place(std::move(free_));
    if (t >= first) add(sum, 1, free_);
    if (t + kKept >= steps) residuals_.push_back(std::move(residual));
  }
  averaged_ = steps - first, samples_ += steps;
  place(scaled(1 / static_cast<double>(averaged_), sum));
}

void Solve::learn(const std::vector<const DerivativeDraws*>& groups) {
  // One object, made in place: it is not to be copied.
  face_ = std::shared_ptr<const NumbersFace>(
      new NumbersFace([problem = &frame_->problem](Numbers& v) { problem->project_fast(v); }, free_));
  if (groups.empty() || groups.front()->empty()) return;
  if (frame_->oracle == Oracle::krylov) slopes_ = krylov_derivatives(*frame_, x_, *face_, groups);
  else slopes_ = dense_derivatives(*frame_, x_, *face_, groups);
}

/// Newton's steps: where f is curved one does not arrive. The last has half of the samples, since its noise stays.
void Solve::polish(std::uint64_t samples, const std::vector<const DerivativeDraws*>& groups) {
  constexpr std::uint64_t kSteps = 6, kShare = 2 * (kSteps - 1);
  if (samples == 0 || !slopes_) return;
  for (std::uint64_t k = 1; k <= kSteps; ++k) {
    const std::uint64_t draws = k < kSteps ? samples / kShare : samples - (kSteps - 1) * (samples / kShare);
    const auto step = newton_step(draws);
    if (!step) return;  // which the certificate will find, too
    place(moved(free_, 1, *step));
    learn(groups);
  }
}

std::optional<Numbers> Solve::newton_step(std::uint64_t samples) {
  Numbers residual(x_.size());
  for (std::uint64_t i = 0; i < samples; ++i) {
    add(residual, 1, frame_->problem.fast(x_, frame_->y, draws_(Role::xi)));
    add(residual, -1, free_);
  }
  samples_ += samples, averaged_ = samples;
  return slopes_->solve(scaled(1 / static_cast<double>(samples), residual));
}

Numbers Solve::times_preconditioner(const Numbers& residual) const {
  if (frame_->preconditioner) return frame_->preconditioner(residual);
  const auto out = slopes_ ? slopes_->times(residual) : std::nullopt;
  return out ? *out : Numbers(frame_->y.size(), std::nan(""));
}

std::vector<Numbers> Solve::arrows(const std::vector<Numbers>& residuals) const {
  std::vector<Numbers> out;
  for (const Numbers& residual : residuals)
    if (auto arrow = slopes_ ? slopes_->solve(residual) : std::nullopt) out.push_back(std::move(*arrow));
  return out;
}

/// Noise is common to both points: what is left of it is that of the slopes along the arrow.
Numbers Solve::bend(const Numbers& arrow, std::uint64_t draws) {
  const Evaluator& problem = frame_->problem;
  const Numbers free = moved(free_, 1, arrow);
  Numbers x = free, of_fast(x_.size()), of_slow(frame_->y.size());
  problem.project_fast(x);
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Numbers xi = draws_(Role::xi), zeta = draws_(Role::zeta_g);
    add(of_fast, 1, difference(problem.fast(x, frame_->y, xi), problem.fast(x_, frame_->y, xi)));
    add(of_fast, -1, arrow);
    add(of_slow, 1, difference(problem.slow(x, frame_->y, zeta), problem.slow(x_, frame_->y, zeta)));
  }
  samples_ += 4 * draws;
  const double each = 1 / static_cast<double>(draws);
  return moved(scaled(each, of_slow), each, times_preconditioner(of_fast));
}

std::vector<Numbers> Solve::turns(std::size_t groups, const Numbers& residual) const {
  std::vector<Numbers> out(groups, Numbers(frame_->y.size()));
  const auto w = slopes_ ? slopes_->solve(residual) : std::nullopt;
  if (!w) return out;
  for (std::size_t i = 0; i < groups; ++i) {
    const auto [of_slow, of_fast] = slopes_->apart(i, *w);
    out[i] = difference(of_slow, times_preconditioner(of_fast));
  }
  return out;
}

double Solve::seam(const std::vector<Numbers>& residuals, const Numbers& middle) const {
  if (!slopes_) return 0;
  const auto arrow = slopes_->solve(middle);
  if (!arrow) return 0;
  const double two_errors = 2 / std::sqrt(static_cast<double>(residuals.size()));
  double squares = 0;
  for (const Numbers& residual : residuals) {
    const auto turn = slopes_->solve(difference(residual, middle));
    if (!turn) continue;
    double farther = 0;
    for (const double sign : {-two_errors, two_errors}) {
      const Numbers error = moved(*arrow, sign, *turn);
      Numbers there = moved(free_, 1, error);
      frame_->problem.project_fast(there);
      const Numbers beyond = difference(difference(there, face_->nearest()), face_->along(error));
      if (norm(beyond) <= 1e-6 * norm(error)) continue;
      const auto [of_fast, of_slow] = slopes_->off_face(beyond);
      farther = std::max(farther, norm(moved(of_slow, 1, times_preconditioner(of_fast))));
    }
    squares += farther * farther;
  }
  return std::sqrt(squares / static_cast<double>(residuals.size()));
}

void Solve::look_at_noise(std::uint64_t pilot) {
  std::vector<Numbers> slow, fast;
  for (std::uint64_t i = 0; i < pilot; ++i) slow.push_back(frame_->problem.slow(x_, frame_->y, draws_(Role::zeta_g)));
  // A product may be a solve: of a few residuals it tells enough.
  const std::size_t few = frame_->oracle == Oracle::krylov ? 16 : residuals_.size();
  for (std::size_t i = 0; i < residuals_.size() && i < few; ++i) fast.push_back(times_preconditioner(residuals_[i]));
  slow_noise_ = spread(slow), fast_noise_ = spread(fast);
  samples_ += pilot;
}

/// As the noise of P F to that of G, which is best for their sum.
std::uint64_t Solve::fast_queries(std::uint64_t queries) const {
  const double of_slow = std::sqrt(slow_noise_), of_fast = std::sqrt(fast_noise_);
  constexpr double kLeastShare = 0.1;  // the noise is not well known from so few
  const double share = of_fast + of_slow > 0 ? of_fast / (of_fast + of_slow) : 0.5;
  const double kept = share >= kLeastShare ? std::min(share, 1 - kLeastShare) : kLeastShare;  // not a number: the least
  return static_cast<std::uint64_t>(kept * static_cast<double>(queries));
}

}  // namespace twoscale::detail
