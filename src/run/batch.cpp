#include <twoscale/run/batch.hpp>

#include <string_view>

namespace twoscale {

std::string divergence_message(const Plan& plan, std::uint64_t iteration, const char* variable) {
  const bool corrected = std::holds_alternative<CorrectedOracle>(plan.method().oracle);
  const std::string start = "stopped at iteration " + std::to_string(iteration) + " of " +
                            std::to_string(plan.iterations()) + ": " + variable +
                            " is no longer finite; the last finite state is kept. Try ";
  const std::string steps = corrected ? "smaller steps (--option slow_scale=..., fast_scale=...)"
                                      : "--method single-loop, or a smaller slow step (--option slow_scale=...)";
  if (std::holds_alternative<Tuned>(plan.method().schedule))
    return start + "twoscale check: steps were cut to a quarter twenty times, and it happened again";
  const std::string set = std::string_view(variable) == "P"   ? "preconditioner_set"
                          : std::string_view(variable) == "x" ? "fast_set"
                                                              : "slow_set";
  if (iteration == 0) return start + "twoscale check: a sample at the very first point is not finite";
  return start + steps + ", or give the problem a bounded " + set;
}

}  // namespace twoscale
