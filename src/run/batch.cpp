#include <twoscale/run/batch.hpp>

namespace twoscale {

std::string divergence_message(const Plan& plan, std::uint64_t iteration) {
  const bool corrected = std::holds_alternative<CorrectedOracle>(plan.method().oracle);
  return "stopped at iteration " + std::to_string(iteration) + " of " + std::to_string(plan.iterations()) +
         ": the state is no longer finite; the last finite one is kept. Try " +
         (corrected ? "smaller steps (--option slow_scale=..., fast_scale=...)"
                    : "--method single-loop, or a smaller slow step (--option slow_scale=...)") +
         ", or give the problem bounded fast and slow sets";
}

}  // namespace twoscale
