#pragma once
// AnyProblem: a problem of any type behind one run-time interface, for programs that pick problems by
// name. AnyProblemOf<P> is the only implementation.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/product_condition.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/problem/evaluator_of.hpp>
#include <twoscale/problem/look.hpp>
#include <twoscale/problem/plain_numbers.hpp>
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
  /// How derivative samples come about, in words: "forward duals".
  virtual std::string derivatives() const = 0;

  virtual std::vector<SettingInfo> parameters() const = 0;
  /// All or none, numbers as text and tables by their path: throws, with the nearest name, when there is no such
  /// parameter, or with what a value must satisfy, alone or beside the others.
  virtual void set(const std::vector<std::pair<std::string, std::string>>& parameters) = 0;
  void set(const std::string& parameter, double value) { set({{parameter, to_text(value)}}); }

  /// The problem one point at a time. Valid until a parameter is set.
  virtual const Evaluator& evaluator() const = 0;
  virtual RunResult run(const Plan& plan, const RunOptions& options) const = 0;

  // The truth, where the problem lets it be known.
  virtual bool has_closed_form() const = 0;
  virtual std::optional<double> squared_residual(const std::vector<double>& slow) const = 0;
  virtual std::optional<double> tracking_error(const Snapshot& state) const = 0;
  virtual std::optional<double> preconditioner_error(const Snapshot& state) const = 0;
  virtual std::optional<ProductCondition> product_condition(const Plan& plan, const std::vector<Snapshot>& states,
                                                            std::uint64_t seed) const = 0;
};

/// Throws with the nearest name: the problem has no such parameter.
[[noreturn]] void refuse_parameter(const AnyProblem& problem, const std::string& parameter);
/// Throws when a table has not been given.
void require_tables(const std::vector<SettingInfo>& parameters);

template <class P, class Choices = EveryChoice>
class AnyProblemOf final : public AnyProblem {
 public:
  /// `pack` runs replicas side by side; it may have been compiled elsewhere.
  AnyProblemOf(P problem, std::string name, std::string summary,
               KernelFunction<P> pack = &detail::run_group<P, kPackWidth, Choices>)
      : problem_(std::move(problem)),
        evaluator_(problem_),
        name_(std::move(name)),
        summary_(std::move(summary)),
        pack_(pack) {
    if (has_tables(problem_)) prepare(problem_);
  }
  AnyProblemOf(const AnyProblemOf&) = delete;  // the evaluator looks at the problem in here
  AnyProblemOf& operator=(const AnyProblemOf&) = delete;

  std::string name() const override { return name_; }
  std::string summary() const override { return summary_; }
  Shape shape() const override { return shape_of(problem_); }
  Law law() const override { return noise_law<P>(); }
  Abilities abilities() const override { return abilities_of<P>(); }
  double slow_diameter() const override { return slow_set_of(problem_).diameter(shape().slow); }

  std::string derivatives() const override { return describe_differentiation<P>(shape()); }

  std::vector<SettingInfo> parameters() const override { return list_settings(problem_); }
  using AnyProblem::set;
  void set(const std::vector<std::pair<std::string, std::string>>& values) override {
    P changed = problem_;
    for (const auto& [parameter, value] : values)
      if (!set_setting(changed, parameter, std::string_view(value))) refuse_parameter(*this, parameter);
    if (has_tables(changed)) prepare(changed);
    problem_ = std::move(changed);
  }

  RunResult run(const Plan& plan, const RunOptions& options) const override {
    require_tables(parameters());
    look(problem_);
    return run_with<P, Choices>(problem_, plan, options, pack_, kPackWidth);
  }
  const Evaluator& evaluator() const override {
    require_tables(parameters());
    look(problem_);
    return evaluator_;
  }

  bool has_closed_form() const override { return HasReduced<P>; }
  std::optional<double> squared_residual(const std::vector<double>& slow) const override {
    if constexpr (!Truth<P>::knows_reduced()) return std::nullopt;
    else return Truth<P>(problem_).squared_residual(to_vector<SlowVector<P>>(slow));
  }
  std::optional<double> tracking_error(const Snapshot& state) const override {
    if constexpr (!Truth<P>::knows_fast_solution()) return std::nullopt;
    else
      return Truth<P>(problem_).tracking_error(to_vector<FastVector<P>>(state.fast),
                                               to_vector<SlowVector<P>>(state.slow));
  }
  std::optional<double> preconditioner_error(const Snapshot& state) const override {
    if constexpr (!Truth<P>::knows_preconditioner() || !is_smooth<P>()) return std::nullopt;
    else {
      if (!HasPreconditioner<P> && shape().fast > Truth<P>::kLargestDense) return std::nullopt;
      typename Truth<P>::Sensitivity matrix(shape().slow, shape().fast);
      // What is not kept as a whole matrix (a product, a series, factors) has no error of this kind.
      if (state.preconditioner.size() != static_cast<std::size_t>(matrix.entries().size()) || uses_basis(state))
        return std::nullopt;
      for (int i = 0; i < matrix.entries().size(); ++i) matrix.entries()[i] = state.preconditioner[i];
      return Truth<P>(problem_).preconditioner_error(matrix, to_vector<SlowVector<P>>(state.slow));
    }
  }
  std::optional<ProductCondition> product_condition(const Plan& plan, const std::vector<Snapshot>& states,
                                                    std::uint64_t seed) const override {
    if constexpr (!HasMeans<P> || !is_smooth<P>()) return std::nullopt;
    else if constexpr (!Choices::template has<Nested>) return std::nullopt;  // it is asked of nested methods
    else if (!HasPreconditioner<P> && shape().fast > Truth<P>::kLargestDense) return std::nullopt;
    else return measure_product_condition(problem_, plan, states, seed);
  }

 private:
  static bool has_tables(const P& problem) {
    for (const SettingInfo& info : list_settings(problem))
      if (info.is_table && info.text.empty()) return false;
    return true;
  }
  static bool uses_basis(const Snapshot& state) {
    for (const double value : state.basis)
      if (value != 0) return true;
    return false;
  }

  P problem_;
  EvaluatorOf<P> evaluator_;
  std::string name_, summary_;
  KernelFunction<P> pack_;
};

}  // namespace twoscale

// TWOSCALE_PROBLEM(Struct, "name", "summary") ends a problem file: names the struct, the problem, and says what it is
// in a line. In a file compiled on the fly (TWOSCALE_PLUGIN) it makes one of two parts, which are compiled side by
// side: part 0 the problem and its one-lane kernel, part 1 the kernel of a pack.
#define TWOSCALE_PROBLEM_ENTRY(Struct, problem_name, problem_summary)                                  \
  static_assert(twoscale::check_problem<twoscale::Adapted<Struct>>());                                 \
  std::unique_ptr<twoscale::AnyProblem> TWOSCALE_ENTRY() {                                             \
    return std::make_unique<twoscale::AnyProblemOf<twoscale::Adapted<Struct>>>(Struct{}, problem_name, \
                                                                               problem_summary);       \
  }

// The problem crosses as a plain pointer, so that a struct without linkage of its own works too.
#define TWOSCALE_PROBLEM_PACK                                                                                         \
  extern "C" void twoscale_pack(const void* problem, const twoscale::Plan& plan, const twoscale::RunOptions& options, \
                                std::span<const twoscale::Snapshot> starts,                                           \
                                std::span<twoscale::ReplicaResult> results)
#define TWOSCALE_PROBLEM_0(Struct, problem_name, problem_summary)                                      \
  static_assert(twoscale::check_problem<twoscale::Adapted<Struct>>());                                 \
  TWOSCALE_PROBLEM_PACK;                                                                               \
  extern "C" [[gnu::visibility("default")]] twoscale::AnyProblem* twoscale_make_problem() {            \
    using Adapted = twoscale::Adapted<Struct>;                                                         \
    return new twoscale::AnyProblemOf<Adapted, twoscale::TWOSCALE_CHOICES>(                            \
        Struct{}, problem_name, problem_summary,                                                       \
        [](const Adapted& problem, const auto& plan, const auto& options, auto starts, auto results) { \
          twoscale_pack(&problem, plan, options, starts, results);                                     \
        });                                                                                            \
  }
#define TWOSCALE_PROBLEM_1(Struct, problem_name, problem_summary)                           \
  TWOSCALE_PROBLEM_PACK {                                                                   \
    using Adapted = twoscale::Adapted<Struct>;                                              \
    twoscale::detail::run_group<Adapted, twoscale::kPackWidth, twoscale::TWOSCALE_CHOICES>( \
        *static_cast<const Adapted*>(problem), plan, options, starts, results);             \
  }

// Which of them is decided where the line stands, not where this header is read: a precompiled header serves both.
#define TWOSCALE_PROBLEM_PASTE(part, ...) TWOSCALE_PROBLEM_##part(__VA_ARGS__)
#define TWOSCALE_PROBLEM_CHOOSE(part, ...) TWOSCALE_PROBLEM_PASTE(part, __VA_ARGS__)
#ifdef TWOSCALE_PLUGIN
#define TWOSCALE_PROBLEM(...) TWOSCALE_PROBLEM_CHOOSE(TWOSCALE_PART, __VA_ARGS__)
#else
#define TWOSCALE_PROBLEM(...) TWOSCALE_PROBLEM_ENTRY(__VA_ARGS__)
#endif
