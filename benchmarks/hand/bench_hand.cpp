// The hand-written kernels as contenders: bench-hand --list, bench-hand NAME [--iterations N] [--replicas R], and
// bench-hand NAME --verify, which fails unless every bit is the engine's.
#include <cstring>
#include <vector>

#include <twoscale/twoscale.hpp>
#include "../contender.hpp"
#include "../problem/ring_n.hpp"
#include "hand.hpp"

using namespace twoscale;

std::unique_ptr<AnyProblem> make_rotor_16_normal_linear_written();
std::unique_ptr<AnyProblem> make_ring_64_false();
std::unique_ptr<AnyProblem> make_ring_256_false();
std::unique_ptr<AnyProblem> make_ring_1024_false();

namespace {

constexpr const char* kNames[] = {"linear",
                                  "curved",
                                  "16",
                                  "ring/64",
                                  "ring/256",
                                  "ring/1024",
                                  "ring-in-parts/64",
                                  "ring-in-parts/256",
                                  "ring-in-parts/1024",
                                  "philox",
                                  "noise"};

bool has_avx512() { return __builtin_cpu_supports("x86-64-v4"); }

template <int N>
hand::Rotor rotor() {
  const Rotation turn(0.3);
  hand::Rotor out{.cosine_less_one = turn.cosine_less_one, .sine = turn.sine, .matrix_radius = 0};
  out.matrix_radius = 4 * (1 + out.gain / out.rho) * std::sqrt(N / 2.0);
  return out;
}

/// |R y - y|^2 over the planes.
template <int N>
double squared_residual(const hand::Rotor& r, const double (&y)[N]) {
  double sum = 0;
  for (int i = 0; i < N; i += 2) {
    const double a = r.cosine_less_one * y[i] - r.sine * y[i + 1], b = r.cosine_less_one * y[i + 1] + r.sine * y[i];
    sum += a * a + b * b;
  }
  return sum;
}

template <int N>
bool same_bits(const hand::ResultOf<N>& ours, const Snapshot& theirs) {
  const auto same = [](const auto& a, const std::vector<double>& b) {
    return b.size() * sizeof(double) == sizeof a && std::memcmp(a, b.data(), sizeof a) == 0;
  };
  return same(ours.fast, theirs.fast) && same(ours.slow, theirs.slow) &&
         same(ours.preconditioner, theirs.preconditioner);
}

void say_verified(std::size_t replicas, const Plan& plan) {
  std::printf("%zu replicas, %llu iterations: the engine's bits\n", replicas,
              static_cast<unsigned long long>(plan.iterations()));
}

template <int N>
void verify(const AnyProblem& problem, const Plan& plan, const std::vector<hand::ResultOf<N>>& ours) {
  RunOptions options;
  options.replicas = static_cast<std::uint32_t>(ours.size());
  const RunResult theirs = problem.run(plan, options);
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (!same_bits<N>(ours[i], theirs.replicas[i].last))
      throw Error("replica " + std::to_string(i) + " differs from the engine's");
  say_verified(ours.size(), plan);
}

template <int N, class Kernel>
void measure(const bench::Request& request, const Kernel& kernel, const AnyProblem& problem, const hand::Work& work,
             const Plan& plan) {
  const hand::Rotor r = rotor<N>();
  std::vector<hand::ResultOf<N>> results(request.replicas);
  bench::Answer answer = bench::timed(request, [&] { kernel(r, work, std::span(results)); });
  if (request.verify) return verify<N>(problem, plan, results);
  std::vector<double> residuals;
  for (const auto& result : results) residuals.push_back(squared_residual(r, result.slow));
  bench::summarise(answer, residuals);
  bench::print(answer);
}

using RingKernel = void (*)(const hand::Ring&, const hand::Work&, std::span<hand::RingResult>);

void measure_ring(const bench::Request& request, int size, const AnyProblem& problem, RingKernel kernel) {
  const Plan plan = Plan::for_iterations(make_method("raw"), request.iterations);
  std::vector<hand::Steps> steps;  // raw's fall from iteration to iteration
  for (std::uint64_t k = 0; k < request.iterations; ++k) {
    const Steps at = plan.steps(k);
    steps.push_back({at.fast, 0, at.slow, 0});
  }
  const hand::Work work{request.seed, 0, steps, request.iterations};
  const std::vector<double> curvature = bench::ring_curvature(size);
  std::vector<hand::RingResult> results(request.replicas);
  const hand::Ring ring{.sigma = bench::kRingSigma, .curvature = curvature};
  const bench::Answer answer = bench::timed(request, [&] { kernel(ring, work, results); });
  if (!request.verify) return bench::print(answer);
  RunOptions options;
  options.replicas = static_cast<std::uint32_t>(request.replicas);
  const RunResult theirs = problem.run(plan, options);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].fast != theirs.replicas[i].last.fast || results[i].slow != theirs.replicas[i].last.slow)
      throw Error("replica " + std::to_string(i) + " differs from the engine's");
  say_verified(results.size(), plan);
}

void run_ring(const bench::Request& request, const std::string& size, RingKernel kernel) {
  if (size == "64") measure_ring(request, 64, *make_ring_64_false(), kernel);
  else if (size == "256") measure_ring(request, 256, *make_ring_256_false(), kernel);
  else if (size == "1024") measure_ring(request, 1024, *make_ring_1024_false(), kernel);
  else throw Error("no ring of " + size + " (bench-hand --list)");
}

void run(const bench::Request& request, std::string name) {
  // NAME/v3 asks for AVX2, which is what instruction counts are taken of.
  const bool v3 = name.ends_with("/v3") || !has_avx512();
  if (name.ends_with("/v3")) name.resize(name.size() - 3);
  const Plan plan = Plan::for_iterations(make_method("single-loop"), request.iterations);
  const Steps at = plan.steps(0);
  const hand::Steps steps{at.fast, at.preconditioner, at.slow, at.anchor};
  const hand::Work work{request.seed, 0, {&steps, 1}, request.iterations};
  if (name == "linear") {
    measure<2>(request, v3 ? hand::v3::rotor : hand::v4::rotor, *make_problem("rotor"), work, plan);
  } else if (name == "curved") {
    measure<2>(request, v3 ? hand::v3::rotor_curved : hand::v4::rotor_curved, *make_problem("rotor-curved"), work,
               plan);
  } else if (name == "16") {
    measure<16>(request, v3 ? hand::v3::rotor_16 : hand::v4::rotor_16, *make_rotor_16_normal_linear_written(), work,
                plan);
  } else if (name.starts_with("ring/")) {
    run_ring(request, name.substr(5), v3 ? hand::v3::ring : hand::v4::ring);
  } else if (name.starts_with("ring-in-parts/")) {
    run_ring(request, name.substr(14), v3 ? hand::v3::ring_in_parts : hand::v4::ring_in_parts);
  } else if (name == "philox" || name == "noise") {
    const auto part = name == "philox" ? hand::Part::philox : hand::Part::noise;
    const auto kernel = v3 ? hand::v3::part_of_rotor : hand::v4::part_of_rotor;
    double seen = 0;
    const auto replicas = static_cast<std::uint32_t>(request.replicas);
    bench::print(bench::timed(request, [&] { seen += kernel(work, part, replicas); }));
    if (std::isnan(seen)) throw Error("no noise");
  } else {
    throw Error("no contender '" + name + "' (bench-hand --list)");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const bench::Request request = bench::parse(argc, argv);
    if (!request.list) return run(request, request.name), 0;
    for (const char* name : kNames) std::printf("%s\n%s/v3\n", name, name);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
