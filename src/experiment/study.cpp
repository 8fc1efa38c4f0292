#include <twoscale/experiment/study.hpp>

#include <algorithm>

#include <twoscale/measure/scales.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/plugin/load.hpp>
#include <twoscale/solve/observed.hpp>
#include <twoscale/solve/plan.hpp>

namespace twoscale {

namespace {

std::string name_of(const std::vector<Axis>& axes, const Combination& values) {
  std::string out;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].values.size() > 1) out += (out.empty() ? "" : ", ") + axes[i].name + " " + values[i];
  return out;
}

/// A choice brings constants of its own: it comes before they are set.
void apply_options(Method& method, const std::vector<NamedValue>& options) {
  for (const bool choices : {true, false})
    for (const auto& [name, value] : options)
      if (is_choice(name) == choices) set_option(method, name, value);
}

/// "0.5*anchor" is half of what "anchor" is.
std::optional<double> value_at_horizon(const std::string& text, const Plan& plan) {
  const std::size_t star = text.find('*');
  if (star == std::string::npos) return horizon_value(text, plan);
  const std::optional<double> value = horizon_value(text.substr(star + 1), plan);
  if (!value) return std::nullopt;
  return parse_number("factor", text.substr(0, star)) * *value;
}

/// What `make` finds wrong is said with the place where it was written.
template <class Make>
auto placed(const std::string& place, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    throw Error(place + error.what());
  }
}

/// Names that only mean something beside a problem and methods.
void require_names(const Spec& spec) {
  require_observed(spec.quantities);
  std::vector<std::string> known = scale_names();
  for (const Axis& axis : spec.family) known.push_back(axis.name);
  for (const Axis& axis : spec.sweep) known.push_back(axis.name);
  for (std::size_t i = 0; i < spec.rows.size(); ++i) {
    const SpecRow& row = spec.rows[i];
    const std::string place = spec.place("rows." + std::to_string(i));
    if (std::find(known.begin(), known.end(), row.against) == known.end())
      throw Error(place + "nothing called '" + row.against + "' to be against" + suggestion(row.against, known) +
                  "; it is a scale (twoscale list scales), a swept option or a parameter of the family");
    const auto& bounds = bound_names();
    if (!row.bound.empty() && std::find(bounds.begin(), bounds.end(), row.bound) == bounds.end())
      throw Error(place + "no bound '" + row.bound + "'" + suggestion(row.bound, bounds) + " (km_lower, km_upper)");
  }
}

/// Where the parameter or option that a message names was written; else where the rest of it was.
std::string place_of(const Spec& spec, const std::string& message, const std::vector<std::string>& tables,
                     const std::string& otherwise) {
  for (const auto& [key, place] : spec.places) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos || std::find(tables.begin(), tables.end(), key.substr(0, dot)) == tables.end())
      continue;
    const std::string name = key.substr(dot + 1);
    if (message.find("'" + name + "'") != std::string::npos || message.starts_with(name + " =")) return place;
  }
  return spec.place(otherwise);
}

}  // namespace

double Cell::work(std::uint32_t replicas) const {
  return static_cast<double>(std::max(plan.samples(), plan.iterations())) * replicas;
}

std::vector<Combination> combinations(const std::vector<Axis>& axes) {
  std::vector<Combination> out = {{}};
  for (const Axis& axis : axes) {
    std::vector<Combination> longer;
    for (const Combination& begun : out)
      for (const std::string& value : axis.values) {
        longer.push_back(begun);
        longer.back().push_back(value);
      }
    out = std::move(longer);
  }
  return out;
}

Study::Study(Spec spec, const std::string& version, const Open& open)
    : spec_(std::move(spec)), points_(combinations(spec_.sweep)), members_(combinations(spec_.family)) {
  require_names(spec_);
  std::vector<Method> methods;
  for (std::size_t m = 0; m < spec_.methods.size(); ++m)
    for (std::size_t p = 0; p < points_.size(); ++p) methods.push_back(method_at(m, p));
  problem_ = placed(spec_.place("problem"), [&] { return open(spec_.problem, choices_for(methods)); });
  for (std::size_t h = 0; h < spec_.horizons.size(); ++h)
    for (std::size_t m = 0; m < spec_.methods.size(); ++m)
      for (std::size_t p = 0; p < points_.size(); ++p)
        for (std::size_t f = 0; f < members_.size(); ++f) cells_.push_back(make_cell(m, p, h, f, version));
}

std::vector<NamedValue> Study::options_at(std::size_t method, std::size_t point) const {
  std::vector<NamedValue> out = spec_.methods[method].options;
  for (std::size_t i = 0; i < spec_.sweep.size(); ++i) out.emplace_back(spec_.sweep[i].name, points_[point][i]);
  return out;
}

Method Study::method_at(std::size_t method, std::size_t point, const Shape& shape) const {
  const SpecMethod& asked = spec_.methods[method];
  const std::string where = "methods." + std::to_string(method);
  Method out = placed(spec_.place(where), [&] { return make_method(asked.name); });
  const std::vector<NamedValue> options = options_at(method, point);
  if (problem_) {
    out = suited_to(std::move(out), problem_->abilities());
  }
  try {
    apply_options(out, options);
  } catch (const Error& error) {
    throw Error(place_of(spec_, error.what(), {"sweep"}, where) + error.what());
  }
  return problem_ ? counting_for(std::move(out), problem_->abilities(), shape) : out;
}

Cell Study::make_cell(std::size_t method, std::size_t point, std::size_t horizon, std::size_t member,
                      const std::string& version) const {
  const SpecMethod& asked = spec_.methods[method];
  const std::uint64_t length = spec_.horizons[horizon];
  const auto plan_of = [&](const Method& tuned) {
    return placed(spec_.place("horizons"), [&] {
      return spec_.budgets ? Plan::for_budget(tuned, length) : Plan::for_iterations(tuned, length);
    });
  };
  Cell cell{method, point, horizon, member, plan_of(method_at(method, point)), {}, {}};
  std::vector<NamedValue> values = spec_.set;
  for (std::size_t i = 0; i < spec_.family.size(); ++i) values.emplace_back(spec_.family[i].name, members_[member][i]);
  values.insert(values.end(), asked.set.begin(), asked.set.end());
  for (const auto& [name, value] : values) {
    const std::optional<double> tuned_value = value_at_horizon(value, cell.plan);
    cell.parameters.emplace_back(name, tuned_value ? to_text(*tuned_value) : value);
  }
  RunOptions options{.seed = spec_.seed, .replicas = 0, .force = spec_.force};
  options.fast_start = spec_.fast_start, options.slow_start = spec_.slow_start, options.anchor = spec_.anchor;
  try {
    problem_->set(cell.parameters);
  } catch (const Error& error) {
    throw Error(place_of(spec_, error.what(), {"set", "family"}, "methods." + std::to_string(method)) + error.what());
  }
  cell.plan = plan_of(method_at(method, point, problem_->shape()));  // it has its size when it has its parameters
  placed(spec_.place("methods." + std::to_string(method)), [&] {
    require(cell.plan.method(), problem_->abilities(), spec_.force);
    cell.plan = with_best_candidate(cell.plan, *problem_, options_at(method, point), options);
    if (spec_.budgets) cell.plan = with_best_split(cell.plan, *problem_, options_at(method, point), options);
    return problem_->judge(cell.plan, options);
  });
  cell.job = describe_job(version, problem_->name(), is_path(spec_.problem) ? spec_.problem : "",
                          problem_->parameters(), cell.plan, options);
  cell.job.observed = spec_.quantities;
  cell.job.observations = spec_.observations;
  return cell;
}

const Cell& Study::cell(std::size_t method, std::size_t point, std::size_t horizon, std::size_t member) const {
  return cells_[((horizon * spec_.methods.size() + method) * points_.size() + point) * members_.size() + member];
}

const AnyProblem& Study::problem_at(const Cell& cell) const {
  problem_->set(cell.parameters);
  return *problem_;
}

std::string Study::name_of_point(std::size_t point) const { return name_of(spec_.sweep, points_[point]); }
std::string Study::name_of_member(std::size_t member) const { return name_of(spec_.family, members_[member]); }

}  // namespace twoscale
