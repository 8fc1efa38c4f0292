#include <twoscale/measure/active_sets.hpp>

#include <optional>

#include <twoscale/measure/numbers.hpp>

namespace twoscale {

namespace {

using detail::Numbers;

constexpr double kRounding = 1e-9, kErrors = 5;
constexpr std::uint32_t kReplica = 0xac71fe;  // its draws are nobody else's

/// The distance from a convex set changes by no more than the point does: an error of the mean counts once.
template <class Project>
bool is_outside(const Project& project, const Numbers& mean, double error) {
  Numbers inside = mean;
  project(inside);
  return detail::distance(inside, mean) > kErrors * error + kRounding * (1 + detail::norm(mean));
}

/// h(y), at the fixed point of x -> Proj_X f(x, y); nothing where the problem does not say enough of itself.
std::optional<Numbers> reduced_map(const Evaluator& problem, Numbers x, const Numbers& y) {
  constexpr int kMost = 1000;
  if (auto h = problem.reduced(y)) return h;
  for (int i = 0; i < kMost; ++i) {
    auto next = problem.mean_fast(x, y);
    if (!next) return std::nullopt;
    problem.project_fast(*next);
    const double change = detail::distance(*next, x);
    x = std::move(*next);
    if (change <= kRounding * (1 + detail::norm(x))) break;
  }
  return problem.mean_slow(x, y);
}

}  // namespace

ActiveSets active_sets(const Evaluator& problem, const Numbers& x, const Numbers& y, std::uint64_t seed, int draws) {
  if (!detail::finite(x) || !detail::finite(y)) return {};
  const auto by_fast = [&](Numbers& v) { problem.project_fast(v); };
  const auto by_slow = [&](Numbers& v) { problem.project_slow(v); };
  ActiveSets out;
  if (const auto h = reduced_map(problem, x, y)) out.slow = is_outside(by_slow, *h, 0);
  if (const auto f = problem.mean_fast(x, y)) {
    out.fast = is_outside(by_fast, *f, 0);
    return out;
  }
  detail::VectorMean f;
  for (int i = 0; i < draws; ++i)
    f.add(problem.fast(x, y, problem.noise(Role::xi, seed, kReplica, static_cast<std::uint64_t>(i))));
  out.fast = is_outside(by_fast, f.value(), f.standard_error());
  return out;
}

}  // namespace twoscale
