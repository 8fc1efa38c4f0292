#pragma once
// The certificate after a run: whether there is one, of how many samples, and what it says of the report.

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/report.hpp>
#include <twoscale/solve/watch.hpp>

namespace twoscale {

/// Throws where that is too few samples for an interval.
void require_certificate(const std::optional<std::uint64_t>& asked);

/// Certifies the answer, where that was asked for or nothing else tells how good it is.
void certify_report(const AnyProblem& problem, const std::optional<std::uint64_t>& asked, const SolveWatch& watch,
                    SolveReport& report);

}  // namespace twoscale
