// What each way to P keeps in memory. A program of its own: it counts every allocation.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "testing.hpp"

// Large blocks alive, for the whole program; counted only while a threshold is set.
namespace {

std::atomic<std::size_t> large_block{~std::size_t{0}};
std::atomic<int> large_alive{0}, most_large_alive{0};

void* count_in(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  if (malloc_usable_size(block) >= large_block) {
    const int alive = ++large_alive;
    if (alive > most_large_alive) most_large_alive = alive;
  }
  return block;
}
void count_out(void* block) {
  if (block != nullptr && malloc_usable_size(block) >= large_block) --large_alive;
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return count_in(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t to) {
  const auto alignment = static_cast<std::size_t>(to);
  return count_in(std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return count_in(std::malloc(size)); }
void operator delete(void* block) noexcept { count_out(block); }
void operator delete(void* block, std::size_t) noexcept { count_out(block); }
void operator delete(void* block, std::align_val_t) noexcept { count_out(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { count_out(block); }

namespace twoscale {
namespace {

/// Coordinates that hardly look at each other: no matrix in the problem, noise that multiplies x.
struct Chain {
  int nx, ny;
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = 1, .slow_noise = 1}; }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    X out(nx);
    for (int i = 0; i < nx; ++i)
      out[i] = 0.4 * x[i] + 0.1 * (x[(i + 1) % nx] * x[i]) + 0.1 * (xi[0] * x[i]) + y[i % ny];
    return out;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    Vector<typename X::Element> out(ny);
    for (int j = 0; j < ny; ++j) out[j] = 0.5 * y[j] + 0.1 * x[j % nx] + 0.1 * zeta[0];
    return out;
  }
};

using WaysToP = Only<OneStep, CorrectedOracle, LearnedPreconditioner, ProbedPreconditioner, NeumannPreconditioner,
                     LowRankPreconditioner, Tikhonov, LastIterate>;

/// The most blocks of so many bytes that were alive at once while a method ran.
int most_alive(const Chain& problem, const testing::Options& options, std::size_t bytes) {
  const Plan plan = Plan::for_iterations(testing::method_with("single-loop", options), 130);  // three chunks
  large_alive = most_large_alive = 0;
  large_block = bytes;
  const RunResult result = run<Chain, 1, WaysToP>(problem, plan);
  const int most = most_large_alive;
  large_block = ~std::size_t{0};
  EXPECT_TRUE(result.replicas[0].status.ok());
  return most;
}

std::size_t matrix_bytes(int rows, int cols) { return sizeof(double) * static_cast<std::size_t>(rows) * cols; }

TEST(Memory, OfAProbedRunIsTwoMatrices) {
  const Chain problem{300, 300};
  const std::size_t matrix = matrix_bytes(300, 300);
  EXPECT_EQ(most_alive(problem, {{"preconditioner", "probed"}}, matrix), 2);  // the state's and the chunk's start
  EXPECT_EQ(most_alive(problem, {{"preconditioner", "neumann"}}, matrix), 0);
  EXPECT_EQ(most_alive(problem, {{"preconditioner", "low-rank"}, {"rank", "3"}}, matrix), 0);
}

TEST(Memory, OfALearnedRunIsMoreSinceASampleIsAMatrix) {
  EXPECT_GT(most_alive({80, 80}, {{"preconditioner", "learned"}}, matrix_bytes(80, 80)), 2);
}

/// The tape and its adjoints are as large as P here; nothing is of the size nx times nx.
TEST(Memory, OfLearnedRowsIsTwoMatricesAndTheTape) {
  const Chain problem{1000, 40};
  EXPECT_LE(most_alive(problem, {}, matrix_bytes(40, 1000)), 4);
  EXPECT_EQ(most_alive(problem, {}, matrix_bytes(1000, 1000)), 0);
}

}  // namespace
}  // namespace twoscale
