#include "listing.hpp"

#include <algorithm>

#include <twoscale/measure/scales.hpp>
#include <twoscale/solve/observed_names.hpp>

#include "loading.hpp"
#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

Listing everything() {
  Listing out(5);
  out[0].title = "problems";
  for (const std::string& name : zoo_names()) out[0].entries.push_back({name, make_problem(name)->summary()});
  out[1].title = "methods";
  for (const Preset& preset : presets())
    out[1].entries.push_back({preset.name, std::string(preset.summary) + "; promised: " + preset.promise});
  out[2].title = "sets";
  out[2].entries = {{"Ball", "|v - centre| <= radius"},
                    {"Box", "lower <= v <= upper"},
                    {"Orthant", "v >= 0"},
                    {"Simplex", "v >= 0, sum v = total"},
                    {"L1Ball", "sum |v - centre| <= radius"},
                    {"SecondOrderCone", "|(v_1, v_2, ...)| <= slope v_0"},
                    {"Affine", "M v = b"},
                    {"Halfspace", "normal . v <= bound"},
                    {"Spectrahedron", "positive semidefinite matrices of a trace, row by row"},
                    {"Product", "some coordinates in one set, the next in another"},
                    {"Singleton", "one point"},
                    {"WholeSpace", "no constraint"},
                    {"FrobeniusBall", "matrices P with |P|_F <= radius"},
                    {"SpectralBall", "matrices P with largest singular value <= radius"}};
  out[3].title = "quantities";
  for (const std::string& name : observed_names())
    out[3].entries.push_back({name, symbol_of(name) + ", " + meaning_of(name)});
  out[4].title = "scales";
  for (const std::string& name : scale_names()) out[4].entries.push_back({name, symbol_of_scale(name)});
  return out;
}

std::string settings_table(const std::vector<SettingInfo>& infos) {
  std::vector<std::vector<std::string>> rows;
  for (const SettingInfo& info : infos) rows.push_back({info.name, brief(info), info.range + "   "});
  std::string out = table(rows);
  // Help goes last, left-aligned, on the same lines.
  std::string with_help;
  std::size_t from = 0;
  for (const SettingInfo& info : infos) {
    const std::size_t end = std::min(out.find('\n', from), out.size());
    with_help += (with_help.empty() ? "" : "\n") + out.substr(from, end - from) + "   " + info.help;
    from = end + 1;
  }
  return with_help;
}

void show_problem(const AnyProblem& problem) {
  const Shape shape = problem.shape();
  const Abilities can = problem.abilities();
  print(problem.name() + ": " + problem.summary());
  const std::string noise = std::to_string(shape.slow_noise) + (can.one_scale ? " numbers)" : " for G)");
  if (can.one_scale)
    print("  one time scale, y in R^" + std::to_string(shape.slow) + ", " + name_of(problem.law()) + " noise (" +
          noise);
  else
    print("  x in R^" + std::to_string(shape.fast) + ", y in R^" + std::to_string(shape.slow) + ", " +
          name_of(problem.law()) + " noise (" + std::to_string(shape.fast_noise) + " numbers for F, " + noise);
  std::string offers;
  auto offer = [&offers](bool has, const char* what) {
    if (has) offers += (offers.empty() ? "" : ", ") + std::string(what);
  };
  offer(can.means && !can.one_scale, "means f and g");
  offer(can.fast_solution && !can.one_scale, "x*(y)");
  offer(can.reduced, "h(y)");
  offer(can.preconditioner, "P*(y)");
  offer(can.preconditioner_times, "P*(y) r");
  offer(can.own_fast_derivative || can.own_slow_derivative, "derivative samples of its own");
  if (!can.one_scale) print("  derivatives: " + problem.derivatives());
  if (problem.lanes() == 1) print("  replicas run one at a time: " + problem.why_one_lane());
  print("  offers " + (offers.empty() ? "samples only" : offers));
  if (!can.smooth) print("  not differentiable in x at x*(y): corrected methods do not apply");
  for (const MetricInfo& metric : problem.metrics())
    print("  metric " + metric.name + (metric.help.empty() ? "" : ": " + metric.help));
  print("parameters (--set NAME=VALUE; VALUE may be km-barrier, anchor or lag, which follow the horizon):");
  print(settings_table(problem.parameters()));
}

void show_method(const Preset& preset) {
  const Method method = preset.make();
  print(std::string(preset.name) + ": " + preset.summary);
  std::string chosen, names;
  for (const auto& [choice, value] : choices_of(method)) {
    chosen += (chosen.empty() ? "  " : ", ") + std::string(choice) + " " + value;
    names += (names.empty() ? "" : ", ") + std::string(choice);
  }
  print(chosen);
  print(std::string("  promised mean-square residual in T samples: ") + preset.promise);
  print("options (--option NAME=VALUE; " + names + " take another choice's name):");
  print(settings_table(settings_of(method)));
}

}  // namespace

int list(const std::string& kind, bool json) {
  Listing listing = everything();
  if (!kind.empty()) {
    std::vector<std::string> titles;
    for (const ListingSection& section : listing) titles.push_back(section.title);
    std::erase_if(listing, [&](const ListingSection& section) { return section.title != kind; });
    if (listing.empty())
      throw Error("nothing to list called '" + kind + "'" + suggestion(kind, titles) +
                  " (problems, methods, sets, quantities or scales)");
  }
  if (json) {
    print(to_json(listing));
    return 0;
  }
  for (const ListingSection& section : listing) {
    print(section.title + ":");
    std::size_t width = 0;
    for (const ListingEntry& entry : section.entries) width = std::max(width, entry.name.size());
    for (const ListingEntry& entry : section.entries)
      print("  " + entry.name + std::string(width - entry.name.size() + 2, ' ') + entry.summary);
  }
  return 0;
}

int show(const std::string& name, bool json, const std::vector<std::string>& parameters) {
  const std::vector<std::string> zoo = zoo_names();
  if (is_path(name) || std::find(zoo.begin(), zoo.end(), name) != zoo.end()) {
    const auto problem = open_problem_aloud(name, json, choices_for(std::array{make_method("auto")}));
    set_parameters(*problem, names_and_values("--set", parameters),
                   Plan::for_iterations(make_method("single-loop"), 10000));
    if (json) print(problem_json(*problem));
    else show_problem(*problem);
    return 0;
  }
  std::vector<std::string> known = zoo;
  for (const Preset& preset : presets()) {
    if (name == preset.name) {
      if (json) print(method_json(preset));
      else show_method(preset);
      return 0;
    }
    known.emplace_back(preset.name);
  }
  throw Error("no problem or method '" + name + "'" + suggestion(name, known) + " (twoscale list)");
}

}  // namespace twoscale::cli
