// Bad input: a sentence that names the field, the value and what it must satisfy; exit code 2; nothing on standard
// output, nothing written.
#include <gtest/gtest.h>

#include "cli/program.hpp"

namespace twoscale {
namespace {

struct BadInput {
  const char* label;
  const char* arguments;
  std::vector<const char*> sentence;
};
void PrintTo(const BadInput& row, std::ostream* out) { *out << row.label; }

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedWithASentence) {
  const testing::Outcome outcome = testing::twoscale(GetParam().arguments);
  EXPECT_EQ(outcome.code, 2) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const char* part : GetParam().sentence)
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " not in: " << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    Solve, BadInputTest,
    ::testing::Values(
        BadInput{"UnknownProblem", "solve rotr", {"no problem 'rotr'", "did you mean 'rotor'?"}},
        BadInput{"MistypedFlag", "solve rotor --budgt 1e5", {"not expected", "did you mean '--budget'?"}},
        BadInput{"UnknownMethod",
                 "solve rotor --method sinle-loop",
                 {"no method 'sinle-loop'", "did you mean 'single-loop'?"}},
        BadInput{"UnknownParameter", "solve rotor --set thta=1", {"no parameter 'thta'", "did you mean 'theta'?"}},
        BadInput{"UnknownOption",
                 "solve rotor --method single-loop --option slow_scal=1",
                 {"no option 'slow_scal'", "did you mean 'slow_scale'?"}},
        BadInput{"UnknownChoice", "solve rotor --option preconditioner=lerned", {"preconditioner = lerned", "learned"}},
        BadInput{"ParameterOutOfRange", "solve rotor --set rho=1.7", {"rho = 1.7 must be in (0, 1]"}},
        BadInput{
            "OptionOutOfRange", "solve rotor --method single-loop --option epsilon=0.5", {"epsilon = 0.5 must be in"}},
        BadInput{"ParameterNan", "solve rotor --set theta=nan", {"theta = 'nan' must be a finite number"}},
        BadInput{"ParameterInfinite", "solve rotor --set sigma=inf", {"sigma = 'inf' must be a finite number"}},
        BadInput{"ParameterNotANumber", "solve rotor --set theta=fast", {"theta = 'fast' must be a finite number"}},
        BadInput{"NotNameValue", "solve rotor --set theta", {"--set takes NAME=VALUE, not 'theta'"}},
        BadInput{"HorizonTooSmall",
                 "solve rotor --method single-loop --iterations 10",
                 {"horizon = 10 is too small", "at least 16"}},
        BadInput{"NestedHorizonTooSmall",
                 "solve rotor --method nested --iterations 1",
                 {"horizon = 1 is too small", "at least 2"}},
        BadInput{"StartOutsideTheSet", "solve rotor --y0 2,0", {"y0 = (2, 0) must be in its set", "(1, 0)"}},
        BadInput{"StartOfWrongSize", "solve rotor --y0 1", {"y0 = (1) must be 2 numbers"}},
        BadInput{"StartNan", "solve rotor --y0 nan,0", {"y0 = 'nan' must be a finite number"}},
        BadInput{"AnchorOutsideTheSet", "solve rotor --anchor 0,3", {"anchor = (0, 3) must be in its set"}},
        BadInput{"BudgetBelowOneIteration",
                 "solve rotor --method single-loop --budget 3",
                 {"budget = 3 must be at least 5", "one iteration of single-loop"}},
        BadInput{"BudgetZero", "solve rotor --budget 0", {"budget = 0 must be"}},
        BadInput{"BudgetNegative", "solve rotor --budget -5", {"budget = -5 must be"}},
        BadInput{"BudgetFraction", "solve rotor --budget 10.5", {"budget = 10.5 must be a whole number"}},
        BadInput{"BudgetNan", "solve rotor --budget nan", {"budget = 'nan' must be a finite number"}},
        BadInput{"SeedNegative", "solve rotor --seed -1", {"seed = -1 must be"}},
        BadInput{"NoReplicas", "solve rotor --replicas 0", {"replicas = 0 must be"}},
        BadInput{"EmptySet", "solve rotor --set radius=-1", {"radius = -1 must be at least 0, or the set is empty"}},
        BadInput{"KinkWithCorrection",
                 "solve lipschitz-only --method single-loop",
                 {"corrected oracle needs derivatives", "--force"}},
        BadInput{"KinkWithNewton", "solve lipschitz-only --method nested-newton", {"Newton oracle needs", "--force"}},
        BadInput{"NoPreconditioner", "solve rotor --option preconditioner=none", {"preconditioner = none must be"}},
        BadInput{"InnerOffsetTooSmall",
                 "solve rotor --method nested --option inner_offset=1",
                 {"inner_offset = 1 must be at least inner_step = 4"}},
        BadInput{
            "SeedBeyondExactWholeNumbers", "solve rotor --seed 9007199254740993", {"seed = 9007199254740992 must be"}},
        BadInput{
            "CurvatureTooLarge", "solve rotor-curved --set curvature=0.7", {"curvature = 0.7 must be below rho = 0.5"}},
        BadInput{"TrackerWithoutFastStep",
                 "solve rotor --method nested --option tracker=one-step",
                 {"one-step with schedule nested-powers", "polynomial"}},
        BadInput{"TrackerWithoutInnerLength",
                 "solve rotor --method single-loop --option tracker=nested",
                 {"nested with schedule single-loop-powers"}},
        BadInput{"AnytimeAuto", "solve rotor --anytime", {"anytime = 1 must be 0 with schedule tuned"}},
        BadInput{"EpochAverageWithoutEpochs",
                 "solve rotor --method raw --option output=epoch-average",
                 {"output = epoch-average must be last, tail-average or weighted-average"}},
        BadInput{"TunedTikhonov", "solve rotor --option outer=tikhonov", {"outer = tikhonov must be km or lazy-km"}},
        BadInput{"UnknownSamples", "solve rotor --samples shard", {"samples = shard must be fresh or shared"}},
        BadInput{"SharedNested", "solve rotor --method nested --samples shared", {"samples = shared must be fresh"}},
        BadInput{"BudgetAndIterations", "solve rotor --budget 1e4 --iterations 300", {"excludes"}},
        BadInput{"BudgetAndSeconds", "solve rotor --budget 1e4 --seconds 1", {"excludes"}},
        BadInput{"SecondsNegative", "solve rotor --seconds -1", {"seconds = -1 must be above 0"}},
        BadInput{"SecondsAndTarget", "solve rotor --seconds 1 --target 0.1", {"seconds = 1 must be left out"}},
        BadInput{"NoHorizonToFollow",
                 "solve rotor --iterations 0 --set theta=anchor",
                 {"iterations = 0 must be at least 1"}},
        BadInput{"UnknownFlag", "solve rotor --bugdet 5", {"--bugdet"}}, BadInput{"NoVerb", "", {"subcommand"}},
        BadInput{"ShowUnknown", "show rotro", {"no problem or method 'rotro'", "did you mean 'rotor'?"}},
        BadInput{"ListUnknown", "list problem", {"did you mean 'problems'?"}}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(Force, RunsTheCorrectedMethodOnAKinkWhenTold) {
  EXPECT_EQ(testing::twoscale("solve lipschitz-only --method single-loop --force --budget 1e4").code, 0);
}

TEST(Help, HasExamplesAndListsExitCodes) {
  const testing::Outcome help = testing::twoscale("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("twoscale solve rotor --budget 1e6"), std::string::npos);
  EXPECT_NE(help.out.find("Exit codes"), std::string::npos);
  EXPECT_EQ(testing::twoscale("solve --help").code, 0);
}

TEST(ListAndShow, NameEverything) {
  const testing::Outcome list = testing::twoscale("list");
  for (const char* name :
       {"rotor", "rotor-curved", "rotation", "scalar-floor", "moving-target", "lipschitz-only", "km", "raw", "nested",
        "nested-corrected", "nested-newton", "single-loop", "anchored-raw", "Simplex"})
    EXPECT_NE(list.out.find(name), std::string::npos) << name;
  EXPECT_NE(testing::twoscale("show rotor").out.find("derivative_noise"), std::string::npos);
  EXPECT_NE(testing::twoscale("show single-loop").out.find("slow_scale"), std::string::npos);
  EXPECT_EQ(testing::twoscale("show single-loop --json").out[0], '{');
}

}  // namespace
}  // namespace twoscale
