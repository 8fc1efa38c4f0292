#include <twoscale/plugin/any_problem.hpp>

namespace twoscale {

const ProblemKernels& AnyProblem::kernels(std::optional<InstructionSet> set) const {
  if (set && !machine_has(*set))
    throw Error::field("instruction set", name_of(*set),
                       "one that this machine has: it has no " + std::string(name_of(*set)));
  const ProblemKernels* best = nullptr;
  for (const ProblemKernels& each : kernels_) {
    const bool fits = set ? each.set == *set : machine_has(each.set);
    if (fits && (best == nullptr || each.set > best->set)) best = &each;
  }
  if (best != nullptr) return *best;
  if (set) throw Error::field("instruction set", name_of(*set), "one that " + name() + " was compiled for");
  throw Error(name() + " was compiled for machines with " + name_of(kernels_.front().set) + ", which this one lacks");
}

std::optional<double> AnyProblem::squared_residual(const std::vector<double>& slow) const {
  Snapshot state;
  state.slow = slow;
  return measure(Quantity::residual, state);
}

void refuse_parameter(const AnyProblem& problem, const std::string& parameter) {
  std::vector<std::string> known;
  for (const SettingInfo& info : problem.parameters()) known.push_back(info.name);
  throw Error("problem " + problem.name() + " has no parameter '" + parameter + "'" + suggestion(parameter, known) +
              " (twoscale show " + problem.name() + ")");
}

void run_prepare(const std::function<void()>& prepare) {
  try {
    prepare();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(std::string("prepare() of the problem threw: ") + error.what());
  }
}

double run_metric(const std::string& name, const std::function<double()>& metric) {
  try {
    return metric();
  } catch (const std::exception& error) {
    throw Error("the problem's metric '" + name + "' threw: " + error.what());
  }
}

void require_tables(const std::vector<SettingInfo>& parameters) {
  for (const SettingInfo& info : parameters)
    if (info.is_table && info.text.empty())
      throw Error("parameter " + info.name + " must be given: --set " + info.name + "=FILE, a CSV or npy file (" +
                  info.help + ")");
}

}  // namespace twoscale
