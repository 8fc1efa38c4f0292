#include "certify.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "heed.hpp"

namespace twoscale {

namespace {

/// 10 groups of 128 samples are the least that an interval can be made of.
constexpr std::uint64_t kLeast = 1280;

/// Unless it was said: a quarter of what the run took, where one replica was run and nothing else tells how good its
/// answer is.
std::uint64_t budget_of(const std::optional<std::uint64_t>& asked, const SolveReport& report) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (!report.status.finished()) return 0;
  if (asked) return *asked;
  if (report.residual || report.replicas > 1) return 0;
  return std::clamp((report.first_counts.total() + report.first_counts.noiseless) / 4, kLeast, kMost);
}

/// What a sample of F and one of G take here, one point at a time, as a certificate draws them.
double seconds_a_sample(const Evaluator& problem, const SolveReport& at) {
  constexpr std::uint64_t kDraws = 16;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    problem.fast(at.x, at.y, problem.noise(Role::xi, 0, 0, i));
    problem.slow(at.x, at.y, problem.noise(Role::zeta_g, 0, 0, i));
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / (2 * kDraws);
}

/// Said before it starts, where one has to wait for it.
void tell_cost(std::uint64_t samples, const AnyProblem& problem, const SolveReport& report, const SolveWatch& watch) {
  if (!watch.said) return;
  const double seconds = static_cast<double>(samples) * seconds_a_sample(problem.evaluator(), report);
  if (seconds >= 1) watch.say(event::Certifying{samples, seconds});
}

/// How good the first replica's answer is, from fresh samples alone; none where a request to stop came first.
std::optional<Certificate> certificate_of(std::uint64_t samples, const AnyProblem& problem, const SolveReport& report,
                                          const SolveWatch& watch) {
  CertificateOptions options;
  options.stop = watch.stop;
  options.budget = samples;
  options.seed = report.seed;
  options.replica = report.first_replica;
  Certificate out;
  try {
    out = certify(problem.evaluator(), report.x, report.y, options);
  } catch (const Error& error) {  // the answer stands all the same
    out.upper = out.at_most = out.at_best = std::numeric_limits<double>::infinity();
    out.finite = out.settled = false;
    out.refused = error.what();
  }
  return out.stopped ? std::nullopt : std::optional(out);
}

}  // namespace

void require_certificate(const std::optional<std::uint64_t>& asked) {
  if (asked && *asked > 0)
    require_in_range("certify", static_cast<double>(*asked),
                     Range{.low = static_cast<double>(kLeast), .high = 1e15, .whole = true});
}

void certify_report(const AnyProblem& problem, const std::optional<std::uint64_t>& asked, const SolveWatch& watch,
                    SolveReport& report) {
  const std::uint64_t samples = budget_of(asked, report);
  if (samples == 0) return;
  tell_cost(samples, problem, report, watch);
  report.certificate = certificate_of(samples, problem, report, watch);
  report.certificate_stopped = !report.certificate;
  if (report.certificate) heed_certificate(*report.certificate, report);
}

}  // namespace twoscale
