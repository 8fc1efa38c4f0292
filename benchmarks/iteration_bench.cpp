// What an iteration costs: every method on rotor, a full pack of replicas and one replica alone. Ratios within one
// run are what counts; "per_replica" is the time of one iteration of one replica.
#include <benchmark/benchmark.h>

#include <twoscale/twoscale.hpp>

namespace {

using namespace twoscale;

void iteration(benchmark::State& state, const std::string& problem_name, const std::string& method,
               std::uint32_t replicas) {
  const auto problem = make_problem(problem_name);
  const Plan plan = Plan::for_iterations(make_method(method), method.starts_with("nested") ? 512 : 16384);
  std::uint64_t work = 0;
  for (auto _ : state) {
    RunOptions options;
    options.replicas = replicas;
    benchmark::DoNotOptimize(problem->run(plan, options));
    work += plan.iterations() * replicas;
  }
  using benchmark::Counter;
  const auto done = static_cast<double>(work);
  state.counters["per_replica"] = Counter(done, Counter::kIsRate | Counter::kInvert);
  state.counters["per_sample"] =
      Counter(done / static_cast<double>(plan.iterations()) * static_cast<double>(plan.samples()),
              Counter::kIsRate | Counter::kInvert);
}

}  // namespace

int main(int argc, char** argv) {
  for (const char* problem : {"rotor", "rotor-curved"})
    for (const Preset& preset : presets())
      for (const std::uint32_t replicas : {16U, 1U}) {
        if (std::string_view(preset.name) == "km") continue;  // no samples: nothing to learn from its cost
        const std::string name = std::string(problem) + "/" + preset.name + (replicas == 1 ? "/alone" : "/packs");
        benchmark::RegisterBenchmark(name.c_str(), [=, method = std::string(preset.name)](benchmark::State& state) {
          iteration(state, problem, method, replicas);
        });
      }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
