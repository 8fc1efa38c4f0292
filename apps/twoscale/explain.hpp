#pragma once
// What a tuned run found and chose, in plain words.

#include <optional>

#include <twoscale/schedule/tuner.hpp>

#include "report.hpp"

namespace twoscale::cli {

/// The decisions of the report's first replica; none where the method does not tune itself, or has not begun.
std::optional<Tuner> tuner_of(const SolveReport& report);

/// Two lines: what the survey found, what was chosen.
void print_survey(const SolveReport& report, const Tuner& tuner);
/// All of it, with reasons.
void print_explanation(const AnyProblem& problem, const SolveReport& report, const Tuner& tuner);

}  // namespace twoscale::cli
