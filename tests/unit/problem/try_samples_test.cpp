// try_samples: what one checked evaluation finds, and the sentence it says.

#include <gtest/gtest.h>

#include <twoscale/problem/plain_numbers.hpp>
#include <twoscale/problem/try_samples.hpp>

#include "unit/problem/noisy_problem.hpp"

namespace {

using namespace twoscale;

template <class P>
std::string sentence(const P& problem) {
  try {
    try_samples(problem);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Reads the given numbers of its arguments.
template <int kX, int kXi, int kY, int kZeta>
struct Reads {
  static constexpr Shape shape{.fast = 2, .slow = 3, .fast_noise = 1, .slow_noise = 4};
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    return Vector<typename X::Element, 2>{x[kX] + xi[kXi], x[1] + y[0]};
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    return Vector<typename X::Element, 3>{x[0] + y[kY], x[1] + zeta[kZeta], x[0] * x[1]};
  }
};

TEST(Look, GoodProblemsPass) {
  EXPECT_EQ(sentence(Reads<1, 0, 2, 3>{}), "");
  EXPECT_EQ(sentence(noisy_problem::Fixed{}), "");
  EXPECT_EQ(sentence(noisy_problem::Sized{}), "");
  EXPECT_EQ(sentence(noisy_problem::Written{}), "");
  EXPECT_EQ(sentence(noisy_problem::Closed{}), "");
  EXPECT_EQ(sentence(noisy_problem::Echo<Law::uniform>{}), "");
}

TEST(Look, SaysWhichArgumentIsReadTooFar) {
  EXPECT_EQ(sentence(Reads<1, 1, 2, 3>{}),
            "fast() reads number 1 (the first is number 0) of xi (shape.fast_noise is 1)");
  EXPECT_EQ(sentence(Reads<2, 0, 2, 3>{}), "fast() reads number 2 (the first is number 0) of x (shape.fast is 2)");
  EXPECT_EQ(sentence(Reads<1, 0, 3, 3>{}), "slow() reads number 3 (the first is number 0) of y (shape.slow is 3)");
  EXPECT_EQ(sentence(Reads<1, 0, 2, 4>{}),
            "slow() reads number 4 (the first is number 0) of zeta (shape.slow_noise is 4)");
  EXPECT_EQ(sentence(Reads<1, 0, 2, -1>{}),
            "slow() reads number -1 (the first is number 0) of zeta (shape.slow_noise is 4)");
}

/// Sizes of one's own choosing.
struct Sizes {
  Shape sizes{.fast = 2, .slow = 2, .fast_noise = 1, .slow_noise = 1};
  int fast_returns = 2, slow_returns = 2, reads = 0;
  Shape shape() const { return sizes; }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y&, const Z& xi) const {
    Vector<typename X::Element> out(fast_returns);
    for (int i = 0; i < out.size(); ++i) out[i] = 0.5 * x[0] + xi[reads];
    return out;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y&, const Z&) const {
    Vector<typename X::Element> out(slow_returns);
    for (int i = 0; i < out.size(); ++i) out[i] = x[0];
    return out;
  }
};

TEST(Look, SaysWhichFunctionReturnsAWrongLength) {
  EXPECT_EQ(sentence(Sizes{}), "");
  EXPECT_EQ(sentence(Sizes{.fast_returns = 3}), "fast() returns 3 numbers, but shape.fast is 2");
  EXPECT_EQ(sentence(Sizes{.slow_returns = 0}), "slow() returns 0 numbers, but shape.slow is 2");
}

TEST(Look, NamesEveryArgumentOfThatLength) {
  Sizes one{.sizes = {.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1}, .fast_returns = 1, .slow_returns = 1};
  EXPECT_EQ(sentence(one), "");
  one.reads = 1;
  EXPECT_EQ(sentence(one),
            "fast() reads number 1 (the first is number 0) of x (shape.fast is 1) or y (shape.slow is 1) or xi "
            "(shape.fast_noise is 1)");
}

/// No noise at all.
TEST(Look, NoiseThatIsNotThereIsNotRead) {
  Sizes none{.sizes = {.fast = 2, .slow = 2, .fast_noise = 0, .slow_noise = 0}};
  EXPECT_EQ(sentence(none), "fast() reads number 0 (the first is number 0) of xi (shape.fast_noise is 0)");
}

/// A vector of the function's own.
struct OwnVector : Sizes {
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y&, const Z&) const {
    Vector<typename X::Element> out(5);
    out[5] = x[0];
    return out;
  }
};

TEST(Look, ALocalVectorIsNamedByItsLength) {
  EXPECT_EQ(sentence(OwnVector{}), "slow() reads number 5 (the first is number 0) of a vector of 5");
}

template <int kXi>
struct Plain {
  static constexpr Shape shape{.fast = 2, .slow = 3, .fast_noise = 1, .slow_noise = 4};
  using X = Vector<double, 2>;
  using Y = Vector<double, 3>;
  X fast(const X& x, const Y&, const Vector<double, 1>& xi) const {
    if (x[0] > 0.5) return x;
    return {xi[kXi], x[1]};
  }
  Y slow(const X& x, const Y& y, const Vector<double, 4>& zeta) const { return {x[0] + zeta[3], y[1], y[2]}; }
};
struct PlainSizes {
  int returns = 2;
  Shape shape() const { return {.fast = 2, .slow = 3, .fast_noise = 1, .slow_noise = 4}; }
  using V = Vector<double>;
  V fast(const V&, const V&, const V&) const { return V(returns); }
  V slow(const V&, const V& y, const V&) const { return y; }
};

TEST(Look, PlainNumbersCheckByThemselves) {
  EXPECT_EQ(sentence(Adapted<Plain<0>>{}), "");
  EXPECT_EQ(sentence(Adapted<Plain<1>>{}),
            "fast() reads number 1 (the first is number 0) of xi (shape.fast_noise is 1)");
  EXPECT_EQ(sentence(Adapted<PlainSizes>{}), "");
  EXPECT_EQ(sentence(Adapted<PlainSizes>(PlainSizes{.returns = 4})), "fast() returns 4 numbers, but shape.fast is 2");
}

/// A start of the wrong length, sizes that are none, and a function that throws.
struct Awkward {
  int fast_size = 2;
  bool throws = false;
  std::vector<double> fast_start{1, 2};
  Shape shape() const { return {.fast = fast_size, .slow = 1, .fast_noise = 2, .slow_noise = 1}; }
  auto fast(const auto& x, const auto&, const auto&) const {
    if (throws) throw std::out_of_range("boom");
    return 0.5 * x;
  }
  auto slow(const auto&, const auto& y, const auto& zeta) const { return y + zeta; }
};

TEST(Look, NamesStartsSizesAndFunctionsThatThrow) {
  EXPECT_EQ(sentence(Awkward{}), "");
  EXPECT_EQ(sentence(Awkward{.fast_start = {1}}), "fast_start = (1) must be 2 numbers");
  EXPECT_EQ(sentence(Awkward{.fast_size = -2}), "shape.fast = -2 must be a whole number in [1, 1e+08]");
  EXPECT_EQ(sentence(Awkward{.throws = true}), "fast() threw at the first point: boom");
}

/// Rows of data picked by an index.
struct DataRows {
  static constexpr Law law = Law::index;
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  std::vector<double> rows{3, 1, 4};
  std::size_t index_count() const { return rows.size(); }
  auto row() const {
    return [this](const auto& i) { return pick(rows, i); };
  }
  auto fast(const auto& x, const auto&, const auto& xi) const { return 0.5 * x + map(xi, row()); }
  auto slow(const auto&, const auto&, const auto& zeta) const { return map(zeta, row()); }
};
static_assert(check_problem<DataRows>());

TEST(Look, AnIndexPicksARow) { EXPECT_EQ(sentence(DataRows{}), ""); }

}  // namespace
