#pragma once
// Adjoint<S>: a number that remembers on a Tape<S> how it was computed, S a plain number or a pack.
//
// Reverse mode, for many variables and few outputs: a function is recorded once, and each sweep over
// the tape gives the derivatives of one weighted sum of outputs in all variables. Constants carry no
// tape and every other number carries its own, so there is no global or thread-local state.
//
// An own tape, because the known ones do not take packs or keep state of their own: CppAD asks that the
// base type's comparisons give a bool and has a tape per thread, ADOL-C records doubles on tapes the
// library holds, Sacado's reverse mode has one static context, and autodiff walks a tree by recursion,
// which overflows the stack on long sums (its issue 314). Here one kind of node is enough.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <twoscale/core/chain_rule.hpp>
#include <twoscale/core/matrix.hpp>

namespace twoscale {

template <class S>
struct Adjoint;

/// The operations in the order they were done, each with the derivatives by its (at most two) operands.
/// Numbers on a tape point to it and die with it; one operation takes numbers of one tape.
template <class S>
class Tape {
 public:
  Tape() = default;
  Tape(const Tape&) = delete;  // adjoints point to it; an idle one may move
  Tape& operator=(const Tape&) = delete;
  Tape(Tape&&) noexcept = default;
  Tape& operator=(Tape&&) noexcept = default;

  /// Forgets what was recorded and keeps the memory.
  void clear() { count_ = variables_ = 0; }

  /// Starts a new recording with x as its variables.
  template <int N>
  Vector<Adjoint<S>, N> variables(const Vector<S, N>& x) {
    clear();
    while (capacity_ < x.size()) grow();
    count_ = variables_ = x.size();
    Vector<Adjoint<S>, N> out(x.size());
    for (int i = 0; i < x.size(); ++i) out[i] = Adjoint<S>(x[i], this, i);
    return out;
  }

  /// A node with one operand. The unused second one is the node itself, whose adjoint is spent by then: no branch.
  TWOSCALE_INLINE int record(int parent, const S& partial) { return record(parent, partial, count_, S(0.0)); }
  TWOSCALE_INLINE int record(int first, const S& by_first, int second, const S& by_second) {
    if (count_ == capacity_) [[unlikely]]
      grow();
    nodes_[count_] = {{first, second}, {by_first, by_second}};
    return count_++;
  }

  /// Rows: reset, seed every output with its weight, sweep, read the variables' adjoints; again for the next row.
  void reset_adjoints() { std::fill(adjoints_.begin(), adjoints_.begin() + count_, S(0.0)); }
  /// An output that is a constant, or not of this tape, does not depend on the variables: nothing happens.
  TWOSCALE_INLINE void seed(const Adjoint<S>& output, const S& weight) {
    if (output.tape == this) adjoints_[output.node] = adjoints_[output.node] + weight;
  }
  /// A node whose adjoint is zero passes on zero, even through an infinite slope: it may be the side a where did not
  /// take. The check also makes the rows of other outputs cheap, and costs nothing measurable on this one.
  void sweep() {
    for (int i = count_ - 1; i >= variables_; --i) {
      const S adjoint = adjoints_[i];
      const auto live = adjoint != S(0.0);
      if (!any(live)) continue;
      const Node& node = nodes_[i];
      for (int k = 0; k < 2; ++k) {
        S& parent = adjoints_[node.parent[k]];
        parent = parent + detail::choose(live, node.partial[k] * adjoint, S(0.0));
      }
    }
  }
  /// The derivative of the seeded sum by variable i.
  const S& adjoint(int i) const { return adjoints_[i]; }

  int variable_count() const { return variables_; }
  int node_count() const { return count_; }
  /// The nodes that operation i took; itself where there was no second.
  std::array<int, 2> operands(int i) const { return {nodes_[i].parent[0], nodes_[i].parent[1]}; }

 private:
  struct Node {
    std::array<std::int32_t, 2> parent;
    std::array<S, 2> partial;
  };

  [[gnu::noinline, gnu::cold]] void grow() {
    constexpr int kFirst = 1024, kMost = std::numeric_limits<std::int32_t>::max();
    if (capacity_ == kMost) throw Error("a recording of more than 2^31 - 1 operations does not fit on a tape");
    const int capacity = capacity_ > kMost / 2 ? kMost : std::max(kFirst, 2 * capacity_);
    nodes_.resize(capacity);
    adjoints_.resize(capacity);
    capacity_ = capacity;
  }

  std::vector<Node> nodes_;
  std::vector<S> adjoints_;
  int count_ = 0, variables_ = 0, capacity_ = 0;
};

template <class S>
struct Adjoint {
  S value;
  Tape<S>* tape;  // none for a constant
  int node;

  TWOSCALE_INLINE Adjoint() : value{}, tape(nullptr), node(0) {}
  TWOSCALE_INLINE Adjoint(S v) : value(v), tape(nullptr), node(0) {}  // NOLINT: constants are adjoints
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, S>) TWOSCALE_INLINE Adjoint(A v)
      : value(static_cast<double>(v)), tape(nullptr), node(0) {}  // NOLINT
  TWOSCALE_INLINE Adjoint(S v, Tape<S>* on, int at) : value(v), tape(on), node(at) {}

  /// The chain rule: value f, slope f'.
  TWOSCALE_INLINE Adjoint chain(const S& f, const S& slope) const {
    return tape ? Adjoint(f, tape, tape->record(node, slope)) : Adjoint(f);
  }
  /// The same with two operands; a constant one needs no slope.
  TWOSCALE_INLINE static Adjoint combine(const S& f, const Adjoint& a, const S& by_a, const Adjoint& b, const S& by_b) {
    if (!a.tape) return b.chain(f, by_b);
    if (!b.tape) return a.chain(f, by_a);
    return {f, a.tape, a.tape->record(a.node, by_a, b.node, by_b)};
  }
  /// The same derivatives, another value.
  TWOSCALE_INLINE Adjoint shifted(const S& f) const { return {f, tape, node}; }

  TWOSCALE_INLINE friend Adjoint operator+(const Adjoint& a, const Adjoint& b) {
    const S sum = a.value + b.value;
    if (!a.tape) return b.shifted(sum);
    if (!b.tape) return a.shifted(sum);
    return combine(sum, a, S(1.0), b, S(1.0));
  }
  TWOSCALE_INLINE friend Adjoint operator-(const Adjoint& a, const Adjoint& b) {
    const S difference = a.value - b.value;
    if (!b.tape) return a.shifted(difference);
    return combine(difference, a, S(1.0), b, S(-1.0));
  }
  TWOSCALE_INLINE friend Adjoint operator*(const Adjoint& a, const Adjoint& b) {
    return combine(a.value * b.value, a, b.value, b, a.value);
  }
  TWOSCALE_INLINE friend Adjoint operator/(const Adjoint& a, const Adjoint& b) {
    const S quotient = a.value / b.value;
    return combine(quotient, a, S(1.0) / b.value, b, -quotient / b.value);
  }
  TWOSCALE_INLINE friend Adjoint operator-(const Adjoint& a) { return a.chain(-a.value, S(-1.0)); }
  TWOSCALE_INLINE friend Adjoint operator+(const Adjoint& a) { return a; }

  // With a constant (a number or a pack without derivatives): a sum is not even recorded.
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator+(const Adjoint& a, const K& k) {
    return a.shifted(a.value + S(k));
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator+(const K& k, const Adjoint& a) {
    return a.shifted(S(k) + a.value);
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator-(const Adjoint& a, const K& k) {
    return a.shifted(a.value - S(k));
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator-(const K& k, const Adjoint& a) {
    return a.chain(S(k) - a.value, S(-1.0));
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator*(const Adjoint& a, const K& k) {
    return a.chain(a.value * S(k), S(k));
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator*(const K& k, const Adjoint& a) {
    return a.chain(S(k) * a.value, S(k));
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator/(const Adjoint& a, const K& k) {
    return a.chain(a.value / S(k), S(1.0) / S(k));
  }
  template <detail::ConstantOf<S> K>
  TWOSCALE_INLINE friend Adjoint operator/(const K& k, const Adjoint& a) {
    const S quotient = S(k) / a.value;
    return a.chain(quotient, -quotient / a.value);
  }

  TWOSCALE_INLINE Adjoint& operator+=(const Adjoint& b) { return *this = *this + b; }
  TWOSCALE_INLINE Adjoint& operator-=(const Adjoint& b) { return *this = *this - b; }
  TWOSCALE_INLINE Adjoint& operator*=(const Adjoint& b) { return *this = *this * b; }
  TWOSCALE_INLINE Adjoint& operator/=(const Adjoint& b) { return *this = *this / b; }

  TWOSCALE_INLINE friend auto operator<(const Adjoint& a, const Adjoint& b) { return a.value < b.value; }
  TWOSCALE_INLINE friend auto operator>(const Adjoint& a, const Adjoint& b) { return a.value > b.value; }
  TWOSCALE_INLINE friend auto operator<=(const Adjoint& a, const Adjoint& b) { return a.value <= b.value; }
  TWOSCALE_INLINE friend auto operator>=(const Adjoint& a, const Adjoint& b) { return a.value >= b.value; }
  TWOSCALE_INLINE friend auto operator==(const Adjoint& a, const Adjoint& b) { return a.value == b.value; }
  TWOSCALE_INLINE friend auto operator!=(const Adjoint& a, const Adjoint& b) { return a.value != b.value; }

  /// Recorded with one lane too, where the side is known: the order of the sweep's sums must not depend on values.
  template <class Mask>
  TWOSCALE_INLINE friend Adjoint where(const Mask& mask, const Adjoint& a, const Adjoint& b) {
    const S zero(0.0), one(1.0);
    return combine(detail::choose(mask, a.value, b.value), a, detail::choose(mask, one, zero), b,
                   detail::choose(mask, zero, one));
  }
  /// Of two equal ones the first, as Dual does.
  TWOSCALE_INLINE friend Adjoint min(const Adjoint& a, const Adjoint& b) { return where(b < a, b, a); }
  TWOSCALE_INLINE friend Adjoint max(const Adjoint& a, const Adjoint& b) { return where(a < b, b, a); }
  /// At zero the derivative is taken as zero, the middle of its subdifferential, as Dual does.
  TWOSCALE_INLINE friend Adjoint abs(const Adjoint& a) {
    const S zero(0.0);
    auto by_sign = [&](const S& above, const S& below, const S& at) {
      return detail::choose(a.value > zero, above, detail::choose(a.value < zero, below, at));
    };
    return a.chain(by_sign(a.value, -a.value, zero * a.value), by_sign(S(1.0), S(-1.0), zero));
  }
};

template <class S>
inline constexpr bool kIsAdjoint<Adjoint<S>> = true;

/// J^T w for the derivative matrix J of function at x: sum_i w_i d function_i / d x.
template <class F, class S, int N, class Weight, int M>
Vector<S, N> pull_back(const F& function, const Vector<S, N>& x, const Vector<Weight, M>& weights) {
  Tape<S> tape;
  const auto out = function(tape.variables(x));
  detail::require_same_size(out.size(), weights.size());
  tape.reset_adjoints();
  for (int i = 0; i < out.size(); ++i) tape.seed(out[i], weights[i]);
  tape.sweep();
  Vector<S, N> gradient(x.size());
  for (int j = 0; j < x.size(); ++j) gradient[j] = tape.adjoint(j);
  return gradient;
}

}  // namespace twoscale
