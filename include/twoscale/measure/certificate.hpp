#pragma once
// Certificates: how large is r(y) = |Proj_Y[h(y)] - y|^2 at a given y? From fresh samples alone: no closed form is
// asked.
//
// y stays where it is. One solve finds x^ near x*(y), and several groups, independent of each other once x^ is given,
// sample derivatives and query the corrected oracle there. Sets as in tracker/lazy_step.hpp: w moves, x = Proj_X[w] is
// looked at, D is the projection's derivative at w^.
//
//   w <- w + a_t (F(x, y) - w), a_t = 1/sqrt(t), w^ = average of the last three quarters, x^ = Proj_X[w^]
//   P = C A^-1, with A and C averages of all groups' samples of I - dF/dx D and dG/dx D at x^  [P] eq. (A-C-P)
//   m = average of G(x^, y) - y + P (average of F(x^, y) - w^)                                 [P] Prop. bias-order
//       + (dC - P dA) A^-1 (what F - w^ is on average), dA and dC how the group's A and C differ from everyone's
//   m becomes Proj_Y[y + m] - y, to first order around the groups' average (make_natural)
//   estimate = average of <m_i, m_j> over pairs of groups i < j
//
// Above 64 fast numbers no matrix is formed: P r is solved for by a Krylov method on the averaged samples, and x^ takes
// Newton's steps in the same way, since steps alone do not arrive where f hardly contracts. The interval is widened by
// how much m changes within the error of x^, which P does not see where g is flat or bent.
//
// Noise adds no bias, because the two sides of a product are independent: given x^ and P, E estimate = |E m|^2. The
// last line of m sums to zero; by it groups scatter as much as P is uncertain. What is left is the oracle's own bias,
// second order in x^ - x*(y) and in P - P*: it falls as 1/budget, the noise as 1/sqrt(budget). Without derivatives in x
// the raw oracle G alone is averaged. Its bias is first order in x^ - x*: there each group solves for itself, from x or
// from the problem's start in turn, two thirds of the samples go to the solves, and the interval is widened by how much
// g differs from one group's x^ to the next.
//
// The interval inverts the law of the estimate under normal group means: see docs/concepts/certificates.md.
//
// Samples are fresh: their streams have the key hash(tag, seed, replica), which no run uses, and a group's number in
// place of the replica. A derivative sample counts one, however many products are taken of it.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

struct CertificateOptions {
  std::uint64_t budget = 65536;  // primitive samples, at most
  std::uint64_t seed = 1;
  std::uint32_t replica = 0;  // another replica, other samples
  double confidence = 0.95;
  int groups = 0;          // 0: one for 128 samples (raw: sqrt(budget)/12), from 10 to 32
  int most_looks = 6;      // of a sequence
  bool one_sided = false;  // the whole error goes to the upper end, and lower is 0
  bool corrected = true;   // false: the raw oracle, even where derivatives exist
  /// r -> P r, where the caller knows a P near P*(y). It must not depend on the certificate's samples.
  std::function<std::vector<double>(const std::vector<double>&)> preconditioner;
  const std::atomic<bool>* stop = nullptr;  // set from outside while it goes on: it ends, and certifies nothing
};

struct Certificate {
  double estimate = 0;          // unbiased for |E m|^2, hence sometimes negative
  double lower = 0, upper = 0;  // within [0, inf); 2 of 5 misses are below it, unless one side was asked for
  double at_most = 0;           // one-sided upper bound; not to be used together with the interval's ends
  double at_best = 0;           // upper, had the estimate been zero: what noise leaves; falls as 1/samples
  double confidence = 0;        // of the interval, and of the bound by itself
  std::uint64_t samples = 0;    // drawn by now
  int groups = 0, look = 1, looks = 1;
  bool corrected = true;
  // Where one of these fails nothing is certified: upper is infinite, and `refused` says why.
  /// False when the average correction P (f - w^) is surely larger than the noise: the solve for x was too short for
  /// the bias to be negligible beside the interval.
  bool settled = true;
  bool noiseless = false;  // groups did not differ: the interval is right if there is no noise, or none so rare
  bool finite = true;      // false: something overflowed, A was singular, or P r was not found
  bool stopped = false;    // by options.stop; samples of whole stretches only
  std::string refused;     // in words; empty where something is certified
  std::string how;         // in words: the oracle, the groups, what they drew, which bias is left
};

/// x is where the solves start; the nearer x*(y), the better. The problem must outlive a sequence.
/// Throws Error on options out of range, and on x or y of the wrong size. The same options give the same bits.
Certificate certify(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
                    const CertificateOptions& options = {});

/// The same groups, looked at each time the samples have doubled, the last time when the budget is spent. All the
/// intervals hold at once with the confidence asked for, so it does not matter why one stops.
class CertificateSequence {
 public:
  CertificateSequence(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
                      const CertificateOptions& options = {});
  ~CertificateSequence();
  CertificateSequence(CertificateSequence&&) noexcept;
  CertificateSequence& operator=(CertificateSequence&&) noexcept;

  int looks() const;
  bool done() const;
  /// Throws Error when done.
  Certificate next();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct TargetCertificate {
  Certificate certificate;
  bool reached = false;  // upper <= target; otherwise the budget ended, or lower > target
};

/// Looks until upper <= target, or until lower > target (more samples will not help), or the budget ends.
TargetCertificate certify_to(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
                             double target, const CertificateOptions& options = {});

/// The confidence of attempt 1, 2, ... when a y that fails is replaced by another, without limit: the chance that any
/// interval misses is at most 1 - confidence. The errors are (1 - confidence) 6 / (pi attempt)^2.
double attempt_confidence(double confidence, int attempt);

/// The confidence each of so many looks at doubling samples needs for all to hold at once.
double look_confidence(double confidence, int looks);

}  // namespace twoscale
