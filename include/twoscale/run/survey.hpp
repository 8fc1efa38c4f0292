#pragma once
// Survey: what derivative samples at one y say before anything is learned: how much f contracts, how noisy A is, which
// bounds the steps of x and P, and P itself where x is small.
//
//   rho = tr(mean A) / n,   E|A|_F^2,   P = C A^T (A A^T + e I)^-1 with the means of A and C
//
// e is the squared error of the mean of A in one direction: nothing is divided by noise, and as samples grow P is
// C A^-1, [P] eq. (A-C-P). Above kLargestDense fast numbers no matrix is formed: with signs v, E v.Av = tr(A) and
// E|A v|^2 = |A|_F^2 [hutchinson_1990], and P is left as it is. An iteration takes one sample of each derivative, as
// learning does.

#include <twoscale/problem/state.hpp>

namespace twoscale {

template <class P, int W>
class Survey {
 public:
  using S = Pack<double, W>;
  static constexpr int kLargestDense = 64;

  /// `lazy`: x is lazily projected, and P is that of the projected map (preconditioner/lazy_learned.hpp).
  explicit Survey(const Shape& shape, bool lazy = false) : dense_(shape.fast <= kLargestDense), lazy_(lazy) {
    if constexpr (kMayBeDense)
      if (dense_) {
        fast_ = decltype(fast_)(shape.fast, shape.fast);
        slow_ = decltype(slow_)(shape.slow, shape.fast);
        grams_ = fast_;
      }
  }

  [[gnu::noinline]] void add(Samples<P, W>& samples, const State<P, W>& state) {
    ++count_;
    if constexpr (kMayBeDense)
      if (dense_) return add_matrices(samples, state);
    const auto& X = state.fast;
    const auto v = samples.probe(Law::rademacher);
    samples.slow_derivative_sample(X, state.slow);  // drawn, so that an iteration costs what it costs later
    const auto Av = v - samples.fast_derivative_sample(X, state.slow).times(v);
    trace_ = trace_ + dot(v, Av);
    squares_ = squares_ + squared_norm(Av);
  }

  void begin() {
    count_ = 0;
    trace_ = squares_ = S(0.0);
    fast_ = decltype(fast_)(fast_.rows(), fast_.cols());
    slow_ = decltype(slow_)(slow_.rows(), slow_.cols());
    grams_ = decltype(grams_)(grams_.rows(), grams_.cols());
  }

  /// P into the state. A replica whose A is singular keeps its P.
  void settle(State<P, W>& state) const {
    if constexpr (kMayBeDense) {
      if (!dense_ || count_ == 0) return;
      const S each(1.0 / static_cast<double>(count_));
      const auto A = each * fast_;
      auto gram = A * transpose(A);
      for (int i = 0; i < gram.entries().size(); ++i) {
        S& entry = gram.entries()[i];
        entry = entry + each * (each * grams_.entries()[i] - entry);
      }
      const auto solved = right_divide((each * slow_) * transpose(A), gram);
      auto& entries = state.preconditioner.entries();
      S probe(0.0);
      for (int i = 0; i < entries.size(); ++i) probe = probe + (solved.entries()[i] - solved.entries()[i]);
      for (int i = 0; i < entries.size(); ++i) entries[i] = where(probe == S(0.0), solved.entries()[i], entries[i]);
    }
  }

  /// The mean of C; empty where no matrix is formed.
  auto slow() const { return count_ > 0 ? S(1.0 / static_cast<double>(count_)) * slow_ : slow_; }
  /// rho and E|A|_F^2 of one replica; 0 where nothing was drawn.
  double contraction(int lane, int n) const { return mean(trace_, lane) / n; }
  double derivative_square(int lane) const { return mean(squares_, lane); }

  /// Everything as numbers, and back: a run may stop within a survey.
  template <class Self, class Visit>
  static void for_each_number(Self& self, const Visit& visit) {
    visit(self.trace_);
    visit(self.squares_);
    for (int i = 0; i < self.grams_.entries().size(); ++i) visit(self.grams_.entries()[i]);
    for (int i = 0; i < self.fast_.entries().size(); ++i) visit(self.fast_.entries()[i]);
    for (int i = 0; i < self.slow_.entries().size(); ++i) visit(self.slow_.entries()[i]);
  }
  std::uint64_t count() const { return count_; }
  void set_count(std::uint64_t count) { count_ = count; }

 private:
  static constexpr bool kMayBeDense = kFast<P> == kDynamic || kFast<P> <= kLargestDense;
  static constexpr int kSide = kMayBeDense ? kFast<P> : kDynamic;

  void add_matrices(Samples<P, W>& samples, const State<P, W>& state) {
    auto C = samples.slow_derivative(state.fast, state.slow);
    auto dF = samples.fast_derivative(state.fast, state.slow);
    auto A = decltype(dF)::identity(dF.rows()) - dF;
    for (int i = 0; i < A.rows(); ++i) trace_ = trace_ + A(i, i);
    squares_ = squares_ + squared_norm(A.entries());
    if constexpr (kConstrained<P>)
      if (lazy_) {
        const auto face = samples.fast_face(state.free_fast);
        if (face.is_active()) {
          project_rows(C, face), project_rows(dF, face);
          A = decltype(dF)::identity(dF.rows()) - dF;
        }
      }
    grams_ = grams_ + A * transpose(A);
    fast_ = fast_ + A;
    slow_ = slow_ + C;
  }
  /// M becomes M D: of a projected x, see preconditioner/lazy_learned.hpp.
  template <class M, class F>
  static void project_rows(M& matrix, const F& face) {
    for (int i = 0; i < matrix.rows(); ++i) {
      const auto kept = face.along(row(matrix, i));
      for (int j = 0; j < matrix.cols(); ++j) matrix(i, j) = kept[j];
    }
  }
  double mean(const S& sum, int lane) const { return count_ > 0 ? sum.lane(lane) / static_cast<double>(count_) : 0; }

  bool dense_, lazy_;
  std::uint64_t count_ = 0;
  S trace_ = 0.0, squares_ = 0.0;         // of A itself
  Matrix<S, kSide, kSide> fast_, grams_;  // sums of A and of A A^T
  Matrix<S, kSlow<P>, kSide> slow_;
};

}  // namespace twoscale
