// Averages of derivative samples as matrices: for x of up to kDenseLimit numbers.
#include "parts.hpp"

namespace twoscale::detail {

namespace {

/// Adds a derivative sample to a sum, column by column: products of one draw with the unit vectors.
template <class Product>
void add_columns(Dense& sum, const Product& product) {
  Numbers unit(static_cast<std::size_t>(sum.cols));
  for (int j = 0; j < sum.cols; ++j) {
    unit[j] = 1;
    const Numbers column = product(unit);
    for (int i = 0; i < sum.rows; ++i) sum.at(i, j) += column[i];
    unit[j] = 0;
  }
}

/// Sums over so many draws.
struct Sums {
  Dense fast, slow;
  double draws = 0;

  Sums(int nx, int ny) : fast(nx, nx), slow(ny, nx) {}
  void add(const Frame& frame, const Numbers& x, const DerivativeDraws& noise) {
    for (const auto& draw : noise) {
      const Numbers &a = draw.first, &c = draw.second;
      add_columns(fast, [&](const Numbers& v) { return frame.problem.fast_derivative_times(x, frame.y, a, v); });
      add_columns(slow, [&](const Numbers& v) { return frame.problem.slow_derivative_times(x, frame.y, c, v); });
    }
    draws += static_cast<double>(noise.size());
  }
  void add(const Sums& more) {
    detail::add(fast.entry, 1, more.fast.entry);
    detail::add(slow.entry, 1, more.slow.entry);
    draws += more.draws;
  }
  void average() {
    for (double& entry : fast.entry) entry /= draws;
    for (double& entry : slow.entry) entry /= draws;
  }
  void project(const NumbersFace& face) {
    if (face.is_active()) face.project_rows(fast), face.project_rows(slow);
  }
};

class DenseDerivatives final : public AveragedDerivatives {
 public:
  DenseDerivatives(const Frame& frame, const Numbers& x, const NumbersFace& face,
                   const std::vector<const DerivativeDraws*>& groups)
      : whole_(static_cast<int>(x.size()), static_cast<int>(frame.y.size())), all_(whole_), matrix_(all_.fast) {
    for (const DerivativeDraws* draws : groups) {
      groups_.emplace_back(whole_.fast.rows, whole_.slow.rows);
      groups_.back().add(frame, x, *draws);
      whole_.add(groups_.back());
    }
    whole_.average();
    all_ = whole_;
    all_.project(face);
    for (Sums& group : groups_) group.average(), group.project(face);
    matrix_ = identity_minus(all_.fast);
    preconditioner_ = preconditioner(all_.fast, all_.slow);
  }

  std::optional<Numbers> solve(const Numbers& r) const override { return detail::solve(matrix_, r); }
  std::optional<Numbers> times(const Numbers& r) const override {
    return preconditioner_ ? std::optional(preconditioner_->times(r)) : std::nullopt;
  }
  std::pair<Numbers, Numbers> apart(std::size_t group, const Numbers& w) const override {
    return {difference(groups_[group].slow.times(w), all_.slow.times(w)),
            difference(all_.fast.times(w), groups_[group].fast.times(w))};  // A is minus dF/dx
  }
  std::pair<Numbers, Numbers> off_face(const Numbers& e) const override {
    return {whole_.fast.times(e), whole_.slow.times(e)};
  }

 private:
  Sums whole_, all_;  // without the face, and on it
  std::vector<Sums> groups_;
  Dense matrix_;
  std::optional<Dense> preconditioner_;
};

}  // namespace

std::unique_ptr<AveragedDerivatives> dense_derivatives(const Frame& frame, const Numbers& x, const NumbersFace& face,
                                                       const std::vector<const DerivativeDraws*>& groups) {
  return std::make_unique<DenseDerivatives>(frame, x, face, groups);
}

}  // namespace twoscale::detail
