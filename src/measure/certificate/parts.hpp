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

// --- one group

/// Samples of one group in one stretch.
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

/// What is the same for every group.
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

class Group {
 public:
  Group(const Frame& frame, std::uint32_t number);
  void extend(const Stretch& stretch);
  Numbers mean() const { return scaled(1 / weight_, sum_); }
  /// The average of P (F - x^) alone.
  Numbers correction() const { return scaled(1 / weight_, corrections_); }
  std::uint64_t samples() const { return samples_; }
  /// How much g differs between this group's x^ and another's: an average of so many samples, two for each noise.
  double slow_apart(const Group& other, std::uint64_t samples);

 private:
  Numbers noise(Role role) {
    if (frame_->stop && frame_->stop->load(std::memory_order_relaxed)) throw Stopped();
    return frame_->problem.noise(role, frame_->key, number_, drawn_[static_cast<int>(role)]++);
  }
  Numbers sample_slow() { return frame_->problem.slow(x_, frame_->y, noise(Role::zeta_g)); }
  Numbers sample_residual() { return difference(frame_->problem.fast(x_, frame_->y, noise(Role::zeta_f)), x_); }
  void solve_fast(std::uint64_t steps);
  void learn(std::uint64_t draws);
  Numbers times_preconditioner(const Numbers& residual) const;
  std::uint64_t fast_queries(std::uint64_t queries, std::uint64_t pilot);
  void query(std::uint64_t slow, std::uint64_t fast);

  const Frame* frame_;
  std::uint32_t number_;
  Numbers x_, sum_, corrections_;
  std::vector<Numbers> residuals_;  // F - x of the solve's last steps
  Dense fast_slope_, slow_slope_;   // sums of samples of dF/dx and dG/dx
  std::optional<Dense> preconditioner_;
  double weight_ = 0;
  std::uint64_t steps_ = 0, learned_ = 0, samples_ = 0;
  std::uint64_t drawn_[kRoles] = {};
};

/// The streams' key: a hash, so that no run with a seed a person would choose shares it.
std::uint64_t certificate_key(std::uint64_t seed, std::uint32_t replica);

}  // namespace twoscale::detail
