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

#include <twoscale/core/lane_numbers.hpp>
#include <twoscale/problem/state.hpp>
#include <twoscale/schedule/tuned.hpp>

namespace twoscale {

/// What is summed. As packs in a kernel, and as LaneNumbers where P is taken from it.
template <class Square, class Wide, class S>
struct SurveySums {
  S trace, squares;    // of A itself
  Square grams, fast;  // A A^T, and A; empty where no matrix is formed
  Wide slow;           // C

  /// The one list of the sums: what begins at zero, and what a stop within a survey has to keep.
  template <class Self, class Visit>
  static void for_each(Self& self, const Visit& visit) {
    visit(self.trace), visit(self.squares), visit(self.grams), visit(self.fast), visit(self.slow);
  }
};

/// A survey of any problem and width.
struct SurveyView {
  SurveySums<LaneNumbers, LaneNumbers, LaneNumbers> sums;
  int fast_size, slow_size;
  std::uint64_t& count;  // of what was added

  void begin() const;
  /// P into the state. A replica whose A is singular keeps its P.
  void settle(const LaneNumbers& preconditioner) const;
  /// The mean of C; empty where no matrix is formed.
  KeptLanes slow() const;
  /// rho and E|A|_F^2 of one replica; 0 where nothing was drawn.
  double contraction(int lane) const { return mean(sums.trace, lane) / fast_size; }
  double derivative_square(int lane) const { return mean(sums.squares, lane); }

 private:
  double mean(const LaneNumbers& sum, int lane) const {
    return count > 0 ? sum(0, lane) / static_cast<double>(count) : 0;
  }
};

template <class P, int W>
class Survey {
 public:
  using S = Pack<double, W>;
  static constexpr int kLargestDense = Tuned::kLargestDense;

  /// `lazy`: x is lazily projected, and P is that of the projected map (preconditioner/lazy_learned.hpp).
  explicit Survey(const Shape& shape, bool lazy = false)
      : fast_size_(shape.fast), slow_size_(shape.slow), dense_(shape.fast <= kLargestDense), lazy_(lazy) {
    if constexpr (kMayBeDense)
      if (dense_) {
        sums_.fast = sums_.grams = Square(shape.fast, shape.fast);
        sums_.slow = Wide(shape.slow, shape.fast);
      }
  }

  [[gnu::noinline]] void add(auto& samples, const State<P, W>& state) {
    ++count_;
    if constexpr (kMayBeDense)
      if (dense_) return add_matrices(samples, state);
    const auto& X = state.fast;
    const auto v = samples.probe(Law::rademacher);
    samples.slow_derivative_sample(X, state.slow);  // drawn, so that an iteration costs what it costs later
    const auto Av = v - samples.fast_derivative_sample(X, state.slow).times(v);
    sums_.trace = sums_.trace + dot(v, Av);
    sums_.squares = sums_.squares + squared_norm(Av);
  }

  SurveyView view() {
    auto& s = sums_;
    return {
        {s.trace, s.squares, s.grams.entries(), s.fast.entries(), s.slow.entries()}, fast_size_, slow_size_, count_};
  }

 private:
  static constexpr bool kMayBeDense = kFast<P> == kDynamic || kFast<P> <= kLargestDense;
  static constexpr int kSide = kMayBeDense ? kFast<P> : kDynamic;
  using Square = Matrix<S, kSide, kSide>;
  using Wide = Matrix<S, kSlow<P>, kSide>;

  void add_matrices(auto& samples, const State<P, W>& state) {
    auto C = samples.slow_derivative(state.fast, state.slow);
    auto dF = samples.fast_derivative(state.fast, state.slow);
    auto A = decltype(dF)::identity(dF.rows()) - dF;
    for (int i = 0; i < A.rows(); ++i) sums_.trace = sums_.trace + A(i, i);
    sums_.squares = sums_.squares + squared_norm(A.entries());
    if constexpr (kConstrained<P>)
      if (lazy_) {
        const auto face = samples.fast_face(state.free_fast);
        if (face.is_active()) {
          project_rows(C, face), project_rows(dF, face);
          A = decltype(dF)::identity(dF.rows()) - dF;
        }
      }
    sums_.grams = sums_.grams + A * transpose(A);
    sums_.fast = sums_.fast + A;
    sums_.slow = sums_.slow + C;
  }
  /// M becomes M D: of a projected x, see preconditioner/lazy_learned.hpp.
  template <class M, class F>
  static void project_rows(M& matrix, const F& face) {
    for (int i = 0; i < matrix.rows(); ++i) {
      const auto kept = face.along(row(matrix, i));
      for (int j = 0; j < matrix.cols(); ++j) matrix(i, j) = kept[j];
    }
  }
  int fast_size_, slow_size_;
  bool dense_, lazy_;
  std::uint64_t count_ = 0;
  SurveySums<Square, Wide, S> sums_{};
};

}  // namespace twoscale
