// Every rule of judge, from both sides, and the sentences it says them in.

#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/core/error.hpp>
#include <twoscale/measure/verdict.hpp>

namespace twoscale {
namespace {

using Kind = Verdict::Kind;

PowerFit straight(double lower, double value, double upper) {
  PowerFit out;
  out.exponent = {value, (upper - lower) / 4, lower, upper};
  out.how = PowerFit::How::bootstrap;
  out.first_slope = out.last_slope = value;
  return out;
}

PowerFit bent(double lower, double value, double upper, double first, double last) {
  PowerFit out = straight(lower, value, upper);
  out.first_slope = first, out.last_slope = last, out.bent = true;
  return out;
}

void expect_verdict(const PowerFit& fit, double promised, Claim claim, Kind kind, const std::string& sentence) {
  const Verdict verdict = judge(fit, promised, claim, 64);
  EXPECT_STREQ(name_of(verdict.kind), name_of(kind)) << verdict.sentence;
  EXPECT_EQ(verdict.sentence, sentence);
}

TEST(Verdict, AtMost) {
  const auto judged = [](double lower, double value, double upper, Kind kind, const std::string& sentence) {
    expect_verdict(straight(lower, value, upper), -0.5, Claim::at_most, kind, sentence);
  };
  judged(-0.51, -0.50, -0.49, Kind::meets, "meets its guarantee");
  judged(-0.60, -0.54, -0.4801, Kind::meets, "meets its guarantee");  // as low as it likes, up to eta above
  judged(-0.60, -0.58, -0.53, Kind::better, "better than its guarantee by 0.08");
  judged(-0.60, -0.58, -0.51, Kind::meets, "meets its guarantee");
  judged(-0.479, -0.47, -0.46, Kind::misses, "misses its guarantee by 0.03 in this range");
  judged(-0.53, -0.49, -0.46, Kind::unresolved, "not yet resolved: about 9 times the replicas (576) would tell");
  judged(-0.50, -0.44, -0.38, Kind::unresolved, "not yet resolved: about 3 times the replicas (192) would tell");
  judged(-0.53, -0.481, -0.43, Kind::unresolved,
         "not yet resolved: too close to call with replicas; a wider range would tell");
  judged(-0.53, -0.48, -0.43, Kind::unresolved,
         "not yet resolved: too close to call with replicas; a wider range would tell");
}

TEST(Verdict, AtLeastIsTheSameFromTheOtherSide) {
  const auto judged = [](double lower, double value, double upper, Kind kind, const std::string& sentence) {
    expect_verdict(straight(lower, value, upper), -0.5, Claim::at_least, kind, sentence);
  };
  judged(-0.51, -0.50, -0.49, Kind::meets, "meets its lower bound");
  judged(-0.47, -0.42, -0.40, Kind::better, "above its lower bound by 0.08");
  judged(-0.54, -0.53, -0.521, Kind::misses, "misses its lower bound by 0.03 in this range");
  judged(-0.54, -0.51, -0.47, Kind::unresolved, "not yet resolved: about 9 times the replicas (576) would tell");
}

TEST(Verdict, Exactly) {
  const auto judged = [](double lower, double value, double upper, Kind kind, const std::string& sentence) {
    expect_verdict(straight(lower, value, upper), -0.5, Claim::exactly, kind, sentence);
  };
  judged(-0.519, -0.50, -0.481, Kind::meets, "meets its prediction");
  judged(-0.60, -0.58, -0.53, Kind::misses, "misses its prediction by 0.08 in this range");
  judged(-0.47, -0.45, -0.43, Kind::misses, "misses its prediction by 0.05 in this range");
  judged(-0.54, -0.50, -0.46, Kind::unresolved, "not yet resolved: about 4 times the replicas (256) would tell");
  judged(-0.59, -0.55, -0.51, Kind::unresolved, "not yet resolved: about 2 times the replicas (128) would tell");
}

TEST(Verdict, ABendTowardsThePromiseIsNoMiss) {
  expect_verdict(bent(-0.46, -0.45, -0.44, -0.41, -0.48), -0.5, Claim::at_most, Kind::unresolved,
                 "not yet resolved: the slope still changes, from -0.41 to -0.48; a wider range would tell");
  expect_verdict(bent(-0.46, -0.45, -0.44, -0.41, -0.51), -0.5, Claim::at_most, Kind::unresolved,
                 "not yet resolved: the slope still changes, from -0.41 to -0.51; a wider range would tell");
  expect_verdict(bent(-0.46, -0.45, -0.44, -0.48, -0.41), -0.5, Claim::at_most, Kind::misses,
                 "misses its guarantee by 0.05 in this range");
  expect_verdict(bent(-0.56, -0.55, -0.54, -0.60, -0.51), -0.5, Claim::exactly, Kind::unresolved,
                 "not yet resolved: the slope still changes, from -0.60 to -0.51; a wider range would tell");
  expect_verdict(bent(-0.56, -0.55, -0.54, -0.52, -0.60), -0.5, Claim::exactly, Kind::misses,
                 "misses its prediction by 0.05 in this range");
  expect_verdict(bent(-0.56, -0.55, -0.54, -0.60, -0.51), -0.5, Claim::at_least, Kind::unresolved,
                 "not yet resolved: the slope still changes, from -0.60 to -0.51; a wider range would tell");
}

TEST(Verdict, ABendAwayFromThePromiseIsNoProof) {
  expect_verdict(bent(-0.53, -0.52, -0.51, -0.60, -0.42), -0.5, Claim::at_most, Kind::unresolved,
                 "not yet resolved: the slope still changes, from -0.60 to -0.42; a wider range would tell");
  // Better in the middle and as promised at the end: as promised.
  expect_verdict(bent(-0.60, -0.58, -0.56, -0.65, -0.50), -0.5, Claim::at_most, Kind::meets, "meets its guarantee");
  expect_verdict(bent(-0.60, -0.58, -0.56, -0.55, -0.62), -0.5, Claim::at_most, Kind::better,
                 "better than its guarantee by 0.08");
  expect_verdict(bent(-0.51, -0.50, -0.49, -0.45, -0.55), -0.5, Claim::exactly, Kind::unresolved,
                 "not yet resolved: the slope still changes, from -0.45 to -0.55; a wider range would tell");
}

TEST(Verdict, ABendBelowTheResolutionChangesNothing) {
  expect_verdict(bent(-0.46, -0.45, -0.44, -0.445, -0.46), -0.5, Claim::at_most, Kind::misses,
                 "misses its guarantee by 0.05 in this range");
}

TEST(Verdict, ExactDataAreResolved) {
  PowerFit fit = straight(-0.48, -0.48, -0.48);
  fit.how = PowerFit::How::exact;
  EXPECT_EQ(judge(fit, -0.5, Claim::at_most, 1).kind, Kind::meets);
  EXPECT_EQ(judge(fit, -0.6, Claim::at_most, 1).kind, Kind::misses);
  EXPECT_EQ(judge(fit, -0.4, Claim::at_most, 1).kind, Kind::better);
}

TEST(Verdict, OfAScaleThatVanishesIsReadFromTheOtherSide) {
  PowerFit fit;
  fit.exponent = {1.5, 0.01, 1.48, 1.52};
  fit.first_slope = fit.last_slope = 1.5;
  EXPECT_EQ(judge(fit, 1, Claim::at_most, 64, Limit::zero).kind, Kind::better);
  EXPECT_EQ(judge(fit, 1.5, Claim::at_most, 64, Limit::zero).kind, Kind::meets);
  EXPECT_EQ(judge(fit, 2, Claim::at_most, 64, Limit::zero).kind, Kind::misses);
  EXPECT_EQ(judge(fit, 2, Claim::at_least, 64, Limit::zero).kind, Kind::better);
  EXPECT_EQ(judge(fit, 1.5, Claim::exactly, 64, Limit::zero).kind, Kind::meets);
  // Bent towards the promise as the scale falls: the small end counts.
  fit.bent = true;
  fit.first_slope = 1.9, fit.last_slope = 1.1;
  EXPECT_EQ(judge(fit, 2, Claim::at_most, 64, Limit::zero).kind, Kind::unresolved);
  fit.first_slope = 1.1, fit.last_slope = 1.9;
  EXPECT_EQ(judge(fit, 2, Claim::at_most, 64, Limit::zero).kind, Kind::misses);
}

TEST(Verdict, RefusesWhatIsNoQuestion) {
  const PowerFit fit = straight(-0.5, -0.5, -0.5);
  EXPECT_THROW(judge(fit, std::nan(""), Claim::at_most, 1), Error);
  EXPECT_THROW(judge(fit, -0.5, Claim::at_most, 0), Error);
  EXPECT_THROW(judge(fit, -0.5, Claim::at_most, 1, Limit::infinity, 0), Error);
}

}  // namespace
}  // namespace twoscale
