#include <twoscale/measure/solve_to.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/core/error.hpp>

namespace twoscale {

namespace {

constexpr std::uint64_t kFirstAttempt = 16384;
constexpr std::uint64_t kLeastCertificate = 4096;  // shorter ones have not been measured to hold
constexpr double kSlack = 1;  // more of it, larger attempts and fewer failures: costs more on the whole
constexpr int kLooks = 3;
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

/// Of the error that all attempts may make: a quarter for the first, which mostly sees the noise, half for the second,
/// whose size goes by that, and what is left in halves.
double error_share(std::uint32_t number) { return number == 0 ? 0.25 : std::ldexp(1.0, -static_cast<int>(number)); }

/// What an attempt is given.
struct Share {
  std::uint64_t all = 0, certificate = 0;
  bool last = false;

  /// Of what is left, for an attempt that should have so many. One that would leave less than itself takes it all.
  static Share of(std::uint64_t left, std::uint64_t wanted) {
    Share out{.all = left / 2 < wanted ? left : wanted};
    out.certificate = std::max(out.all / 3 * 2, kLeastCertificate);
    out.last = out.all == left;
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
    wanted_ = kFirstAttempt;
    next_.sink = {}, next_.checkpoint = {}, next_.observer = nullptr, next_.resume.clear(), next_.fresh.clear();
    look_at_pilot();
  }

  TargetResult result() {
    do {
      attempt(Share::of(left(), wanted_));
      wanted_ = std::max(2 * wanted_, needed());
    } while (!over());
    if (result_.ending == TargetEnding::budget) result_.suggested_budget = suggestion(result_, options_);
    return std::move(result_);
  }

 private:
  std::uint64_t left() const { return options_.budget - result_.samples; }

  /// The size of an attempt whose certificate would come down to the target, by the noise that the last one saw.
  std::uint64_t needed() const {
    const std::optional<Certificate>& seen = result_.attempts.back().certificate;
    if (!seen || !std::isfinite(seen->at_best)) return 0;
    const double samples = kSlack * static_cast<double>(seen->samples) * seen->at_best / options_.target;
    return static_cast<std::uint64_t>(std::min(3 * samples, static_cast<double>(left()) / 2));
  }

  /// A run of no replicas: starts and method are judged, and what a pilot costs is known, before there is an attempt.
  void look_at_pilot() {
    RunOptions none = next_;
    none.replicas = 0;
    const Plan plan = plan_for_(Share::of(left(), wanted_).solve(0));
    const RunResult looked = run_(plan, none);
    if (looked.pilot) pilot_ = looked.pilot->samples, result_.samples += pilot_;
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
    judge(made, share, number);
    result_.samples += made.samples;
    if (!made.certificate) return;
    choose();
    if (options_.done) options_.done(static_cast<int>(number) + 1, made);
    start_at(made);
  }

  /// Certifies what was solved, and says whether that is the end.
  void judge(Attempt& made, const Share& share, std::uint32_t number) {
    if (made.solved.status.ending == Ending::diverged) result_.ending = TargetEnding::diverged;
    if (made.solved.status.ending == Ending::interrupted) result_.ending = TargetEnding::interrupted;
    if (!made.solved.status.finished()) return choose();
    CertificateOptions options;
    options.budget = share.certificate, options.seed = next_.seed, options.replica = number;
    options.most_looks = kLooks, options.one_sided = true;
    options.confidence = 1 - (1 - options_.confidence) * error_share(number);
    if (next_.progress) options.stop = &next_.progress->stop;
    const Certificate seen = certified(made, options, share.last);
    made.samples += seen.samples;
    if (seen.stopped) {
      result_.ending = TargetEnding::interrupted;
      return choose();
    }
    made.certificate = seen;
    if (seen.upper <= options_.target) result_.ending = TargetEnding::reached;
  }

  /// Looks until the target is reached, or surely will not be. The last attempt's certificate is what is told in the
  /// end: it takes all its samples.
  Certificate certified(const Attempt& made, const CertificateOptions& options, bool last) const {
    CertificateSequence sequence(problem_, made.solved.last.fast, made.answer(), options);
    Certificate out;
    bool hopeless = false;
    do {
      out = sequence.next();
      const double share = static_cast<double>(out.samples) / static_cast<double>(options.budget);
      const double above = std::sqrt(std::max(0.0, out.estimate)) - std::sqrt(out.at_best);
      hopeless = above * std::abs(above) > options_.target || (!last && out.at_best * share > options_.target);
    } while (!(out.upper <= options_.target) && !hopeless && !sequence.done());
    return out;
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
