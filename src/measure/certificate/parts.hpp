#pragma once
// What the files of the certificate share.

#include <memory>
#include <optional>

#include <twoscale/measure/certificate.hpp>
#include <twoscale/measure/numbers.hpp>
#include <twoscale/measure/numbers_face.hpp>

namespace twoscale::detail {

// --- the interval: |E m|^2 from independent vectors m_i of one law

/// What the law of the estimate depends on, estimated. S is the covariance of one vector.
struct SquaredMean {
  int groups = 0;
  double estimate = 0;                      // average of <m_i, m_j>, i < j
  double trace = 0, square = 0, along = 0;  // tr S, tr S^2, u^T S u with u the direction of E m

  explicit SquaredMean(const std::vector<Numbers>& vectors);
  double noise() const { return trace / groups; }  // E|average - E m|^2

  /// P(estimate' <= value), P(estimate' > value) when |E m|^2 = r.
  double below(double value, double r) const;
  double above(double value, double r) const;
  /// Bounds that each fail with chance `tail`.
  double lower(double tail) const;
  double upper(double tail) const;

 private:
  struct GammaFit {
    double shape = 0, at = 0;  // of the gamma law fitted to three cumulants, and where the value stands in it
  };
  GammaFit gamma_fit(double value, double r) const;
  double widened(double tail) const;
  double signal_ = 0;  // the share of |average|^2 that is not noise: how far its direction is known
};

/// Vectors m_i that stand for h(y) - y become such that stand for Proj_Y[h(y)] - y, to first order around their
/// average. Gives how far from that the projection may be within their noise: where h(y) is near a seam of the set.
double make_natural(const Evaluator& problem, const Numbers& y, std::vector<Numbers>& means);

// --- solves and groups

/// How m is corrected for the error of x.
enum class Oracle {
  raw,    // not at all
  dense,  // P = C A^-1 as a matrix, or given
  krylov  // P r by a Krylov method on averaged derivative samples: no matrix of x's size
};

/// Samples of one group in one stretch. Of a corrected oracle, all but the queries go to a solve that groups share.
struct GroupSamples {
  std::uint64_t inner = 0;       // steps of x
  std::uint64_t polish = 0;      // of F, for Newton's steps of x
  std::uint64_t derivative = 0;  // draws of each of dF/dx, dG/dx
  std::uint64_t pilot = 0;       // of G, for its noise alone; of the raw oracle, for its bias
  std::uint64_t bends = 0;       // of F and G, two each, to see how straight they are
  std::uint64_t queries = 0;     // of F and G together

  /// Shares of so many samples, all of which are used, for each of so many groups; `draws` derivative draws at most.
  static GroupSamples of(std::uint64_t samples, std::uint64_t groups, Oracle oracle, bool estimate,
                         std::uint64_t draws);
  std::uint64_t samples() const { return inner + polish + 2 * derivative + pilot + bends + queries; }
  void add(const GroupSamples& more);
  /// The least that a group is given.
  static constexpr std::uint64_t kLeast = 128;
};

/// What is the same for every solve and group.
struct Frame {
  const Evaluator& problem;
  Numbers x, y;
  Oracle oracle = Oracle::dense;
  std::function<Numbers(const Numbers&)> preconditioner;  // empty: estimated
  std::uint64_t key = 0;
  const std::atomic<bool>* stop = nullptr;
};

/// Thrown where a sample was to be drawn after the caller had asked for an end; never leaves the certificate.
struct Stopped {};

/// sum + s v, in place: a certificate's time goes where vectors are made.
inline void add(Numbers& sum, double s, const Numbers& v) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += s * v[i];
}

/// Fresh noise, each number once.
class Draws {
 public:
  Draws(const Frame& frame, std::uint32_t number) : frame_(&frame), number_(number) {}
  Numbers operator()(Role role) {
    if (frame_->stop && frame_->stop->load(std::memory_order_relaxed)) throw Stopped();
    return frame_->problem.noise(role, frame_->key, number_, drawn_[static_cast<int>(role)]++);
  }

 private:
  const Frame* frame_;
  std::uint32_t number_;
  std::uint64_t drawn_[kRoles] = {};
};

/// Derivative draws of one group, kept as noise: what is averaged is decided when it is used.
using DerivativeDraws = std::vector<std::pair<Numbers, Numbers>>;  // omega_A, omega_C

/// The averages of derivative samples at one x^, on the face that x^ is held to: A = I - dF/dx D and C = dG/dx D with D
/// the projection's derivative at w^, and of each group by itself.
class AveragedDerivatives {
 public:
  virtual ~AveragedDerivatives() = default;
  /// A^-1 r, and P r = C A^-1 r; nothing where A is singular, or was not solved well enough.
  virtual std::optional<Numbers> solve(const Numbers& r) const = 0;
  virtual std::optional<Numbers> times(const Numbers& r) const = 0;
  /// How much a group's averages differ from everyone's along w: (dC, dA) w.
  virtual std::pair<Numbers, Numbers> apart(std::size_t group, const Numbers& w) const = 0;
  /// dF/dx e and dG/dx e without D, for an e that leaves the face.
  virtual std::pair<Numbers, Numbers> off_face(const Numbers& e) const = 0;
};
std::unique_ptr<AveragedDerivatives> dense_derivatives(const Frame& frame, const Numbers& x, const NumbersFace& face,
                                                       const std::vector<const DerivativeDraws*>& groups);
struct KrylovEffort {
  int products = 100;              // of a solve, at most
  double precision = 1e-4;         // of |r|: an error of P r far below its noise
  bool as_far_as_it_goes = false;  // what so many products gave is taken, solved or not
};
std::unique_ptr<AveragedDerivatives> krylov_derivatives(const Frame& frame, const Numbers& x, const NumbersFace& face,
                                                        const std::vector<const DerivativeDraws*>& groups,
                                                        const KrylovEffort& effort = {});
/// Each is a vector that the solve keeps: few where x is large.
inline double most_products(const Evaluator& problem) {
  constexpr double kMost = 100, kFew = 12, kNumbers = 2e5;
  return std::clamp(kNumbers / problem.shape().fast, kFew, kMost);
}

/// How many derivative draws a group of so many may have for products with them to take seconds.
std::uint64_t affordable_draws(const Shape& shape, std::uint64_t groups);

/// What has to be known before anything is queried: x^ near x*(y), P there, and how queries are best split. x is lazily
/// projected (tracker/lazy_step.hpp): w moves, x = Proj_X[w] is looked at, and F - w has mean zero at the solution.
class Solve {
 public:
  Solve(const Frame& frame, std::uint32_t number, const Numbers& start)
      : frame_(&frame), draws_(frame, number), free_(start), x_(start) {}
  void step(std::uint64_t steps);
  void learn(const std::vector<const DerivativeDraws*>& groups);
  /// Newton's steps by so many samples of F: where f hardly contracts in some direction, steps alone do not arrive.
  void polish(std::uint64_t samples, const std::vector<const DerivativeDraws*>& groups);
  /// Told by samples that no average uses, or else the number of queries would depend on what they say.
  void look_at_noise(std::uint64_t pilot);

  const Numbers& x() const { return x_; }
  const Numbers& free() const { return free_; }
  /// P r; not a number where A is singular or not solved, which the certificate reports.
  Numbers times_preconditioner(const Numbers& residual) const;
  /// A^-1 r for each: how far x^ is from x*, as each of these residuals tells.
  std::vector<Numbers> arrows(const std::vector<Numbers>& residuals) const;
  std::uint64_t averaged() const { return averaged_; }
  /// How much m changes from x^ to x^ + arrow, from so many draws: nothing, where f and g are straight between them.
  Numbers bend(const Numbers& arrow, std::uint64_t draws);
  /// How much the sample slopes of each group, averaged, turn P r to first order: (dC - P dA) A^-1 r. They sum to zero.
  std::vector<Numbers> turns(std::size_t groups, const Numbers& residual) const;
  /// How much m may owe to x* lying beyond a seam of the fast set that x^ does not: for errors of x^ that the residuals
  /// of the groups leave possible.
  double seam(const std::vector<Numbers>& residuals, const Numbers& middle) const;
  /// How many of so many queries should be of F.
  std::uint64_t fast_queries(std::uint64_t queries) const;
  /// E|P (f(x^) - w^)|^2 by the noise of the steps alone: what is surely more says that x has not arrived.
  double expected_correction() const { return fast_noise_ / static_cast<double>(averaged_); }
  std::uint64_t samples() const { return samples_; }

 private:
  void place(Numbers free);
  std::optional<Numbers> newton_step(std::uint64_t samples);

  const Frame* frame_;
  Draws draws_;
  Numbers free_, x_;                // w^ and x^
  std::vector<Numbers> residuals_;  // F - w of the last steps
  std::shared_ptr<const NumbersFace> face_;
  std::shared_ptr<const AveragedDerivatives> slopes_;
  double slow_noise_ = 0, fast_noise_ = 0;  // E|.|^2 of one sample's noise, of G and of P F
  std::uint64_t steps_ = 0, averaged_ = 0, samples_ = 0;
};

/// Its own derivative samples and queries at a solve's x^.
class Group {
 public:
  Group(const Frame& frame, std::uint32_t number)
      : frame_(&frame), draws_(frame, number), slow_(frame.y.size()), residual_(frame.x.size()) {}
  void draw_derivatives(std::uint64_t draws);
  void query(const Solve& solve, std::uint64_t queries);
  /// Averages of G - y and of F - w^.
  Numbers slow() const { return scaled(1 / weight_, slow_); }
  Numbers residual() const { return scaled(1 / weight_, residual_); }
  const DerivativeDraws& derivatives() const { return derivatives_; }
  std::uint64_t samples() const { return samples_; }
  /// How much g differs between two solves' x^: an average of so many samples, two for each noise.
  double slow_apart(const Solve& here, const Solve& there, std::uint64_t samples);

 private:
  const Frame* frame_;
  Draws draws_;
  Numbers slow_, residual_;
  DerivativeDraws derivatives_;
  double weight_ = 0;
  std::uint64_t samples_ = 0;
};

/// A key for streams of fresh samples: a hash, so that no run with a seed a person would choose shares it, nor does
/// another tag.
std::uint64_t fresh_key(std::uint64_t tag, std::uint64_t seed, std::uint32_t replica);
/// Throws, naming it, for a point of another size than the problem's, or that is not finite.
void require_size(const char* name, const Numbers& v, int size);

}  // namespace twoscale::detail
