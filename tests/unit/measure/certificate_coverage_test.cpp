// The 95 % intervals of certificates hold in 93 to 99 % of 1,000 trials, are unbiased, and not wider than twice the
// ideal: fixed seeds, never retried. (By chance alone 95 % would come out between 92.9 and 97.1 in 998 of 1,000.)

#include "unit/measure/certificate_tally.hpp"
#include "unit/measure/noncentral.hpp"

namespace twoscale {
namespace {

using testing::Offset;
using testing::record;
using testing::squared;
using testing::Tally;
using Numbers = Evaluator::Numbers;

struct Member {
  const char* name;
  Offset values;
  std::uint64_t budget = 4096;
  int groups = 0;
  double widest = 2;    // times the ideal for queries in pairs; 0: the noise is not isotropic in two dimensions
  bool curved = false;  // biased in second order
  double most = 99;     // percent
};
void PrintTo(const Member& member, std::ostream* out) { *out << member.name; }

/// Where r is so small that the upper end cannot miss, the lower end's share of the error is left: 98 % by design.
constexpr double kOneEnd = 99.5;

const Numbers kNone = {0, 0}, kSmall = {0.05, 0}, kMiddle = {0.12, 0.05}, kLarge = {-0.2, 0.22}, kHuge = {3, 4};

class CertificateCoverage : public ::testing::TestWithParam<Member> {};

TEST_P(CertificateCoverage, HoldsIn93To99Percent) {
  const Member& member = GetParam();
  CertificateOptions options;
  options.budget = member.budget, options.groups = member.groups;
  const Tally seen = testing::tally(member.values, options);
  const double truth = squared(member.values.offset);
  EXPECT_GE(seen.percent(), 93);
  EXPECT_LE(seen.percent(), member.most);
  // By itself the bound fails in 5 % of cases, in fewer where r is nearly zero.
  EXPECT_GE(seen.bound_held, 930);
  // Noise adds no bias: four standard errors. What curvature adds is small beside the interval.
  if (!member.curved) EXPECT_LT(std::abs(seen.estimate.value() - truth), 4 * seen.estimate.standard_error());
  else EXPECT_LT(std::abs(seen.estimate.value() - truth), 0.1 * seen.width.value());
  if (member.widest == 0) return;
  const double pairs = testing::ideal_width(truth, member.values.noise_of_pairs(seen.samples.value()));
  const double best = testing::ideal_width(truth, member.values.noise_of_best(seen.samples.value()));
  record("ratio_to_pairs", seen.width.value() / pairs);
  record("ratio_to_best_split", seen.width.value() / best);
  EXPECT_LT(seen.width.value(), member.widest * pairs);
}

INSTANTIATE_TEST_SUITE_P(
    All, CertificateCoverage,
    ::testing::Values(
        Member{"rotor_none", {.offset = kNone}}, Member{"rotor_small", {.offset = kSmall}, 4096, 0, 2, false, kOneEnd},
        Member{"rotor_middle", {.offset = kMiddle}, 4096, 0, 2, false, kOneEnd},
        Member{"rotor_large", {.offset = kLarge}}, Member{"rotor_huge", {.offset = kHuge}},
        Member{"rotor_32_groups", {.offset = kLarge}, 16384, 32},
        Member{"curved_none", {.offset = kNone, .bend = 0.3}, 4096, 0, 2, true},
        Member{"curved_large", {.offset = kLarge, .bend = 0.3}, 4096, 0, 2, true},
        Member{"curved_opposite", {.offset = {0.2, -0.22}, .bend = 0.3}, 4096, 0, 2, true},
        Member{"curved_more", {.offset = {0.2, -0.22}, .bend = 0.3}, 16384, 0, 2, true},
        Member{"balanced_none", {.offset = kNone, .gain = 0.5}},
        Member{"balanced_middle", {.offset = {0.02, 0.01}, .gain = 0.5}},
        Member{"one_none", {.offset = {0}}, 4096, 0, 0}, Member{"one_small", {.offset = {0.05}}, 4096, 0, 0},
        Member{"one_middle", {.offset = {0.1}}, 4096, 0, 0}, Member{"one_large", {.offset = {0.5}}, 4096, 0, 0},
        Member{"uneven_loud", {.offset = {0, 0, 0.2}, .gain = 0.1, .scale = {1, 0.1, 5}}, 4096, 0, 0},
        // r lies where there is little noise and as large as the noise elsewhere, which hides its direction: held too
        // often, by what not knowing the direction costs.
        Member{"uneven_quiet", {.offset = {0, 0.2, 0}, .gain = 0.1, .scale = {1, 0.1, 5}}, 4096, 0, 0, false, 99.7},
        Member{"eight_none", {.offset = Numbers(8), .gain = 1}, 4096, 0, 0},
        Member{"eight_large", {.offset = Numbers(8, 0.1), .gain = 1}, 4096, 0, 0},
        Member{"signs", {.offset = kMiddle, .law = Law::rademacher}},
        Member{"slow_contraction", {.offset = kLarge, .rho = 0.1, .gain = 0.4, .derivative_noise = 0.1}}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace twoscale
