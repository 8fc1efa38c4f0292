// raw on a ring (benchmarks/problem/ring_n.hpp), whose size is known at run time. Compiled once for each instruction
// set, as rotor.cpp is.
//
// One pass over x and y an iteration: noise is drawn a few numbers ahead, so that it stays in the first cache, and no
// number of x or y is loaded or stored twice.
#include "hand.hpp"

#include <algorithm>
#include <memory>

#include "noise.hpp"
#include "pair.hpp"

namespace hand::HAND_ISA {

namespace {

constexpr int kAhead = 32;  // numbers of each stream

struct Noise {
  alignas(64) float xi[kAhead][kLanes], zeta[kAhead][kLanes];

  void draw(const Philox& philox, std::uint32_t block) {
    fill<kLockstep>(philox, block, 0, kAhead / 4, xi[0]);
    fill<kLockstep>(philox, block, 1, kAhead / 4, zeta[0]);
  }
};

/// Number i of both sides; `after` is the number of x behind it, before its step.
HAND_INLINE void move(const Ring& r, const Steps& steps, const Noise& noise, int drawn, double curvature, Pair after,
                      Pair& x, Pair& y) {
  const Pair F = 0.25 * (x + after) + 0.5 * y + r.sigma * widened(noise.xi[drawn]);
  const Pair G = y - curvature * (x - pair(1.0)) + r.sigma * widened(noise.zeta[drawn]);
  x = x + steps.fast * (F - x);
  y = y + steps.slow * (G - y);
}

void iterate(const Ring& r, const Philox& philox, std::uint32_t at, const Steps& steps, Noise& noise, Pair* x,
             Pair* y) {
  const int n = static_cast<int>(r.curvature.size());
  const Pair first = x[0];
  for (int chunk = 0; chunk < n; chunk += kAhead) {
    noise.draw(philox, (at * static_cast<std::uint32_t>(n) + static_cast<std::uint32_t>(chunk)) / 4);
    for (int k = 0; k < kAhead; ++k) {
      const int i = chunk + k;
      move(r, steps, noise, k, r.curvature[i], i + 1 < n ? x[i + 1] : first, x[i], y[i]);
    }
  }
}

void run_pack(const Ring& r, const Work& work, std::uint32_t first_replica, std::span<RingResult> results) {
  const std::size_t n = r.curvature.size();
  const Philox philox(work.seed, first_replica);
  const auto x = std::make_unique<Pair[]>(n), y = std::make_unique<Pair[]>(n);
  std::fill_n(x.get(), n, pair(0.0)), std::fill_n(y.get(), n, pair(0.0));
  const auto noise = std::make_unique<Noise>();
  for (std::uint64_t at = 0; at < work.iterations; ++at)
    iterate(r, philox, static_cast<std::uint32_t>(at), work.steps.size() == 1 ? work.steps[0] : work.steps[at], *noise,
            x.get(), y.get());
  for (std::size_t l = 0; l < results.size(); ++l) {
    results[l].fast.resize(n), results[l].slow.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      results[l].fast[i] = lane(x[i], static_cast<int>(l)), results[l].slow[i] = lane(y[i], static_cast<int>(l));
  }
}

}  // namespace

void ring(const Ring& problem, const Work& work, std::span<RingResult> results) {
  for (std::size_t at = 0; at < results.size(); at += kLanes)
    run_pack(problem, work, work.first_replica + static_cast<std::uint32_t>(at),
             results.subspan(at, std::min<std::size_t>(kLanes, results.size() - at)));
}

}  // namespace hand::HAND_ISA
