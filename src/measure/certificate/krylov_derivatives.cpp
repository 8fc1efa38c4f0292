// Averages of derivative samples that are never formed: A w = r is solved by products alone.
//
// GMRES [saad_schultz_1986] on A = I - dF/dx D, a contraction away from the identity, so that a few tens of products
// do. The residual it ends with is measured; where that is not small, P r is not known and nothing is certified.
#include <algorithm>
#include <cmath>

#include "parts.hpp"

namespace twoscale::detail {

namespace {

class KrylovDerivatives final : public AveragedDerivatives {
 public:
  KrylovDerivatives(const Frame& frame, const Numbers& x, const NumbersFace& face,
                    const std::vector<const DerivativeDraws*>& groups, const KrylovEffort& effort)
      : frame_(frame), x_(x), face_(face), groups_(groups), effort_(effort) {
    // Derivatives without noise: one draw says what all of them do.
    const Numbers v(x.size(), 1.0);
    const DerivativeDraws& draws = *groups_.front();
    still_ = groups_.size() > 1 && fast_along(draws.front().first, v) == fast_along(groups_[1]->front().first, v) &&
             slow_along(draws.front().second, v) == slow_along(groups_[1]->front().second, v);
  }

  std::optional<Numbers> solve(const Numbers& r) const override {
    const double size = norm(r);
    if (!std::isfinite(size)) return std::nullopt;
    if (size == 0) return r;
    return gmres(r, size);
  }
  std::optional<Numbers> times(const Numbers& r) const override {
    const auto w = solve(r);
    if (!w) return std::nullopt;
    const Numbers along = face_.along(*w);
    return over_all([&](const auto& draw) { return slow_along(draw.second, along); });
  }
  std::pair<Numbers, Numbers> apart(std::size_t group, const Numbers& w) const override {
    if (still_) return {Numbers(frame_.y.size()), Numbers(x_.size())};
    const Numbers along = face_.along(w);
    const auto slow = [&](const auto& draw) { return slow_along(draw.second, along); };
    const auto fast = [&](const auto& draw) { return fast_along(draw.first, along); };
    return {difference(over(*groups_[group], slow), over_all(slow)),
            difference(over_all(fast), over(*groups_[group], fast))};
  }
  std::pair<Numbers, Numbers> off_face(const Numbers& e) const override {
    return {over_all([&](const auto& draw) { return fast_along(draw.first, e); }),
            over_all([&](const auto& draw) { return slow_along(draw.second, e); })};
  }

 private:
  Numbers fast_along(const Numbers& omega, const Numbers& v) const {
    return frame_.problem.fast_derivative_times(x_, frame_.y, omega, v);
  }
  Numbers slow_along(const Numbers& omega, const Numbers& v) const {
    return frame_.problem.slow_derivative_times(x_, frame_.y, omega, v);
  }
  template <class Map>
  static Numbers over(const DerivativeDraws& draws, const Map& map) {
    Numbers sum = map(draws.front());
    for (std::size_t i = 1; i < draws.size(); ++i) add(sum, 1, map(draws[i]));
    return scaled(1 / static_cast<double>(draws.size()), sum);
  }
  /// Groups have equally many draws.
  template <class Map>
  Numbers over_all(const Map& map) const {
    if (still_) return map(groups_.front()->front());
    Numbers sum = over(*groups_.front(), map);
    for (std::size_t g = 1; g < groups_.size(); ++g) add(sum, 1, over(*groups_[g], map));
    return scaled(1 / static_cast<double>(groups_.size()), sum);
  }
  Numbers product(const Numbers& v) const {
    if (frame_.stop && frame_.stop->load(std::memory_order_relaxed)) throw Stopped();
    const Numbers along = face_.along(v);
    return difference(v, over_all([&](const auto& draw) { return fast_along(draw.first, along); }));
  }

  /// Arnoldi's basis, and Givens rotations on its Hessenberg matrix as it grows.
  std::optional<Numbers> gmres(const Numbers& r, double size) const {
    std::vector<Numbers> basis = {scaled(1 / size, r)};
    std::vector<Numbers> columns;                  // of the triangular matrix
    std::vector<std::pair<double, double>> turns;  // cosines and sines
    Numbers right = {size};
    while (static_cast<int>(columns.size()) < effort_.products && std::abs(right.back()) > effort_.precision * size) {
      Numbers next = product(basis.back()), column;
      for (const Numbers& b : basis) {
        column.push_back(dot(b, next));
        add(next, -column.back(), b);
      }
      const double left = norm(next);
      if (!std::isfinite(left)) return std::nullopt;
      for (std::size_t i = 0; i < turns.size(); ++i) turn(turns[i], column[i], column[i + 1]);
      const double length = std::hypot(column.back(), left);
      if (!(length > 0)) return std::nullopt;
      turns.emplace_back(column.back() / length, left / length);
      column.back() = length;
      right.push_back(0);
      turn(turns.back(), right[right.size() - 2], right.back());
      columns.push_back(std::move(column));
      if (!(left > 0)) break;  // solved exactly
      basis.push_back(scaled(1 / left, next));
    }
    const bool solved = std::abs(right.back()) <= 10 * effort_.precision * size;
    if (!solved && !effort_.as_far_as_it_goes) return std::nullopt;
    return combined(basis, columns, right);
  }
  static void turn(const std::pair<double, double>& by, double& above, double& below) {
    const double kept = above;
    above = by.first * kept + by.second * below;
    below = by.first * below - by.second * kept;
  }
  static Numbers combined(const std::vector<Numbers>& basis, const std::vector<Numbers>& columns, Numbers right) {
    Numbers out(basis.front().size());
    for (std::size_t i = columns.size(); i-- > 0;) {
      double value = right[i];
      for (std::size_t j = i + 1; j < columns.size(); ++j) value -= columns[j][i] * right[j];
      right[i] = value / columns[i][i];
      add(out, right[i], basis[i]);
    }
    return out;
  }

  const Frame& frame_;
  const Numbers x_;
  const NumbersFace& face_;
  std::vector<const DerivativeDraws*> groups_;
  KrylovEffort effort_;
  bool still_ = false;
};

}  // namespace

std::unique_ptr<AveragedDerivatives> krylov_derivatives(const Frame& frame, const Numbers& x, const NumbersFace& face,
                                                        const std::vector<const DerivativeDraws*>& groups,
                                                        const KrylovEffort& effort) {
  return std::make_unique<KrylovDerivatives>(frame, x, face, groups, effort);
}

std::uint64_t affordable_draws(const Shape& shape, std::uint64_t groups) {
  constexpr double kWork = 2e9,
                   kProducts = 30;  // numbers of x and y in all; products of a solve, of which each group has two
  const double each = (2.0 * static_cast<double>(groups) + 20) * kProducts * (shape.fast + shape.slow);
  return static_cast<std::uint64_t>(std::clamp(kWork / each / static_cast<double>(groups), 4.0, 64.0));
}

}  // namespace twoscale::detail
