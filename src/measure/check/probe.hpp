#pragma once
// What the lines of a check share: counted samples, points of the sets, frozen noise.

#include <optional>

#include <twoscale/core/stream.hpp>
#include <twoscale/measure/check.hpp>
#include <twoscale/measure/numbers.hpp>
#include <twoscale/measure/numbers_face.hpp>
#include <twoscale/measure/student.hpp>

namespace twoscale::detail {

/// Where points are drawn: a set's middle and how far it reaches from there.
struct Region {
  Numbers centre;
  double radius = 1;
  bool bounded = true;
};

class Probe {
 public:
  Probe(const Evaluator& problem, const CheckOptions& options);

  const Evaluator& problem() const { return problem_; }
  const CheckOptions& options() const { return options_; }
  const Shape& shape() const { return shape_; }
  const Abilities& can() const { return can_; }
  std::uint64_t samples() const { return samples_; }
  bool dense() const { return shape_.fast <= kDenseLimit; }
  /// A count at the effort asked for; it shrinks with the size of the problem, so that work does not grow with its
  /// square.
  int fewer(int count, int least) const;

  Numbers fast(const Numbers& x, const Numbers& y, const Numbers& noise) const;
  Numbers slow(const Numbers& x, const Numbers& y, const Numbers& noise) const;
  Numbers fast_derivative(const Numbers& x, const Numbers& y, const Numbers& noise, const Numbers& v) const;
  Numbers slow_derivative(const Numbers& x, const Numbers& y, const Numbers& noise, const Numbers& v) const;

  /// A noise set nobody has used yet, and its draws.
  std::uint32_t new_set() { return next_set_++; }
  Numbers noise(Role role, std::uint32_t set, std::uint64_t number) const;
  std::vector<Numbers> noise_set(Role role, std::uint32_t set, int count) const;

  const Region& fast_region() const { return fast_region_; }
  const Region& slow_region() const { return slow_region_; }
  Numbers fast_point() { return draw_point(fast_region_, 1, true); }
  Numbers slow_point() { return draw_point(slow_region_, 1, false); }
  /// Far away and projected: on the boundary of a bounded set.
  Numbers slow_boundary() { return draw_point(slow_region_, 20, false); }
  /// Drawn and pulled towards the middle, so that small steps around it stay inside.
  Numbers inner_fast_point();
  Numbers inner_slow_point();
  Numbers direction(int size);
  double uniform();
  /// Looks whether samples jump in x for held noise; difference quotients then take long steps.
  void look_for_jumps();
  /// The step of a difference quotient at a point.
  double step_at(const Region& region, const Numbers& at) const;

  /// One-sided z for one of `tests` two-sided tests of a line.
  double alarm_z(double tests) const { return normal_quantile(options_.alarm / (2 * tests)); }
  double alarm_t(double tests, double degrees) const { return student_quantile(options_.alarm / (2 * tests), degrees); }
  /// z and t of the intervals shown.
  double shown_z() const { return normal_quantile((1 - options_.confidence) / 2); }
  double shown_t(double degrees) const { return student_quantile((1 - options_.confidence) / 2, degrees); }
  /// "0.83 (95 %: 0.80 to 0.86)"
  std::string interval(double value, double half) const;

 private:
  Region region_of(bool fast);
  Numbers draw_point(const Region& region, double reach, bool fast);
  void project(Numbers& v, bool fast) const;
  double normal();
  void add_variances(const Numbers& x, const Numbers& y, const Numbers& move, std::uint32_t set, double& of_fast,
                     double& of_slow);

  const Evaluator& problem_;
  CheckOptions options_;
  Shape shape_;
  Abilities can_;
  mutable std::uint64_t samples_ = 0;
  std::uint32_t next_set_ = 0;
  double step_ = 1e-3;  // central differences err by its square, their rounding by 1e-16 over it
  Stream<1> normals_, uniforms_;
  std::uint64_t normals_drawn_ = 0, uniforms_drawn_ = 0;
  Region fast_region_, slow_region_;
};

/// The problem with its noise held: averages over one noise set, hence deterministic maps. Their fixed points are the
/// problem's up to the set's own error, and errors of one set cancel in differences. With `exact` the averages are
/// the problem's own means.
class Frozen {
 public:
  Frozen(Probe& probe, int draws);
  static Frozen exact(Probe& probe);

  Numbers fast(const Numbers& x, const Numbers& y) const;
  Numbers slow(const Numbers& x, const Numbers& y) const;
  /// x with Proj_X[f(x, y)] = x to 1e-10, from a start; nothing where the iteration does not get there.
  std::optional<Numbers> fast_solution(const Numbers& y, const Numbers& start) const;
  /// df/dx and dg/dx by central differences.
  Dense fast_derivative(const Numbers& x, const Numbers& y) const;
  Dense slow_derivative(const Numbers& x, const Numbers& y) const;
  /// The face of the fast set that f(x, y) is projected onto.
  NumbersFace fast_face(const Numbers& x, const Numbers& y) const {
    return NumbersFace::fast(probe_->problem(), fast(x, y));
  }
  const std::vector<Numbers>& draws() const { return xi_; }

 private:
  explicit Frozen(Probe& probe) : probe_(&probe), exact_(true) {}
  template <class Map>
  Dense differences(const Map& map, int rows, const Numbers& x) const;
  Probe* probe_;
  bool exact_ = false;
  std::vector<Numbers> xi_, zeta_;
};

/// x*(y) and h(y) at many slow points, in several noise sets.
struct Solved {
  Numbers y;
  std::vector<Numbers> x, h;  // one for each set
};
struct SolvedPoints {
  std::vector<Frozen> sets;
  std::vector<Solved> points;
  int failed = 0;  // points where no fixed point was found
  Numbers failed_at;
};
SolvedPoints solve_points(Probe& probe);
/// P* = C A^-1 of one noise set at its own (x, y), by differences, on the face of the fast set that x is held to;
/// nothing where A is singular.
std::optional<Dense> preconditioner_of(const Frozen& set, const Numbers& x, const Numbers& y);

/// What later lines want to know of earlier ones.
struct Findings {
  double contraction = 0, fast_solution_slope = 1;
  bool trust_closed_forms = true, trust_means = true;
};

using Lines = std::vector<CheckLine>;
void check_fast_map(Probe& probe, Findings& findings, Lines& out);
void check_slow_map(Probe& probe, const SolvedPoints& sampled, const Findings& findings, Lines& out);
void check_noise_in_y(Probe& probe, Lines& out);
void check_samples(Probe& probe, Findings& findings, Lines& out);
void check_moments(Probe& probe, Lines& out);
void check_derivatives(Probe& probe, Lines& out);
void check_closed_forms(Probe& probe, const SolvedPoints& solved, Findings& findings, Lines& out);
void check_sets(Probe& probe, const SolvedPoints& solved, const Findings& findings, Lines& out);
void check_lipschitz(Probe& probe, const SolvedPoints& solved, Findings& findings, Lines& out);
void check_product_condition(Probe& probe, const SolvedPoints& solved, const Findings& findings, Lines& out);
void check_leakage(Probe& probe, const SolvedPoints& solved, const Findings& findings, Lines& out);

}  // namespace twoscale::detail
