// Fixed points of maps that are known: of a contraction, and of a map that is only non-expansive.
#include <algorithm>
#include <deque>

#include <twoscale/measure/numbers.hpp>

namespace twoscale::detail {

namespace {

/// Anderson's extrapolation of the residuals of the last few points; plain step without history.
Numbers extrapolated(const Numbers& x, const Numbers& r, const std::deque<Numbers>& dx, const std::deque<Numbers>& dr) {
  const int n = static_cast<int>(dr.size());
  Dense gram(n, n);
  Numbers right(static_cast<std::size_t>(n));
  double trace = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) gram.at(i, j) = dot(dr[i], dr[j]);
    right[i] = dot(dr[i], r);
    trace += gram.at(i, i);
  }
  for (int i = 0; i < n; ++i) gram.at(i, i) += 1e-14 * trace;
  Numbers next = moved(x, 1, r);
  const auto weight = n > 0 && trace > 0 ? solve(gram, right) : std::nullopt;
  if (!weight || !finite(*weight)) return next;
  for (int i = 0; i < n; ++i) {
    next = moved(next, -(*weight)[i], dx[i]);
    next = moved(next, -(*weight)[i], dr[i]);
  }
  return next;
}

}  // namespace

std::optional<Numbers> find_contraction_point(const std::function<Numbers(const Numbers&)>& map,
                                              const std::function<void(Numbers&)>& project, const Numbers& start) {
  constexpr int kIterations = 400;
  constexpr std::size_t kWindow = 4;
  constexpr double kPrecision = 1e-10;
  const auto residual = [&](const Numbers& at) {
    Numbers f = map(at);
    project(f);
    return difference(f, at);
  };
  Numbers x = start, r = residual(x);
  std::deque<Numbers> dx, dr;
  for (int k = 0; k < kIterations; ++k) {
    if (!finite(r)) return std::nullopt;
    if (norm(r) <= kPrecision * (1 + norm(x))) return moved(x, 1, r);
    Numbers next = extrapolated(x, r, dx, dr);
    project(next);  // f may not be defined elsewhere
    Numbers next_r = residual(next);
    if (!dr.empty() && !(norm(next_r) <= 2 * norm(r))) {
      // An extrapolation that went astray: forget, and take the contraction's own step.
      dx.clear(), dr.clear();
      next = moved(x, 1, r);
      next_r = residual(next);
    }
    dx.push_back(difference(next, x)), dr.push_back(difference(next_r, r));
    if (dr.size() > std::min(kWindow, x.size())) dx.pop_front(), dr.pop_front();
    x = std::move(next), r = std::move(next_r);
  }
  return std::nullopt;
}

/// y <- lambda u + (1 - lambda) h(y) with lambda = 1/(k + 2): |h(y) - y| <= 2 |u - y*|/(k + 1) for any non-expansive h
/// [halpern_1967, lieder_2021]. From a new anchor u at doubling lengths: the distance to a solution never grows, so the
/// bound is that of the last anchor's steps, half of all; and where h has more to offer than to be non-expansive, each
/// anchor is nearer.
std::optional<FixedPoint> find_fixed_point(const PartialMap& map, const std::function<void(Numbers&)>& project,
                                           Numbers start, std::uint64_t steps) {
  constexpr std::uint64_t kFirst = 8;
  constexpr double kPrecision = 1e-10;
  Numbers y = std::move(start), anchor = y;
  std::uint64_t next = kFirst, step = 0;
  for (std::uint64_t k = 0;; ++k, ++step) {
    std::optional<Numbers> h = map(y);
    if (!h || !finite(*h)) return std::nullopt;
    const Numbers free = *h;
    project(*h);
    const double residual = distance(*h, y);
    if (k == steps || residual <= kPrecision * (1 + norm(y))) return FixedPoint{y, free, residual};
    if (k == next) anchor = y, next *= 2, step = 0;
    const double weight = 1 / (static_cast<double>(step) + 2);
    y = moved(scaled(weight, anchor), 1 - weight, *h);
  }
}

}  // namespace twoscale::detail
