// What solve and resume print comes from a report alone: here one is made by hand, and nothing runs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <twoscale/method/presets.hpp>

#include "report.hpp"

namespace twoscale::cli {
namespace {

/// A million samples of auto, settled, with everything that a report can hold.
SolveReport by_hand() {
  SolveReport out;
  out.problem = "mine";
  out.shape = {.fast = 3, .slow = 2};
  out.parameters = {{.name = "theta", .value = 0.3, .range = "", .help = ""}};
  out.method = make_method("auto");
  out.iterations = out.first_iterations = 500'000;
  out.y = {0.25, -0.5}, out.x = {1, 2, 3};
  out.first_counts.drawn[0] = 400'000, out.first_counts.drawn[1] = 600'000;
  out.counts = out.first_counts;
  out.replicas = 1;
  out.endings.add(Ending::settled);
  out.residual = Residual{.mean_square = 7e-5, .how = "means"};
  out.limit = LimitOfRun{{.trace = 15, .slow_trace = 5, .fast_trace = 10, .how = "by hand"}, 2e-5, 3e-5};
  out.certificate = Certificate{.lower = 1e-5, .upper = 9e-5, .confidence = 0.95, .samples = 20'000};
  out.tuning = TuningReport{.rho = 0.5, .leakage = 11.25, .cuts = 2, .survey_samples = 20'000, .planned_epochs = 8};
  out.tuning->epochs = {LegRecord{.length = 1000, .fast = 0.125, .slow = 0.5, .noise = 4, .drift = 2.5}};
  out.wall_seconds = 0.25;
  return out;
}

std::string on(bool aside, const ReportText& lines) {
  std::string out;
  for (const ReportLine& line : lines)
    if (line.aside == aside) out += line.text + "\n";
  return out;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Render, TextOfASettledRun) {
  const std::string text = on(false, report_text(by_hand()));
  EXPECT_EQ(text.substr(0, text.find('\n')), "mine: x in R^3, y in R^2; theta 0.3");
  for (const char* part : {" 500,000 iterations, 1,000,000 samples (", "0.25 s\n",
                           "survey, 20,000 samples: mean eigenvalue of df/dx 0.5, leakage gain 11.2 (strong)",
                           "lazy-km in 8 epochs", "steps were cut to a quarter 2 times", "y = (0.25, -0.5)\n",
                           "|h(y) - y|^2 = 7e-5; the limit for this budget is 2e-5 (3e-5 at an equal split)\n",
                           "certified by 20,000 fresh samples: between 1e-5 and 9e-5 with 95 % confidence"})
    EXPECT_TRUE(has(text, part)) << part << " not in:\n" << text;
  EXPECT_EQ(on(true, report_text(by_hand())), "");
}

TEST(Render, ExplanationIsOfTheReportsOwnTuning) {
  const std::string text = on(false, report_text(by_hand(), true));
  for (const char* part : {"rho = 0.5, the mean eigenvalue", "|C A^-1| = 11.2 (strong)", "noise E|H - E H|^2 = 4:",
                           "squared drift of y in the last epoch: 2.5 times", "what was chosen"})
    EXPECT_TRUE(has(text, part)) << part << " not in:\n" << text;
  SolveReport untuned = by_hand();
  untuned.tuning.reset();
  EXPECT_TRUE(has(on(false, report_text(untuned, true)), "takes the steps of its theorem"));
}

TEST(Render, WhatIsWrongIsSaidAside) {
  SolveReport report = by_hand();
  report.status = report.first_status = {Ending::still_moving, "it moves"};
  report.endings = {};
  report.endings.add(Ending::still_moving);
  report.at_start = true;
  report.active_sets.slow = true;
  EXPECT_TRUE(has(on(false, report_text(report)), "y = (0.25, -0.5)   (still-moving)\n"));
  const std::string aside = on(true, report_text(report));
  for (const char* part : {"still-moving: it moves\n", "the answer equals the start", "note: slow_set holds y"})
    EXPECT_TRUE(has(aside, part)) << part << " not in:\n" << aside;
}

TEST(Render, ACertificateStandsWhereNothingElseIsKnown) {
  SolveReport report = by_hand();
  report.residual.reset(), report.limit.reset();
  EXPECT_TRUE(has(on(false, report_text(report)), "|h(y) - y|^2 certified by 20,000 fresh samples: between 1e-5"));
  report.certificate.reset(), report.certificate_stopped = true;
  EXPECT_TRUE(has(on(false, report_text(report)), "not certified: stopped before its samples were drawn"));
}

TEST(Render, SeveralMethodsAreATable) {
  SolveReport raw = by_hand();
  raw.method = make_method("raw");
  raw.tracking_error = 0.125;
  raw.status = {Ending::lost, "it is lost"};
  const ReportText lines = group_text({.asked = 2, .reports = {by_hand(), raw}});
  EXPECT_TRUE(has(on(false, lines), "promise"));
  EXPECT_TRUE(has(on(false, lines), "0.125"));
  EXPECT_EQ(on(true, lines), "  raw: it is lost\n");
}

TEST(Render, WhereToGoOnFrom) {
  Kept kept{.path = "my runs.db", .ended = 1200, .underway = 3, .asked = 5000};
  EXPECT_EQ(
      kept_text(kept),
      "stored in my runs.db: 1,200 of 5,000 replicas that ended, 3 under way\n`twoscale resume 'my runs.db'` goes "
      "on from there");
  kept.asked_for = false, kept.lost = 7;
  EXPECT_TRUE(has(kept_text(kept), "1,200 replicas that ended, 3 under way; 7 more that ended were not kept"));
  EXPECT_EQ(kept_text({.failure = "the disk is full"}), "no checkpoint: the disk is full");
}

TEST(Render, Json) {
  const nlohmann::json json = nlohmann::json::parse(to_json(by_hand()));
  EXPECT_EQ(json["problem"], "mine");
  EXPECT_EQ(json["parameters"]["theta"], 0.3);
  EXPECT_EQ(json["status"], "settled");
  EXPECT_EQ(json["y"], nlohmann::json({0.25, -0.5}));
  EXPECT_EQ(json["x"].size(), 3U);
  EXPECT_EQ(json["limit"]["value"], 2e-5);
  EXPECT_EQ(json["certificate"]["upper"], 9e-5);
  EXPECT_EQ(json["tuning"]["mean_eigenvalue"], 0.5);
  EXPECT_EQ(json["tuning"]["cuts"], 2);
  EXPECT_EQ(json["tuning"]["epochs"][0]["drift"], 2.5);
  EXPECT_EQ(json["samples"]["total"], 1'000'000);
  EXPECT_EQ(json["endings"]["settled"], 1);
  EXPECT_TRUE(json["pilot"].is_null());
  EXPECT_EQ(nlohmann::json::parse(to_json(std::vector{by_hand(), by_hand()})).size(), 2U);
}

TEST(Render, ExitCodes) {
  SolveReport report = by_hand();
  EXPECT_EQ(exit_code({report}), 0);
  report.status.ending = Ending::still_moving;
  EXPECT_EQ(exit_code({report}), 3);
  EXPECT_EQ(exit_code({report, report}), 0);
  report.target = TargetOutcome{.target = 1, .budget = 10, .result = {.ending = TargetEnding::reached}};
  EXPECT_EQ(exit_code({report}), 0);
}

}  // namespace
}  // namespace twoscale::cli
