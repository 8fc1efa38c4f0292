// raw on a ring (benchmarks/problem/ring_n.hpp), whose size is known at run time. Compiled once for each instruction
// set, as rotor.cpp is.
//
// ring: one pass over x and y an iteration: noise is drawn a few numbers ahead, so that it stays in the first cache,
// and no number of x or y is loaded or stored twice. Which a loop can do whose author knows that F looks at the next
// number only, and not at the one before. ring_in_parts: F and G as functions that may look at any number: they fill a
// vector each, as they do in the engine.
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

/// In one pass.
class Fused {
 public:
  explicit Fused(std::size_t) : noise_(std::make_unique<Noise>()) {}
  void operator()(const Ring& r, const Philox& philox, std::uint32_t at, const Steps& steps, Pair* x, Pair* y) {
    iterate(r, philox, at, steps, *noise_, x, y);
  }

 private:
  std::unique_ptr<Noise> noise_;
};

/// In parts.
class Apart {
 public:
  explicit Apart(std::size_t n) : n_(static_cast<int>(n)), noise_(new Floats[n]), F_(new Pair[n]), G_(new Pair[n]) {}

  void operator()(const Ring& r, const Philox& philox, std::uint32_t at, const Steps& steps, Pair* x, Pair* y) {
    draw(philox, at, 1), slow(r, x, y);
    draw(philox, at, 0), fast(r, x, y);
    move_towards(x, steps.fast, F_.get());
    move_towards(y, steps.slow, G_.get());
  }

 private:
  struct alignas(4 * kLanes) Floats {
    float lane[kLanes];
  };

  void draw(const Philox& philox, std::uint32_t at, std::uint32_t stream) {
    const auto n = static_cast<std::uint32_t>(n_);
    fill<kLockstep>(philox, at * n / 4, stream, n_ / 4, noise_[0].lane);
  }
  [[gnu::noinline]] void fast(const Ring& r, const Pair* x, const Pair* y) {
    for (int i = 0; i < n_; ++i)
      F_[i] = 0.25 * (x[i] + x[i + 1 < n_ ? i + 1 : 0]) + 0.5 * y[i] + r.sigma * widened(noise_[i].lane);
  }
  [[gnu::noinline]] void slow(const Ring& r, const Pair* x, const Pair* y) {
    for (int i = 0; i < n_; ++i) G_[i] = y[i] - r.curvature[i] * (x[i] - pair(1.0)) + r.sigma * widened(noise_[i].lane);
  }
  [[gnu::noinline]] void move_towards(Pair* v, double step, const Pair* target) const {
    for (int i = 0; i < n_; ++i) v[i] = v[i] + step * (target[i] - v[i]);
  }

  int n_;
  std::unique_ptr<Floats[]> noise_;
  std::unique_ptr<Pair[]> F_, G_;
};

template <class Iterate>
void run_pack(const Ring& r, const Work& work, std::uint32_t first_replica, std::span<RingResult> results) {
  const std::size_t n = r.curvature.size();
  const Philox philox(work.seed, first_replica);
  const auto x = std::make_unique<Pair[]>(n), y = std::make_unique<Pair[]>(n);
  std::fill_n(x.get(), n, pair(0.0)), std::fill_n(y.get(), n, pair(0.0));
  Iterate iterate(n);
  for (std::uint64_t at = 0; at < work.iterations; ++at)
    iterate(r, philox, static_cast<std::uint32_t>(at), work.steps.size() == 1 ? work.steps[0] : work.steps[at], x.get(),
            y.get());
  for (std::size_t l = 0; l < results.size(); ++l) {
    results[l].fast.resize(n), results[l].slow.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      results[l].fast[i] = lane(x[i], static_cast<int>(l)), results[l].slow[i] = lane(y[i], static_cast<int>(l));
  }
}

template <class Iterate>
void run(const Ring& problem, const Work& work, std::span<RingResult> results) {
  for (std::size_t at = 0; at < results.size(); at += kLanes)
    run_pack<Iterate>(problem, work, work.first_replica + static_cast<std::uint32_t>(at),
                      results.subspan(at, std::min<std::size_t>(kLanes, results.size() - at)));
}

}  // namespace

void ring(const Ring& problem, const Work& work, std::span<RingResult> results) { run<Fused>(problem, work, results); }
void ring_in_parts(const Ring& problem, const Work& work, std::span<RingResult> results) {
  run<Apart>(problem, work, results);
}

}  // namespace hand::HAND_ISA
