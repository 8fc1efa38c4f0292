// Colours of sparse derivative matrices: no row has two columns of one, and products with them give every entry.
#include <gtest/gtest.h>

#include <cstdint>

#include <twoscale/core/colouring.hpp>

namespace twoscale {
namespace {

using Rows = std::vector<std::vector<int>>;

/// Each column in about one row of `of`, as a hash has it, and on the diagonal.
Rows scattered(int n, std::uint64_t of) {
  Rows out(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i == j ||
          (static_cast<std::uint64_t>(i) * 2654435761u + static_cast<std::uint64_t>(j) * 40503u) % 1009 % of == 0)
        out[i].push_back(j);
  return out;
}

void expect_colouring(const Colouring& colouring, const Rows& rows) {
  ASSERT_EQ(colouring.rows(), static_cast<int>(rows.size()));
  for (int i = 0; i < colouring.rows(); ++i) {
    std::vector<int> seen, colours;
    for (int e = colouring.first(i); e < colouring.first(i + 1); ++e) {
      seen.push_back(colouring.column(e));
      colours.push_back(colouring.colour(colouring.column(e)));
      EXPECT_TRUE(colours.back() >= 0 && colours.back() < colouring.colours());
    }
    EXPECT_EQ(seen, rows[i]);
    std::sort(colours.begin(), colours.end());
    EXPECT_EQ(std::adjacent_find(colours.begin(), colours.end()), colours.end()) << "two of one colour in row " << i;
  }
}

TEST(Colouring, NoRowHasTwoColumnsOfOneColour) {
  for (const int n : {1, 7, 40, 130})
    for (const std::uint64_t of : {1, 3, 20, 1000}) expect_colouring(Colouring(n, scattered(n, of)), scattered(n, of));
}

TEST(Colouring, OfABandIsAsWideAsTheBand) {
  Rows band(50);
  for (int i = 0; i < 50; ++i)
    for (int j = std::max(0, i - 2); j <= std::min(49, i + 1); ++j) band[i].push_back(j);
  EXPECT_EQ(Colouring(50, band).colours(), 4);
  EXPECT_EQ(Colouring(9, scattered(9, 1)).colours(), 9) << "a dense matrix has none to spare";
  EXPECT_EQ(Colouring(5, Rows(3)).colours(), 1) << "columns in no row share one";
}

/// Sums of bent neighbours, with a side that is not taken where they are.
template <class X>
X chain(const X& x) {
  X out(x.size());
  for (int i = 0; i < x.size(); ++i) {
    const auto& before = x[i > 0 ? i - 1 : 0];
    out[i] = where(x[i].value > Real(100.0), x[(i + 7) % x.size()], x[i] * before) + 0.5 * x[i];
  }
  return out;
}

TEST(Colouring, ARecordingTellsWhatAnOutputDependsOnWhateverTheValues) {
  Tape<Real> tape;
  Vector<Real> x(20);
  const auto out = chain(tape.variables(x));
  const auto found = dependencies(tape, out);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], (std::vector{0, 7}));
  EXPECT_EQ((*found)[5], (std::vector{4, 5, 12})) << "12 is the side that was not taken";
  EXPECT_EQ((*found)[16], (std::vector{3, 15, 16}));
  const std::array<Adjoint<Real>, 1> constant = {Adjoint<Real>(1.0)};
  EXPECT_TRUE(dependencies(tape, constant)->front().empty());
}

TEST(Colouring, WhatWouldNotFitIntoMemoryIsNotLookedFor) {
  EXPECT_FALSE(detail::dependencies(1 << 20, {}, {}));
  EXPECT_TRUE(detail::dependencies(1 << 10, {}, {}));
}

TEST(Colouring, EntriesAreThoseOfTheMatrix) {
  for (const int n : {3, 9, 60}) {
    Vector<Real> x(n);
    for (int i = 0; i < n; ++i) x[i] = std::cos(1.3 * i);
    Tape<Real> tape;
    const auto out = chain(tape.variables(x));
    const Colouring colouring(n, *dependencies(tape, out));
    const auto function = [](const auto& v) { return chain(v); };
    const auto expected = jacobian(function, x);
    std::vector<Real> entries;
    coloured_jacobian(colouring, function, x, entries);
    Matrix<Real> seen(n, n);
    for (int i = 0; i < n; ++i)
      for (int e = colouring.first(i); e < colouring.first(i + 1); ++e) seen(i, colouring.column(e)) = entries[e];
    for (int i = 0; i < n * n; ++i)
      EXPECT_EQ(seen.entries()[i].lane(0), expected.entries()[i].lane(0)) << n << " " << i;
    if (n == 60) EXPECT_LE(colouring.colours(), 8);
  }
}

}  // namespace
}  // namespace twoscale
