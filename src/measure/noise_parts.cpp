#include <twoscale/measure/noise_parts.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/measure/numbers_face.hpp>

#include "certificate/parts.hpp"

namespace twoscale {

namespace detail {

namespace {

constexpr std::uint64_t kPartsTag = 0x7061727473206f66u;  // "parts of"

/// Of so many vectors of one law, the trace of its covariance.
class Trace {
 public:
  void add(const Numbers& v) {
    if (count_++ == 0) first_ = v, sum_ = Numbers(v.size());
    const Numbers apart = difference(v, first_);
    detail::add(sum_, 1, apart);
    squares_ += dot(apart, apart);
  }
  double value() const {
    const auto count = static_cast<double>(count_);
    return std::max(0.0, squares_ - dot(sum_, sum_) / count) / (count - 1);
  }

 private:
  Numbers first_, sum_;  // the latter of what they are apart from the first
  double squares_ = 0;
  std::uint64_t count_ = 0;
};

/// P r: by the matrix a run has learned, or by a Krylov solve with averages of derivative samples.
class Correction {
 public:
  virtual ~Correction() = default;
  virtual std::optional<Numbers> times(const Numbers& r) const = 0;
};

class MatrixCorrection : public Correction {
 public:
  MatrixCorrection(const Numbers& matrix, std::size_t rows) : matrix_(matrix), rows_(rows) {}
  std::optional<Numbers> times(const Numbers& r) const override {
    Numbers out(rows_);
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t j = 0; j < r.size(); ++j) out[i] += matrix_[i * r.size() + j] * r[j];
    return out;
  }

 private:
  const Numbers& matrix_;
  std::size_t rows_;
};

class SolvedCorrection : public Correction {
 public:
  static constexpr int kProducts = 30;

  SolvedCorrection(const Frame& frame, const Numbers& w, std::uint64_t derivatives)
      : face_(NumbersFace::fast(frame.problem, w)) {
    Draws noise(frame, 0);
    for (std::uint64_t i = 0; i < derivatives; ++i) {
      Numbers of_fast = noise(Role::omega_A);
      draws_.emplace_back(std::move(of_fast), noise(Role::omega_C));
    }
    slopes_ = krylov_derivatives(frame, frame.x, face_, {&draws_},
                                 {.products = kProducts, .precision = 1e-2, .as_far_as_it_goes = true});
  }
  std::optional<Numbers> times(const Numbers& r) const override { return slopes_->times(r); }

 private:
  NumbersFace face_;
  DerivativeDraws draws_;
  std::unique_ptr<AveragedDerivatives> slopes_;
};

std::optional<NoiseParts> parts_at(const Frame& frame, const Correction& P, std::uint64_t fast, std::uint64_t slow) {
  Draws noise(frame, 1);
  Trace of_fast, of_slow;
  for (std::uint64_t i = 0; i < slow; ++i) of_slow.add(frame.problem.slow(frame.x, frame.y, noise(Role::zeta_g)));
  for (std::uint64_t i = 0; i < fast; ++i) {
    const Numbers F = frame.problem.fast(frame.x, frame.y, noise(Role::zeta_f));
    const auto seen = P.times(difference(F, frame.x));
    if (!seen) return std::nullopt;
    of_fast.add(*seen);
  }
  const NoiseParts out{of_fast.value(), of_slow.value(), fast + slow};
  if (!std::isfinite(out.fast) || !std::isfinite(out.slow)) return std::nullopt;
  return out;
}

}  // namespace

}  // namespace detail

std::optional<NoiseParts> noise_parts(const Evaluator& problem, const std::vector<double>& x,
                                      const std::vector<double>& w, const std::vector<double>& y,
                                      const std::vector<double>& preconditioner, std::uint64_t evaluations) {
  using namespace detail;
  const bool known = !preconditioner.empty() && preconditioner.size() == x.size() * y.size();
  const Frame frame{problem, x, y, known ? Oracle::dense : Oracle::krylov, {}, fresh_key(kPartsTag, 0, 0)};
  if (known) {
    const std::uint64_t each = std::max<std::uint64_t>(evaluations / 2, 2);
    return parts_at(frame, MatrixCorrection(preconditioner, y.size()), each, each);
  }
  if (!problem.abilities().smooth) return std::nullopt;
  // Every P r is a solve by products, each of them with every draw.
  constexpr std::uint64_t kResiduals = 16, kProducts = SolvedCorrection::kProducts;
  const std::uint64_t derivatives = std::clamp<std::uint64_t>(evaluations / 2 / (kResiduals * kProducts), 1, 32);
  const std::uint64_t slow = std::clamp<std::uint64_t>(evaluations / 4, kResiduals, 1024);
  auto out = parts_at(frame, SolvedCorrection(frame, w, derivatives), kResiduals, slow);
  if (out) out->samples += 2 * derivatives;
  return out;
}

}  // namespace twoscale
