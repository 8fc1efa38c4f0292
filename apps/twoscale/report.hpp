#pragma once
// What solve and resume say, made from their reports alone.

#include <string>
#include <vector>

#include <twoscale/solve/report.hpp>
#include <twoscale/store/verify.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

// In report_text.cpp.
/// What the theorem of the method does not cover here; empty where it does.
std::string uncovered_text(const SolveReport& report);
/// One method. `explain`: with what a method that tunes itself found and chose, and why.
Text report_text(const SolveReport& report, bool explain = false);
/// Several methods on one problem.
Text table_text(const std::vector<SolveReport>& reports);
/// Either of the two; nothing for a group that was not begun.
Text group_text(const ReportGroup& group, bool explain = false);
/// Where to go on from, after an interruption.
std::string kept_text(const Kept& kept);

// In explain.cpp.
/// Two or three lines: what the survey found, what was chosen.
Text survey_text(const SolveReport& report);
/// All of it, with reasons.
Text explanation(const SolveReport& report);

/// The exit code of a command whose reports these are.
int exit_code(const std::vector<SolveReport>& reports);

// In json.cpp, the one place where JSON is written.
std::string to_json(const SolveReport& report);
std::string to_json(const std::vector<SolveReport>& reports);
std::string to_json(const std::string& store, const Verification& found);

}  // namespace twoscale::cli
