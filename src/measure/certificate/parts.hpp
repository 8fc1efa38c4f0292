#pragma once
// What the files of the certificate share.

#include <optional>

#include <twoscale/measure/certificate.hpp>
#include <twoscale/measure/numbers.hpp>

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
  struct Law {
    double shape = 0, at = 0;  // of the gamma law fitted to three cumulants, and where the value stands in it
  };
  Law law(double value, double r) const;
  double widened(double tail) const;
  double signal_ = 0;  // the share of |average|^2 that is not noise: how far its direction is known
};

// --- solves and groups

/// Samples of one group in one stretch. Of the corrected oracle, all but the queries go to a solve that groups share.
struct Stretch {
  std::uint64_t inner = 0;       // steps of x
  std::uint64_t derivative = 0;  // draws of each of dF/dx, dG/dx
  std::uint64_t pilot = 0;       // of G, for its noise alone; of the raw oracle, for its bias
  std::uint64_t queries = 0;     // of F and G together

  /// Fixed shares of so many samples, all of which are used.
  static Stretch of(std::uint64_t samples, bool corrected, bool estimate);
  std::uint64_t samples() const { return inner + 2 * derivative + pilot + queries; }
  void add(const Stretch& more);
  /// The least that a group is given.
  static constexpr std::uint64_t kLeast = 128;
};

/// What is the same for every solve and group.
struct Frame {
  const Evaluator& problem;
  Numbers x, y;
  bool corrected = true;
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

/// Sums of samples of dF/dx and dG/dx, all at one x^ or nearly.
struct Slopes {
  Dense fast{0, 0}, slow{0, 0};
  std::uint64_t draws = 0;

  void add(const Frame& frame, const Numbers& x, Draws& noise);
  void add(const Slopes& more);
  /// (average of dG/dx + P (average of dF/dx)) w
  Numbers seen_along(const Dense& preconditioner, const Numbers& w) const;
};

/// What has to be known before anything is queried: x^ near x*(y), P there, and how queries are best split.
class Solve {
 public:
  Solve(const Frame& frame, std::uint32_t number) : frame_(&frame), draws_(frame, number), x_(frame.x) {}
  void step(std::uint64_t steps);
  void learn(const Slopes& slopes);
  /// Told by samples that no average uses, or else the number of queries would depend on what they say.
  void look_at_noise(std::uint64_t pilot);

  const Numbers& x() const { return x_; }
  /// P r; not a number where A is singular, which the certificate reports.
  Numbers times_preconditioner(const Numbers& residual) const;
  /// How much the sample slopes of each group, averaged, turn P r to first order: (dC - P dA) A^-1 r. They sum to zero.
  std::vector<Numbers> turns(const std::vector<const Slopes*>& of, const Numbers& residual) const;
  /// How many of so many queries should be of F.
  std::uint64_t fast_queries(std::uint64_t queries) const;
  /// E|P (f(x^) - x^)|^2 by the noise of the steps alone: what is surely more says that x has not arrived.
  double expected_correction() const { return fast_noise_ / static_cast<double>(averaged_); }
  std::uint64_t samples() const { return samples_; }

 private:
  const Frame* frame_;
  Draws draws_;
  Numbers x_;
  std::vector<Numbers> residuals_;  // F - x of the last steps
  Slopes slopes_;
  std::optional<Dense> preconditioner_;
  double slow_noise_ = 0, fast_noise_ = 0;  // E|.|^2 of one sample's noise, of G and of P F
  std::uint64_t steps_ = 0, averaged_ = 0, samples_ = 0;
};

/// Its own derivative samples and queries at a solve's x^.
class Group {
 public:
  Group(const Frame& frame, std::uint32_t number)
      : frame_(&frame), draws_(frame, number), slow_(frame.y.size()), residual_(frame.x.size()) {}
  void learn(const Solve& solve, std::uint64_t draws);
  void query(const Solve& solve, std::uint64_t queries);
  /// Averages of G - y and of F - x^.
  Numbers slow() const { return scaled(1 / weight_, slow_); }
  Numbers residual() const { return scaled(1 / weight_, residual_); }
  const Slopes& slopes() const { return slopes_; }
  std::uint64_t samples() const { return samples_; }
  /// How much g differs between two solves' x^: an average of so many samples, two for each noise.
  double slow_apart(const Solve& here, const Solve& there, std::uint64_t samples);

 private:
  const Frame* frame_;
  Draws draws_;
  Numbers slow_, residual_;
  Slopes slopes_;
  double weight_ = 0;
  std::uint64_t samples_ = 0;
};

/// A key for streams of fresh samples: a hash, so that no run with a seed a person would choose shares it, nor does
/// another tag.
std::uint64_t fresh_key(std::uint64_t tag, std::uint64_t seed, std::uint32_t replica);
/// Throws, naming it, for a point of another size than the problem's, or that is not finite.
void require_size(const char* name, const Numbers& v, int size);

}  // namespace twoscale::detail
