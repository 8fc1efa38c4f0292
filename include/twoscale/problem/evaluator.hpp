#pragma once
// Evaluator: a problem one point at a time, on plain numbers. What checks and certificates look through: they need
// few evaluations, so that one compiled text can serve every problem, those of users included.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <twoscale/problem/samples.hpp>

namespace twoscale {

class Evaluator {
 public:
  using Numbers = std::vector<double>;
  virtual ~Evaluator() = default;

  virtual Shape shape() const = 0;
  virtual Abilities abilities() const = 0;
  virtual Law law() const { return Law::normal; }
  /// How samples of dF/dx (or of dG/dx) come about that are not the problem's own, in words: "forward duals".
  virtual std::string differentiation(bool fast) const = 0;

  /// The noise of a role's draw `number`, as that replica of a run would see it.
  virtual Numbers noise(Role role, std::uint64_t seed, std::uint32_t replica, std::uint64_t number) const = 0;

  // Samples, with noise of roles xi or zeta_f (fast) and zeta_g (slow).
  virtual Numbers fast(const Numbers& x, const Numbers& y, const Numbers& xi) const = 0;
  virtual Numbers slow(const Numbers& x, const Numbers& y, const Numbers& zeta) const = 0;

  /// How many operations on x one evaluation of F (or of G) takes, as a tape records them. None where none can: of code
  /// for plain numbers, and of a small x.
  virtual std::optional<std::uint64_t> operations(bool /*fast*/, const Numbers&, const Numbers&) const {
    return std::nullopt;
  }

  /// Which entries of dF/dx and of dG/dx may be other than zero, where that can be found.
  virtual std::optional<Structure> structure() const { return std::nullopt; }

  // Samples of dF/dx v and dG/dx v as the methods see them, with noise of roles omega_A and omega_C.
  virtual Numbers fast_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                        const Numbers& v) const = 0;
  virtual Numbers slow_derivative_times(const Numbers& x, const Numbers& y, const Numbers& omega,
                                        const Numbers& v) const = 0;

  // The same of dF/dx^T w and dG/dx^T w, where the problem writes these itself: they are to be compared.
  virtual std::optional<Numbers> fast_derivative_adjoint(const Numbers&, const Numbers&, const Numbers&,
                                                         const Numbers&) const {
    return std::nullopt;
  }
  virtual std::optional<Numbers> slow_derivative_adjoint(const Numbers&, const Numbers&, const Numbers&,
                                                         const Numbers&) const {
    return std::nullopt;
  }

  virtual void project_fast(Numbers& x) const = 0;
  virtual void project_slow(Numbers& y) const = 0;
  /// Infinite for a set without bound.
  virtual double fast_diameter() const = 0;
  virtual double slow_diameter() const = 0;
  /// The problem's own first points, or the points of its sets nearest zero.
  virtual Numbers fast_start() const = 0;
  virtual Numbers slow_start() const = 0;

  // What the problem says of itself, where it does.
  virtual std::optional<Numbers> mean_fast(const Numbers& x, const Numbers& y) const = 0;
  virtual std::optional<Numbers> mean_slow(const Numbers& x, const Numbers& y) const = 0;
  virtual std::optional<Numbers> fast_solution(const Numbers& y) const = 0;
  virtual std::optional<Numbers> reduced(const Numbers& y) const = 0;
  /// P*(y) r.
  virtual std::optional<Numbers> preconditioner_times(const Numbers& y, const Numbers& r) const = 0;
};

}  // namespace twoscale
