#pragma once
// A report in words, as the command line prints it: lines, made from the report alone.

#include <string>
#include <vector>

#include <twoscale/solve/report.hpp>

namespace twoscale {

/// `aside`: what is not right, for standard error.
struct ReportLine {
  std::string text;
  bool aside = false;
};
using ReportText = std::vector<ReportLine>;

/// One method. `explain`: with what a method that tunes itself found and chose, and why.
ReportText report_text(const SolveReport& report, bool explain = false);
/// Several methods on one problem, as a table.
ReportText table_text(const std::vector<SolveReport>& reports);
/// Either of the two; nothing for a group that was not begun.
ReportText group_text(const ReportGroup& group, bool explain = false);
/// What the theorem of the method does not cover here; empty where it does.
std::string uncovered_text(const SolveReport& report);
/// Where to go on from, after an interruption.
std::string kept_text(const Kept& kept);

/// Two or three lines on a report with a tuning: what the survey found, what was chosen.
ReportText survey_text(const SolveReport& report);
/// All of it, with reasons.
ReportText explanation(const SolveReport& report);

}  // namespace twoscale
