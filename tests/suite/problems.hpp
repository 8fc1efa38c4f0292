#pragma once
// The suite's problems (experiments/suite), as their files define them, one point at a time.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <twoscale/problem.hpp>
#include <twoscale/problem/evaluator_of.hpp>

namespace suite {

using twoscale::Evaluator;
using Numbers = Evaluator::Numbers;
using Settings = std::vector<std::pair<std::string, std::string>>;

/// An EvaluatorOf with its problem, whose streams are kept from one draw to the next: most of a trial's time went
/// there.
template <class P>
class Kept final : public Evaluator {
 public:
  explicit Kept(P problem) : problem_(std::move(problem)), inner_(problem_) {}
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  Numbers noise(twoscale::Role role, std::uint64_t seed, std::uint32_t replica, std::uint64_t number) const override {
    const auto index = static_cast<std::uint32_t>(role);
    const twoscale::Shape s = shape();
    const int widths[] = {s.fast_noise, s.slow_noise, s.fast_noise, twoscale::FastSample<P>::noise(s),
                          twoscale::SlowSample<P>::noise(s)};
    Stream& kept = streams_[index];
    if (!kept.stream || kept.seed != seed || kept.replica != replica)
      kept = {seed, replica,
              twoscale::Stream<1>(seed, replica, index, law(), widths[index], twoscale::index_count_of(problem_))};
    return twoscale::to_numbers(kept.stream->template draw<twoscale::kDynamic>(number));
  }

  twoscale::Shape shape() const override { return inner_.shape(); }
  twoscale::Abilities abilities() const override { return inner_.abilities(); }
  twoscale::Law law() const override { return inner_.law(); }
  std::string differentiation(bool fast) const override { return inner_.differentiation(fast); }
  Numbers fast(const Numbers& x, const Numbers& y, const Numbers& xi) const override { return inner_.fast(x, y, xi); }
  Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const override {
    return inner_.slow(x, y, zeta);
  }
  Numbers fast_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    return inner_.fast_derivative_times(x, y, omega, v);
  }
  Numbers slow_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                const Numbers& v) const override {
    return inner_.slow_derivative_times(x, y, omega, v);
  }
  void project_fast(Numbers& x) const override { inner_.project_fast(x); }
  void project_slow(Numbers& y) const override { inner_.project_slow(y); }
  double fast_diameter() const override { return inner_.fast_diameter(); }
  double slow_diameter() const override { return inner_.slow_diameter(); }
  Numbers fast_start() const override { return inner_.fast_start(); }
  Numbers slow_start() const override { return inner_.slow_start(); }
  std::optional<Numbers> mean_fast(const Numbers& x, const Numbers& y) const override { return inner_.mean_fast(x, y); }
  std::optional<Numbers> mean_slow(const Numbers& x, const Numbers& y) const override { return inner_.mean_slow(x, y); }
  std::optional<Numbers> fast_solution(const Numbers& y) const override { return inner_.fast_solution(y); }
  std::optional<Numbers> reduced(const Numbers& y) const override { return inner_.reduced(y); }
  std::optional<Numbers> preconditioner_times(const Numbers& y, const Numbers& r) const override {
    return inner_.preconditioner_times(y, r);
  }

 private:
  struct Stream {
    std::uint64_t seed = 0;
    std::uint32_t replica = 0;
    std::optional<twoscale::Stream<1>> stream;
  };
  P problem_;
  twoscale::EvaluatorOf<P> inner_;
  mutable std::array<Stream, 5> streams_;
};

using Make = std::function<std::unique_ptr<Evaluator>(const Settings&)>;
inline std::map<std::string, Make>& registry() {  // by the problem's own name
  static std::map<std::string, Make> made;
  return made;
}

template <class P>
int enter(const char* name) {
  registry()[name] = [name](const Settings& settings) -> std::unique_ptr<Evaluator> {
    P problem;
    for (const auto& [parameter, value] : settings)
      if (!twoscale::set_setting(problem, parameter, std::string_view(value)))
        throw twoscale::Error(std::string(name) + " has no parameter '" + parameter + "'");
    if constexpr (requires { problem.prepare(); }) problem.prepare();
    return std::make_unique<Kept<P>>(std::move(problem));
  };
  return 0;
}

}  // namespace suite

#undef TWOSCALE_PROBLEM
#define TWOSCALE_PROBLEM(Struct, problem_name, problem_summary) \
  inline const int entered_##Struct = suite::enter<Struct>(problem_name);

namespace suite::files {

#include "../../experiments/suite/douglas_rachford.cpp"
#include "../../experiments/suite/dual.cpp"
#include "../../experiments/suite/flat_valley.cpp"
#include "../../experiments/suite/gradient_td.cpp"
#include "../../experiments/suite/minimax.cpp"
#include "../../experiments/suite/minimax_curved.cpp"
#include "../../experiments/suite/projected_rotation.cpp"
#include "../../zoo/rotor.cpp"
#include "../../zoo/rotor_curved.cpp"

}  // namespace suite::files
