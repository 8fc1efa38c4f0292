#include <twoscale/measure/solve_to.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr std::uint64_t kParts = 64;               // of the budget, one of which is the first attempt
constexpr std::uint64_t kCertificateShare = 4;     // one sample in so many
constexpr std::uint64_t kLeastCertificate = 4096;  // shorter ones have not been measured to hold
constexpr double kMostSamples = 1e15;

void require_options(const TargetOptions& options) {
  if (!(options.target > 0 && std::isfinite(options.target)))
    throw Error::field("target", to_text(options.target), "positive and finite");
  attempt_confidence(options.confidence, 1);  // throws where it is not in (0, 1)
  if (options.budget < kLeastTargetBudget)
    throw Error::field("budget", std::to_string(options.budget),
                       "at least " + std::to_string(kLeastTargetBudget) +
                           " with a target: a certificate of 4,096 samples and as many for the solve");
}

/// What an attempt is given.
struct Share {
  std::uint64_t all = 0, certificate = 0;

  /// Of what is left, for an attempt that should have so many. One that would leave less than itself takes it all.
  static Share of(std::uint64_t left, std::uint64_t wanted) {
    Share out{.all = left / 2 < wanted ? left : wanted};
    out.certificate = std::max(out.all / kCertificateShare, kLeastCertificate);
    return out;
  }
  /// A pilot is drawn before the solve, out of its share.
  std::uint64_t solve(std::uint64_t pilot) const { return all - certificate - pilot; }
};

/// The budget at which the upper end might come down to the target: it fell as a power of the attempts' sizes. Few
/// noisy points tell the power badly, so that it is kept between 1/2, what a good method promises, and 1.
std::optional<std::uint64_t> suggestion(const TargetResult& result, const TargetOptions& options) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Attempt& attempt : result.attempts) {
    if (!attempt.certificate || !(attempt.certificate->upper > 0 && std::isfinite(attempt.certificate->upper)))
      continue;
    const double size = std::log(static_cast<double>(attempt.budget)), upper = std::log(attempt.certificate->upper);
    n += 1, x += size, y += upper, xx += size * size, xy += size * upper;
  }
  if (n == 0) return std::nullopt;
  const double spread = n * xx - x * x;
  const double power = spread > 0 ? std::clamp((x * y - n * xy) / spread, 0.5, 1.0) : 0.5;
  const double factor = std::pow(result.answer().certificate->upper / options.target, 1 / power);
  const double budget = static_cast<double>(options.budget) * std::max(2.0, factor);
  if (!(budget <= kMostSamples)) return std::nullopt;
  return static_cast<std::uint64_t>(budget);
}

class Search {
 public:
  Search(const Evaluator& problem, const PlanFor& plan_for, const RunPlan& run, const TargetOptions& options)
      : problem_(problem), plan_for_(plan_for), run_(run), options_(options), next_(options.run) {
    require_options(options);
    wanted_ = std::max(options.budget / kParts, kCertificateShare * kLeastCertificate);
    next_.sink = {}, next_.checkpoint = {}, next_.observer = nullptr, next_.resume.clear(), next_.fresh.clear();
    look_at_pilot();
  }

  TargetResult result() {
    do {
      attempt(Share::of(left(), wanted_));
      wanted_ *= 2;
    } while (!over());
    if (result_.ending == TargetEnding::budget) result_.suggested_budget = suggestion(result_, options_);
    return std::move(result_);
  }

 private:
  std::uint64_t left() const { return options_.budget - result_.samples; }

  /// A run of no replicas: starts and method are judged, and what a pilot costs is known, before there is an attempt.
  void look_at_pilot() {
    RunOptions none = next_;
    none.replicas = 0;
    const Plan plan = plan_for_(Share::of(left(), wanted_).solve(0));
    const RunResult looked = run_(plan, none);
    if (looked.pilot) pilot_ = result_.samples = looked.pilot->samples;
  }

  /// An attempt much smaller than the one before would hardly do better: what certificates saved may be left over.
  bool over() const {
    if (result_.ending != TargetEnding::budget) return true;
    return left() < std::max(kLeastTargetBudget + pilot_, result_.attempts.back().budget / 2);
  }

  void attempt(const Share& share) {
    const auto number = static_cast<std::uint32_t>(result_.attempts.size());  // from zero
    const Plan plan = plan_for_(share.solve(pilot_));
    if (options_.begun) options_.begun(static_cast<int>(number) + 1, plan);
    next_.first_replica = number, next_.replicas = 1;
    RunResult run = run_(plan, next_);
    result_.attempts.push_back({.budget = share.all,
                                .plan = plan,
                                .solved = std::move(run.replicas.at(0)),
                                .pilot = run.pilot,
                                .certificate = {}});
    Attempt& made = result_.attempts.back();
    made.samples = made.solved.last.counts.total() + (made.pilot ? made.pilot->samples : 0);
    judge(made, share.certificate, number);
    result_.samples += made.samples;
    if (!made.certificate) return;
    choose();
    if (options_.done) options_.done(static_cast<int>(number) + 1, made);
    start_at(made);
  }

  /// Certifies what was solved, and says whether that is the end.
  void judge(Attempt& made, std::uint64_t samples, std::uint32_t number) {
    if (made.solved.status.ending == Ending::diverged) result_.ending = TargetEnding::diverged;
    if (made.solved.status.ending == Ending::interrupted) result_.ending = TargetEnding::interrupted;
    if (!made.solved.status.finished()) return choose();
    CertificateOptions options;
    options.budget = samples, options.seed = next_.seed, options.replica = number;
    options.confidence = attempt_confidence(options_.confidence, static_cast<int>(number) + 1);
    if (next_.progress) options.stop = &next_.progress->stop;
    const TargetCertificate seen = certify_to(problem_, made.solved.last.fast, made.answer(), options_.target, options);
    made.samples += seen.certificate.samples;
    if (seen.certificate.stopped) {
      result_.ending = TargetEnding::interrupted;
      return choose();
    }
    made.certificate = seen.certificate;
    if (seen.reached) result_.ending = TargetEnding::reached;
  }

  /// All intervals hold at once, so that the lowest may be picked.
  void choose() {
    const auto upper = [&](std::size_t i) { return result_.attempts[i].certificate->upper; };
    result_.best = result_.attempts.size() - 1;
    for (std::size_t i = result_.attempts.size(); i-- > 0;) {
      if (!result_.attempts[i].certificate) continue;
      if (!result_.attempts[result_.best].certificate || upper(i) < upper(result_.best)) result_.best = i;
    }
  }

  void start_at(const Attempt& made) {
    next_.fast_start = made.solved.last.fast, next_.slow_start = made.answer();
    problem_.project_fast(next_.fast_start);  // a hair of rounding aside they are there
    problem_.project_slow(next_.slow_start);
  }

  const Evaluator& problem_;
  const PlanFor& plan_for_;
  const RunPlan& run_;
  const TargetOptions& options_;
  RunOptions next_;
  std::uint64_t wanted_ = 0, pilot_ = 0;  // samples of the next attempt; of a pilot
  TargetResult result_;
};

}  // namespace

TargetResult solve_to(const Evaluator& problem, const PlanFor& plan_for, const RunPlan& run,
                      const TargetOptions& options) {
  return Search(problem, plan_for, run, options).result();
}

}  // namespace twoscale
