// Compiled once for each instruction set: see CMakeLists.txt.
#include "hand.hpp"

#include <algorithm>

#include "cosine.hpp"
#include "noise.hpp"
#include "pair.hpp"

namespace hand::HAND_ISA {

namespace {

constexpr int kAhead = 16;  // iterations whose noise is drawn at once: 7 KiB of floats with AVX-512

/// The noise of kAhead iterations: xi, zeta_g, zeta_f with two numbers an iteration, omega_A, omega_C with four.
struct Noise {
  alignas(64) float xi[2 * kAhead][kLanes], zeta_g[2 * kAhead][kLanes], zeta_f[2 * kAhead][kLanes];
  alignas(64) float omega_A[4 * kAhead][kLanes], omega_C[4 * kAhead][kLanes];

  void draw(const Philox& philox, std::uint64_t iteration) {
    const auto whole = static_cast<std::uint32_t>(iteration), half = static_cast<std::uint32_t>(iteration / 2);
    fill<kLockstep>(philox, half, 0, kAhead / 2, xi[0]);
    fill<kLockstep>(philox, half, 1, kAhead / 2, zeta_g[0]);
    fill<kLockstep>(philox, half, 2, kAhead / 2, zeta_f[0]);
    fill<kLockstep>(philox, whole, 3, kAhead, omega_A[0]);
    fill<kLockstep>(philox, whole, 4, kAhead, omega_C[0]);
  }
};

struct State {
  Pair x[2], y[2], P[4];
};

/// F and G at (x, y) without noise, and the diagonals of their derivatives.
struct Means {
  Pair fast[2], slow[2], fast_diagonal[2], slow_diagonal[2];
};

template <bool Curved>
HAND_INLINE Means means(const Rotor& r, const State& s) {
  const Pair e[2] = {s.x[0] - s.y[0], s.x[1] - s.y[1]};
  Means m;
  for (int i = 0; i < 2; ++i) m.fast[i] = s.y[i] + (1 - r.rho) * e[i];
  m.slow[0] = s.y[0] + (r.cosine_less_one * s.y[0] - r.sine * s.y[1]) - r.gain * e[1];
  m.slow[1] = s.y[1] + (r.cosine_less_one * s.y[1] + r.sine * s.y[0]) + r.gain * e[0];
  if constexpr (Curved) {
    for (int i = 0; i < 2; ++i) {
      const Angle angle = angle_of(e[i]);
      const Pair dip = r.curvature * (1.0 - angle.cosine), slope = r.curvature * angle.sine;
      m.fast[i] = m.fast[i] - dip;
      m.slow[i] = m.slow[i] + dip;
      m.fast_diagonal[i] = (1 - r.rho) - slope;
      m.slow_diagonal[i] = slope;
    }
  }
  return m;
}

/// P + gamma (C - P + P dF), [P] eq. (online-precond-algo), line 2.
template <bool Curved>
HAND_INLINE void learn(const Rotor& r, const Means& m, const Noise& noise, int i, double gamma, Pair (&P)[4]) {
  Pair dF[4], C[4], next[4];
  for (int k = 0; k < 4; ++k) {
    dF[k] = r.derivative_noise * widened(noise.omega_A[4 * i + k]);
    C[k] = r.derivative_noise * widened(noise.omega_C[4 * i + k]);
  }
  for (int k = 0; k < 2; ++k) {
    dF[3 * k] = Curved ? m.fast_diagonal[k] + dF[3 * k] : (1 - r.rho) + dF[3 * k];
    if (Curved) C[3 * k] = m.slow_diagonal[k] + C[3 * k];
  }
  C[1] = -r.gain + C[1];
  C[2] = r.gain + C[2];
  for (int row = 0; row < 4; row += 2)
    for (int col = 0; col < 2; ++col) {
      const Pair product = fma(P[row + 1], dF[2 + col], P[row] * dF[col]);
      next[row + col] = P[row + col] + gamma * (C[row + col] - P[row + col] + product);
    }
  for (int k = 0; k < 4; ++k) P[k] = next[k];
  project(P, r.matrix_radius);
}

template <bool Curved>
HAND_INLINE void step(const Rotor& r, const Noise& noise, int i, const Steps& steps, State& s) {
  const Means m = means<Curved>(r, s);
  Pair residual[2], estimate[2];
  for (int k = 0; k < 2; ++k) residual[k] = m.fast[k] + r.sigma * widened(noise.zeta_f[2 * i + k]) - s.x[k];
  for (int k = 0; k < 2; ++k)
    estimate[k] = m.slow[k] + r.sigma * widened(noise.zeta_g[2 * i + k]) +
                  fma(s.P[2 * k + 1], residual[1], s.P[2 * k] * residual[0]);
  learn<Curved>(r, m, noise, i, steps.preconditioner, s.P);
  for (int k = 0; k < 2; ++k)
    s.x[k] = s.x[k] + steps.fast * (m.fast[k] + r.sigma * widened(noise.xi[2 * i + k]) - s.x[k]);
  project(s.x, 2 * r.radius);
  const double anchor[2] = {r.radius, 0};
  for (int k = 0; k < 2; ++k)
    s.y[k] = s.y[k] + steps.slow * (estimate[k] - s.y[k] + steps.anchor * (anchor[k] - s.y[k]));
  project(s.y, r.radius);
}

template <bool Curved>
void run_pack(const Rotor& r, const Work& work, std::uint32_t replica, std::span<Result> results) {
  const Philox philox(work.seed, replica);
  State s;
  for (int k = 0; k < 2; ++k) s.x[k] = s.y[k] = pair(k == 0 ? r.radius : 0.0);
  for (Pair& entry : s.P) entry = pair(0.0);
  Noise noise;
  for (std::uint64_t at = 0; at < work.iterations; at += kAhead) {
    noise.draw(philox, at);
    const int count = static_cast<int>(std::min<std::uint64_t>(kAhead, work.iterations - at));
    for (int i = 0; i < count; ++i)
      step<Curved>(r, noise, i, work.steps.size() == 1 ? work.steps[0] : work.steps[at + i], s);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const int l = static_cast<int>(i);
    for (int k = 0; k < 2; ++k) results[i].fast[k] = lane(s.x[k], l), results[i].slow[k] = lane(s.y[k], l);
    for (int k = 0; k < 4; ++k) results[i].preconditioner[k] = lane(s.P[k], l);
  }
}

template <bool Curved>
void run(const Rotor& problem, const Work& work, std::span<Result> results) {
  for (std::size_t at = 0; at < results.size(); at += kLanes)
    run_pack<Curved>(problem, work, work.first_replica + static_cast<std::uint32_t>(at),
                     results.subspan(at, std::min<std::size_t>(kLanes, results.size() - at)));
}

/// The words of `count` blocks, added up so that they are computed.
HAND_INLINE void add_words(const Philox& philox, std::uint64_t block, std::uint32_t stream, int count, I& sum) {
  for (int at = 0; at < count; at += kLockstep) {
    I word[kLockstep][4];
    philox.blocks<kLockstep>(static_cast<std::uint32_t>(block) + static_cast<std::uint32_t>(at), stream, word);
    for (const auto& four : word)
      for (const I w : four) sum = bit_xor(sum, w);
  }
}

}  // namespace

void rotor(const Rotor& problem, const Work& work, std::span<Result> results) { run<false>(problem, work, results); }
void rotor_curved(const Rotor& problem, const Work& work, std::span<Result> results) {
  run<true>(problem, work, results);
}

double part_of_rotor(const Work& work, Part part, std::uint32_t replicas) {
  I sum = words(0);
  Noise noise;
  double total = 0;
  for (std::uint32_t at = 0; at < replicas; at += kLanes) {
    const Philox philox(work.seed, work.first_replica + at);
    for (std::uint64_t k = 0; k < work.iterations; k += kAhead) {
      if (part == Part::noise) {
        noise.draw(philox, k);
        total += noise.xi[0][0];
      } else {
        for (std::uint32_t stream = 0; stream < 3; ++stream) add_words(philox, k / 2, stream, kAhead / 2, sum);
        for (std::uint32_t stream = 3; stream < 5; ++stream) add_words(philox, k, stream, kAhead, sum);
      }
    }
  }
  return total + static_cast<double>(sum[0]);
}

}  // namespace hand::HAND_ISA
