// The certificate: options, the plan of looks, groups to an interval.
#include <twoscale/measure/certificate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <twoscale/core/error.hpp>

#include "parts.hpp"

namespace twoscale {

namespace detail {

std::uint64_t fresh_key(std::uint64_t tag, std::uint64_t seed, std::uint32_t replica) {
  // The finaliser of SplitMix64, twice: a bijection of the seed for every replica.
  const auto mix = [](std::uint64_t v) {
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
    return v ^ (v >> 31);
  };
  return mix(mix(seed ^ tag) + 0x9e3779b97f4a7c15u * (replica + std::uint64_t{1}));
}

void require_size(const char* name, const Numbers& v, int size) {
  if (static_cast<int>(v.size()) != size)
    throw Error::field(std::string("size of ") + name, std::to_string(v.size()),
                       std::to_string(size) + ", as the problem's");
  if (!finite(v)) throw Error::field(name, point(v), "finite");
}

namespace {

constexpr std::uint64_t kCertificateTag = 0x6365727469666963u;  // "certific"
constexpr int kLeastGroups = 10, kMostGroups = 64;
constexpr int kKrylovGroups = 12;  // each takes two solves
/// The first look of a sequence has at least so many samples: with fewer, groups are short and their solves biased.
constexpr std::uint64_t kFirstLook = 4096;

/// The raw oracle's groups solve each for themselves: fewer leave few degrees of freedom, more of them short solves.
int groups_for(const CertificateOptions& options, std::uint64_t first, Oracle oracle) {
  if (options.groups != 0) return options.groups;
  const double groups = oracle == Oracle::raw ? std::sqrt(static_cast<double>(first)) / 12
                                              : static_cast<double>(first) / GroupSamples::kLeast;
  return static_cast<int>(
      std::clamp<double>(groups, kLeastGroups, oracle == Oracle::krylov ? kKrylovGroups : kMostGroups));
}

int looks_for(const CertificateOptions& options) {
  int looks = 1;
  while (looks < options.most_looks && options.budget >> looks >= kFirstLook) ++looks;
  return looks;
}

void require_options(const CertificateOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1))
    throw Error::field("confidence", to_text(options.confidence), "in (0, 1)");
  if (options.groups != 0 && options.groups < 4)
    throw Error::field("groups", std::to_string(options.groups), "at least 4, or 0 for a number that suits the budget");
  if (options.most_looks < 1) throw Error::field("most_looks", std::to_string(options.most_looks), "at least 1");
}

void require_budget(const CertificateOptions& options, std::uint64_t first, int groups) {
  const std::uint64_t least = GroupSamples::kLeast * static_cast<std::uint64_t>(groups);
  if (first < least)
    throw Error::field("budget", std::to_string(options.budget),
                       "at least " + std::to_string(least) + ": " + std::to_string(GroupSamples::kLeast) +
                           " samples for each of " + std::to_string(groups) + " groups");
}

Oracle oracle_for(const Evaluator& problem, const CertificateOptions& options) {
  if (!options.corrected) return Oracle::raw;
  if (options.preconditioner) return Oracle::dense;
  if (!problem.abilities().smooth) return Oracle::raw;
  return problem.shape().fast > kDenseLimit ? Oracle::krylov : Oracle::dense;
}

std::string in_words(const Frame& frame, std::uint64_t groups, const GroupSamples& all, bool asked) {
  const std::string each = std::to_string(groups) + " independent groups, each with ";
  if (frame.oracle == Oracle::raw)
    return std::string("raw oracle (") + (asked ? "as asked" : "the problem has no derivatives in x") + "), " + each +
           grouped(all.inner) + " steps of x, " + grouped(all.queries) +
           " queries of G; its bias is first order in the error of x, and the interval allows for it";
  const std::string products =
      frame.oracle == Oracle::krylov
          ? " and Newton's steps by " + grouped(groups * all.polish) + " samples of F, P r by a Krylov method"
          : "";
  return "corrected oracle after " + grouped(groups * all.inner) + " steps of x" + products + ", " + each +
         (frame.preconditioner ? "the given P, " : grouped(all.derivative) + " samples of dF/dx and of dG/dx, ") +
         grouped(all.queries) +
         " queries of F and G, split by their noise; the bias left is second order in the errors of x and P";
}

/// The correction made on average, against the noise and against what the noise of the solve's own steps gives. One
/// surely larger than both was systematic: x had not arrived.
bool arrived(const std::vector<Numbers>& corrections, double noise, double expected, double rounding) {
  constexpr double kAlarm = 1e-3, kLargest = 10.8;  // the chi-square law with one degree exceeds that with this chance
  return SquaredMean(corrections).lower(kAlarm) <= std::max({noise, kLargest * expected, rounding * rounding});
}

}  // namespace

}  // namespace detail

struct CertificateSequence::Parts {
  CertificateOptions options;
  detail::Frame frame;
  int looks = 1, look = 0;
  double confidence = 0;    // of each look
  std::uint64_t draws = 0;  // of derivatives, for each group at most
  detail::GroupSamples all;
  std::vector<detail::Solve> solves;  // one for all groups, or one for each of the raw oracle's
  std::vector<detail::Group> groups;
  bool stopped = false;
  double slow_spread = 0;  // of the raw oracle: sum over stretches, weighted by their queries
  // Of the Krylov oracle: how far x^ is from x*, as each group tells, and how much m changes on that way.
  std::vector<detail::Numbers> arrows;
  double bent = 0;

  Parts(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
        const CertificateOptions& asked)
      : options(asked),
        frame{problem,
              x,
              y,
              detail::oracle_for(problem, asked),
              asked.preconditioner,
              detail::fresh_key(detail::kCertificateTag, asked.seed, asked.replica),
              asked.stop} {
    detail::require_options(options);
    detail::require_size("x", x, problem.shape().fast);
    detail::require_size("y", y, problem.shape().slow);
    looks = detail::looks_for(options);
    const std::uint64_t first = options.budget >> (looks - 1);
    const int count = detail::groups_for(options, first, frame.oracle);
    detail::require_budget(options, first, count);
    confidence = look_confidence(options.confidence, looks);
    draws = frame.oracle == detail::Oracle::krylov
                ? detail::affordable_draws(problem.shape(), static_cast<std::uint64_t>(count))
                : options.budget;
    for (int i = 0; i < count; ++i) groups.emplace_back(frame, static_cast<std::uint32_t>(i));
    // Streams of their own. The raw oracle's solves start here and where the problem does, in turn: an x that has not
    // forgotten its start then shows in how they differ.
    const detail::Numbers other = problem.fast_start();
    for (int i = 0; i < (corrected() ? 1 : count); ++i)
      solves.emplace_back(frame, static_cast<std::uint32_t>(count + i), i % 2 == 0 ? x : other);
  }
  bool corrected() const { return frame.oracle != detail::Oracle::raw; }

  /// Samples of one group after a look; the last takes what the budget has left.
  std::uint64_t share(int after) const {
    return after == 0 ? 0 : (options.budget >> (looks - after)) / static_cast<std::uint64_t>(groups.size());
  }

  void extend() {
    const auto more = detail::GroupSamples::of(share(look + 1) - share(look), groups.size(), frame.oracle,
                                               !frame.preconditioner, draws);
    draws -= more.derivative;
    const std::uint64_t times = groups.size() / solves.size();  // groups of one solve
    for (detail::Solve& solve : solves) solve.step(times * more.inner);
    if (corrected()) learn(solves[0], more, times);
    for (std::size_t i = 0; i < groups.size(); ++i) groups[i].query(solve_of(i), more.queries);
    if (!corrected()) slow_spread += static_cast<double>(more.queries) * spread_of_slow(more.pilot);
    if (frame.oracle == detail::Oracle::krylov) look_for_bends(more);
    all.add(more);
    ++look;
  }

  void learn(detail::Solve& solve, const detail::GroupSamples& more, std::uint64_t times) {
    std::vector<const detail::DerivativeDraws*> derivatives;
    for (detail::Group& group : groups) {
      group.draw_derivatives(more.derivative);
      derivatives.push_back(&group.derivatives());
    }
    solve.learn(derivatives);
    solve.polish(times * more.polish, derivatives);
    solve.look_at_noise(times * more.pilot);
  }

  const detail::Solve& solve_of(std::size_t group) const { return solves[group % solves.size()]; }

  /// sqrt(E|g(x^) - g(x^')|^2) between groups, at least the raw oracle's bias where x^ scatters normally around x*. The
  /// worst case known is a kink at x*, g = |x - x*|: there it is 1.07 times the bias.
  double spread_of_slow(std::uint64_t samples) {
    double sum = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const double apart = groups[i].slow_apart(solve_of(i), solve_of(i + 1), samples);
      sum += apart * apart;
    }
    return std::sqrt(sum / static_cast<double>(groups.size()));
  }

  /// The residuals of the groups say how far x^ may be from x*. Where f and g are straight that far, m is the same
  /// there; where not, what it changes by on average is of the size of the bias that x^'s own error leaves.
  void look_for_bends(const detail::GroupSamples& more) {
    const std::uint64_t draws = std::max<std::uint64_t>(1, more.bends / 4);
    std::vector<detail::Numbers> residuals;
    for (const detail::Group& group : groups) residuals.push_back(group.residual());
    arrows = solves[0].arrows(residuals);
    bent = 0;
    for (const detail::Numbers& arrow : arrows)
      bent += detail::norm(solves[0].bend(arrow, draws)) / static_cast<double>(groups.size());
  }

  /// How far |E m| may be from |h(y) - y| besides noise: rounding, the raw oracle's bias, and what curvature leaves.
  double allowance(double size) const {
    constexpr double kRounding = 1e-12;
    const double bias = corrected() ? bent : slow_spread / static_cast<double>(all.queries);
    return bias + kRounding * (size + detail::norm(frame.y));
  }

  Certificate certificate() const {
    Certificate out;
    out.confidence = options.confidence, out.groups = static_cast<int>(groups.size());
    out.look = look, out.looks = looks, out.corrected = corrected();
    out.how = detail::in_words(frame, groups.size(), all, !options.corrected);
    if (stopped) return interrupted(out);
    out.samples = samples();
    std::vector<detail::Numbers> means, corrections;
    for (const detail::Group& group : groups) means.push_back(group.slow());
    double seam = corrected() ? correct(means, corrections) : 0;
    for (const detail::Numbers& mean : means) out.finite = out.finite && detail::finite(mean);
    if (out.finite) seam += detail::make_natural(frame.problem, frame.y, means);
    const detail::SquaredMean seen(means);
    out.finite = out.finite && std::isfinite(seen.estimate) && std::isfinite(seen.square);
    if (!out.finite)
      return nothing(out, frame.oracle == detail::Oracle::krylov
                              ? "P r was not found (f hardly contracts in some direction of x), or something was not "
                                "finite: nothing is certified; a better x, or more samples, may help"
                              : "some of it was not finite, so nothing is certified: check the problem at this y");
    const double size = std::sqrt(std::max(0.0, seen.estimate) + seen.noise()),
                 rounding = 1e-12 * (size + detail::norm(frame.y));
    out.settled =
        !corrected() ||
        (detail::arrived(corrections, seen.noise(), solves[0].expected_correction(), rounding) && x_arrived());
    if (!out.settled)
      return nothing(
          out,
          "x had not settled: the correction for its error is larger than noise explains, and what it leaves "
          "is not in the interval; more samples, or an x nearer x*(y), would do");
    out.noiseless = seen.noise() <= rounding * rounding;
    if (out.noiseless && sees_nothing_of_x())
      return nothing(out,
                     "G does not change with x around the x that was found, though F is noisy: what it says there is "
                     "what it says at x*(y) only if x is near that, which nothing tells; more samples may help");
    // Near zero the lower end cannot miss, and people ask how large the residual may be: most of the error is for the
    // upper end.
    constexpr double kOfLower = 0.4;
    const double error = 1 - confidence, tail = options.one_sided ? error : (1 - kOfLower) * error;
    out.estimate = seen.estimate;
    const double more = seam + allowance(size);
    const auto square = [](double v) { return v * v; };
    out.lower = options.one_sided ? 0 : square(std::max(0.0, std::sqrt(seen.lower(kOfLower * error)) - more));
    out.upper = square(std::sqrt(seen.upper(tail)) + more);
    out.at_most = square(std::sqrt(seen.upper(error)) + more);
    detail::SquaredMean zero = seen;
    zero.estimate = 0;
    out.at_best = square(std::sqrt(zero.upper(tail)) + more);
    return out;
  }

  /// Where no matrix is formed, of x itself: far from x* a G that is flat there, as one that cuts itself off, says
  /// nothing of it, and neither does P.
  bool x_arrived() const {
    if (frame.oracle != detail::Oracle::krylov) return true;
    if (arrows.size() < groups.size()) return false;
    const detail::SquaredMean seen(arrows);
    const double one = seen.trace * static_cast<double>(solves[0].fast_queries(all.queries));  // of a single sample
    return detail::arrived(arrows, seen.noise(), one / static_cast<double>(solves[0].averaged()),
                           1e-12 * detail::norm(solves[0].x()));
  }

  /// Without matrices x^ has the noise of few samples, in many directions: a G that is flat there may not be at x*.
  bool sees_nothing_of_x() const {
    if (frame.oracle != detail::Oracle::krylov) return false;
    return std::ranges::any_of(arrows, [](const detail::Numbers& arrow) { return detail::norm(arrow) > 0; });
  }

  /// Adds P (F - x^) to each group's mean, P being everyone's. What P owes to the group's own derivative samples is
  /// added, too: nothing to the average, but the groups then scatter as much as P is uncertain.
  /// Gives what a seam of the fast set may add.
  double correct(std::vector<detail::Numbers>& means, std::vector<detail::Numbers>& corrections) const {
    const detail::Solve& solve = solves[0];
    detail::Numbers middle(frame.x.size());
    std::vector<detail::Numbers> residuals;
    for (const detail::Group& group : groups) {
      residuals.push_back(group.residual());
      detail::add(middle, 1 / static_cast<double>(groups.size()), residuals.back());
      corrections.push_back(solve.times_preconditioner(residuals.back()));
    }
    const std::vector<detail::Numbers> turns = solve.turns(groups.size(), middle);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      detail::add(means[i], 1, corrections[i]);
      detail::add(means[i], 1, turns[i]);
    }
    return solve.seam(residuals, middle);
  }

  std::uint64_t samples() const {
    std::uint64_t sum = 0;
    for (const detail::Solve& solve : solves) sum += solve.samples();
    for (const detail::Group& group : groups) sum += group.samples();
    return sum;
  }

  Certificate interrupted(Certificate out) const {
    out.samples = samples();
    out.stopped = true;
    return nothing(out, "it was interrupted, so nothing is certified");
  }

  static Certificate nothing(Certificate out, const char* why) {
    out.estimate = std::numeric_limits<double>::quiet_NaN();
    out.lower = 0, out.upper = out.at_most = out.at_best = std::numeric_limits<double>::infinity();
    out.refused = why;
    out.settled = false;
    out.how += std::string("; ") + why;
    return out;
  }
};

CertificateSequence::CertificateSequence(const Evaluator& problem, const std::vector<double>& x,
                                         const std::vector<double>& y, const CertificateOptions& options)
    : parts_(std::make_unique<Parts>(problem, x, y, options)) {}
CertificateSequence::~CertificateSequence() = default;
CertificateSequence::CertificateSequence(CertificateSequence&&) noexcept = default;
CertificateSequence& CertificateSequence::operator=(CertificateSequence&&) noexcept = default;

int CertificateSequence::looks() const { return parts_->looks; }
bool CertificateSequence::done() const { return parts_->stopped || parts_->look >= parts_->looks; }
Certificate CertificateSequence::next() {
  if (done())
    throw Error(parts_->stopped
                    ? "the certificate was interrupted"
                    : "the certificate's budget of " + detail::grouped(parts_->options.budget) + " samples is spent");
  try {
    parts_->extend();
  } catch (const detail::Stopped&) {
    parts_->stopped = true;
  }
  return parts_->certificate();
}

Certificate certify(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
                    const CertificateOptions& options) {
  detail::require_options(options);
  CertificateOptions once = options;
  once.most_looks = 1;
  return CertificateSequence(problem, x, y, once).next();
}

TargetCertificate certify_to(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
                             double target, const CertificateOptions& options) {
  if (!(target > 0 && std::isfinite(target))) throw Error::field("target", to_text(target), "positive and finite");
  CertificateSequence sequence(problem, x, y, options);
  TargetCertificate out;
  do {
    out.certificate = sequence.next();
    out.reached = out.certificate.upper <= target;
  } while (!out.reached && !(out.certificate.lower > target) && !sequence.done());
  return out;
}

}  // namespace twoscale
