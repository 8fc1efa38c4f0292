#pragma once
// What a run says of itself may be known better: from the residual that the problem tells, or from a certificate.

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/report.hpp>

namespace twoscale {

/// The residual is known, and is far above what this budget allows: settled or not, y is not where it should be. Only
/// of a method that is to come near the limit, and of one replica.
void heed_residual(const AnyProblem& problem, const std::vector<double>& start, SolveReport& report);

/// Of a large x no survey was made, and a run may call settled what follows an x that has not arrived. A certificate
/// looks at x for itself: where it finds that, the answer is not to be trusted either.
void heed_certificate(const Certificate& certificate, SolveReport& report);

}  // namespace twoscale
