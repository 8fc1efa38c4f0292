// Single-loop on RotorN<16> (benchmarks/problem/rotor_n.hpp) with noise on every entry of the derivatives. Compiled
// once for each instruction set, as rotor.cpp is.
//
// A pack is worked through in halves, so that P and dF, 2 KiB a lane each, stay in the first cache; the product P dF is
// blocked for registers.
#include "hand.hpp"

#include <algorithm>
#include <memory>

#include "noise.hpp"
#include "pair.hpp"

namespace hand::HAND_ISA {

namespace {

constexpr int kN = 16, kEntries = kN * kN;
constexpr int kRows = 4, kCols = kLanes == 16 ? 4 : 2;  // of a block: as many sums as registers allow

/// The noise of one iteration.
struct Noise {
  alignas(64) float xi[kN][kLanes], zeta_g[kN][kLanes], zeta_f[kN][kLanes];
  alignas(64) float omega_A[kEntries][kLanes], omega_C[kEntries][kLanes];

  void draw(const Philox& philox, std::uint32_t iteration) {
    constexpr std::uint32_t kBlocks = kN / 4, kMatrixBlocks = kEntries / 4;
    fill<kLockstep>(philox, iteration * kBlocks, 0, kBlocks, xi[0]);
    fill<kLockstep>(philox, iteration * kBlocks, 1, kBlocks, zeta_g[0]);
    fill<kLockstep>(philox, iteration * kBlocks, 2, kBlocks, zeta_f[0]);
    fill<kLockstep>(philox, iteration * kMatrixBlocks, 3, kMatrixBlocks, omega_A[0]);
    fill<kLockstep>(philox, iteration * kMatrixBlocks, 4, kMatrixBlocks, omega_C[0]);
  }
};

/// Half a pack of replicas.
struct HalfState {
  D x[kN], y[kN], P[kEntries];
};

template <int N>
HAND_INLINE void project(D (&v)[N], D square, double radius) {
  const Mask outside = above(square, all(radius * radius));
  if (!any(outside, outside)) return;
  const D shrink = all(radius) / root(square);
  for (int i = 0; i < N; ++i) v[i] = pick(outside, v[i] * shrink, v[i]);
}
template <int N>
HAND_INLINE void project(D (&v)[N], double radius) {
  D square = v[0] * v[0];
  for (int i = 1; i < N; ++i) square = square + v[i] * v[i];
  project(v, square, radius);
}

/// rows r.. of P dF, a block of columns at a time.
HAND_INLINE void multiply_block(const D* P, const D* dF, D (&out)[kRows][kCols]) {
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kCols; ++c) out[r][c] = P[r * kN] * dF[c];
  for (int k = 1; k < kN; ++k)
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kCols; ++c) out[r][c] = fma(P[r * kN + k], dF[k * kN + c], out[r][c]);
}

/// dG/dx without noise: gain times a quarter turn of every plane.
HAND_INLINE D add_turn(double gain, int row, int col, D noise) {
  if (col == row + 1 && row % 2 == 0) return all(-gain) + noise;
  if (row == col + 1 && col % 2 == 0) return all(gain) + noise;
  return noise;
}

/// One block of P + gamma (C - P + P dF). Only blocks on the diagonal hold entries of the quarter turns.
template <bool Diagonal>
HAND_INLINE void next_block(const Rotor& r, const float (*omega_C)[kLanes], double gamma, const D* P, const D* dF,
                            int row, int col, D (&next)[kRows][kN]) {
  D product[kRows][kCols];
  multiply_block(P + row * kN, dF + col, product);
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kCols; ++j) {
      const int at = (row + i) * kN + col + j;
      D C = all(r.derivative_noise) * widen(omega_C[at]);
      if constexpr (Diagonal) C = add_turn(r.gain, row + i, col + j, C);
      next[i][col + j] = P[at] + all(gamma) * (C - P[at] + product[i][j]);
    }
}

/// Rows of P at a time: no row looks at another.
void learn(const Rotor& r, const Noise& noise, int half, double gamma, D (&P)[kEntries]) {
  const int first = half * (kLanes / 2);
  const auto* omega_C = reinterpret_cast<const float(*)[kLanes]>(noise.omega_C[0] + first);
  D dF[kEntries];
  for (int k = 0; k < kEntries; ++k) dF[k] = all(r.derivative_noise) * widen(noise.omega_A[k] + first);
  for (int k = 0; k < kN; ++k) dF[k * kN + k] = all(1 - r.rho) + dF[k * kN + k];
  D square = all(0.0);
  for (int row = 0; row < kN; row += kRows) {
    D next[kRows][kN];
    for (int col = 0; col < kN; col += kCols) {
      if (col / kRows == row / kRows) next_block<true>(r, omega_C, gamma, P, dF, row, col, next);
      else next_block<false>(r, omega_C, gamma, P, dF, row, col, next);
    }
    // The norm's sum is one chain of additions in the order of the entries: it runs while the next rows are multiplied.
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kN; ++j) {
        P[(row + i) * kN + j] = next[i][j];
        square = square + next[i][j] * next[i][j];
      }
  }
  project(P, square, r.matrix_radius);
}

/// R y + gain times a quarter turn of e + sigma zeta + P residual, into `estimate`.
HAND_INLINE void query(const Rotor& r, const Noise& noise, int first, const HalfState& s, const D (&e)[kN],
                       const D (&mean_fast)[kN], D (&estimate)[kN]) {
  D residual[kN];
  for (int i = 0; i < kN; ++i) residual[i] = mean_fast[i] + all(r.sigma) * widen(noise.zeta_f[i] + first) - s.x[i];
  for (int i = 0; i < kN; ++i) {
    const int other = i ^ 1;
    const D turned = i % 2 == 0 ? all(r.cosine_less_one) * s.y[i] - all(r.sine) * s.y[other]
                                : all(r.cosine_less_one) * s.y[i] + all(r.sine) * s.y[other];
    const D leak = all(r.gain) * e[other];
    const D mean = i % 2 == 0 ? s.y[i] + turned - leak : s.y[i] + turned + leak;
    D product = s.P[i * kN] * residual[0];
    for (int k = 1; k < kN; ++k) product = fma(s.P[i * kN + k], residual[k], product);
    estimate[i] = mean + all(r.sigma) * widen(noise.zeta_g[i] + first) + product;
  }
}

void step(const Rotor& r, const Noise& noise, int half, const Steps& steps, HalfState& s) {
  const int first = half * (kLanes / 2);
  D e[kN], mean_fast[kN], estimate[kN];
  for (int i = 0; i < kN; ++i) {
    e[i] = s.x[i] - s.y[i];
    mean_fast[i] = s.y[i] + all(1 - r.rho) * e[i];
  }
  query(r, noise, first, s, e, mean_fast, estimate);
  learn(r, noise, half, steps.preconditioner, s.P);
  for (int i = 0; i < kN; ++i)
    s.x[i] = s.x[i] + all(steps.fast) * (mean_fast[i] + all(r.sigma) * widen(noise.xi[i] + first) - s.x[i]);
  project(s.x, 2 * r.radius);
  for (int i = 0; i < kN; ++i) {
    const D anchor = all(i == 0 ? r.radius : 0.0);
    s.y[i] = s.y[i] + all(steps.slow) * (estimate[i] - s.y[i] + all(steps.anchor) * (anchor - s.y[i]));
  }
  project(s.y, r.radius);
}

void run_pack(const Rotor& r, const Work& work, std::uint32_t replica, std::span<Result16> results) {
  const Philox philox(work.seed, replica);
  auto states = std::make_unique<HalfState[]>(2);
  for (int h = 0; h < 2; ++h) {
    HalfState& s = states[h];
    std::fill(std::begin(s.P), std::end(s.P), all(0.0));
    for (int i = 0; i < kN; ++i) s.x[i] = s.y[i] = all(i == 0 ? r.radius : 0.0);
  }
  auto noise = std::make_unique<Noise>();
  for (std::uint64_t at = 0; at < work.iterations; ++at) {
    noise->draw(philox, static_cast<std::uint32_t>(at));
    for (int h = 0; h < 2; ++h) step(r, *noise, h, work.steps.size() == 1 ? work.steps[0] : work.steps[at], states[h]);
  }
  for (std::size_t l = 0; l < results.size(); ++l) {
    const HalfState& s = states[l / (kLanes / 2)];
    const auto lane = l % (kLanes / 2);
    for (int i = 0; i < kN; ++i) results[l].fast[i] = s.x[i][lane], results[l].slow[i] = s.y[i][lane];
    for (int k = 0; k < kEntries; ++k) results[l].preconditioner[k] = s.P[k][lane];
  }
}

}  // namespace

void rotor_16(const Rotor& problem, const Work& work, std::span<Result16> results) {
  for (std::size_t at = 0; at < results.size(); at += kLanes)
    run_pack(problem, work, work.first_replica + static_cast<std::uint32_t>(at),
             results.subspan(at, std::min<std::size_t>(kLanes, results.size() - at)));
}

}  // namespace hand::HAND_ISA
