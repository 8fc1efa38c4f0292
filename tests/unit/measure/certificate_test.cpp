// Certificates: what they count, repeat, refuse and admit.

#include <cmath>
#include <functional>
#include <limits>

#include <twoscale/core/error.hpp>

#include "unit/measure/certificate_tally.hpp"

namespace twoscale {
namespace {

using testing::Offset;
using testing::OffsetEvaluator;
using testing::Point;
using testing::point_of;
using Numbers = Evaluator::Numbers;

const Offset kRotor{.offset = {0.2, -0.1}};

Certificate one(const Offset& values, const CertificateOptions& options) {
  const Point at = point_of(values);
  return certify(OffsetEvaluator(values), at.x, at.y, options);
}

/// Counts what is asked of it, by role, and remembers which streams were used.
class Counting : public OffsetEvaluator {
 public:
  using OffsetEvaluator::OffsetEvaluator;
  mutable std::uint64_t asked = 0, derivatives = 0;
  mutable std::vector<std::uint64_t> keys;
  Numbers noise(Role role, std::uint64_t seed, std::uint32_t replica, std::uint64_t number) const override {
    derivatives += role == Role::omega_A || role == Role::omega_C;
    keys.push_back(seed);
    return OffsetEvaluator::noise(role, seed, replica, number);
  }
  Numbers fast(const Numbers& x, const Numbers& y, const Numbers& xi) const override {
    ++asked;
    return OffsetEvaluator::fast(x, y, xi);
  }
  Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const override {
    ++asked;
    return OffsetEvaluator::slow(x, y, zeta);
  }
};

TEST(Certificate, CountsEverySample) {
  const Point at = point_of(kRotor);
  for (std::uint64_t budget : {1280u, 4099u, 50000u})
    for (bool corrected : {true, false}) {
      const Counting problem(kRotor);
      const Certificate seen =
          certify(problem, at.x, at.y, {.budget = budget, .corrected = corrected, .preconditioner = {}});
      EXPECT_EQ(seen.samples, problem.asked + problem.derivatives);
      EXPECT_EQ(seen.samples, budget / seen.groups * seen.groups);
      EXPECT_EQ(seen.corrected, corrected);
    }
}

TEST(Certificate, ASequenceEndsAtItsBudget) {
  const Point at = point_of(kRotor);
  const Counting problem(kRotor);
  CertificateSequence sequence(problem, at.x, at.y, {.budget = 40000, .preconditioner = {}});
  EXPECT_EQ(sequence.looks(), 4);
  Certificate last;
  for (int samples : {5000, 10000, 20000, 40000}) {
    EXPECT_FALSE(sequence.done());
    last = sequence.next();
    EXPECT_EQ(last.samples, static_cast<std::uint64_t>(samples / last.groups * last.groups));
    EXPECT_EQ(last.samples, problem.asked + problem.derivatives);
  }
  EXPECT_TRUE(sequence.done());
  EXPECT_EQ(last.look, 4);
  EXPECT_THROW(sequence.next(), Error);
}

TEST(Certificate, RepeatsToTheBit) {
  CertificateOptions options{.budget = 4096, .seed = 5, .preconditioner = {}};
  const Certificate first = one(kRotor, options), again = one(kRotor, options);
  EXPECT_EQ(first.estimate, again.estimate);
  EXPECT_EQ(first.lower, again.lower);
  EXPECT_EQ(first.upper, again.upper);
  options.seed = 6;
  EXPECT_NE(one(kRotor, options).estimate, first.estimate);
  options.seed = 5, options.replica = 1;
  EXPECT_NE(one(kRotor, options).estimate, first.estimate);
}

TEST(Certificate, SamplesAreFresh) {
  const Point at = point_of(kRotor);
  const Counting problem(kRotor);
  for (std::uint64_t seed : {0u, 1u, 2u, 1000u})
    certify(problem, at.x, at.y, {.budget = 1280, .seed = seed, .preconditioner = {}});
  for (std::uint64_t key : problem.keys) EXPECT_GT(key, std::uint64_t{1} << 40);
}

TEST(Certificate, AGivenPreconditionerSavesItsSamples) {
  const Point at = point_of(kRotor);
  const Counting problem(kRotor);
  CertificateOptions options{.budget = 8192, .preconditioner = {}};
  options.preconditioner = [](const Numbers& r) { return Numbers{-8 * r[1], 8 * r[0]}; };
  const Certificate seen = certify(problem, at.x, at.y, options);
  EXPECT_EQ(problem.derivatives, 0u);
  EXPECT_LE(seen.lower, 0.05);
  EXPECT_GE(seen.upper, 0.05);
  EXPECT_NE(seen.how.find("the given P"), std::string::npos) << seen.how;
}

TEST(Certificate, WithoutNoiseItIsExact) {
  Offset still = kRotor;
  still.fast_noise = still.slow_noise = still.derivative_noise = 0;
  const Certificate seen = one(still, {.budget = 65536, .preconditioner = {}});
  EXPECT_NEAR(seen.estimate, 0.05, 1e-12);
  EXPECT_LE(seen.lower, 0.05);
  EXPECT_GE(seen.upper, 0.05);
  EXPECT_LT(seen.upper - seen.lower, 1e-11);
  EXPECT_TRUE(seen.noiseless);  // what rounding leaves is none
  EXPECT_FALSE(one(kRotor, {.budget = 65536, .preconditioner = {}}).noiseless);
}

/// Below zero an estimate is taken for zero: with so many groups that the noise is well known, upper ends of all such
/// certificates are nearly the same. Luck does not certify.
TEST(Certificate, LuckDoesNotCertify) {
  const Offset none{.offset = {0, 0}, .derivative_noise = 0};
  Mean upper;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Certificate seen = one(none, {.budget = 12800, .seed = seed, .groups = 100, .preconditioner = {}});
    if (seen.estimate < 0) upper.add(seen.upper);
  }
  EXPECT_GT(upper.count(), 150u);
  testing::record("spread", std::sqrt(upper.variance()) / upper.value());
  EXPECT_LT(std::sqrt(upper.variance()), 0.12 * upper.value());  // 1/sqrt(100) from the noise's own uncertainty
}

/// A solve that has hardly begun: what it corrects is systematic and larger than the noise.
TEST(Certificate, SaysWhenTheSolveHasNotArrived) {
  const Offset values{.offset = {0.2, -0.1}, .rho = 0.01, .gain = 1, .fast_noise = 0.01, .derivative_noise = 0};
  const OffsetEvaluator problem(values);
  const Certificate far = certify(problem, {5, 5}, {0, 0}, {.budget = 4096, .preconditioner = {}});
  EXPECT_FALSE(far.settled);
  EXPECT_TRUE(certify(problem, {0, 0}, {0, 0}, {.budget = 4096, .preconditioner = {}}).settled);
}

TEST(Certificate, NothingIsCertifiedFromWhatIsNotFinite) {
  Offset broken = kRotor;
  broken.slow_noise = std::numeric_limits<double>::infinity();
  const Certificate seen = one(broken, {.budget = 4096, .preconditioner = {}});
  EXPECT_FALSE(seen.finite);
  EXPECT_EQ(seen.lower, 0);
  EXPECT_EQ(seen.upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(seen.at_most, seen.upper);
  EXPECT_NE(seen.how.find("nothing is certified"), std::string::npos) << seen.how;
}

TEST(Certificate, NothingIsCertifiedOnceItIsToldToStop) {
  const Point at = point_of(kRotor);
  const Counting problem(kRotor);
  std::atomic<bool> stop = false;
  CertificateSequence sequence(problem, at.x, at.y, {.budget = 40000, .preconditioner = {}, .stop = &stop});
  const Certificate before = sequence.next();
  EXPECT_FALSE(before.stopped);
  stop = true;
  const Certificate after = sequence.next();
  EXPECT_TRUE(after.stopped);
  EXPECT_EQ(after.upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(after.samples, before.samples);
  EXPECT_EQ(before.samples, problem.asked + problem.derivatives);
  EXPECT_TRUE(sequence.done());
  EXPECT_THROW(sequence.next(), Error);
}

/// F without noise: all corrections are the same but for rounding, which is no noise to divide by.
TEST(Certificate, NoiseOfGAlone) {
  for (const double gain : {0.0, 1.0, 4.0})
    for (const Numbers& offset : {Numbers{0.2, -0.1}, Numbers{0.1, 0.3, -0.2}, Numbers{1e-3, 0}}) {
      const Offset quiet{.offset = offset, .gain = gain, .fast_noise = 0, .derivative_noise = 0};
      const Certificate seen = one(quiet, {.budget = 2500, .preconditioner = {}});
      EXPECT_EQ(seen.refused, "");
      EXPECT_LE(seen.lower, testing::squared(offset));
      EXPECT_GE(seen.upper, testing::squared(offset));
    }
}

/// More numbers than matrices are formed for, and a G that cuts itself off: far from x* it is flat, so that neither it
/// nor P says anything of x. f hardly contracts in most directions, and x starts far away.
TEST(Certificate, AFlatGIsNotTakenForASolution) {
  constexpr int kFast = 66;
  testing::LambdaEvaluator p;
  p.sizes = {.fast = kFast, .slow = 1, .fast_noise = kFast, .slow_noise = 0};
  const auto rate = [](std::size_t i) { return std::pow(10.0, -2.0 * static_cast<double>(i) / (kFast - 1)); };
  p.f = [rate](const Numbers& x, const Numbers&, const Numbers& xi) {
    Numbers out = x;
    for (std::size_t i = 0; i < x.size(); ++i) out[i] -= rate(i) * (x[i] + 0.5 * std::sin(x[i] - 1) - 1) + 0.01 * xi[i];
    return out;
  };
  p.g = [](const Numbers& x, const Numbers& y, const Numbers&) {
    double mean = 0;
    for (const double value : x) mean += value / kFast;
    return Numbers{std::max(-1.0, y[0] + 5 * (mean - 0.9))};
  };
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Certificate seen =
        certify(p, Numbers(kFast, -3), {-1}, {.budget = 20000, .seed = seed, .preconditioner = {}});
    EXPECT_GE(seen.upper, 0.25) << seen.how;  // h(-1) = -1/2
    EXPECT_LE(seen.lower, 0.25) << seen.how;
  }
}

/// On tests/cases/logistic.cpp with 5,000 samples an x^ far from x* was certified: G was flat there.
TEST(Certificate, AGThatSeesNothingOfALargeNoisyXIsNotTrusted) {
  constexpr int kFast = 66;
  testing::LambdaEvaluator p;
  p.sizes = {.fast = kFast, .slow = 1, .fast_noise = kFast, .slow_noise = 0};
  p.f = [](const Numbers& x, const Numbers&, const Numbers& xi) {
    Numbers out = x;
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = 0.5 * x[i] + 0.1 * xi[i];
    return out;
  };
  p.g = [](const Numbers& x, const Numbers&, const Numbers&) { return Numbers{std::max(-1.0, x[0] - 100)}; };
  const Certificate seen = certify(p, Numbers(kFast), {0}, {.budget = 4000, .preconditioner = {}});
  EXPECT_NE(seen.refused.find("G does not change with x"), std::string::npos) << seen.how;
  EXPECT_EQ(seen.upper, std::numeric_limits<double>::infinity());
}

TEST(Certificate, ALargeProblemFormsNoMatrixAndSaysSo) {
  const Offset large{.offset = Numbers(65, 0.1), .gain = 1};
  const Certificate seen = one(large, {.budget = 16384, .preconditioner = {}});
  EXPECT_TRUE(seen.corrected);
  EXPECT_NE(seen.how.find("P r by a Krylov method"), std::string::npos) << seen.how;
  EXPECT_EQ(seen.refused, "");
  EXPECT_LE(seen.lower, 0.65);
  EXPECT_GE(seen.upper, 0.65);
}

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Certificate, RefusesOptionsByNameAndValue) {
  const auto with = [](const CertificateOptions& options) { return refusal([&] { one(kRotor, options); }); };
  EXPECT_EQ(with({.budget = 1279, .preconditioner = {}}),
            "budget = 1279 must be at least 1280: 128 samples for each of 10 groups");
  EXPECT_EQ(with({.confidence = 1, .preconditioner = {}}), "confidence = 1 must be in (0, 1)");
  EXPECT_EQ(with({.groups = 3, .preconditioner = {}}),
            "groups = 3 must be at least 4, or 0 for a number that suits the budget");
  EXPECT_EQ(with({.most_looks = 0, .preconditioner = {}}), "most_looks = 0 must be at least 1");
  const OffsetEvaluator problem(kRotor);
  EXPECT_EQ(refusal([&] { certify(problem, {1}, {0, 0}); }), "size of x = 1 must be 2, as the problem's");
  EXPECT_EQ(refusal([&] { certify(problem, {1, 1}, {0, 0, 0}); }), "size of y = 3 must be 2, as the problem's");
  EXPECT_EQ(refusal([&] { certify(problem, {1, std::nan("")}, {0, 0}); }), "x = (1, nan) must be finite");
  EXPECT_EQ(refusal([&] { certify_to(problem, {1, 1}, {0, 0}, 0); }), "target = 0 must be positive and finite");
  EXPECT_EQ(refusal([] { attempt_confidence(0.95, 0); }), "attempt = 0 must be at least 1");
  EXPECT_EQ(refusal([] { look_confidence(0.95, 0); }), "looks = 0 must be at least 1");
}

/// g = y + offset + |x - y|, a kink where x arrives: nothing corrects that, so the interval has to allow for it.
TEST(Certificate, AKinkIsAllowedFor) {
  class Kink : public OffsetEvaluator {
   public:
    using OffsetEvaluator::OffsetEvaluator;
    Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const override {
      Numbers out(2);
      for (int i : {0, 1}) out[i] = y[i] + 0.05 + std::abs(x[i] - y[i]) + 0.3 * zeta[i];
      return out;
    }
  };
  Offset values{.offset = {0.05, 0.05}};
  values.smooth = false;
  const Kink problem(values);
  int held = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Certificate seen = certify(problem, {0.1, 0.1}, {0, 0}, {.budget = 4096, .seed = seed, .preconditioner = {}});
    EXPECT_FALSE(seen.corrected);
    held += seen.lower <= 0.005 && 0.005 <= seen.upper;
  }
  testing::record("percent", held / 3.0);
  EXPECT_GE(held, 279);
}

}  // namespace
}  // namespace twoscale
