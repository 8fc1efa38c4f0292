#include <twoscale/measure/noise_parts.hpp>

#include <algorithm>
#include <cmath>

#include <twoscale/measure/numbers_face.hpp>

#include "certificate/parts.hpp"

namespace twoscale {

namespace detail {

namespace {

constexpr std::uint64_t kPartsTag = 0x7061727473206f66u;  // "parts of"

/// Of so many vectors of one law, the trace of its covariance, and of its square.
class Trace {
 public:
  void add(const Numbers& v) {
    if (count_++ == 0) first_ = v, sum_ = Numbers(v.size());
    const Numbers apart = difference(v, first_);
    if (count_ % 2 == 1) last_ = v;
    else if (pairs_.size() < kPairs) pairs_.push_back(difference(v, last_));
    detail::add(sum_, 1, apart);
    squares_ += dot(apart, apart);
  }
  double value() const {
    const auto count = static_cast<double>(count_);
    return std::max(0.0, squares_ - dot(sum_, sum_) / count) / (count - 1);
  }

  /// sqrt(tr S^2) / tr S: pairs of independent differences v, w of mean zero and covariance 2 S have E (v.w)^2 = 4 tr
  /// S^2.
  double widest() const {
    double squares = 0, count = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) squares += std::pow(dot(pairs_[i], pairs_[j]), 2), ++count;
    const double trace = value();
    return trace > 0 && count > 0 ? std::min(1.0, std::sqrt(squares / count / 4) / trace) : 1;
  }

 private:
  static constexpr std::size_t kPairs = 32;
  Numbers first_, sum_, last_;  // the second of what they are apart from the first
  std::vector<Numbers> pairs_;
  double squares_ = 0;
  std::uint64_t count_ = 0;
};

/// P r: by the matrix a run has learned, or by a Krylov solve with averages of derivative samples.
class AppliedP {
 public:
  virtual ~AppliedP() = default;
  virtual std::optional<Numbers> times(const Numbers& r) const = 0;
};

class MatrixP : public AppliedP {
 public:
  MatrixP(const Numbers& matrix, std::size_t rows) : matrix_(matrix), rows_(rows) {}
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

class SolvedP : public AppliedP {
 public:
  SolvedP(const Frame& frame, const Numbers& w, std::uint64_t derivatives, int products)
      : face_(NumbersFace::fast(frame.problem, w)) {
    Draws noise(frame, 0);
    for (std::uint64_t i = 0; i < derivatives; ++i) {
      Numbers of_fast = noise(Role::omega_A);
      draws_.emplace_back(std::move(of_fast), noise(Role::omega_C));
    }
    slopes_ = krylov_derivatives(frame, frame.x, face_, {&draws_},
                                 {.products = products, .precision = 1e-3, .as_far_as_it_goes = true});
  }
  std::optional<Numbers> times(const Numbers& r) const override { return slopes_->times(r); }

 private:
  NumbersFace face_;
  DerivativeDraws draws_;
  std::unique_ptr<AveragedDerivatives> slopes_;
};

std::optional<NoiseParts> parts_at(const Frame& frame, const AppliedP& P, std::uint64_t fast, std::uint64_t slow) {
  Draws noise(frame, 1);
  Trace of_fast, of_slow;
  for (std::uint64_t i = 0; i < slow; ++i) of_slow.add(frame.problem.slow(frame.x, frame.y, noise(Role::zeta_g)));
  for (std::uint64_t i = 0; i < fast; ++i) {
    const Numbers F = frame.problem.fast(frame.x, frame.y, noise(Role::zeta_f));
    const auto seen = P.times(difference(F, frame.x));
    if (!seen) return std::nullopt;
    of_fast.add(*seen);
  }
  const bool by_fast = of_fast.value() > of_slow.value();
  const NoiseParts out{of_fast.value(), of_slow.value(), by_fast ? of_fast.widest() : of_slow.widest(), fast + slow};
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
    return parts_at(frame, MatrixP(preconditioner, y.size()), each, each);
  }
  if (!problem.abilities().smooth) return std::nullopt;
  // Every P r is a solve by products, each of them with every draw.
  constexpr std::uint64_t kResiduals = 16;
  const double each = static_cast<double>(evaluations) / 2 / kResiduals;
  const int products = static_cast<int>(std::clamp(each, 12.0, most_products(problem)));
  const auto derivatives = static_cast<std::uint64_t>(std::clamp(each / products, 1.0, 32.0));
  const std::uint64_t slow = std::clamp<std::uint64_t>(evaluations / 4, kResiduals, 1024);
  auto out = parts_at(frame, SolvedP(frame, w, derivatives, products), kResiduals, slow);
  if (out) out->samples += 2 * derivatives;
  return out;
}

}  // namespace twoscale
