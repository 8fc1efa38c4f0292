#include <twoscale/run/finding.hpp>

#include <charconv>
#include <cmath>
#include <string_view>

namespace twoscale {

namespace {

/// "3.4", "12", "5600", "1.2e+07", to two digits: for a sentence.
std::string number_text(double value) {
  char buffer[32];
  const bool whole = value >= 100 && value < 1e6;
  const double unit = whole ? std::pow(10, std::floor(std::log10(value)) - 1) : 1;
  const auto end = whole ? std::to_chars(buffer, buffer + sizeof buffer, unit * std::round(value / unit),
                                         std::chars_format::fixed, 0)
                         : std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 2);
  return {buffer, end.ptr};
}

/// "12 times what noise explains"
std::string times_noise(double ratio) {
  return (ratio < 1e6 ? number_text(ratio) : std::string("many")) + " times what noise explains";
}

std::string slow_drift_text(const Plan& plan, double number) {
  return "y was still moving when the run ended: its squared drift in " +
         std::string(is_tuned(plan.method()) ? "the part that was averaged is " : "the last third of the run is ") +
         times_noise(number) + ". Try ten times the --budget, or start from here with --y0";
}

std::string grew_text(const Plan& plan, double number) {
  const std::string seen = is_tuned(plan.method())
                               ? "the residual grew, or the noise blew up, and cutting the steps to a quarter " +
                                     number_text(number) + " times did not help"
                               : "y moved faster and faster in the last third of the run";
  return "y runs away: " + seen +
         ". Either h expands (twoscale check measures that), or the problem needs smaller steps, which more samples "
         "give; a bounded slow_set keeps y where it makes sense";
}

std::string text_of(const Plan& plan, const Finding& finding) {
  switch (finding.reason) {
    case Finding::Reason::none:
      return "";
    case Finding::Reason::too_short:
      return plan.iterations() == 0
                 ? "no iteration was run: the answer is the start"
                 : "the run is too short to tell whether y has settled: take more samples (--budget, --iterations)";
    case Finding::Reason::slow_drift:
      return slow_drift_text(plan, finding.number);
    case Finding::Reason::fast_drift:
      return "x was still moving when the run ended, along a direction in which f hardly contracts, and P does not "
             "cancel that: its squared drift is " +
             times_noise(finding.number) +
             ". Take more samples, or rescale f so that all directions contract alike (twoscale check, line 'fast "
             "map')";
    case Finding::Reason::doubt:
      return "the answer was looked at once more with y held fixed, and |h(y) - y|^2 was " +
             times_noise(finding.number) + ": " +
             (is_raw(plan.method())
                  ? "without a correction x's own fluctuation biases y at these steps. --method raw, whose steps "
                    "fall to zero, has no such bias in the limit"
                  : "curvature, or an x that follows too slowly, biases y at these steps; or events are so rare "
                    "that the look saw none. Take more samples, which makes the steps smaller");
    case Finding::Reason::astray:
      return "noise has carried y to where one sample has " + number_text(finding.number) +
             " times the noise of any place that a pull led it to: how far y is from settled does not show there. "
             "Noise "
             "that multiplies y does this. Take more samples, which makes the steps smaller, start nearer (--y0), or "
             "give the problem a bounded slow_set";
    case Finding::Reason::lost:
      return "the last epoch was lost: something left the finite numbers, or the noise blew up. The answer is that of "
             "the epoch before. Take more samples, or see twoscale check";
    case Finding::Reason::grew:
      return grew_text(plan, finding.number);
  }
  return "";
}

}  // namespace

Status status_of(const Plan& plan, const Finding& finding) { return {finding.ending, text_of(plan, finding)}; }

std::string divergence_message(const Plan& plan, std::uint64_t iteration, const char* variable) {
  const bool corrected = is_corrected(plan.method());
  const std::string start = "stopped at iteration " + std::to_string(iteration) + " of " +
                            std::to_string(plan.iterations()) + ": " + variable +
                            " is no longer finite; the last finite state is kept. Try ";
  const std::string steps = corrected ? "smaller steps (--option slow_scale=..., fast_scale=...)"
                                      : "--method single-loop, or a smaller slow step (--option slow_scale=...)";
  if (is_tuned(plan.method()))
    return start + "twoscale check: steps were cut to a quarter twenty times, and it happened again";
  const std::string set = std::string_view(variable) == "P"   ? "preconditioner_set"
                          : std::string_view(variable) == "x" ? "fast_set"
                                                              : "slow_set";
  if (iteration == 0) return start + "twoscale check: a sample at the very first point is not finite";
  return start + steps + ", or give the problem a bounded " + set;
}

void detail::refuse_trail() { throw Error("the snapshot is not one of this run: its numbers do not fit"); }

}  // namespace twoscale
