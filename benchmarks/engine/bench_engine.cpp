// The engine as a contender: bench-engine --list, or bench-engine NAME [--iterations N] [--replicas R] [--threads T],
// which prints one line of JSON. Only the run is timed, after a short one that warms caches and clocks.
#include <functional>
#include <map>

#include <twoscale/twoscale.hpp>
#include "../contender.hpp"

using namespace twoscale;

#define BENCH_ENTRY(name, entry) std::unique_ptr<AnyProblem> entry();
#include <bench_entries.inc>
#undef BENCH_ENTRY

namespace {

using Make = std::function<std::unique_ptr<AnyProblem>()>;

/// Problems by "size/law/form" (or "size/law/duals"); those of the zoo go by the same names.
std::map<std::string, Make> problems() {
  std::map<std::string, Make> all;
  all["2/normal/linear"] = [] { return make_problem("rotor"); };
  all["2/normal/curved"] = [] { return make_problem("rotor-curved"); };
#define BENCH_ENTRY(name, entry) all[name] = entry;
#include <bench_entries.inc>
#undef BENCH_ENTRY
  return all;
}

bench::Answer measure(const AnyProblem& problem, const std::string& method, const bench::Request& request) {
  const Plan plan = Plan::for_iterations(make_method(method), request.iterations);
  RunOptions options;
  options.replicas = static_cast<std::uint32_t>(request.replicas);
  options.threads = request.threads;
  options.seed = request.seed;
  RunResult result;
  bench::Answer answer = bench::timed(request, [&] { result = problem.run(plan, options); });
  std::vector<double> residuals;
  for (const ReplicaResult& replica : result.replicas)
    residuals.push_back(problem.squared_residual(replica.last.slow).value());
  bench::summarise(answer, residuals);
  if (std::holds_alternative<Nested>(plan.method().tracker)) answer.inner = plan.inner_length(0);
  return answer;
}

/// The schedule's constants of single-loop, for the contenders written in other languages.
void print_plan(const bench::Request& request) {
  const Steps s = Plan::for_iterations(make_method("single-loop"), request.iterations).steps(0);
  std::printf("{\"fast\": %.17g, \"preconditioner\": %.17g, \"slow\": %.17g, \"anchor\": %.17g}\n", s.fast,
              s.preconditioner, s.slow, s.anchor);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const bench::Request request = bench::parse(argc, argv);
    if (request.name == "plan") return print_plan(request), 0;
    const auto all = problems();
    if (request.list) {
      for (const auto& [name, make] : all)
        for (const char* method : {"raw", "single-loop", "nested"}) std::printf("%s/%s\n", name.c_str(), method);
      return 0;
    }
    const std::size_t cut = request.name.rfind('/');
    const auto found = all.find(request.name.substr(0, cut));
    if (found == all.end()) throw Error("no contender '" + request.name + "' (bench-engine --list)");
    bench::print(measure(*found->second(), request.name.substr(cut + 1), request));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
