#pragma once
// AnyProblem: a problem of any type behind one run-time interface, for programs that pick problems by
// name. AnyProblemOf<P> is the only implementation.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/measure/quantity.hpp>
#include <twoscale/plugin/parts.hpp>
#include <twoscale/problem/evaluator_of.hpp>
#include <twoscale/problem/plain_numbers.hpp>
#include <twoscale/problem/try_samples.hpp>

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
  /// Replicas that one call of the problem's functions serves; 1 where they go one at a time.
  virtual int lanes() const = 0;
  /// Why they do, in words; empty where they do not.
  virtual std::string why_one_lane() const = 0;

  /// What the problem's users look at (problem/metric.hpp); of one of them by its place in the list.
  virtual std::vector<MetricInfo> metrics() const = 0;
  virtual double metric(std::size_t index, const std::vector<double>& x, const std::vector<double>& y) const = 0;

  virtual std::vector<SettingInfo> parameters() const = 0;
  /// All or none, numbers as text and tables by their path: throws, with the nearest name, when there is no such
  /// parameter, or with what a value must satisfy, alone or beside the others.
  virtual void set(const std::vector<std::pair<std::string, std::string>>& parameters) = 0;
  void set(const std::string& parameter, double value) { set({{parameter, to_text(value)}}); }

  /// The problem one point at a time. Valid until a parameter is set.
  virtual const Evaluator& evaluator() const = 0;
  virtual RunResult run(const Plan& plan, const RunOptions& options) const = 0;
  /// Throws what run() would refuse of this plan and these options, and gives what it measures before the first
  /// iteration. Runs no replica.
  virtual std::optional<Pilot> judge(const Plan& plan, const RunOptions& options) const = 0;
  /// Kernels for one more instruction set; the best that the machine has is used.
  void add_kernels(const ProblemKernels& kernels) { kernels_.push_back(kernels); }

  // The truth, where the problem lets it be known.
  virtual bool has_closed_form() const = 0;
  virtual std::optional<double> measure(Quantity quantity, const Snapshot& state) const = 0;
  std::optional<double> squared_residual(const std::vector<double>& slow) const;
  std::optional<double> tracking_error(const Snapshot& state) const { return measure(Quantity::tracking_error, state); }
  std::optional<double> preconditioner_error(const Snapshot& state) const {
    return measure(Quantity::preconditioner_error, state);
  }
  virtual std::optional<ProductCondition> product_condition(const Plan& plan, const std::vector<Snapshot>& states,
                                                            std::uint64_t seed) const = 0;

 protected:
  /// The best the machine has, or those that are asked for; throws where there are none such.
  const ProblemKernels& kernels(std::optional<InstructionSet> set) const;

 private:
  std::vector<ProblemKernels> kernels_;
};

/// Throws with the nearest name: the problem has no such parameter.
[[noreturn]] void refuse_parameter(const AnyProblem& problem, const std::string& parameter);
/// Runs the problem's prepare(); what it throws besides an Error is put in words.
void run_prepare(const std::function<void()>& prepare);
/// What a metric gives; what it throws is put in words.
double run_metric(const std::string& name, const std::function<double()>& metric);
/// Throws when a table has not been given.
void require_tables(const std::vector<SettingInfo>& parameters);

template <class P, class Choices = EveryChoice>
class AnyProblemOf final : public AnyProblem {
 public:
  /// The parts may have been compiled elsewhere.
  AnyProblemOf(P problem, std::string name, std::string summary, const ProblemParts& parts = parts_of<P, Choices>())
      : problem_(std::move(problem)),
        evaluator_(problem_),
        name_(std::move(name)),
        summary_(std::move(summary)),
        parts_(parts) {
    if (has_tables(problem_)) run_prepare([this] { prepare(problem_); });
    add_kernels({kCompiledFor, parts.width, detail::group_function<P, 1, Choices>(), parts.pack});
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
  int lanes() const override { return kTakesPlain ? 1 : parts_.width; }
  std::string why_one_lane() const override {
    if (kTakesPlain) return "fast() and slow() take plain numbers";
    if (parts_.width > 1) return "";
    return *parts_.why_one_lane ? parts_.why_one_lane : "the problem asks for it (one_lane)";
  }

  std::vector<MetricInfo> metrics() const override { return metrics_of(problem_); }
  double metric(std::size_t index, const std::vector<double>& x, const std::vector<double>& y) const override {
    return run_metric(metrics_of(problem_)[index].name, [&] { return metric_of(problem_, index, x, y); });
  }

  std::vector<SettingInfo> parameters() const override { return list_settings(problem_); }
  using AnyProblem::set;
  void set(const std::vector<std::pair<std::string, std::string>>& values) override {
    P changed = problem_;
    for (const auto& [parameter, value] : values)
      if (!set_setting(changed, parameter, std::string_view(value))) refuse_parameter(*this, parameter);
    if (has_tables(changed)) run_prepare([&] { prepare(changed); });
    problem_ = std::move(changed);
  }

  RunResult run(const Plan& plan, const RunOptions& options) const override {
    require_tables(parameters());
    try_samples(problem_);
    const ProblemKernels& chosen = kernels(options.instruction_set);
    const auto kernel = [&](GroupFunction function) -> Kernel {
      return [&, function](auto starts, auto results) { function(&problem_, plan, options, starts, results); };
    };
    return run_with<P, Choices>(problem_, plan, options, {kernel(chosen.alone), kernel(chosen.pack), chosen.width});
  }
  std::optional<Pilot> judge(const Plan& plan, const RunOptions& options) const override {
    require_tables(parameters());
    try_samples(problem_);
    kernels(options.instruction_set);
    require(plan.method(), abilities(), options.force);
    return detail::run_pilot<P, Choices>(problem_, plan, options.seed, detail::initial_snapshot(problem_, options));
  }
  const Evaluator& evaluator() const override {
    require_tables(parameters());
    try_samples(problem_);
    return evaluator_;
  }

  bool has_closed_form() const override { return HasReduced<P>; }
  std::optional<double> measure(Quantity quantity, const Snapshot& state) const override {
    return twoscale::measure(problem_, quantity, state);
  }
  std::optional<ProductCondition> product_condition(const Plan& plan, const std::vector<Snapshot>& states,
                                                    std::uint64_t seed) const override {
    return parts_.product_condition(&problem_, plan, states, seed);
  }

 private:
  static constexpr bool kTakesPlain = requires { typename P::Inner; };

  static bool has_tables(const P& problem) {
    for (const SettingInfo& info : list_settings(problem))
      if (info.is_table && info.text.empty()) return false;
    return true;
  }

  P problem_;
  EvaluatorOf<P> evaluator_;
  std::string name_, summary_;
  ProblemParts parts_;
};

}  // namespace twoscale

// TWOSCALE_PROBLEM(Struct, "name", "summary") ends a problem file: names the struct, the problem, and says what it is
// in a line. In a file compiled on the fly (TWOSCALE_PLUGIN) it makes one of two halves, which are compiled side by
// side: part 0 the problem and its one-lane kernel, part 1 its other parts. Where part 1 does not compile for packs it
// is made without a kernel for them: TWOSCALE_WHY_ONE_LANE then says why.
// A file of the zoo is compiled again for each instruction set above the floor, for its kernels alone
// (TWOSCALE_KERNELS).
#define TWOSCALE_PROBLEM_KERNELS(Struct, problem_name, problem_summary) \
  extern "C" twoscale::ProblemKernels TWOSCALE_KERNELS();               \
  extern "C" twoscale::ProblemKernels TWOSCALE_KERNELS() { return twoscale::kernels_of<twoscale::Adapted<Struct>>(); }
#define TWOSCALE_PROBLEM_ENTRY(Struct, problem_name, problem_summary)                                  \
  static_assert(twoscale::check_problem<twoscale::Adapted<Struct>>());                                 \
  std::unique_ptr<twoscale::AnyProblem> TWOSCALE_ENTRY() {                                             \
    return std::make_unique<twoscale::AnyProblemOf<twoscale::Adapted<Struct>>>(Struct{}, problem_name, \
                                                                               problem_summary);       \
  }
#define TWOSCALE_PROBLEM_0(Struct, problem_name, problem_summary)                                                   \
  static_assert(twoscale::check_problem<twoscale::Adapted<Struct>>());                                              \
  extern "C" const twoscale::ProblemParts& twoscale_parts();                                                        \
  extern "C" [[gnu::visibility("default")]] twoscale::AnyProblem* twoscale_make_problem() {                         \
    using Adapted = twoscale::Adapted<Struct>;                                                                      \
    using Choices = twoscale::ChoicesOn<Adapted, twoscale::FileChoices>;                                            \
    return new twoscale::AnyProblemOf<Adapted, Choices>(Struct{}, problem_name, problem_summary, twoscale_parts()); \
  }
#define TWOSCALE_PROBLEM_1(Struct, problem_name, problem_summary)                                      \
  extern "C" const twoscale::ProblemParts& twoscale_parts() {                                          \
    using Adapted = twoscale::Adapted<Struct>;                                                         \
    constexpr int kWidth = sizeof(TWOSCALE_WHY_ONE_LANE) > 1 ? 1 : twoscale::kWidthOf<Adapted>;        \
    using Choices = twoscale::ChoicesOn<Adapted, twoscale::FileChoices>;                               \
    static constexpr auto parts = twoscale::parts_of<Adapted, Choices, kWidth>(TWOSCALE_WHY_ONE_LANE); \
    return parts;                                                                                      \
  }

// Which of them is decided where the line stands, not where this header is read: a precompiled header serves both.
#define TWOSCALE_PROBLEM_PASTE(part, ...) TWOSCALE_PROBLEM_##part(__VA_ARGS__)
#define TWOSCALE_PROBLEM_CHOOSE(part, ...) TWOSCALE_PROBLEM_PASTE(part, __VA_ARGS__)
#ifdef TWOSCALE_PLUGIN
#define TWOSCALE_PROBLEM(...) TWOSCALE_PROBLEM_CHOOSE(TWOSCALE_PART, __VA_ARGS__)
#elif defined(TWOSCALE_KERNELS)
#define TWOSCALE_PROBLEM(...) TWOSCALE_PROBLEM_KERNELS(__VA_ARGS__)
#else
#define TWOSCALE_PROBLEM(...) TWOSCALE_PROBLEM_ENTRY(__VA_ARGS__)
#endif
