#include <twoscale/plugin/any_problem.hpp>

namespace twoscale {

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

void require_tables(const std::vector<SettingInfo>& parameters) {
  for (const SettingInfo& info : parameters)
    if (info.is_table && info.text.empty())
      throw Error("parameter " + info.name + " must be given: --set " + info.name + "=FILE, a CSV or npy file (" +
                  info.help + ")");
}

}  // namespace twoscale
