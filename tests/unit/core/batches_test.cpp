// Schedules whose steps follow batches and epochs, and the weights of the outputs.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <twoscale/method/plan.hpp>
#include <twoscale/method/presets.hpp>
#include <vector>

namespace twoscale {
namespace {

bool same(const Steps& a, const Steps& b) {
  return a.fast == b.fast && a.preconditioner == b.preconditioner && a.slow == b.slow && a.anchor == b.anchor &&
         a.share == b.share && a.last == b.last && a.average == b.average;
}

template <class S>
std::vector<Steps> all_steps(const S& schedule, std::uint64_t horizon) {
  std::vector<Steps> out(horizon);
  schedule.fill(0, horizon, out);
  return out;
}

/// However the iterations are cut into pieces, and asked one at a time.
template <class S>
void expect_the_same_in_pieces(const S& schedule, std::uint64_t horizon) {
  const std::vector<Steps> whole = all_steps(schedule, horizon);
  for (const std::uint64_t piece : {1, 7, 64, 256}) {
    std::vector<Steps> pieces(horizon);
    for (std::uint64_t k = 0; k < horizon; k += piece)
      schedule.fill(k, horizon, std::span(pieces).subspan(k, std::min(piece, horizon - k)));
    for (std::uint64_t k = 0; k < horizon; ++k)
      ASSERT_TRUE(same(pieces[k], whole[k])) << k << " in pieces of " << piece;
  }
  for (std::uint64_t k = 0; k < horizon; ++k) ASSERT_TRUE(same(schedule.at(k, horizon), whole[k])) << k;
}

/// Shares are 1, 1/2, 1/3, ... up to the end of each part, so that what is accumulated is a mean. Returns the lengths
/// of the parts that end.
std::vector<std::uint64_t> expect_means(const std::vector<Steps>& steps) {
  std::vector<std::uint64_t> lengths;
  std::uint64_t j = 0;
  for (const Steps& s : steps) {
    ++j;
    EXPECT_EQ(s.share, 1 / static_cast<double>(j));
    EXPECT_TRUE(s.last == 0 || s.last == 1);
    if (s.last == 1) lengths.push_back(j), j = 0;
  }
  return lengths;
}

template <class S>
std::string refusal(const S& schedule, std::uint64_t horizon) {
  try {
    schedule.validate(horizon);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const std::vector<HalpernBatches> kBatches = {{},
                                              {.batch_scale = 0},
                                              {.batch_scale = 16, .batch_power = 3},
                                              {.batch_scale = 3.7, .batch_power = 0},
                                              {.batch_scale = 0.01, .batch_power = 0.5},
                                              {.batch_scale = 100, .batch_power = 8}};

TEST(HalpernBatches, StepsAreTheSameInAnyPieces) {
  for (const HalpernBatches& schedule : kBatches) expect_the_same_in_pieces(schedule, 3000);
}

TEST(HalpernBatches, BatchesFollowEachOtherWithoutHolesAndAnchorsFade) {
  for (const HalpernBatches& schedule : kBatches) {
    const std::vector<Steps> steps = all_steps(schedule, 20'000);
    const auto lengths = expect_means(steps);
    std::uint64_t k = 0, start = 0;
    for (const std::uint64_t length : lengths) {
      EXPECT_EQ(schedule.start(k), start);
      EXPECT_EQ(steps[start].anchor, 1 / (static_cast<double>(k) + 2));
      EXPECT_EQ(steps[start + length - 1].anchor, steps[start].anchor);
      ++k, start += length;
    }
    EXPECT_EQ(schedule.batch_of(start), k);
  }
}

TEST(HalpernBatches, GrowWithTheirPower) {
  EXPECT_EQ(HalpernBatches{}.start(1), 22U);                           // 1 + floor(64/3)
  const HalpernBatches schedule{.batch_scale = 16, .batch_power = 3};  // 16 k^3 + 1
  EXPECT_EQ(schedule.start(0), 0U);
  EXPECT_EQ(schedule.start(1), 5U);   // 1 + 16/4
  EXPECT_EQ(schedule.start(2), 66U);  // 2 + 4 * 16
  for (const std::uint64_t k : {100, 1000}) {
    const auto length = static_cast<double>(schedule.start(k + 1) - schedule.start(k));
    EXPECT_NEAR(length / (16 * std::pow(static_cast<double>(k) + 0.5, 3)), 1, 1e-4);
  }
}

TEST(HalpernBatches, FindTheBatchOfAnyIterationAtItsEdges) {
  for (const HalpernBatches& schedule : kBatches)
    for (std::uint64_t k = 1; schedule.start(k + 1) < std::uint64_t{1} << 45; k += 1 + k / 3) {
      ASSERT_LT(schedule.start(k), schedule.start(k + 1));
      ASSERT_EQ(schedule.batch_of(schedule.start(k)), k);
      ASSERT_EQ(schedule.batch_of(schedule.start(k) - 1), k - 1);
      ASSERT_EQ(schedule.batch_of(schedule.start(k + 1) - 1), k);
    }
}

TEST(HalpernBatches, RefuseAHorizonInWhichNoneEnds) {
  EXPECT_EQ(refusal(HalpernBatches{}, 22), "");
  EXPECT_EQ(refusal(HalpernBatches{}, 21),
            "horizon = 21 is too small: the first batch has 22 iterations; take at least 22 iterations, or change the "
            "scales");
  EXPECT_NE(refusal(HalpernBatches{.fast_scale = 1.5}, 100).find("fast step 1.5"), std::string::npos);
}

const std::vector<RecursiveEpochs> kEpochs = {{},
                                              {.epoch_growth = 1},
                                              {.anchor_scale = 0.1, .last_anchor = 1, .epoch_growth = 1.5},
                                              {.anchor_scale = 1e-3, .slow_scale = 1}};

TEST(RecursiveEpochs, StepsAreTheSameInAnyPieces) {
  for (const RecursiveEpochs& schedule : kEpochs) expect_the_same_in_pieces(schedule, 3000);
}

TEST(RecursiveEpochs, FillTheHorizonAndDoubleTheAnchor) {
  for (const RecursiveEpochs& schedule : kEpochs)
    for (const std::uint64_t N : {300, 4096, 50'001}) {
      const std::vector<Steps> steps = all_steps(schedule, N);
      const auto lengths = expect_means(steps);
      EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}), N);
      EXPECT_EQ(steps.back().last, 1) << "the answer is the last epoch's mean";
      double anchor = schedule.anchor_scale * std::pow(static_cast<double>(N), -0.5);
      std::uint64_t start = 0;
      for (const std::uint64_t length : lengths) {
        EXPECT_NEAR(steps[start].anchor / anchor, 1, 1e-14);
        EXPECT_EQ(steps[start + length - 1].anchor, steps[start].anchor);
        EXPECT_EQ(steps[start].slow, steps[0].slow);
        anchor *= 2, start += length;
      }
      EXPECT_LE(steps.back().anchor, schedule.last_anchor);
      EXPECT_GT(2 * steps.back().anchor, schedule.last_anchor);
      for (std::size_t e = 0; e + 1 < lengths.size(); ++e) {  // up to the rounding of two ends
        const auto length = static_cast<double>(lengths[e]), next = static_cast<double>(lengths[e + 1]);
        EXPECT_NEAR(next, schedule.epoch_growth * length, 1 + schedule.epoch_growth);
      }
    }
}

TEST(RecursiveEpochs, HaveStepsBeyondTheHorizonToo) {  // where a chunk reaches further than the run
  const RecursiveEpochs schedule;
  const Steps beyond = schedule.at(1100, 1000);
  EXPECT_EQ(beyond.anchor, schedule.at(999, 1000).anchor);
  EXPECT_EQ(beyond.last, 0);
}

TEST(RecursiveEpochs, RefuseWhatIsTooShort) {
  EXPECT_NE(refusal(RecursiveEpochs{}, 1).find("take at least"), std::string::npos);
  EXPECT_NE(refusal(RecursiveEpochs{.slow_scale = 100}, 1000).find("slow step"), std::string::npos);
  EXPECT_NE(refusal(RecursiveEpochs{.anchor_scale = 100}, 1000).find("anchor weight"), std::string::npos);
  EXPECT_NE(refusal(RecursiveEpochs{.fast_scale = 100}, 1000).find("fast step"), std::string::npos);
  EXPECT_NE(refusal(RecursiveEpochs{.anchor_scale = 1e-9, .slow_scale = 1}, 20).find("has no iteration"),
            std::string::npos);
  for (std::uint64_t N = 64; N < 5000; ++N) ASSERT_EQ(refusal(RecursiveEpochs{}, N), "") << N;
}

/// What each iterate weighs in the end: its own weight, then kept by all later ones.
template <class Output>
std::vector<double> weights(const Output& output, std::uint64_t horizon) {
  std::vector<double> out(horizon);
  double kept = 1;
  for (std::uint64_t k = horizon; k-- > 0;) {
    out[k] = kept * output.weight(k, horizon);
    kept *= 1 - output.weight(k, horizon);
  }
  return out;
}

TEST(OutputWeights, AddUpToOneWithNothingLeftOfTheStart) {
  for (const std::uint64_t N : {1, 2, 3, 100, 12345})
    for (const double parameter : {0.001, 0.3, 0.5, 1.0}) {
      for (const auto& w : {weights(TailAverage{parameter}, N), weights(WeightedAverage{10 * parameter}, N)}) {
        EXPECT_NEAR(std::accumulate(w.begin(), w.end(), 0.0), 1, 1e-9) << N << " " << parameter;
        for (const double one : w) EXPECT_GE(one, 0);
      }
      EXPECT_EQ(weights(LastIterate{}, N).back(), 1);
    }
}

TEST(OutputWeights, OfATailAreEqual) {
  const auto w = weights(TailAverage{0.25}, 1000);
  for (std::size_t k = 0; k < 1000; ++k) EXPECT_NEAR(w[k], k < 750 ? 0 : 1.0 / 250, 1e-15) << k;
}

TEST(OutputWeights, AreTheVarianceTheyPromise) {  // sum of squares times N: 1/tail, (p+1)^2/(2p+1)
  const auto effective = [](const std::vector<double>& w) {
    double sum = 0;
    for (const double one : w) sum += one * one;
    return sum * static_cast<double>(w.size());
  };
  EXPECT_NEAR(effective(weights(TailAverage{0.5}, 10'000)), 2, 1e-9);
  EXPECT_NEAR(effective(weights(WeightedAverage{3}, 10'000)), 16.0 / 7, 2e-3);
}

TEST(OutputWeights, OfAPlanRestartWithEveryEpoch) {
  Method method = make_method("averaged");
  method.anytime = true;
  const Plan plan = Plan::for_iterations(method, 1000);
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Epoch epoch = plan.epoch(k);
    ASSERT_EQ(plan.steps(k).average, TailAverage{}.weight(k - epoch.start, epoch.length)) << k;
  }
}

std::string message_of(const Method& method) {
  try {
    validate(method);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SharedSamples, AreRefusedWhereAnIterationWouldLookTwice) {
  const auto refused = [](const char* preset, const std::vector<std::pair<const char*, const char*>>& options) {
    Method method = make_method(preset);
    for (const auto& [name, value] : options) set_option(method, name, value);
    EXPECT_EQ(message_of(method), "");  // with fresh samples it is a method
    set_option(method, "samples", "shared");
    return message_of(method);
  };
  const std::string start = "samples = shared must be fresh with ";
  EXPECT_EQ(refused("nested", {}), start + "tracker nested, which has no draw of its own, or many, in an iteration");
  EXPECT_EQ(refused("km", {}), start + "tracker exact, which has no draw of its own, or many, in an iteration");
  EXPECT_EQ(refused("single-loop", {{"preconditioner", "averaged"}, {"estimate_batch", "4"}}),
            start +
                "preconditioner averaged, which takes P from the draw that P is to correct: G + P (F - x) would be "
                "biased");
  EXPECT_EQ(refused("single-loop", {{"preconditioner", "neumann"}}),
            start +
                "preconditioner neumann, which takes P from the draw that P is to correct: G + P (F - x) would be "
                "biased");
  EXPECT_EQ(refused("single-loop", {{"preconditioner", "low-rank"}}),
            start + "preconditioner low-rank, which draws a derivative twice in an iteration");
  EXPECT_EQ(refused("single-loop", {{"oracle", "newton"}, {"newton_batch", "2"}}),
            start + "oracle newton, which draws more than one F");
  for (const char* fine : {"raw", "single-loop", "anchored-raw", "averaged", "recursive", "halpern", "optimistic"})
    EXPECT_EQ(refused(fine, {}), "");
}

TEST(SharedSamples, CostTwoAnIteration) {
  for (const char* name : {"raw", "single-loop", "averaged"}) {
    Method method = make_method(name);
    set_option(method, "samples", "shared");
    EXPECT_EQ(Plan::for_iterations(method, 1000).samples(), 2000U);
    EXPECT_EQ(Plan::for_budget(method, 2001).iterations(), 1000U);
  }
  Method method = make_method("single-loop");
  EXPECT_THROW(set_option(method, "samples", "borrowed"), Error);
}

}  // namespace
}  // namespace twoscale
