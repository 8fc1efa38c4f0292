#pragma once
// How a run ended, in words: what was seen, and what to do about it.

#include <cstdint>
#include <string>

#include <twoscale/core/finding.hpp>
#include <twoscale/method/plan.hpp>

namespace twoscale {

/// The ending with its sentence; none where it settled.
Status status_of(const Plan& plan, const Finding& finding);

/// The sentence for a replica whose variable ("x", "y", "P") left the finite numbers at an iteration.
std::string divergence_message(const Plan& plan, std::uint64_t iteration, const char* variable);

namespace detail {
/// Throws: the numbers of a snapshot are not those of such a run.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_trail();
}  // namespace detail

}  // namespace twoscale
