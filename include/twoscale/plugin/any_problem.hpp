#pragma once
// AnyProblem: a problem of any type behind one run-time interface, for programs that pick problems by
// name. AnyProblemOf<P> is the only implementation.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/product_condition.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/run/run.hpp>

namespace twoscale {

class AnyProblem {
 public:
  virtual ~AnyProblem() = default;

  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;
  virtual Shape shape() const = 0;
  virtual Law law() const = 0;
  virtual Abilities abilities() const = 0;
  virtual double slow_diameter() const = 0;

  virtual std::vector<SettingInfo> parameters() const = 0;
  /// All or none: throws, with the nearest name, when there is no such parameter, or with what a value must satisfy,
  /// alone or beside the others.
  virtual void set(const std::vector<std::pair<std::string, double>>& parameters) = 0;
  void set(const std::string& parameter, double value) { set({{parameter, value}}); }

  virtual RunResult run(const Plan& plan, const RunOptions& options) const = 0;

  // The truth, where the problem lets it be known.
  virtual bool has_closed_form() const = 0;
  virtual std::optional<double> squared_residual(const std::vector<double>& slow) const = 0;
  virtual std::optional<double> tracking_error(const Snapshot& state) const = 0;
  virtual std::optional<double> preconditioner_error(const Snapshot& state) const = 0;
  virtual std::optional<ProductCondition> product_condition(const Plan& plan, const std::vector<Snapshot>& states,
                                                            std::uint64_t seed) const = 0;
};

template <class P>
class AnyProblemOf final : public AnyProblem {
 public:
  AnyProblemOf(P problem, std::string name, std::string summary)
      : problem_(std::move(problem)), name_(std::move(name)), summary_(std::move(summary)) {
    prepare(problem_);
  }

  std::string name() const override { return name_; }
  std::string summary() const override { return summary_; }
  Shape shape() const override { return shape_of(problem_); }
  Law law() const override { return noise_law<P>(); }
  Abilities abilities() const override { return abilities_of<P>(); }
  double slow_diameter() const override { return slow_set_of(problem_).diameter(shape().slow); }

  std::vector<SettingInfo> parameters() const override { return list_settings(problem_); }
  using AnyProblem::set;
  void set(const std::vector<std::pair<std::string, double>>& values) override {
    P changed = problem_;
    for (const auto& [parameter, value] : values) {
      if (set_setting(changed, parameter, value)) continue;
      std::vector<std::string> known;
      for (const SettingInfo& info : parameters()) known.push_back(info.name);
      throw Error("problem " + name_ + " has no parameter '" + parameter + "'" + suggestion(parameter, known) +
                  " (twoscale show " + name_ + ")");
    }
    prepare(changed);
    problem_ = std::move(changed);
  }

  RunResult run(const Plan& plan, const RunOptions& options) const override {
    return twoscale::run(problem_, plan, options);
  }

  bool has_closed_form() const override { return HasReduced<P>; }
  std::optional<double> squared_residual(const std::vector<double>& slow) const override {
    if constexpr (!Truth<P>::knows_reduced()) return std::nullopt;
    else return Truth<P>(problem_).squared_residual(vector<SlowVector<P>>(slow));
  }
  std::optional<double> tracking_error(const Snapshot& state) const override {
    if constexpr (!Truth<P>::knows_fast_solution()) return std::nullopt;
    else return Truth<P>(problem_).tracking_error(vector<FastVector<P>>(state.fast), vector<SlowVector<P>>(state.slow));
  }
  std::optional<double> preconditioner_error(const Snapshot& state) const override {
    if constexpr (!Truth<P>::knows_preconditioner() || !is_smooth<P>()) return std::nullopt;
    else {
      typename Truth<P>::Sensitivity matrix(shape().slow, shape().fast);
      for (std::size_t i = 0; i < state.preconditioner.size(); ++i)
        matrix.entries()[static_cast<int>(i)] = state.preconditioner[i];
      return Truth<P>(problem_).preconditioner_error(matrix, vector<SlowVector<P>>(state.slow));
    }
  }
  std::optional<ProductCondition> product_condition(const Plan& plan, const std::vector<Snapshot>& states,
                                                    std::uint64_t seed) const override {
    if constexpr (!HasMeans<P> || !is_smooth<P>()) return std::nullopt;
    else return measure_product_condition(problem_, plan, states, seed);
  }

 private:
  template <class V>
  static V vector(const std::vector<double>& values) {
    V out(static_cast<int>(values.size()));
    for (int i = 0; i < out.size(); ++i) out[i] = values[i];
    return out;
  }

  P problem_;
  std::string name_, summary_;
};

}  // namespace twoscale

/// Ends a problem file: names the struct, the problem, and says what it is in a line.
#define TWOSCALE_PROBLEM(Struct, problem_name, problem_summary)                                       \
  static_assert(twoscale::check_problem<Struct>());                                                   \
  std::unique_ptr<twoscale::AnyProblem> TWOSCALE_ENTRY() {                                            \
    return std::make_unique<twoscale::AnyProblemOf<Struct>>(Struct{}, problem_name, problem_summary); \
  }
