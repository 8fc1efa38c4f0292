#pragma once
// EvaluatorOf<P>: the Evaluator of one problem type, on one lane.

#include <twoscale/problem/evaluator.hpp>
#include <twoscale/problem/numbers.hpp>

namespace twoscale {

template <class P>
class EvaluatorOf final : public Evaluator {
 public:
  /// The problem must outlive this.
  explicit EvaluatorOf(const P& problem) : problem_(problem) {}

  Shape shape() const override { return shape_of(problem_); }
  Abilities abilities() const override { return abilities_of<P>(); }
  Law law() const override { return noise_law<P>(); }
  std::string differentiation(bool fast) const override {
    return name_differentiation<P>(shape(), fast ? HasFastScore<P> : HasSlowScore<P>);
  }

  Numbers noise(Role role, std::uint64_t seed, std::uint32_t replica, std::uint64_t number) const override {
    const Shape s = shape();
    const int widths[] = {s.fast_noise, s.slow_noise, s.fast_noise, FastSample<P>::noise(s), SlowSample<P>::noise(s)};
    if (role == Role::probe) throw Error("a probe is not noise of the problem");
    const auto stream_number = static_cast<std::uint32_t>(role);
    Stream<1> stream(seed, replica, stream_number, noise_law<P>(), widths[stream_number], index_count_of(problem_));
    return to_numbers(stream.template draw<kDynamic>(number));
  }

  Numbers fast(const Numbers& x, const Numbers& y, const Numbers& xi) const override {
    return to_numbers(problem_.fast(to_x(x), to_y(y), to_vector<NoiseVector<P, &Shape::fast_noise>>(xi)));
  }
  Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const override {
    return to_numbers(problem_.slow(to_x(x), to_y(y), to_vector<NoiseVector<P, &Shape::slow_noise>>(zeta)));
  }
  std::optional<std::uint64_t> operations(bool fast, const Numbers& x, const Numbers& y) const override {
    if constexpr (!kMayReverse<P> || kDifferences<P>) return std::nullopt;
    else {
      Tape<Real> tape;
      const auto variables = tape.variables(to_x(x));
      const Y slow = to_y(y);
      if (fast) problem_.fast(variables, slow, to_vector<NoiseVector<P, &Shape::fast_noise>>(noise(Role::xi, 0, 0, 0)));
      else problem_.slow(variables, slow, to_vector<NoiseVector<P, &Shape::slow_noise>>(noise(Role::zeta_g, 0, 0, 0)));
      return static_cast<std::uint64_t>(tape.node_count() - tape.variable_count());
    }
  }
  std::optional<Structure> structure() const override { return structure_of(problem_); }
  Numbers fast_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    return derivative_times<FastSample<P>>(x, y, omega, v);
  }
  Numbers slow_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    return derivative_times<SlowSample<P>>(x, y, omega, v);
  }

  std::optional<Numbers> fast_derivative_adjoint(const Numbers& x, const Numbers& y, const Numbers& omega,
                                                 const Numbers& w) const override {
    return derivative_adjoint<FastSample<P>>(x, y, omega, w);
  }
  std::optional<Numbers> slow_derivative_adjoint(const Numbers& x, const Numbers& y, const Numbers& omega,
                                                 const Numbers& w) const override {
    return derivative_adjoint<SlowSample<P>>(x, y, omega, w);
  }

  void project_fast(Numbers& x) const override { project_numbers<X>(fast_set_of(problem_), x); }
  void project_slow(Numbers& y) const override { project_numbers<Y>(slow_set_of(problem_), y); }
  double fast_diameter() const override { return fast_set_of(problem_).diameter(shape().fast); }
  double slow_diameter() const override { return slow_set_of(problem_).diameter(shape().slow); }
  Numbers fast_start() const override {
    Numbers out(shape().fast, 0.0);
    if constexpr (requires { problem_.fast_start; }) out = {problem_.fast_start.begin(), problem_.fast_start.end()};
    require_count("fast_start", out, shape().fast);
    project_fast(out);
    return out;
  }
  Numbers slow_start() const override {
    Numbers out(shape().slow, 0.0);
    if constexpr (requires { problem_.slow_start; }) out = {problem_.slow_start.begin(), problem_.slow_start.end()};
    require_count("slow_start", out, shape().slow);
    project_slow(out);
    return out;
  }

  std::optional<Numbers> mean_fast(const Numbers& x, const Numbers& y) const override {
    if constexpr (HasMeans<P>) return to_numbers(problem_.mean_fast(to_x(x), to_y(y)));
    else return std::nullopt;
  }
  std::optional<Numbers> mean_slow(const Numbers& x, const Numbers& y) const override {
    if constexpr (HasMeans<P>) return to_numbers(problem_.mean_slow(to_x(x), to_y(y)));
    else return std::nullopt;
  }
  std::optional<Numbers> fast_solution(const Numbers& y) const override {
    if constexpr (HasFastSolution<P>) return to_numbers(problem_.fast_solution(to_y(y)));
    else return std::nullopt;
  }
  std::optional<Numbers> reduced(const Numbers& y) const override {
    if constexpr (HasReduced<P>) return to_numbers(problem_.reduced(to_y(y)));
    else return std::nullopt;
  }
  std::optional<Numbers> preconditioner_times(const Numbers& y, const Numbers& r) const override {
    if constexpr (HasPreconditionerTimes<P>) return to_numbers(problem_.preconditioner_times(to_y(y), to_x(r)));
    else if constexpr (HasPreconditioner<P>) return to_numbers(problem_.preconditioner(to_y(y)) * to_x(r));
    else return std::nullopt;
  }

 private:
  using X = FastVector<P>;
  using Y = SlowVector<P>;
  static X to_x(const Numbers& numbers) { return to_vector<X>(numbers); }
  static Y to_y(const Numbers& numbers) { return to_vector<Y>(numbers); }

  template <class Sample>
  Numbers derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega, const Numbers& v) const {
    using Noise = Vector<Real, Sample::kNoise>;
    const X at = to_x(x);
    const Y slow = to_y(y);
    const DerivativeSample<Sample, P, X, Y, Noise> sample(problem_, at, slow, to_vector<Noise>(omega));
    return to_numbers(sample.times(to_x(v)));
  }

  template <class Sample>
  std::optional<Numbers> derivative_adjoint(const Numbers& x, const Numbers& y, const Numbers& omega,
                                            const Numbers& w) const {
    if constexpr (!Sample::kAdjoint) return std::nullopt;
    else
      return to_numbers(Sample::adjoint(problem_, to_x(x), to_y(y), to_vector<Vector<Real, Sample::kNoise>>(omega),
                                        to_vector<Vector<Real, Sample::kRows>>(w)));
  }

  const P& problem_;
};

}  // namespace twoscale
