#pragma once
// What the contenders written in C++ share: their arguments, the clock, and the line they print.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <span>
#include <stdexcept>
#include <string>

namespace bench {

struct Request {
  std::string name;
  std::uint64_t iterations = 4096, replicas = 64, seed = 1;
  int threads = 1;
  int repeats = 3;
  bool list = false, verify = false, cold = false;
};

struct Answer {
  // Of one iteration of one replica, the least of the repeats. For one thread ns is the processor's time, which does
  // not grow when the machine has something else to do in between.
  double ns = 0, wall = 0;
  double residual = 0, deviation = 0;  // mean over replicas of |h(y) - y|^2 at the end, and its standard error
  std::uint64_t inner = 0;             // fast steps an iteration takes, where it takes several
};

inline Request parse(int argc, char** argv) {
  Request out;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] {
      return i + 1 < argc ? std::stoull(argv[++i]) : throw std::runtime_error(word + " what?");
    };
    if (word == "--list") out.list = true;
    else if (word == "--verify") out.verify = true;
    else if (word == "--cold") out.cold = true;  // no warm-up, one repeat: for instruction counts
    else if (word == "--iterations") out.iterations = number();
    else if (word == "--replicas") out.replicas = number();
    else if (word == "--seed") out.seed = number();
    else if (word == "--threads") out.threads = static_cast<int>(number());
    else if (word == "--repeats") out.repeats = static_cast<int>(number());
    else if (word.starts_with("--") || !out.name.empty()) throw std::runtime_error("what is '" + word + "'?");
    else out.name = word;
  }
  return out;
}

struct Seconds {
  double wall, processor;  // the latter summed over threads
};
template <class Work>
Seconds seconds(const Work& work) {
  const std::clock_t before = std::clock();
  const auto start = std::chrono::steady_clock::now();
  work();
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {wall, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC};
}

/// Once to warm up, then the least of the repeats: what disturbs a run only ever adds to it.
template <class Work>
Answer timed(const Request& request, const Work& work) {
  if (!request.cold) seconds(work);
  Seconds least = seconds(work);
  for (int i = 1; i < request.repeats && !request.cold; ++i) {
    const Seconds one = seconds(work);
    least = {std::min(least.wall, one.wall), std::min(least.processor, one.processor)};
  }
  const double each = 1e9 / static_cast<double>(request.iterations * request.replicas);
  return {.ns = each * (request.threads == 1 ? least.processor : least.wall), .wall = each * least.wall};
}

inline void summarise(Answer& answer, std::span<const double> residuals) {
  const auto count = static_cast<double>(residuals.size());
  double sum = 0, squares = 0;
  for (double r : residuals) sum += r, squares += r * r;
  answer.residual = sum / count;
  const double variance = std::max(0.0, squares / count - answer.residual * answer.residual);
  if (count > 1) answer.deviation = std::sqrt(variance / (count - 1));
}

inline void print(const Answer& answer) {
  std::printf("{\"ns\": %.6g, \"wall\": %.6g, \"residual\": %.10g, \"deviation\": %.4g, \"inner\": %llu}\n", answer.ns,
              answer.wall, answer.residual, answer.deviation, static_cast<unsigned long long>(answer.inner));
}

}  // namespace bench
